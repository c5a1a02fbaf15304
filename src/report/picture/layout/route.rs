//! The lines of links: straight through rows, curved between them.

use super::grid::{Grid, What};
use super::levels::Levels;
use super::measure::number;
use super::rank::Ranking;
use super::sketch::Sketch;
use super::{Arrow, Piece, Point, Rect, Route};

/// Between lines that leave a box at the same side.
const PORT_GAP: f64 = 14.0;
/// Lines keep this away from the corners of boxes.
const CORNER: f64 = 14.0;
/// The part of the room between rows that curves take to turn.
const TURN: f64 = 0.5;

/// What lines need to know of the boxes they join.
pub(super) struct Ends<'r> {
    /// The boxes as they are drawn, without the room beside them.
    pub(super) boxes: &'r [Rect],
    /// The horizontal place of each cell.
    pub(super) x: &'r [f64],
}

/// The line of each link.
pub(super) fn routes(
    sketch: &Sketch,
    ranking: &Ranking,
    grid: &Grid,
    levels: &Levels,
    ends: &Ends<'_>,
) -> Vec<Route> {
    let ports = Ports::new(sketch, grid, ends);
    let chains = grid.chains.iter().enumerate();
    chains
        .map(|(link, chain)| {
            let mut pen = Pen::at(ports.start(ends, chain, link));
            pen.down_to(levels.rows[grid.cells[chain[0]].row].1);
            for cell in &chain[1..chain.len() - 1] {
                let (top, bottom) = levels.rows[grid.cells[*cell].row];
                pen.curve_to(Point::new(ends.x[*cell], top));
                pen.down_to(bottom);
            }
            let last = chain[chain.len() - 1];
            let tip = ports.end(ends, chain, link);
            pen.curve_to(Point::new(tip.x, levels.rows[grid.cells[last].row].0));
            pen.down_to(tip.y);
            let label = chain
                .iter()
                .find(|cell| grid.cells[**cell].what == What::Label);
            let label = label.map(|cell| label_box(grid, levels, ends.x, *cell));
            pen.finish(ranking.turned[link], label)
        })
        .collect()
}

fn label_box(grid: &Grid, levels: &Levels, x: &[f64], cell: usize) -> Rect {
    let it = grid.cells[cell];
    let (top, bottom) = levels.rows[it.row];
    Rect {
        x: x[cell] - it.left,
        y: f64::midpoint(top, bottom) - it.height / 2.0,
        width: it.left + it.right,
        height: it.height,
    }
}

/// Where links leave the boxes above them and enter those below: side by side, in the order of where they come from
/// and go to.
struct Ports {
    start: Vec<f64>,
    end: Vec<f64>,
}

impl Ports {
    fn new(sketch: &Sketch, grid: &Grid, ends: &Ends<'_>) -> Ports {
        let count = sketch.boxes.len();
        let (mut leaving, mut entering) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (link, chain) in grid.chains.iter().enumerate() {
            let last = chain.len() - 1;
            leaving[chain[0]].push((ends.x[chain[1]], link));
            entering[chain[last]].push((ends.x[chain[last - 1]], link));
        }
        let mut ports = Ports {
            start: vec![0.0; grid.chains.len()],
            end: vec![0.0; grid.chains.len()],
        };
        for it in 0..count {
            spread(&mut leaving[it], ends, it, &mut ports.start);
            spread(&mut entering[it], ends, it, &mut ports.end);
        }
        ports
    }

    fn start(&self, ends: &Ends<'_>, chain: &[usize], link: usize) -> Point {
        let it = &ends.boxes[chain[0]];
        Point::new(self.start[link], it.y + it.height)
    }

    fn end(&self, ends: &Ends<'_>, chain: &[usize], link: usize) -> Point {
        let it = &ends.boxes[chain[chain.len() - 1]];
        Point::new(self.end[link], it.y)
    }
}

fn spread(links: &mut [(f64, usize)], ends: &Ends<'_>, it: usize, ports: &mut [f64]) {
    links.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    let room = (ends.boxes[it].width - 2.0 * CORNER).max(0.0);
    let steps = number(links.len().saturating_sub(1));
    let gap = if steps > 0.0 {
        PORT_GAP.min(room / steps)
    } else {
        0.0
    };
    for (at, (_, link)) in links.iter().enumerate() {
        ports[*link] = ends.x[it] + gap * (number(at) - steps / 2.0);
    }
}

/// Draws one line from top to bottom.
struct Pen {
    start: Point,
    at: Point,
    pieces: Vec<Piece>,
}

impl Pen {
    fn at(start: Point) -> Pen {
        Pen {
            start,
            at: start,
            pieces: Vec::new(),
        }
    }

    fn down_to(&mut self, y: f64) {
        if y > self.at.y {
            self.at = Point::new(self.at.x, y);
            self.pieces.push(Piece::Line(self.at));
        }
    }

    fn curve_to(&mut self, to: Point) {
        if (to.x - self.at.x).abs() < 0.5 {
            self.pieces.push(Piece::Line(to));
        } else {
            let turn = (to.y - self.at.y) * TURN;
            let first = Point::new(self.at.x, self.at.y + turn);
            let second = Point::new(to.x, to.y - turn);
            self.pieces.push(Piece::Curve(first, second, to));
        }
        self.at = to;
    }

    fn finish(self, is_turned: bool, label: Option<Rect>) -> Route {
        let arrow = if is_turned {
            Arrow {
                tip: self.start,
                dx: 0.0,
                dy: -1.0,
            }
        } else {
            Arrow {
                tip: self.at,
                dx: 0.0,
                dy: 1.0,
            }
        };
        Route {
            start: self.start,
            pieces: self.pieces,
            arrow,
            label,
        }
    }
}
