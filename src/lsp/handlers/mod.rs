//! One short function a request: parameters to offsets, the question to `ide`, its answer to the protocol.

mod actions;
mod calls;
mod checks;
mod completion;
mod content;
mod formatting;
mod names;
mod structure;
mod tokens;

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
        Method::CallHierarchyIncomingCalls => call(asked, params, calls::incoming),
        Method::CallHierarchyOutgoingCalls => call(asked, params, calls::outgoing),
        Method::TextDocumentCodeAction => call(asked, params, actions::code_actions),
        Method::TextDocumentCodeLens => call(asked, params, checks::code_lenses),
        Method::TextDocumentCompletion => call(asked, params, completion::complete),
        Method::TextDocumentDefinition => call(asked, params, names::definition),
        Method::TextDocumentDocumentHighlight => call(asked, params, names::highlights),
        Method::TextDocumentDocumentLink => call(asked, params, structure::links),
        Method::TextDocumentDocumentSymbol => call(asked, params, structure::document_symbols),
        Method::TextDocumentFoldingRange => call(asked, params, structure::folding),
        Method::TextDocumentFormatting => call(asked, params, formatting::whole),
        Method::TextDocumentHover => call(asked, params, names::hover),
        Method::TextDocumentInlayHint => call(asked, params, tokens::inlay_hints),
        Method::TextDocumentPrepareCallHierarchy => call(asked, params, calls::prepare),
        Method::TextDocumentPrepareRename => call(asked, params, names::prepare_rename),
        Method::TextDocumentRangeFormatting => call(asked, params, formatting::range),
        Method::TextDocumentReferences => call(asked, params, names::references),
        Method::TextDocumentRename => call(asked, params, names::rename),
        Method::TextDocumentSelectionRange => call(asked, params, structure::selection),
        Method::TextDocumentSemanticTokensFull => call(asked, params, tokens::full),
        Method::TextDocumentSemanticTokensRange => call(asked, params, tokens::range),
        Method::TextDocumentSignatureHelp => call(asked, params, completion::signature),
        Method::WorkspaceExecuteCommand => call(asked, params, checks::execute),
        Method::WorkspaceSymbol => call(asked, params, structure::workspace_symbols),
        Method::WorkspaceTextDocumentContent => call(asked, params, content::text),
        Method::Custom(name) => custom(asked, name, params),
        _ => Err(Refusal::UnknownMethod),
    }
}

/// The request that runs a check.
const RUN_CHECK: &str = "fretsaw/runCheck";

/// Whether a request may take as long as a check does.
pub(super) fn runs_check(request: &Request) -> bool {
    let command = request.params.get("command");
    let is_command = request.method == LspRequestMethod::WorkspaceExecuteCommand.as_str();
    let runs = is_command && command.is_some_and(|it| it == checks::RUN);
    runs || request.method == RUN_CHECK
}

/// Answers a request of ours.
fn custom(asked: &Asked, name: &str, params: serde_json::Value) -> Answer {
    match name {
        "fretsaw/explain" => call(asked, params, content::explain),
        RUN_CHECK => call(asked, params, checks::run),
        "fretsaw/verdict" => call(asked, params, checks::verdict),
        "fretsaw/trace" => call(asked, params, checks::trace),
        "fretsaw/slice" => call(asked, params, checks::slice),
        "fretsaw/why" => call(asked, params, checks::why),
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

pub(super) use checks::COMMANDS;
pub(super) use tokens::{MODIFIERS, TYPES};

impl Asked {
    /// A text in its analysis; none where nothing is known of it.
    fn spot(&self, uri: &lsp::Uri) -> Result<Option<Spot>, Refusal> {
        Ok(self.snapshot.spot(&path(uri)?)?)
    }

    /// A place in a text; none where nothing is known of it.
    fn place(
        &self,
        params: &lsp::TextDocumentPositionParams,
    ) -> Result<Option<(Spot, TextSize)>, Refusal> {
        let spot = self.spot(&params.text_document.uri)?;
        Ok(spot.map(|spot| {
            let offset = self.offset(&spot, params.position);
            (spot, offset)
        }))
    }

    /// The same with all modules below the roots.
    fn place_among_all(
        &self,
        params: &lsp::TextDocumentPositionParams,
    ) -> Result<Option<(Spot, TextSize)>, Refusal> {
        let path = path(&params.text_document.uri)?;
        let spot = self.snapshot.spot_among_all(&path)?;
        Ok(spot.map(|spot| {
            let offset = self.offset(&spot, params.position);
            (spot, offset)
        }))
    }

    fn places<'s>(&self, spot: &'s Spot) -> Places<'s> {
        Places {
            sources: spot.project.sources(),
            encoding: self.abilities.encoding,
        }
    }

    fn offset(&self, spot: &Spot, position: lsp::Position) -> TextSize {
        let offset = offset_at(spot.source().text(), position, self.abilities.encoding);
        TextSize::try_from(offset).unwrap_or_default()
    }

    fn range(&self, spot: &Spot, range: lsp::Range) -> TextRange {
        let start = self.offset(spot, range.start);
        TextRange::new(start, self.offset(spot, range.end).max(start))
    }
}
