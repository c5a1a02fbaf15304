//! Pictures as programs read them: `schemas/graph.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::super::{JSON_VERSION, diagnostics_json};
use super::{Emphasis, Notation, Picture, Shape, Stroke};
use crate::diagnostics::{Diagnostic, Sources};

/// What `fretsaw graph --format json` prints, except for `--kind model`.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "A graph")]
pub struct Document<'p> {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    /// Null where errors stand in the way.
    graph: Option<Graph<'p>>,
    /// What there is to say about the files, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Graph<'p> {
    title: &'p str,
    notation: Notation,
    groups: Vec<Group<'p>>,
    nodes: Vec<Node<'p>>,
    edges: Vec<Edge<'p>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Group<'p> {
    label: &'p str,
    /// The group it lies in, by its place in the list, from 0; null where there is none.
    parent: Option<usize>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Node<'p> {
    /// Its name, which no other node has: `Account.opened`.
    id: &'p str,
    /// A group by its place in the list, from 0; null where there is none.
    group: Option<usize>,
    label: String,
    shape: Shape,
    emphasis: Emphasis,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Edge<'p> {
    /// The id of a node.
    from: &'p str,
    /// The id of a node.
    to: &'p str,
    /// Empty where nothing stands at it.
    label: String,
    /// What it means: `event`.
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
