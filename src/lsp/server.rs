//! The main loop: takes in what the client says and what the workers found, and hands out work. It computes nothing
//! itself.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};

use gen_lsp_types::{self as lsp, LspNotificationMethod, LspRequestMethod};
use lsp_server::{ErrorCode, Message, Notification, ReqQueue, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::capabilities::{self, ClientAbilities};
use super::convert::path_of;
use super::dispatch;
use super::handlers;
use super::progress::token_of;
use super::publish::{Published, Report};
use super::watching::{Watching, watch_client, watch_files};
use super::wire::{Client, Incoming, Malformed};
use super::workers::{Workers, contained};
use crate::ide::{Database, Document, SharedFiles};

/// What the main loop hears of.
pub(super) enum Event {
    /// The client said something.
    Client(Incoming),
    /// A request is answered.
    Answered(Response),
    /// Diagnostics were found.
    Found(Report),
    /// A worker wants something told to the client.
    Tell(Notification),
    /// A file that the client does not watch has changed.
    FilesChanged,
    /// A worker asks the client something whose answer does not matter.
    Ask(&'static str, serde_json::Value),
}

/// How serving ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// The client said goodbye as it should.
    Goodbye,
    /// The client went away, or said `exit` before `shutdown`.
    Abrupt,
}

/// How far the conversation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    Greeting,
    Serving,
    Closing,
}

pub(super) struct Server {
    client: Client,
    events: Sender<Event>,
    workers: Workers,
    database: Database,
    abilities: ClientAbilities,
    phase: Phase,
    /// Requests that wait for an answer, with what makes their work stop; and questions of ours to the client.
    queue: ReqQueue<Arc<AtomicBool>, ()>,
    /// The checks that run, by their requests and by the tokens of their progress.
    running: Vec<(RequestId, lsp::ProgressToken, Arc<AtomicBool>)>,
    published: Published,
    /// Something has changed since diagnostics were last asked for.
    is_changed: bool,
    /// Threads that look at things now and then, until these are gone.
    watching: Vec<Watching>,
}

impl Server {
    pub(super) fn new(
        client: Client,
        events: Sender<Event>,
        files: SharedFiles,
        roots: Vec<PathBuf>,
    ) -> Server {
        Server {
            client,
            events,
            workers: Workers::start(),
            database: Database::new(files, roots),
            abilities: ClientAbilities::default(),
            phase: Phase::Greeting,
            queue: ReqQueue::default(),
            running: Vec::new(),
            published: Published::default(),
            is_changed: false,
            watching: Vec::new(),
        }
    }

    /// Serves until the client says goodbye or goes away.
    pub(super) fn run(mut self, events: &Receiver<Event>) -> Ending {
        let ending = loop {
            // What came in at the same time is taken in at once, so that only the last of several edits is looked at.
            let event = if let Ok(event) = events.try_recv() {
                event
            } else {
                self.look_at_changes();
                match events.recv() {
                    Ok(event) => event,
                    Err(_) => break Ending::Abrupt,
                }
            };
            if let Some(ending) = self.handle(event) {
                break ending;
            }
            let retired = self.database.take_retired();
            if !retired.is_empty() {
                self.workers.run(move || drop(retired));
            }
        };
        self.stop_everything();
        self.client.finish();
        ending
    }

    fn stop_everything(&mut self) {
        self.database.outdate();
        for (_, _, stop) in &self.running {
            stop.store(true, Ordering::Relaxed);
        }
    }

    fn handle(&mut self, event: Event) -> Option<Ending> {
        match event {
            Event::Client(Incoming::End) => return Some(Ending::Abrupt),
            Event::Client(Incoming::Malformed(malformed)) => self.refuse_malformed(malformed),
            Event::Client(Incoming::Message(message)) => return self.hear(message),
            Event::Answered(response) => self.answer(response),
            Event::Found(report) => {
                self.published.publish(report, &self.client);
                self.refresh_lenses();
            }
            Event::FilesChanged => self.outdate(),
            Event::Tell(notification) => self.client.send(notification),
            Event::Ask(method, params) => self.ask(method, params),
        }
        None
    }

    fn hear(&mut self, message: Message) -> Option<Ending> {
        match message {
            Message::Request(request) => self.request(request),
            Message::Notification(notification) => return self.notification(notification),
            Message::Response(response) => {
                self.queue.outgoing.complete(response.id);
            }
        }
        None
    }

    // Requests.

