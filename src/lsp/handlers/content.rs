//! `workspace/textDocumentContent` and `fretsaw/explain`: texts that only we have.

use gen_lsp_types as lsp;
use serde::{Deserialize, Serialize};

use super::{Refusal, RequestContext};
use crate::diagnostics::codes;
use crate::lsp::convert::explanation_of;

pub(super) fn text(
    _: &RequestContext,
    params: &lsp::TextDocumentContentParams,
) -> Result<lsp::TextDocumentContentResult, Refusal> {
    let text = explanation_of(&params.uri).map(str::to_owned);
    let unknown = || Refusal::Failed(format!("there is no text at {}", params.uri));
    Ok(lsp::TextDocumentContentResult {
        text: text.ok_or_else(unknown)?,
    })
}

/// The code that is to be explained.
#[derive(Debug, Deserialize)]
pub(super) struct ExplainParams {
    code: String,
}

/// An explanation.
#[derive(Debug, Serialize)]
pub(super) struct Explanation {
    code: &'static str,
    name: &'static str,
    markdown: &'static str,
}

pub(super) fn explain(_: &RequestContext, params: &ExplainParams) -> Result<Explanation, Refusal> {
    let code = codes::find(&params.code);
    let unknown = || Refusal::Failed(format!("there is no code `{}`", params.code));
    let code = code.ok_or_else(unknown)?;
    Ok(Explanation {
        code: code.id,
        name: code.name,
        markdown: code.explanation,
    })
}
