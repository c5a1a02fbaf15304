//! One short function a request: parameters to offsets, the question to `ide`, its answer to the protocol.

mod actions;
mod content;

use std::path::PathBuf;

use gen_lsp_types::{self as lsp, LspRequestMethod};
use lsp_server::Request;

use super::convert::{Places, offset_at, path_of};
use super::dispatch::{Answer, Asked, Refusal, call};
use crate::ide::Spot;
use crate::syntax::{TextRange, TextSize};

/// Answers a request.
pub(super) fn answer(asked: &Asked, request: Request) -> Answer {
    use LspRequestMethod as Method;
    let params = request.params;
    match Method::from(request.method.as_str()) {
        Method::TextDocumentCodeAction => call(asked, params, actions::code_actions),
        Method::WorkspaceTextDocumentContent => call(asked, params, content::text),
        Method::Custom(name) => custom(asked, name, params),
        _ => Err(Refusal::UnknownMethod),
    }
}

/// Answers a request of ours.
fn custom(asked: &Asked, name: &str, params: serde_json::Value) -> Answer {
    match name {
        "fretsaw/explain" => call(asked, params, content::explain),
        // Tests see with this what a defect does to the server.
        #[cfg(debug_assertions)]
        "fretsaw/panic" => panic!("somebody asked for a panic"),
        _ => Err(Refusal::UnknownMethod),
    }
}

/// The path of a text.
fn path(uri: &lsp::Uri) -> Result<PathBuf, Refusal> {
    let foreign = || Refusal::BadParams(format!("{uri} is not the address of a file"));
    path_of(uri).ok_or_else(foreign)
}

impl Asked {
    /// A text in its analysis; none where nothing is known of it.
    fn spot(&self, uri: &lsp::Uri) -> Result<Option<Spot>, Refusal> {
        Ok(self.snapshot.spot(&path(uri)?)?)
    }

    fn places<'s>(&self, spot: &'s Spot) -> Places<'s> {
        Places {
            sources: spot.project.sources(),
            encoding: self.encoding,
        }
    }

    fn offset(&self, spot: &Spot, position: lsp::Position) -> TextSize {
        let offset = offset_at(spot.source().text(), position, self.encoding);
        TextSize::try_from(offset).unwrap_or_default()
    }

    fn range(&self, spot: &Spot, range: lsp::Range) -> TextRange {
        let start = self.offset(spot, range.start);
        TextRange::new(start, self.offset(spot, range.end).max(start))
    }
}
