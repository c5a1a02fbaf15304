//! `textDocument/codeAction`

use gen_lsp_types as lsp;

use super::{Refusal, RequestContext};
use crate::ide::actions::mendings;
use crate::lsp::convert::code_action;

pub(super) fn code_actions(
    context: &RequestContext,
    params: &lsp::CodeActionParams,
) -> Result<Vec<lsp::CodeActionResponse>, Refusal> {
    if !wants_fixes(params.context.only.as_deref()) {
        return Ok(Vec::new());
    }
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let range = context.range(&spot, params.range);
    let mendings = mendings(&spot, range);
    let actions = mendings.iter().map(|it| code_action(places, it));
    Ok(actions.map(lsp::CodeActionResponse::CodeAction).collect())
}

fn wants_fixes(only: Option<&[lsp::CodeActionKind]>) -> bool {
    only.is_none_or(|kinds| {
        let fixes = [lsp::CodeActionKind::QuickFix, lsp::CodeActionKind::Empty];
        kinds.iter().any(|kind| fixes.contains(kind))
    })
}
