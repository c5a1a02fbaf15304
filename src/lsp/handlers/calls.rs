//! The hierarchy of calls, which are syncs between events.

use gen_lsp_types as lsp;

use super::{Refusal, RequestContext};
use crate::diagnostics::Span;
use crate::ide::Spot;
use crate::ide::calls::{self, Call, Node};
use crate::lsp::convert::Places;

pub(super) fn prepare(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Option<Vec<lsp::CallHierarchyItem>>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(None);
    };
    let event = calls::event_at(&spot, offset);
    let places = context.places(&spot);
    Ok(event.map(|event| vec![item(places, &event)]))
}

fn item(places: Places<'_>, event: &Node) -> lsp::CallHierarchyItem {
    lsp::CallHierarchyItem {
        name: event.name.clone(),
        kind: lsp::SymbolKind::Event,
        tags: None,
        detail: Some(event.specs.join(", ")),
        uri: places.uri(event.declaration.file),
        range: places.range(event.whole),
        selection_range: places.range(event.declaration),
        data: None,
    }
}

/// The event that an item stands for.
fn event_of(
    context: &RequestContext,
    item: &lsp::CallHierarchyItem,
) -> Result<Option<(Spot, Span)>, Refusal> {
    let Some(spot) = context.spot(&item.uri)? else {
        return Ok(None);
    };
    let offset = context.offset(&spot, item.selection_range.start);
    let event = calls::event_at(&spot, offset);
    Ok(event.map(|event| (spot, event.declaration)))
}

pub(super) fn incoming(
    context: &RequestContext,
    params: &lsp::CallHierarchyIncomingCallsParams,
) -> Result<Vec<lsp::CallHierarchyIncomingCall>, Refusal> {
    let Some((spot, event)) = event_of(context, &params.item)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let calls = calls::incoming(&spot.project, event);
    let calls = calls.iter().map(|call| lsp::CallHierarchyIncomingCall {
        from: item(places, &call.event),
        from_ranges: ranges(places, call),
    });
    Ok(calls.collect())
}

pub(super) fn outgoing(
    context: &RequestContext,
    params: &lsp::CallHierarchyOutgoingCallsParams,
) -> Result<Vec<lsp::CallHierarchyOutgoingCall>, Refusal> {
    let Some((spot, event)) = event_of(context, &params.item)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let calls = calls::outgoing(&spot.project, event);
    let calls = calls.iter().map(|call| lsp::CallHierarchyOutgoingCall {
        to: item(places, &call.event),
        from_ranges: ranges(places, call),
    });
    Ok(calls.collect())
}

fn ranges(places: Places<'_>, call: &Call) -> Vec<lsp::Range> {
    call.places.iter().map(|it| places.range(*it)).collect()
}
