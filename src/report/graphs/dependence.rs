//! Dependences as a [`Picture`]: an arrow leads from what depends to what it depends on.

use std::collections::{BTreeMap, BTreeSet};

use super::super::picture::{self, Edge, Emphasis, KindId, Notation, Picture, Stroke};
use super::{Boxes, Subject, dependence_steps, kept, labels, reached};
use crate::dependence::flow::Node;
use crate::dependence::{DependenceGraph, Kind, Point, PointId};
use crate::semantics::specification::{EventId, SpecId};

/// Draws dependences below a title. Points stand in the boxes of their events, in the order of the texts.
pub fn picture(title: &str, subject: &Subject<'_>, graph: &DependenceGraph) -> Picture {
    let mut picture = Picture::new(title, Notation::Flow);
    let kinds = kinds(&mut picture);
    let specs = reached(subject.specs, dependence_steps(graph));
    let mut points: Vec<(&Point, PointId)> =
        graph.points().map(|(id, point)| (point, id)).collect();
    points.sort_unstable();
    let events: BTreeSet<(SpecId, EventId)> = points
        .iter()
        .map(|(point, _)| graph.flow.node(point.node))
        .filter_map(|node| Some((node.spec(), node.event()?)))
        .collect();
    let boxes = Boxes::new(&mut picture, subject, &specs, |spec, event| {
        events.contains(&(spec, event))
    });
    let names = subject.program.spec_names();
    let mut drawn = BTreeMap::new();
    for (point, id) in points {
        let node = graph.flow.node(point.node);
        if let Some(group) = boxes.of(node) {
            let about = labels::variable(subject, node, &point.variable);
            let mut lines = vec![labels::place(subject, node)];
            lines.extend(labels::lines(&about));
            let at = picture.node(picture::Node {
                id: format!("{}: {about}", labels::node_id(subject, &names, node)),
                group: Some(group),
                lines,
                shape: shape(subject, node),
                emphasis: kept::point(subject, id),
            });
            drawn.insert(id, at);
        }
    }
    for (from, to, kind, emphasis) in arrows(subject, graph) {
        if let (Some(from), Some(to)) = (drawn.get(&from), drawn.get(&to)) {
            picture.edge(Edge {
                from: *from,
                to: *to,
                lines: Vec::new(),
                kind: kinds[&kind],
                emphasis,
            });
        }
    }
    picture
}

/// All kinds, so that each has the same colour in every picture: those of the thesis as lines, the others dashed.
fn kinds(picture: &mut Picture) -> BTreeMap<Kind, KindId> {
    let stroke = |kind: Kind| {
        if Kind::THESIS.contains(&kind) {
            Stroke::Solid
        } else {
            Stroke::Dashed
        }
    };
    let kinds = Kind::ALL.into_iter();
    kinds
        .map(|kind| (kind, picture.kind(kind.name(), stroke(kind))))
        .collect()
}

/// States look the same wherever instances start or end: that has nothing to do with dependences.
fn shape(subject: &Subject<'_>, node: Node) -> picture::Shape {
    match node {
        Node::State(..) => picture::Shape::State,
        _ => labels::shape(subject.program, node),
    }
}

/// One arrow for all dependences of a kind between two points; it is cut if all of them are.
fn arrows(
    subject: &Subject<'_>,
    graph: &DependenceGraph,
) -> Vec<(PointId, PointId, Kind, Emphasis)> {
    let mut arrows: BTreeMap<(&Point, &Point, Kind), (PointId, PointId, Emphasis)> =
        BTreeMap::new();
    for (from, to, dependence) in graph.edges() {
        let emphasis = kept::dependence(subject, (from, to), dependence);
        let key = (graph.point(from), graph.point(to), dependence.kind);
        let arrow = arrows.entry(key).or_insert((from, to, emphasis));
        if emphasis != Emphasis::Cut {
            arrow.2 = emphasis;
        }
    }
    let arrows = arrows.into_iter();
    arrows
        .map(|((_, _, kind), (from, to, emphasis))| (from, to, kind, emphasis))
        .collect()
}
