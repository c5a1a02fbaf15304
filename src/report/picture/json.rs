//! Pictures as programs read them: `schemas/graph.schema.json` describes the document.

use serde::Serialize;

use super::super::{JSON_VERSION, diagnostics_json};
use super::{Emphasis, Notation, Picture, Shape, Stroke};
use crate::diagnostics::{Diagnostic, Sources};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document<'p> {
    version: u32,
    graph: Option<Graph<'p>>,
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

#[derive(Debug, Serialize)]
struct Graph<'p> {
    title: &'p str,
    notation: Notation,
    groups: Vec<Group<'p>>,
    nodes: Vec<Node<'p>>,
    edges: Vec<Edge<'p>>,
}

#[derive(Debug, Serialize)]
struct Group<'p> {
    label: &'p str,
    /// The group it lies in, as a place in the list.
    parent: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Node<'p> {
    id: &'p str,
    group: Option<usize>,
    label: String,
    shape: Shape,
    emphasis: Emphasis,
}

#[derive(Debug, Serialize)]
struct Edge<'p> {
    from: &'p str,
    to: &'p str,
    label: String,
    kind: &'p str,
    stroke: Stroke,
    emphasis: Emphasis,
}

/// The document for a picture, if there is one, and what there is to say about the files.
pub fn document<'p>(
    picture: Option<&'p Picture>,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> Document<'p> {
    Document {
        version: JSON_VERSION,
        graph: picture.map(graph),
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}

fn graph(picture: &Picture) -> Graph<'_> {
    let groups = picture.groups.iter().map(|group| Group {
        label: &group.label,
        parent: group.parent.map(|parent| parent.0),
    });
    let nodes = picture.nodes.iter().map(|node| Node {
        id: &node.id,
        group: node.group.map(|group| group.0),
        label: node.lines.join(" "),
        shape: node.shape,
        emphasis: node.emphasis,
    });
    let edges = picture.edges.iter().map(|edge| Edge {
        from: &picture.nodes[edge.from.0].id,
        to: &picture.nodes[edge.to.0].id,
        label: edge.lines.join(" "),
        kind: &picture.kinds[edge.kind.0].name,
        stroke: picture.stroke(edge),
        emphasis: edge.emphasis,
    });
    Graph {
        title: &picture.title,
        notation: picture.notation,
        groups: groups.collect(),
        nodes: nodes.collect(),
        edges: edges.collect(),
    }
}
