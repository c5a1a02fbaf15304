//! Where everything in a picture goes, after Sugiyama: rows, their order, horizontal places, lines.
//!
//! 1. `size.rs` measures nodes, labels and loops; `parts.rs` splits the picture into parts that nothing joins.
//! 2. `rank.rs` finds a row for each node, `grid.rs` gives links cells in the rows that they pass.
//! 3. `order.rs` sorts rows so that few links cross.
//! 4. `place.rs` finds horizontal places with the `columns.rs` of `tracks.rs`, `levels.rs` vertical ones.
//! 5. `route.rs` draws the links, `pack.rs` puts the parts on a page.

mod columns;
mod crossings;
mod grid;
mod levels;
pub(super) mod measure;
mod order;
mod pack;
mod parts;
mod place;
mod rank;
mod route;
mod size;
mod sketch;
mod tracks;

use super::Picture;
pub(super) use size::POINT;

/// A point; y grows downwards.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Point {
    pub(super) x: f64,
    pub(super) y: f64,
}

impl Point {
    fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    fn moved(self, dx: f64, dy: f64) -> Point {
        Point::new(self.x + dx, self.y + dy)
    }
}

/// A rectangle by its upper left corner.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

impl Rect {
    fn moved(self, dx: f64, dy: f64) -> Rect {
        Rect {
            x: self.x + dx,
            y: self.y + dy,
            ..self
        }
    }
}

/// A line from an edge's upper end to its lower end, or around a loop.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Route {
    pub(super) start: Point,
    pub(super) pieces: Vec<Piece>,
    pub(super) arrow: Arrow,
    /// Where its text stands.
    pub(super) label: Option<Rect>,
}

/// A piece of a line, from where the last one ended.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Piece {
    Line(Point),
    /// A cubic curve: two control points and the end.
    Curve(Point, Point, Point),
}

/// The head of an arrow, which points into this direction.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub(super) struct Arrow {
    pub(super) tip: Point,
    pub(super) dx: f64,
    pub(super) dy: f64,
}

impl Route {
    fn moved(self, dx: f64, dy: f64) -> Route {
        let piece = |piece: Piece| match piece {
            Piece::Line(to) => Piece::Line(to.moved(dx, dy)),
            Piece::Curve(first, second, to) => {
                Piece::Curve(first.moved(dx, dy), second.moved(dx, dy), to.moved(dx, dy))
            }
        };
        Route {
            start: self.start.moved(dx, dy),
            pieces: self.pieces.into_iter().map(piece).collect(),
            arrow: Arrow {
                tip: self.arrow.tip.moved(dx, dy),
                ..self.arrow
            },
            label: self.label.map(|label| label.moved(dx, dy)),
        }
    }
}

/// Where everything goes, by the places in the picture's lists.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct Layout {
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) nodes: Vec<Rect>,
    /// Groups without nodes have no place.
    pub(super) groups: Vec<Option<Rect>>,
    pub(super) edges: Vec<Route>,
}

/// Lays a picture out.
pub(super) fn layout(picture: &Picture) -> Layout {
    let sizes = size::sizes(picture);
    let parts = parts::parts(picture, &sizes);
    let laid: Vec<PartLayout> = parts.iter().map(|part| lay(part, &sizes)).collect();
    let part_sizes: Vec<_> = laid.iter().map(|it| it.size).collect();
    let page = pack::pack(&part_sizes);
    let mut layout = Layout {
        width: page.width,
        height: page.height,
        nodes: vec![Rect::default(); picture.nodes.len()],
        groups: vec![None; picture.groups.len()],
        edges: vec![Route::default(); picture.edges.len()],
    };
    for ((part, laid), (x, y)) in parts.iter().zip(laid).zip(page.corners) {
        for (node, at) in part.nodes.iter().zip(laid.boxes) {
            layout.nodes[*node] = at.moved(x, y);
        }
        for (group, at) in part.groups.iter().zip(laid.groups) {
            layout.groups[*group] = Some(at.moved(x, y));
        }
        for (edge, route) in part.edges.iter().zip(laid.links) {
            layout.edges[*edge] = route.moved(x, y);
        }
    }
    for (node, size) in sizes.iter().enumerate() {
        for (edge, route) in size::loops(picture, node, size, &layout.nodes[node]) {
            layout.edges[edge] = route;
        }
    }
    layout
}

/// Where the boxes, links and groups of one part go.
struct PartLayout {
    size: (f64, f64),
    boxes: Vec<Rect>,
    groups: Vec<Rect>,
    links: Vec<Route>,
}