    fn request(&mut self, request: Request) {
        let method = LspRequestMethod::from(request.method.as_str());
        match (self.phase, method) {
            (Phase::Greeting, LspRequestMethod::Initialize) => self.initialize(request),
            (Phase::Greeting, _) => {
                self.refuse(
                    request.id,
                    ErrorCode::ServerNotInitialized,
                    "`initialize` comes first",
                );
            }
            (Phase::Serving, LspRequestMethod::Shutdown) => {
                self.phase = Phase::Closing;
                let response = Response::new_ok(request.id, ());
                self.client.send(response);
            }
            (Phase::Serving, LspRequestMethod::Initialize) => {
                self.refuse(
                    request.id,
                    ErrorCode::InvalidRequest,
                    "the server is initialized already",
                );
            }
            (Phase::Serving, _) => self.dispatch(request),
            (Phase::Closing, _) => {
                self.refuse(
                    request.id,
                    ErrorCode::InvalidRequest,
                    "the server is shutting down",
                );
            }
        }
    }

    fn initialize(&mut self, request: Request) {
        let params: lsp::InitializeParams = match serde_json::from_value(request.params) {
            Ok(params) => params,
            Err(error) => {
                return self.refuse(request.id, ErrorCode::InvalidParams, &error.to_string());
            }
        };
        self.abilities = ClientAbilities::new(&params.capabilities);
        self.database.set_folders(capabilities::folders(&params));
        if let Some(process) = params.process_id {
            let watching = watch_client(process, self.events.clone());
            self.watching.extend(watching);
        }
        let result = capabilities::initialize_result(self.abilities.encoding);
        self.client.send(Response::new_ok(request.id, result));
        self.phase = Phase::Serving;
    }

    fn dispatch(&mut self, request: Request) {
        let stop = Arc::new(AtomicBool::new(false));
        let id = request.id.clone();
        if handlers::runs_check(&request) {
            let token = dispatch::progress_token(&request.params);
            let token = token.unwrap_or_else(|| token_of(&id));
            self.running.push((id.clone(), token, Arc::clone(&stop)));
        }
        self.queue.incoming.register(id, Arc::clone(&stop));
        let task = dispatch::Task {
            request,
            snapshot: self.database.snapshot(),
            abilities: self.abilities,
            stop,
            events: self.events.clone(),
        };
        task.start(&self.workers);
    }

    /// Passes an answer on, unless the request was cancelled.
    fn answer(&mut self, response: Response) {
        self.running.retain(|(id, ..)| *id != response.id);
        if self.queue.incoming.complete(&response.id).is_some() {
            self.client.send(response);
        }
    }

    fn refuse(&self, id: RequestId, code: ErrorCode, why: &str) {
        self.client
            .send(Response::new_err(id, code as i32, why.to_owned()));
    }

    fn refuse_malformed(&self, malformed: Malformed) {
        self.log(lsp::MessageType::Error, &malformed.why);
        if let Some(id) = malformed.id {
            self.refuse(id, malformed.code, &malformed.why);
        }
    }

    fn ask(&mut self, method: &str, params: impl Serialize) {
        let request = self.queue.outgoing.register(method.to_owned(), params, ());
        self.client.send(request);
    }

    fn log(&self, kind: lsp::MessageType, message: &str) {
        self.client.send(log_message(kind, message));
    }

    // Notifications.

    fn notification(&mut self, notification: Notification) -> Option<Ending> {
        use LspNotificationMethod as Method;
        match Method::from(notification.method.as_str()) {
            Method::Exit => {
                return Some(match self.phase {
                    Phase::Closing => Ending::Goodbye,
                    Phase::Greeting | Phase::Serving => Ending::Abrupt,
                });
            }
            _ if self.phase != Phase::Serving => {}
            Method::CancelRequest => self.hear_as(notification, Server::cancel),
            Method::Initialized => self.initialized(),
            Method::TextDocumentDidOpen => self.hear_as(notification, Server::did_open),
            Method::TextDocumentDidChange => self.hear_as(notification, Server::did_change),
            Method::TextDocumentDidClose => self.hear_as(notification, Server::did_close),
            Method::TextDocumentDidSave | Method::WorkspaceDidChangeWatchedFiles => {
                self.outdate();
            }
            Method::WorkspaceDidChangeWorkspaceFolders => {
                self.hear_as(notification, Server::did_change_folders);
            }
            Method::WindowWorkDoneProgressCancel => {
                self.hear_as(notification, Server::cancel_progress);
            }
            // What begins with a dollar sign may be left alone, and so may whatever is for other servers.
            _ => {}
        }
        None
    }

    /// Reads the parameters of a notification. What cannot be read is logged, since nobody waits for an answer.
    fn hear_as<P: DeserializeOwned>(
        &mut self,
        notification: Notification,
        hear: fn(&mut Server, &P),
    ) {
        match serde_json::from_value(notification.params) {
            Ok(params) => hear(self, &params),
            Err(error) => {
                let message = format!("{} cannot be read: {error}", notification.method);
                self.log(lsp::MessageType::Error, &message);
            }
        }
    }

