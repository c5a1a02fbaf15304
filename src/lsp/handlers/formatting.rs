//! Formatting of a text or a part of it. The options that editors send do not matter: there is one layout.

use gen_lsp_types as lsp;

use super::{Refusal, RequestContext};
use crate::ide::Spot;
use crate::ide::formatting::{Replacement, edits, edits_in};
use crate::syntax::format::FormatError;

pub(super) fn whole(
    context: &RequestContext,
    params: &lsp::DocumentFormattingParams,
) -> Result<Vec<lsp::TextEdit>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let source = spot.source();
    answer(context, &spot, edits(source.text(), source.kind()))
}

pub(super) fn range(
    context: &RequestContext,
    params: &lsp::DocumentRangeFormattingParams,
) -> Result<Vec<lsp::TextEdit>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let source = spot.source();
    let range = context.range(&spot, params.range);
    answer(
        context,
        &spot,
        edits_in(source.text(), source.kind(), range),
    )
}

fn answer(
    context: &RequestContext,
    spot: &Spot,
    edits: Result<Vec<Replacement>, FormatError>,
) -> Result<Vec<lsp::TextEdit>, Refusal> {
    let edits = match edits {
        Ok(edits) => edits,
        // Editors format at every save. What is wrong with the text is told as diagnostics, so nothing is changed and
        // said here.
        Err(FormatError::Syntax(_)) => Vec::new(),
        Err(why) => return Err(Refusal::Failed(why.to_string())),
    };
    let places = context.places(spot);
    let edits = edits.into_iter().map(|edit| lsp::TextEdit {
        range: places.range_in(spot.file, edit.range),
        new_text: edit.text,
    });
    Ok(edits.collect())
}
