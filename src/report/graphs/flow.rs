//! Control flow as a [`Picture`].

use super::super::picture::{self, Edge, Emphasis, KindId, Notation, Picture, Stroke};
use super::{Boxes, Subject, flow_steps, kept, labels, reached};
use crate::dependence::flow::{Flow, FlowGraph};
use crate::model::class::ClassId;
use crate::semantics::specification::SpecId;

/// Draws control flow below a title: states and the parts of events, each event in a box within its specification's.
pub fn picture(title: &str, subject: &Subject<'_>, flow: &FlowGraph) -> Picture {
    let mut picture = Picture::new(title, Notation::Flow);
    let next = picture.kind("flow", Stroke::Solid);
    let call = picture.kind("call", Stroke::Dashed);
    let specs = reached(subject.specs, flow_steps(flow));
    let boxes = Boxes::new(&mut picture, subject, &specs, |_, _| true);
    let names = subject.program.spec_names();
    let drawn: Vec<Option<picture::NodeId>> = flow
        .nodes()
        .map(|(id, node)| {
            let group = boxes.of(node)?;
            Some(picture.node(picture::Node {
                id: labels::node_id(subject, &names, node),
                group: Some(group),
                lines: labels::node_lines(subject, node),
                shape: labels::shape(subject.program, node),
                emphasis: kept::node(subject, id, node),
            }))
        })
        .collect();
    for (from, to, kind) in flow.edges() {
        if let (Some(start), Some(end)) = (drawn[from.index()], drawn[to.index()]) {
            picture.edge(Edge {
                from: start,
                to: end,
                lines: Vec::new(),
                kind: match kind {
                    Flow::Next => next,
                    Flow::Call => call,
                },
                emphasis: kept::step(subject, flow, (from, to)),
            });
        }
    }
    draw_bridges(&mut picture, subject, flow, &drawn);
    picture
}

/// The arrows that an amorphous slice has instead of what it cuts.
fn draw_bridges(
    picture: &mut Picture,
    subject: &Subject<'_>,
    flow: &FlowGraph,
    drawn: &[Option<picture::NodeId>],
) {
    let kind: KindId = picture.kind("bridge", Stroke::Bold);
    let parts = subject.slice.map(|slice| &slice.parts.classes);
    let specs = parts.into_iter().flatten().enumerate();
    for (spec, parts) in specs {
        let spec = SpecId::at(spec);
        for (from, to) in &parts.bridges {
            let [from, to] =
                [from, to].map(|state| drawn[flow.state(ClassId::of(spec), *state).index()]);
            if let (Some(from), Some(to)) = (from, to) {
                picture.edge(Edge {
                    from,
                    to,
                    lines: Vec::new(),
                    kind,
                    emphasis: Emphasis::None,
                });
            }
        }
    }
}