fn lay(part: &parts::Part, sizes: &[size::Size]) -> PartLayout {
    let sketch = &part.sketch;
    let ranking = rank::rank(sketch);
    let mut grid = grid::Grid::new(sketch, &ranking);
    order::order(&mut grid);
    let places = place::place(sketch, &grid);
    let levels = levels::levels(&grid, &places.cells);
    let boxes: Vec<Rect> = part
        .nodes
        .iter()
        .enumerate()
        .map(|(at, node)| {
            let (top, bottom) = levels.rows[grid.cells[at].row];
            let (width, height) = (sizes[*node].width, sizes[*node].height);
            Rect {
                x: places.cells[at] - width / 2.0,
                y: f64::midpoint(top, bottom) - height / 2.0,
                width,
                height,
            }
        })
        .collect();
    let ends = route::Ends {
        boxes: &boxes,
        x: &places.cells,
    };
    let links = route::routes(sketch, &ranking, &grid, &levels, &ends);
    let sides = places.groups.iter().zip(&levels.groups);
    let groups = sides.map(|((left, right), (top, bottom))| Rect {
        x: *left,
        y: *top,
        width: right - left,
        height: bottom - top,
    });
    PartLayout {
        size: (places.width, levels.height),
        groups: groups.collect(),
        boxes,
        links,
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Edge, Emphasis, GroupId, KindId, Node, NodeId, Notation, Shape, Stroke};
    use super::*;

    fn node(picture: &mut Picture, at: usize) -> NodeId {
        let group = (at < 20).then_some(GroupId(at % 2));
        picture.node(Node {
            id: at.to_string(),
            group,
            lines: vec!["x".repeat(1 + at * 7 % 20)],
            shape: [Shape::State, Shape::Guard, Shape::Plain][at % 3],
            emphasis: Emphasis::None,
        })
    }

    fn edge(picture: &mut Picture, kind: KindId, from: NodeId, to: NodeId, text: &str) {
        let lines = if text.is_empty() {
            Vec::new()
        } else {
            vec![text.to_owned()]
        };
        picture.edge(Edge {
            from,
            to,
            lines,
            kind,
            emphasis: Emphasis::None,
        });
    }

    /// Thirty nodes, twenty of them in two groups, with labels, loops, ways back and parallel edges.
    fn example() -> Picture {
        let mut picture = Picture::new("", Notation::Flow);
        let kind = picture.kind("kind", Stroke::Solid);
        picture.group("even", None);
        picture.group("odd", None);
        let nodes: Vec<NodeId> = (0..30).map(|at| node(&mut picture, at)).collect();
        for at in 0..30 {
            let (one, next, far) = (nodes[at], nodes[(at + 1) % 30], nodes[at * 11 % 30]);
            edge(&mut picture, kind, one, next, "to the next");
            edge(&mut picture, kind, one, next, "");
            edge(
                &mut picture,
                kind,
                one,
                far,
                if at % 2 == 0 { "far" } else { "" },
            );
            if at % 5 == 0 {
                edge(&mut picture, kind, one, one, "to itself");
                edge(&mut picture, kind, one, one, "");
            }
        }
        picture
    }

    fn overlap(one: &Rect, other: &Rect) -> bool {
        one.x < other.x + other.width
            && other.x < one.x + one.width
            && one.y < other.y + other.height
            && other.y < one.y + one.height
    }

    #[test]
    fn nodes_and_labels_do_not_overlap() {
        let layout = layout(&example());
        let labels = layout.edges.iter().filter_map(|route| route.label);
        let all: Vec<Rect> = layout.nodes.iter().copied().chain(labels).collect();
        assert!(all.len() > 70);
        for (at, one) in all.iter().enumerate() {
            for other in &all[..at] {
                assert!(!overlap(one, other), "{one:?} and {other:?}");
            }
        }
    }

    #[test]
    fn groups_hold_their_nodes_and_no_others() {
        let picture = example();
        let layout = layout(&picture);
        for (group, at) in layout.groups.iter().enumerate() {
            let at = at.expect("a group with nodes");
            for (node, place) in picture.nodes.iter().zip(&layout.nodes) {
                let is_inside = node.group == Some(GroupId(group));
                assert_eq!(overlap(&at, place), is_inside, "{}", node.id);
            }
        }
    }

    #[test]
    fn arrows_end_at_their_nodes_and_lines_do_not_cross_others() {
        let picture = example();
        let layout = layout(&picture);
        for (edge, route) in picture.edges.iter().zip(&layout.edges) {
            let head = &layout.nodes[edge.to.0];
            let tip = route.arrow.tip;
            assert!(head.x - 0.1 <= tip.x && tip.x <= head.x + head.width + 0.1);
            assert!(head.y - 0.1 <= tip.y && tip.y <= head.y + head.height + 0.1);
            let mut at = route.start;
            for piece in &route.pieces {
                for (index, place) in layout.nodes.iter().enumerate() {
                    let is_end = index == edge.from.0 || index == edge.to.0;
                    assert!(is_end || !crosses(at, piece, place), "{edge:?} and {index}");
                }
                at = end(piece);
            }
        }
    }

    fn end(piece: &Piece) -> Point {
        match piece {
            Piece::Line(to) | Piece::Curve(_, _, to) => *to,
        }
    }

    /// Whether one of twenty points of a piece is in a rectangle.
    fn crosses(from: Point, piece: &Piece, place: &Rect) -> bool {
        let (first, second, to) = match *piece {
            Piece::Line(to) => (from, to, to),
            Piece::Curve(first, second, to) => (first, second, to),
        };
        (0..=20).any(|step| {
            let t = f64::from(step) / 20.0;
            let blend = |a: f64, b: f64, c: f64, d: f64| {
                let u = 1.0 - t;
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            let x = blend(from.x, first.x, second.x, to.x);
            let y = blend(from.y, first.y, second.y, to.y);
            let point = Rect {
                x,
                y,
                width: 0.0,
                height: 0.0,
            };
            overlap(&point, place)
        })
    }
}
