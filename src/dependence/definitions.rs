//! Reaching definitions (Eilers, algorithm 1), one variable at a time.

use rustc_hash::FxHashSet;

use super::flow::{FlowGraph, Node, NodeId};
use crate::model::class::ClassId;
use crate::model::shape::Shape;
use crate::semantics::specification::{EventId, FieldId, StateId};

/// The assignments whose value of a field may still be there when an instance comes to a node: those from which a path
/// leads to it that does not define the field again. Paths are paths of the graph, as published: an event with several
/// arrows leads from where each of them begins to where each of them ends.
pub(super) fn reaching_in_graph(
    flow: &FlowGraph,
    shapes: &[Vec<Shape>],
    to: NodeId,
    field: FieldId,
) -> Vec<NodeId> {
    let mut seen: FxHashSet<NodeId> = FxHashSet::default();
    let mut waiting: Vec<NodeId> = flow.before(to).collect();
    let mut found = Vec::new();
    while let Some(id) = waiting.pop() {
        if !seen.insert(id) {
            continue;
        }
        if defines(shapes, flow.node(id), field) {
            found.push(id);
        } else {
            waiting.extend(flow.before(id));
        }
    }
    found.sort_unstable();
    found
}

fn defines(shapes: &[Vec<Shape>], node: Node, field: FieldId) -> bool {
    match node {
        Node::Assignment(class, event, group) => {
            let groups = &shapes[class.index()][event.index()].groups;
            groups[group].fields.contains(&field)
        }
        _ => false,
    }
}

/// The arrows of a life cycle: for each state from where which events lead to it.
#[derive(Debug)]
pub(super) struct Arrivals(Vec<Vec<(StateId, EventId)>>);

impl Arrivals {
    /// The arrows of those events that may happen.
    pub(super) fn of(n_states: usize, shapes: &[Shape], happening: &[bool]) -> Arrivals {
        let mut arrivals = vec![Vec::new(); n_states];
        let shapes = shapes.iter().enumerate();
        for (event, shape) in shapes.filter(|(event, _)| happening[*event]) {
            for (from, to) in &shape.moves {
                arrivals[to.index()].push((*from, EventId::at(event)));
            }
        }
        Arrivals(arrivals)
    }

    /// The assignments whose value of a field may still be there when an instance is in a state, or takes an event,
    /// arrow by arrow.
    pub(super) fn reaching(
        &self,
        flow: &FlowGraph,
        shapes: &[Vec<Shape>],
        to: Node,
        field: FieldId,
    ) -> Vec<NodeId> {
        let class = to.class();
        let own = &shapes[class.index()];
        let mut waiting: Vec<StateId> = match to {
            Node::State(_, state) => vec![state],
            Node::Guard(_, event) | Node::Assignment(_, event, _) | Node::Sync(_, event, _) => {
                let moves = own[event.index()].moves.iter();
                moves.map(|(from, _)| *from).collect()
            }
        };
        // A life cycle may have thousands of states, of which few are ever looked at.
        let mut seen: FxHashSet<StateId> = FxHashSet::default();
        let mut found = Vec::new();
        while let Some(state) = waiting.pop() {
            if !seen.insert(state) {
                continue;
            }
            for (from, event) in &self.0[state.index()] {
                if own[event.index()].defines(field) {
                    found.extend(assignments(flow, own, (class, *event), field));
                } else {
                    waiting.push(*from);
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The assignments of an event that define a field.
fn assignments(
    flow: &FlowGraph,
    shapes: &[Shape],
    (class, event): (ClassId, EventId),
    field: FieldId,
) -> impl Iterator<Item = NodeId> {
    let groups = shapes[event.index()].groups.iter().enumerate();
    let defining = groups.filter(move |(_, group)| group.fields.contains(&field));
    defining.map(move |(group, _)| flow.assignment(class, event, group))
}
