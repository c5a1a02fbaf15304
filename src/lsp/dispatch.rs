//! Requests to their handlers, on worker threads.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Notification, Request, RequestId, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::capabilities::ClientAbilities;
use super::convert::{Encoding, offset_at};
use super::handlers;
use super::server::{Event, log_message};
use super::workers::{Workers, contained};
use crate::ide::{Snapshot, Stale};

/// A request and what it takes to answer it.
pub(super) struct Task {
    pub(super) request: Request,
    pub(super) snapshot: Snapshot,
    pub(super) abilities: ClientAbilities,
    /// The client does not want the answer any more.
    pub(super) stop: Arc<AtomicBool>,
    pub(super) events: Sender<Event>,
}

/// What handlers are given besides the parameters.
pub(super) struct RequestContext {
    pub(super) id: RequestId,
    pub(super) snapshot: Snapshot,
    pub(super) abilities: ClientAbilities,
    /// The client does not want the answer any more.
    pub(super) stop: Arc<AtomicBool>,
    /// How the client wants to hear of progress.
    pub(super) token: Option<lsp::ProgressToken>,
    events: Sender<Event>,
}

impl RequestContext {
    /// Whether nobody wants the answer any more: the client said so, or the texts have changed.
    pub(super) fn is_unwanted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.snapshot.is_stale()
    }

    /// Tells the main loop something.
    pub(super) fn send(&self, event: Event) {
        // The server may have ended meanwhile.
        let _ = self.events.send(event);
    }

    /// Shows a message to the user.
    pub(super) fn show_message(&self, is_good: bool, message: &str) {
        let method = lsp::LspNotificationMethod::WindowShowMessage.as_str();
        let kind = if is_good {
            lsp::MessageType::Info
        } else {
            lsp::MessageType::Warning
        };
        let params = lsp::ShowMessageParams {
            kind,
            message: message.to_owned(),
        };
        let notification = Notification::new(method.to_owned(), params);
        self.send(Event::Tell(notification));
    }

    /// Has the client ask for lenses again.
    pub(super) fn refresh_lenses(&self) {
        if self.abilities.refreshes_lenses {
            let method = lsp::LspRequestMethod::WorkspaceCodeLensRefresh.as_str();
            self.send(Event::Ask(method, serde_json::Value::Null));
        }
    }
}

/// Why a request has no answer.
#[derive(Debug)]
pub(super) enum Refusal {
    /// The texts have changed meanwhile.
    Stale,
    /// The parameters cannot be read.
    BadParams(String),
    /// There is no such request.
    UnknownMethod,
    /// It cannot be done, and why.
    Failed(String),
}

impl From<Stale> for Refusal {
    fn from(_: Stale) -> Refusal {
        Refusal::Stale
    }
}

pub(super) type Answer = Result<serde_json::Value, Refusal>;

impl Task {
    /// Has the request answered by a worker, or by a thread of its own if it runs a check: that may take as long as it
    /// likes.
    pub(super) fn start(self, workers: &Workers) {
        if !handlers::runs_check(&self.request) {
            return workers.run(move || self.answer());
        }
        let (id, events) = (self.request.id.clone(), self.events.clone());
        let thread = std::thread::Builder::new().spawn(move || self.answer());
        if let Err(error) = thread {
            let why = format!("no thread can be started: {error}");
            let refused = response(id, Ok(Err(Refusal::Failed(why))));
            let _ = events.send(Event::Answered(refused));
        }
    }

    fn answer(self) {
        if self.stop.load(Ordering::Relaxed) {
            return;
        }
        let context = RequestContext {
            id: self.request.id.clone(),
            token: progress_token(&self.request.params),
            snapshot: self.snapshot,
            abilities: self.abilities,
            stop: self.stop,
            events: self.events,
        };
        let method = self.request.method.clone();
        let answer = contained(|| handlers::answer(&context, self.request));
        if let Err(panic) = &answer {
            let message = format!("{method} failed, which is a defect of Fretsaw: {panic}");
            let logged = log_message(lsp::MessageType::Error, &message);
            context.send(Event::Tell(logged));
        }
        context.send(Event::Answered(response(context.id.clone(), answer)));
    }
}

fn response(id: RequestId, answer: Result<Answer, String>) -> Response {
    let (code, why) = match answer {
        // `Response::new_ok` would copy it once more, and some answers are long.
        Ok(Ok(result)) => {
            return Response {
                id,
                response_result: Ok(result),
            };
        }
        Ok(Err(Refusal::Stale)) => (
            ErrorCode::ContentModified,
            "the texts have changed meanwhile".to_owned(),
        ),
        Ok(Err(Refusal::BadParams(why))) => (ErrorCode::InvalidParams, why),
        Ok(Err(Refusal::UnknownMethod)) => (
            ErrorCode::MethodNotFound,
            "there is no such request".to_owned(),
        ),
        Ok(Err(Refusal::Failed(why))) => (ErrorCode::RequestFailed, why),
        Err(panic) => (
            ErrorCode::InternalError,
            format!("a defect of Fretsaw: {panic}"),
        ),
    };
    Response::new_err(id, code as i32, why)
}

/// How the client wants to hear of the progress of a request.
pub(super) fn progress_token(params: &serde_json::Value) -> Option<lsp::ProgressToken> {
    let token = params.get("workDoneToken")?.clone();
    serde_json::from_value(token).ok()
}

/// Calls a handler with the parameters of a request.
pub(super) fn call<P: DeserializeOwned, R: Serialize>(
    context: &RequestContext,
    params: serde_json::Value,
    handler: impl FnOnce(&RequestContext, &P) -> Result<R, Refusal>,
) -> Answer {
    let params = serde_json::from_value(params);
    let params: P = params.map_err(|error| Refusal::BadParams(error.to_string()))?;
    let result = handler(context, &params)?;
    serde_json::to_value(result).map_err(|error| Refusal::Failed(error.to_string()))
}

/// What an edit replaces, once the text before it is known.
type RangeOf = Box<dyn Fn(&str) -> Range<usize>>;

/// What a change of a text replaces, and by what.
pub(super) fn edit_of(
    change: &lsp::TextDocumentContentChangeEvent,
    encoding: Encoding,
) -> (RangeOf, &str) {
    match change {
        lsp::TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
            let range = part.range;
            let range_of = move |text: &str| {
                let start = offset_at(text, range.start, encoding);
                start..offset_at(text, range.end, encoding).max(start)
            };
            (Box::new(range_of), &part.text)
        }
        lsp::TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => {
            (Box::new(|text: &str| 0..text.len()), &whole.text)
        }
    }
}
