//! What a name stands for: hover, definition, references, highlights, rename.

use std::collections::HashMap;

use gen_lsp_types as lsp;

use super::{Refusal, RequestContext};
use crate::ide::definition::definitions;
use crate::ide::hover;
use crate::ide::references;
use crate::ide::rename;

pub(super) fn hover(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Option<lsp::Hover>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(None);
    };
    let places = context.places(&spot);
    let hover = hover::hover(&spot, offset);
    Ok(hover.map(|hover| lsp::Hover {
        contents: lsp::Contents::MarkupContent(markdown(hover.text)),
        range: Some(places.range_in(spot.file, hover.range)),
    }))
}

pub(super) fn markdown(value: String) -> lsp::MarkupContent {
    lsp::MarkupContent {
        kind: lsp::MarkupKind::Markdown,
        value,
    }
}

pub(super) fn definition(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Vec<lsp::Location>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let found = definitions(&spot, offset).into_iter();
    Ok(found.map(|span| places.location(span)).collect())
}

pub(super) fn references(
    context: &RequestContext,
    params: &lsp::ReferenceParams,
) -> Result<Vec<lsp::Location>, Refusal> {
    let Some((spot, offset)) = context.place_among_all(&params.text_document_position_params)?
    else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let with_declarations = params.context.include_declaration;
    let found = references::references(&spot, offset, with_declarations);
    Ok(found.into_iter().map(|it| places.location(it)).collect())
}

pub(super) fn highlights(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Vec<lsp::DocumentHighlight>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let found = references::highlights(&spot, offset).into_iter();
    let found = found.map(|span| lsp::DocumentHighlight {
        range: places.range(span),
        kind: Some(lsp::DocumentHighlightKind::Text),
    });
    Ok(found.collect())
}

pub(super) fn prepare_rename(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Option<lsp::Range>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(None);
    };
    let places = context.places(&spot);
    let range = rename::renamed_at(&spot, offset).map_err(Refusal::Failed)?;
    Ok(range.map(|range| places.range_in(spot.file, range)))
}

pub(super) fn rename(
    context: &RequestContext,
    params: &lsp::RenameParams,
) -> Result<Option<lsp::WorkspaceEdit>, Refusal> {
    let Some((spot, offset)) = context.place_among_all(&params.text_document_position_params)?
    else {
        return Ok(None);
    };
    let places = context.places(&spot);
    let edits = rename::rename(&context.snapshot, &spot, offset, &params.new_name)?;
    let edits = edits.map_err(Refusal::Failed)?;
    let mut changes: HashMap<lsp::Uri, Vec<lsp::TextEdit>> = HashMap::new();
    for edit in &edits {
        let uri = places.uri(edit.span.file);
        changes.entry(uri).or_default().push(places.edit(edit));
    }
    Ok(Some(lsp::WorkspaceEdit {
        changes: Some(changes),
        ..lsp::WorkspaceEdit::default()
    }))
}
