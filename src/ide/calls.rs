//! The hierarchy of events over syncs: who takes whom along.

use super::Project;
use super::Spot;
use super::guards::listings;
use crate::diagnostics::Span;
use crate::semantics::occurrences::NameKind;
use crate::syntax::TextSize;

/// An event in the hierarchy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// The specifications that list it.
    pub specs: Vec<String>,
    /// Where its name is declared.
    pub declaration: Span,
    /// The whole declaration.
    pub whole: Span,
}

/// An event and the syncs through which it is connected.
#[derive(Debug)]
pub struct Call {
    /// The other event.
    pub event: Node,
    /// The syncs.
    pub places: Vec<Span>,
}

/// The event at an offset.
pub fn event_at(spot: &Spot, offset: TextSize) -> Option<Node> {
    let mut names = spot.names_at(offset).iter();
    let event = names.find(|name| name.kind == NameKind::Event)?;
    Some(node(&spot.project, event.declaration))
}

fn node(project: &Project, declaration: Span) -> Node {
    let users = listings(project, declaration);
    let specs = users.iter().map(|(spec, ..)| spec.name.text.to_string());
    let whole = users.first().map_or(declaration, |(.., event)| event.span);
    Node {
        name: project.sources().text_at(declaration).to_owned(),
        specs: specs.collect(),
        declaration,
        whole: if whole.contains(declaration) {
            whole
        } else {
            declaration
        },
    }
}

/// The events that take this one along.
pub fn incoming(project: &Project, event: Span) -> Vec<Call> {
    let mut calls = Vec::new();
    for_each_sync(project, |caller, callee, place| {
        if callee == event {
            add(project, &mut calls, caller, place);
        }
    });
    calls
}

/// The events that this one takes along.
pub fn outgoing(project: &Project, event: Span) -> Vec<Call> {
    let mut calls = Vec::new();
    for_each_sync(project, |caller, callee, place| {
        if caller == event {
            add(project, &mut calls, callee, place);
        }
    });
    calls
}

/// Calls `visit` with the declarations of both events of every sync, and its place.
fn for_each_sync(project: &Project, mut visit: impl FnMut(Span, Span, Span)) {
    let program = project.program();
    for event in program.specifications.iter().flat_map(|it| &it.events) {
        for sync in &event.syncs {
            let partner = &program.spec(sync.spec).events[sync.event.index()];
            visit(event.name.span, partner.name.span, sync.span);
        }
    }
}

fn add(project: &Project, calls: &mut Vec<Call>, event: Span, place: Span) {
    let known = calls
        .iter_mut()
        .find(|call| call.event.declaration == event);
    match known {
        Some(call) if call.places.contains(&place) => {}
        Some(call) => call.places.push(place),
        None => calls.push(Call {
            event: node(project, event),
            places: vec![place],
        }),
    }
}
