//! Control flow and dependences as pictures, with what a slice keeps of them.
//!
//! [`flow`] and [`dependence`] fill pictures; `labels.rs` has the words for both, `kept.rs` tells what stands out.

pub mod dependence;
pub mod flow;
mod kept;
mod labels;

use std::collections::BTreeSet;

use super::picture::{GroupId, Picture};
use crate::dependence::DependenceGraph;
use crate::dependence::flow::{FlowGraph, Node};
use crate::diagnostics::Sources;
use crate::model::shape::Shape;
use crate::semantics::specification::{EventId, Program, SpecId};
use crate::slice::Slice;

/// What a graph is drawn of.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'s> {
    /// The texts.
    pub sources: &'s Sources,
    /// What they mean.
    pub program: &'s Program,
    /// The form of all events.
    pub shapes: &'s [Vec<Shape>],
    /// The specifications that are drawn in any case; others join them if something leads there.
    pub specs: &'s [SpecId],
    /// What a check keeps of them.
    pub slice: Option<&'s Slice>,
}

/// The specifications that are drawn: those that are asked for, and where these lead.
fn reached(specs: &[SpecId], steps: impl Iterator<Item = (SpecId, SpecId)>) -> BTreeSet<SpecId> {
    let steps: BTreeSet<(SpecId, SpecId)> = steps.filter(|(from, to)| from != to).collect();
    let mut reached: BTreeSet<SpecId> = specs.iter().copied().collect();
    let mut waiting: Vec<SpecId> = specs.to_vec();
    while let Some(spec) = waiting.pop() {
        for (_, to) in steps.iter().filter(|(from, _)| *from == spec) {
            if reached.insert(*to) {
                waiting.push(*to);
            }
        }
    }
    reached
}

/// Where control flow leads from one specification to another.
fn flow_steps(flow: &FlowGraph) -> impl Iterator<Item = (SpecId, SpecId)> {
    let edges = flow.edges();
    edges.map(|(from, to, _)| (flow.node(from).spec(), flow.node(to).spec()))
}

/// Where dependences lead from one specification to another.
fn dependence_steps(graph: &DependenceGraph) -> impl Iterator<Item = (SpecId, SpecId)> {
    let spec = |point| graph.flow.node(graph.point(point).node).spec();
    let edges = graph.edges();
    edges.map(move |(from, to, _)| (spec(from), spec(to)))
}

/// The boxes of a picture: one for each specification, and one within it for each event.
struct Boxes {
    specs: Vec<Option<GroupId>>,
    events: Vec<Vec<Option<GroupId>>>,
}

impl Boxes {
    /// Boxes for these specifications, and for those of their events that are drawn.
    fn new(
        picture: &mut Picture,
        subject: &Subject<'_>,
        specs: &BTreeSet<SpecId>,
        is_drawn: impl Fn(SpecId, EventId) -> bool,
    ) -> Boxes {
        let n_specs = subject.program.specifications.len();
        let mut boxes = Boxes {
            specs: vec![None; n_specs],
            events: vec![Vec::new(); n_specs],
        };
        let names = subject.program.spec_names();
        for spec in specs {
            let outer = picture.group(names[spec.index()].as_str(), None);
            boxes.specs[spec.index()] = Some(outer);
            let declared = subject.program.spec(*spec);
            for (event, declared) in declared.events.iter().enumerate() {
                let drawn = is_drawn(*spec, EventId::at(event));
                let inner = drawn.then(|| picture.group(labels::signature(declared), Some(outer)));
                boxes.events[spec.index()].push(inner);
            }
        }
        boxes
    }

    /// The box that a node lies in, if it is drawn at all.
    fn of(&self, node: Node) -> Option<GroupId> {
        let spec = node.spec().index();
        match node.event() {
            None => self.specs[spec],
            Some(event) => self.events[spec].get(event.index()).copied().flatten(),
        }
    }
}