    fn initialized(&mut self) {
        if self.abilities.watches_files {
            let method = LspRequestMethod::ClientRegisterCapability.as_str();
            self.ask(method, capabilities::watched_files());
        }
        let watcher = self.database.watcher(self.abilities.watches_files);
        let watching = watch_files(watcher, self.events.clone());
        self.watching.push(watching);
        self.is_changed = true;
    }

    fn cancel(&mut self, params: &lsp::CancelParams) {
        let id = match &params.id {
            lsp::Id::Int(id) => RequestId::from(*id),
            lsp::Id::String(id) => RequestId::from(id.clone()),
        };
        if let Some(stop) = self.queue.incoming.complete(&id) {
            stop.store(true, Ordering::Relaxed);
            self.refuse(id, ErrorCode::RequestCanceled, "cancelled by the client");
        }
    }

    /// Stops a check, which then says that it was interrupted.
    fn cancel_progress(&mut self, params: &lsp::WorkDoneProgressCancelParams) {
        let meant = self.running.iter().filter(|(_, it, _)| *it == params.token);
        meant.for_each(|(_, _, stop)| stop.store(true, Ordering::Relaxed));
    }

    fn did_open(&mut self, params: &lsp::DidOpenTextDocumentParams) {
        let item = &params.text_document;
        if let Some(path) = path_of(&item.uri) {
            let document = Document::new(item.text.as_str(), item.version);
            self.database.open(path, document);
            self.is_changed = true;
        }
    }

    fn did_change(&mut self, params: &lsp::DidChangeTextDocumentParams) {
        let document = &params.text_document;
        let Some(path) = path_of(&document.text_document_identifier.uri) else {
            return;
        };
        let encoding = self.abilities.encoding;
        let edits: Vec<_> = params
            .content_changes
            .iter()
            .map(|change| dispatch::edit_of(change, encoding))
            .collect();
        let edits = edits.iter().map(|(range, text)| (range.as_ref(), *text));
        self.database.edit(&path, document.version, edits);
        self.is_changed = true;
    }

    fn did_close(&mut self, params: &lsp::DidCloseTextDocumentParams) {
        if let Some(path) = path_of(&params.text_document.uri) {
            self.database.close(&path);
            self.is_changed = true;
        }
    }

    fn did_change_folders(&mut self, params: &lsp::DidChangeWorkspaceFoldersParams) {
        let mut folders = self.database.folders().to_vec();
        let removed = params.event.removed.iter();
        let removed: Vec<PathBuf> = removed.filter_map(|it| path_of(&it.uri)).collect();
        folders.retain(|folder| !removed.contains(folder));
        let added = params.event.added.iter();
        folders.extend(added.filter_map(|it| path_of(&it.uri)));
        self.database.set_folders(folders);
        self.is_changed = true;
    }

    fn outdate(&mut self) {
        self.database.outdate();
        self.is_changed = true;
    }

    /// Has the client ask for lenses again: what has changed may have made a verdict stale, also one in another text.
    fn refresh_lenses(&mut self) {
        if self.abilities.refreshes_lenses && self.database.has_verdicts() {
            let method = lsp::LspRequestMethod::WorkspaceCodeLensRefresh.as_str();
            self.ask(method, serde_json::Value::Null);
        }
    }

    // Diagnostics.

    /// Has the diagnostics worked out anew, if anything has changed.
    fn look_at_changes(&mut self) {
        if !std::mem::take(&mut self.is_changed) {
            return;
        }
        let snapshot = self.database.snapshot();
        let (events, encoding) = (self.events.clone(), self.abilities.encoding);
        self.workers.run(move || {
            let event = match contained(|| Report::new(&snapshot, encoding)) {
                Ok(Ok(report)) => Event::Found(report),
                // Whatever made it stale has its own diagnostics.
                Ok(Err(_)) => return,
                Err(panic) => Event::Tell(log_message(
                    lsp::MessageType::Error,
                    &format!("an analysis failed, which is a defect of Fretsaw: {panic}"),
                )),
            };
            // The server may have ended meanwhile.
            let _ = events.send(event);
            snapshot.become_latest();
        });
    }
}

/// A line for the client's log.
pub(super) fn log_message(kind: lsp::MessageType, message: &str) -> Notification {
    let method = LspNotificationMethod::WindowLogMessage.as_str();
    let params = lsp::LogMessageParams {
        kind,
        message: message.to_owned(),
    };
    Notification::new(method.to_owned(), params)
}
