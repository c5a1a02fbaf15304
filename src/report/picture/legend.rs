//! What a picture has to explain: kinds of edges and emphases, where there are several.

use super::{Emphasis, Picture};

/// The colours of kinds of edges; the style sheet of SVG pictures has them as `k0` to `k7`.
pub(super) const COLOURS: [&str; 8] = [
    "#57606a", "#1f6fb4", "#c2334d", "#2e8b57", "#8a5cc2", "#b8730f", "#0f8a8a", "#b0489c",
];

/// The colour of a kind of edges, by its position in the picture's list.
pub(super) fn colour(kind: usize) -> &'static str {
    COLOURS[kind % COLOURS.len()]
}

/// The kinds of edges that occur, as positions in the picture's list; none if all edges are of one kind.
pub(super) fn kinds(picture: &Picture) -> Vec<usize> {
    let occurs = |kind: &usize| picture.edges.iter().any(|edge| edge.kind.0 == *kind);
    let kinds: Vec<usize> = (0..picture.kinds.len()).filter(occurs).collect();
    if kinds.len() > 1 { kinds } else { Vec::new() }
}

/// The emphases that occur.
pub(super) fn emphases(picture: &Picture) -> Vec<Emphasis> {
    let nodes = picture.nodes.iter().map(|node| node.emphasis);
    let edges = picture.edges.iter().map(|edge| edge.emphasis);
    let mut emphases: Vec<Emphasis> = nodes
        .chain(edges)
        .filter(|emphasis| *emphasis != Emphasis::None)
        .collect();
    emphases.sort_unstable();
    emphases.dedup();
    emphases
}

/// What an emphasis is called.
pub(super) fn name(emphasis: Emphasis) -> &'static str {
    match emphasis {
        Emphasis::None => "",
        Emphasis::Criterion => "criterion",
        Emphasis::Kept => "kept",
        Emphasis::Cut => "cut",
    }
}
