//! Reaching definitions (seed 003, algorithm 1), one variable at a time.

use rustc_hash::FxHashSet;

use super::flow::{FlowGraph, Node, NodeId};
use crate::model::shape::Shape;
use crate::semantics::specification::FieldId;

/// The assignments whose value of a field may still be there when an instance comes to a node: those from which a path leads to it that
/// does not define the field again.
pub(super) fn reaching(
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
        Node::Assignment(spec, event, group) => {
            let groups = &shapes[spec.index()][event.index()].groups;
            groups[group].fields.contains(&field)
        }
        _ => false,
    }
}
