//! Progress of what takes long, as the client shows it.

use std::cell::Cell;
use std::time::{Duration, Instant};

use gen_lsp_types::{LspNotificationMethod, LspRequestMethod, ProgressToken};
use lsp_server::Notification;
use serde::Serialize;

use super::dispatch::RequestContext;
use super::server::Event;

/// As often as somebody can read it.
const PAUSE: Duration = Duration::from_millis(250);

/// Something that is under way. It ends when this is dropped.
pub(super) struct Progress<'a> {
    context: &'a RequestContext,
    token: Option<ProgressToken>,
    last: Cell<Instant>,
}

#[derive(Serialize)]
struct Params<'p> {
    token: &'p ProgressToken,
    value: Value<'p>,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Value<'p> {
    Begin { title: &'p str, cancellable: bool },
    Report { message: &'p str },
    End {},
}

impl<'a> Progress<'a> {
    /// Begins to tell, with the token of the client or with one of ours; not at all where the client does not listen.
    pub(super) fn begin(context: &'a RequestContext, title: &str) -> Progress<'a> {
        let token = context.token.clone().or_else(|| own_token(context));
        let progress = Progress {
            context,
            token,
            last: Cell::new(Instant::now()),
        };
        progress.tell(Value::Begin {
            title,
            cancellable: true,
        });
        progress
    }

    /// Tells how far it is, if it was not told just now.
    pub(super) fn report(&self, message: &str) {
        if self.last.get().elapsed() >= PAUSE {
            self.last.set(Instant::now());
            self.tell(Value::Report { message });
        }
    }

    fn tell(&self, value: Value<'_>) {
        let Some(token) = &self.token else { return };
        let method = LspNotificationMethod::Progress.as_str().to_owned();
        let params = Params { token, value };
        self.context
            .send(Event::Tell(Notification::new(method, params)));
    }
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        self.tell(Value::End {});
    }
}

/// A token that the client is told of first.
fn own_token(context: &RequestContext) -> Option<ProgressToken> {
    let token = context
        .abilities
        .shows_progress
        .then(|| token_of(&context.id))?;
    let method = LspRequestMethod::WindowWorkDoneProgressCreate.as_str();
    let params = serde_json::json!({ "token": token });
    context.send(Event::Ask(method, params));
    Some(token)
}

/// The token of a request that brought none.
pub(super) fn token_of(id: &lsp_server::RequestId) -> ProgressToken {
    ProgressToken::String(format!("fretsaw-{id}"))
}
