//! What stands out in a graph: where a slice starts, what it keeps, what it cuts.

use super::super::picture::Emphasis;
use super::Subject;
use crate::dependence::flow::{FlowGraph, Node, NodeId};
use crate::dependence::{Dependence, PointId};
use crate::slice::Slice;

/// Whether a node of the flow is in the slice.
pub(super) fn node(subject: &Subject<'_>, id: NodeId, node: Node) -> Emphasis {
    let Some(slice) = subject.slice else {
        return Emphasis::None;
    };
    let mut criteria = slice.criteria.iter();
    if criteria.any(|criterion| slice.graph.point(criterion.point).node == id) {
        Emphasis::Criterion
    } else if keeps(subject, slice, node) {
        Emphasis::Kept
    } else {
        Emphasis::Cut
    }
}

fn keeps(subject: &Subject<'_>, slice: &Slice, node: Node) -> bool {
    let parts = &slice.parts.classes[node.spec().index()];
    match node {
        Node::State(_, state) => parts.states[state.index()],
        Node::Guard(_, event) => parts.events[event.index()].kept,
        Node::Assignment(spec, event, group) => {
            let groups = &subject.shapes[spec.index()][event.index()].groups;
            let mut statements = groups[group].statements.iter();
            statements.any(|it| parts.events[event.index()].postconditions[*it])
        }
        Node::Sync(_, event, sync) => parts.events[event.index()].syncs[sync],
    }
}

/// Whether a way from one node to another is cut: with one of its ends, or as an arrow of the life cycle.
pub(super) fn step(
    subject: &Subject<'_>,
    flow: &FlowGraph,
    (from, to): (NodeId, NodeId),
) -> Emphasis {
    let Some(slice) = subject.slice else {
        return Emphasis::None;
    };
    let (from, to) = (flow.node(from), flow.node(to));
    let is_kept = keeps(subject, slice, from)
        && keeps(subject, slice, to)
        && keeps_arrow(subject, slice, from, to);
    if is_kept {
        Emphasis::None
    } else {
        Emphasis::Cut
    }
}

/// Whether an arrow of the life cycle that begins or ends here is kept; true for all that is no arrow.
fn keeps_arrow(subject: &Subject<'_>, slice: &Slice, from: Node, to: Node) -> bool {
    let spec = from.spec();
    let transitions = subject.program.spec(spec).transitions.iter();
    let kept = &slice.parts.classes[spec.index()].transitions;
    let mut kept = transitions.zip(kept).filter(|(_, kept)| **kept);
    match (from, to) {
        (Node::State(_, state), Node::Guard(_, event)) => {
            kept.any(|(arrow, _)| arrow.from == state && arrow.event == event)
        }
        (part, Node::State(_, state)) => {
            kept.any(|(arrow, _)| arrow.to == state && Some(arrow.event) == part.event())
        }
        _ => true,
    }
}

/// Whether a point is in the slice.
pub(super) fn point(subject: &Subject<'_>, id: PointId) -> Emphasis {
    match subject.slice {
        None => Emphasis::None,
        Some(slice) if slice.criteria.iter().any(|it| it.point == id) => Emphasis::Criterion,
        Some(slice) if slice.contains(id) => Emphasis::Kept,
        Some(_) => Emphasis::Cut,
    }
}

/// Whether the slice follows a dependence.
pub(super) fn dependence(
    subject: &Subject<'_>,
    (from, to): (PointId, PointId),
    dependence: &Dependence,
) -> Emphasis {
    let Some(slice) = subject.slice else {
        return Emphasis::None;
    };
    let premise = dependence.together_with;
    let is_followed = [Some(from), Some(to), premise]
        .into_iter()
        .flatten()
        .all(|point| slice.contains(point));
    if is_followed {
        Emphasis::None
    } else {
        Emphasis::Cut
    }
}
