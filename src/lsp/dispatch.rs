//! Requests to their handlers, on worker threads.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use gen_lsp_types as lsp;
use lsp_server::{ErrorCode, Request, RequestId, Response};
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
pub(super) struct Asked {
    pub(super) snapshot: Snapshot,
    pub(super) abilities: ClientAbilities,
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
    /// Has the request answered by a worker.
    pub(super) fn start(self, workers: &Workers) {
        workers.run(move || {
            let Task {
                request,
                snapshot,
                abilities,
                stop,
                events,
            } = self;
            if stop.load(Ordering::Relaxed) {
                return;
            }
            let asked = Asked {
                snapshot,
                abilities,
            };
            let (id, method) = (request.id.clone(), request.method.clone());
            let answer = contained(|| handlers::answer(&asked, request));
            if let Err(panic) = &answer {
                let message = format!("{method} failed, which is a defect of Fretsaw: {panic}");
                let _ = events.send(Event::Tell(log_message(lsp::MessageType::Error, &message)));
            }
            // The server may have ended meanwhile.
            let _ = events.send(Event::Answered(response(id, answer)));
        });
    }
}

fn response(id: RequestId, answer: Result<Answer, String>) -> Response {
    let (code, why) = match answer {
        Ok(Ok(result)) => return Response::new_ok(id, result),
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

/// Calls a handler with the parameters of a request.
pub(super) fn call<P: DeserializeOwned, R: Serialize>(
    asked: &Asked,
    params: serde_json::Value,
    handler: impl FnOnce(&Asked, &P) -> Result<R, Refusal>,
) -> Answer {
    let params = serde_json::from_value(params);
    let params: P = params.map_err(|error| Refusal::BadParams(error.to_string()))?;
    let result = handler(asked, &params)?;
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
