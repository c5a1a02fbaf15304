//! How large nodes and labels are, and where edges from a node to itself go.

use super::super::{Edge, Node, Picture, Shape};
use super::measure::{self, EDGE_FONT, NODE_FONT};
use super::{Arrow, Piece, Point, Rect, Route};

const MARGIN_X: f64 = 12.0;
const MARGIN_Y: f64 = 7.0;
const LEAST_WIDTH: f64 = 52.0;
/// How far the points of a guard stick out.
pub(crate) const POINT: f64 = 10.0;
/// How far a loop reaches, and the room between its ends.
const REACH: f64 = 24.0;
const MOUTH: f64 = 14.0;
/// The least height of a loop.
const LOOP_HEIGHT: f64 = 22.0;
const LABEL_MARGIN: f64 = 4.0;

/// The size of a node and of the loops on its right.
#[derive(Debug, Clone, Default)]
pub(super) struct Size {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) loops_width: f64,
    pub(super) loops_height: f64,
    /// The edges that lead back to the node, from top to bottom.
    pub(super) loops: Vec<usize>,
}

/// The sizes of all nodes.
pub(super) fn sizes(picture: &Picture) -> Vec<Size> {
    let mut sizes: Vec<Size> = picture.nodes.iter().map(size).collect();
    for (index, edge) in picture.edges.iter().enumerate() {
        if edge.from == edge.to {
            let size = &mut sizes[edge.from.0];
            let (width, height) = loop_size(edge);
            size.loops.push(index);
            size.loops_width = size.loops_width.max(width);
            size.loops_height += height;
        }
    }
    for size in sizes.iter_mut().filter(|size| size.loops.len() > 1) {
        size.height = size.height.max(size.loops_height);
    }
    sizes
}

fn size(node: &Node) -> Size {
    let extra = match node.shape {
        Shape::Guard | Shape::Synchronisation => 2.0 * POINT,
        shape if shape.is_initial() => 18.0,
        _ => 0.0,
    };
    let width = measure::width(&node.lines, NODE_FONT) + 2.0 * MARGIN_X + extra;
    Size {
        width: width.max(LEAST_WIDTH),
        height: measure::height(node.lines.len().max(1), NODE_FONT) + 2.0 * MARGIN_Y,
        ..Size::default()
    }
}

/// Width and height of what stands at an edge.
pub(super) fn label_size(edge: &Edge) -> Option<(f64, f64)> {
    let width = measure::width(&edge.lines, EDGE_FONT) + 2.0 * LABEL_MARGIN;
    let height = measure::height(edge.lines.len(), EDGE_FONT) + 2.0;
    (!edge.lines.is_empty()).then_some((width, height))
}

fn loop_size(edge: &Edge) -> (f64, f64) {
    let (width, height) = label_size(edge).unwrap_or_default();
    (REACH + width, height.max(LOOP_HEIGHT))
}

/// The loops of a node that is drawn in this box, by their edges.
pub(super) fn loops(picture: &Picture, node: usize, size: &Size, at: &Rect) -> Vec<(usize, Route)> {
    let middle = at.y + at.height / 2.0;
    let mut y = middle - size.loops_height / 2.0;
    let mut routes = Vec::new();
    for &edge in &size.loops {
        let (_, height) = loop_size(&picture.edges[edge]);
        let center = y + height / 2.0;
        // The sides of a guard are slanted: lines end further in, away from its middle.
        let slant = if picture.nodes[node].shape == Shape::Guard {
            POINT * 2.0 / at.height
        } else {
            0.0
        };
        let side = |y: f64| at.x + at.width - slant * (y - middle).abs();
        let label = label_size(&picture.edges[edge]);
        routes.push((edge, one_loop(center, &side, label)));
        y += height;
    }
    routes
}

fn one_loop(center: f64, side: &dyn Fn(f64) -> f64, label: Option<(f64, f64)>) -> Route {
    let (top, bottom) = (center - MOUTH / 2.0, center + MOUTH / 2.0);
    let start = Point::new(side(top), top);
    let tip = Point::new(side(bottom), bottom);
    let far = side(center) + REACH * 1.2;
    Route {
        start,
        pieces: vec![Piece::Curve(
            Point::new(far, top - 3.0),
            Point::new(far, bottom + 3.0),
            tip,
        )],
        arrow: Arrow {
            tip,
            dx: -1.0,
            dy: 0.0,
        },
        label: label.map(|(width, height)| Rect {
            x: side(center) + REACH,
            y: center - height / 2.0,
            width,
            height,
        }),
    }
}
