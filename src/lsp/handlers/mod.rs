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
use super::dispatch::{Answer, Refusal, RequestContext, call};
use crate::ide::Spot;
use crate::syntax::{TextRange, TextSize};

/// Answers a request.
pub(super) fn answer(context: &RequestContext, request: Request) -> Answer {
    use LspRequestMethod as Method;
    let params = request.params;
    match Method::from(request.method.as_str()) {
        Method::CallHierarchyIncomingCalls => call(context, params, calls::incoming),
        Method::CallHierarchyOutgoingCalls => call(context, params, calls::outgoing),
        Method::TextDocumentCodeAction => call(context, params, actions::code_actions),
        Method::TextDocumentCodeLens => call(context, params, checks::code_lenses),
        Method::TextDocumentCompletion => call(context, params, completion::complete),
        Method::TextDocumentDefinition => call(context, params, names::definition),
        Method::TextDocumentDocumentHighlight => call(context, params, names::highlights),
        Method::TextDocumentDocumentLink => call(context, params, structure::links),
        Method::TextDocumentDocumentSymbol => call(context, params, structure::document_symbols),
        Method::TextDocumentFoldingRange => call(context, params, structure::folding),
        Method::TextDocumentFormatting => call(context, params, formatting::whole),
        Method::TextDocumentHover => call(context, params, names::hover),
        Method::TextDocumentInlayHint => call(context, params, tokens::inlay_hints),
        Method::TextDocumentPrepareCallHierarchy => call(context, params, calls::prepare),
        Method::TextDocumentPrepareRename => call(context, params, names::prepare_rename),
        Method::TextDocumentRangeFormatting => call(context, params, formatting::range),
        Method::TextDocumentReferences => call(context, params, names::references),
        Method::TextDocumentRename => call(context, params, names::rename),
        Method::TextDocumentSelectionRange => call(context, params, structure::selection),
        Method::TextDocumentSemanticTokensFull => call(context, params, tokens::full),
        Method::TextDocumentSemanticTokensRange => call(context, params, tokens::range),
        Method::TextDocumentSignatureHelp => call(context, params, completion::signature),
        Method::WorkspaceExecuteCommand => call(context, params, checks::execute),
        Method::WorkspaceSymbol => call(context, params, structure::workspace_symbols),
        Method::WorkspaceTextDocumentContent => call(context, params, content::text),
        Method::Custom(name) => custom(context, name, params),
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
fn custom(context: &RequestContext, name: &str, params: serde_json::Value) -> Answer {
    match name {
        "fretsaw/explain" => call(context, params, content::explain),
        RUN_CHECK => call(context, params, checks::run),
        "fretsaw/verdict" => call(context, params, checks::verdict),
        "fretsaw/trace" => call(context, params, checks::trace),
        "fretsaw/slice" => call(context, params, checks::slice),
        "fretsaw/why" => call(context, params, checks::why),
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

impl RequestContext {
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
