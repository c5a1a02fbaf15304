//! Tracks that share one horizontal place, and where columns can stand.

use std::collections::BTreeMap;

use petgraph::algo::toposort;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::unionfind::UnionFind;
use petgraph::{Direction, visit::EdgeRef};

use super::grid::Grid;
use super::place::{distance, pull};
use super::tracks::Tracks;

/// Whether cells are put below what they are joined with above, or the other way round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vertical {
    Down,
    Up,
}

/// Where columns are pushed to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    Left,
    Right,
}

/// Columns, and how far each must be to the right of others.
pub(super) struct Columns {
    /// The column of each track.
    of: Vec<usize>,
    /// The tracks of each column.
    members: Vec<Vec<usize>>,
    apart: DiGraph<(), f64>,
    /// The columns from left to right: each after all that must be left of it.
    order: Vec<NodeIndex>,
}

impl Columns {
    /// Columns of what must be straight: the sides of groups, and links that pass rows as far as they do not cross.
    pub(super) fn straight(grid: &Grid, tracks: &Tracks) -> Columns {
        let mut alignment = Alignment::new(tracks);
        for upper in 1..tracks.rows.len() {
            alignment.gap(grid, upper - 1);
        }
        Columns::new(tracks, alignment.union)
    }

    /// Columns of what must be straight and of cells that are joined, middle ones first.
    pub(super) fn aligned(grid: &Grid, tracks: &Tracks, vertical: Vertical, side: Side) -> Columns {
        let mut alignment = Alignment::new(tracks);
        for upper in 1..tracks.rows.len() {
            let mut taken = alignment.gap(grid, upper - 1);
            alignment.medians(grid, upper - 1, &mut taken, (vertical, side));
        }
        Columns::new(tracks, alignment.union)
    }

    fn new(tracks: &Tracks, union: UnionFind<usize>) -> Columns {
        let roots = union.into_labeling();
        let mut apart = DiGraph::new();
        let mut of = vec![usize::MAX; tracks.len()];
        let mut members: Vec<Vec<usize>> = Vec::new();
        for track in 0..tracks.len() {
            let root = roots[track];
            if of[root] == usize::MAX {
                of[root] = members.len();
                members.push(Vec::new());
                apart.add_node(());
            }
            of[track] = of[root];
            members[of[root]].push(track);
        }
        let mut columns = Columns {
            of,
            members,
            apart,
            order: Vec::new(),
        };
        columns.keep_apart(tracks);
        // Columns do not cross, and what does not cross has an order from left to right.
        columns.order = toposort(&columns.apart, None).unwrap_or_default();
        columns
    }

    fn keep_apart(&mut self, tracks: &Tracks) {
        for row in &tracks.rows {
            for pair in row.windows(2) {
                let distance = distance(tracks.track(pair[0]), tracks.track(pair[1]));
                self.keep(pair[0], pair[1], distance);
            }
        }
        for (group, width) in tracks.widths.iter().enumerate() {
            if let Some(width) = width {
                self.keep(tracks.left(group), tracks.right(group), *width);
            }
        }
    }

    fn keep(&mut self, left: usize, right: usize, distance: f64) {
        let (left, right) = (self.of[left], self.of[right]);
        let ends = (NodeIndex::new(left), NodeIndex::new(right));
        self.apart.add_edge(ends.0, ends.1, distance);
    }

    /// The least place that the columns on the left allow.
    fn least(&self, x: &[f64], column: NodeIndex) -> Option<f64> {
        let edges = self.apart.edges_directed(column, Direction::Incoming);
        edges
            .map(|edge| x[edge.source().index()] + edge.weight())
            .max_by(f64::total_cmp)
    }

    /// The greatest place that the columns on the right allow.
    fn greatest(&self, x: &[f64], column: NodeIndex) -> Option<f64> {
        let edges = self.apart.edges_directed(column, Direction::Outgoing);
        edges
            .map(|edge| x[edge.target().index()] - edge.weight())
            .min_by(f64::total_cmp)
    }

    /// The place of each track if all columns go to one side, and those that are pulled away from it come back.
    pub(super) fn pushed(&self, grid: &Grid, tracks: &Tracks, side: Side) -> Vec<f64> {
        let mut x = vec![0.0; self.members.len()];
        if side == Side::Left {
            for column in &self.order {
                x[column.index()] = self.least(&x, *column).unwrap_or(0.0);
            }
        } else {
            for column in self.order.iter().rev() {
                x[column.index()] = self.greatest(&x, *column).unwrap_or(0.0);
            }
        }
        let mut places: Vec<f64> = self.of.iter().map(|column| x[*column]).collect();
        self.settle(grid, tracks, &mut places, side == Side::Right);
        places
    }

    /// Moves columns one after the other towards what they are joined with, as far as their neighbours let them.
    pub(super) fn settle(
        &self,
        grid: &Grid,
        tracks: &Tracks,
        places: &mut [f64],
        rightwards: bool,
    ) {
        let mut x: Vec<f64> = self.members.iter().map(|it| places[it[0]]).collect();
        let count = self.order.len();
        for step in 0..count {
            let at = if rightwards { step } else { count - 1 - step };
            let column = self.order[at];
            let (least, greatest) = (self.least(&x, column), self.greatest(&x, column));
            let own = x[column.index()];
            // Groups are as narrow as they can be.
            let wish = match tracks.as_side(self.members[column.index()][0]) {
                Some(true) => greatest.unwrap_or(own),
                Some(false) => least.unwrap_or(own),
                None => self.wish(grid, places, column.index(), own),
            };
            // Rounding may leave no room at all.
            let place = wish.min(greatest.unwrap_or(wish));
            let place = place.max(least.unwrap_or(place));
            x[column.index()] = place;
            for track in &self.members[column.index()] {
                places[*track] = place;
            }
        }
    }

    /// Where a column of cells should stand: between the middle ones of what it is joined with.
    fn wish(&self, grid: &Grid, places: &[f64], column: usize, own: f64) -> f64 {
        let members = &self.members[column];
        let joined = members
            .iter()
            .flat_map(|cell| grid.above[*cell].iter().chain(&grid.below[*cell]));
        let outside = joined.filter(|cell| self.of[**cell] != column);
        let mut ends: Vec<f64> = outside.map(|cell| places[*cell]).collect();
        pull(&mut ends).map_or(own, |(left, right)| own.max(left).min(right))
    }
}

/// Tracks that were put into one column, row by row.
struct Alignment<'t> {
    tracks: &'t Tracks,
    union: UnionFind<usize>,
    /// The place of each track in the row that was looked at last.
    place: Vec<usize>,
}

/// Places of an upper row and the places in the row below that they are aligned with; both grow.
type Taken = BTreeMap<usize, usize>;

impl<'t> Alignment<'t> {
    fn new(tracks: &'t Tracks) -> Alignment<'t> {
        Alignment {
            tracks,
            union: UnionFind::new(tracks.len()),
            place: vec![usize::MAX; tracks.len()],
        }
    }

    /// Aligns what must be straight between a row and the next.
    fn gap(&mut self, grid: &Grid, upper: usize) -> Taken {
        let (above, below) = (&self.tracks.rows[upper], &self.tracks.rows[upper + 1]);
        let mut taken = Taken::new();
        let mut of_sides = vec![None; self.tracks.len() - grid.cells.len()];
        for (place, track) in above.iter().enumerate() {
            if self.tracks.as_side(*track).is_some() {
                of_sides[track - grid.cells.len()] = Some(place);
            }
        }
        for (place, track) in below.iter().enumerate() {
            match self.tracks.as_side(*track) {
                Some(_) => {
                    if let Some(above) = of_sides[track - grid.cells.len()] {
                        taken.insert(above, place);
                    }
                }
                None => self.place[*track] = place,
            }
        }
        for (place, track) in above.iter().enumerate() {
            if self.tracks.as_side(*track).is_none() && grid.is_passed(*track) {
                let next = grid.below[*track].first();
                if let Some(next) = next.filter(|next| grid.is_passed(**next)) {
                    self.join(&mut taken, (place, *track), (self.place[*next], *next));
                }
            }
        }
        taken
    }

    /// Aligns cells with the middle ones of those that they are joined with.
    fn medians(
        &mut self,
        grid: &Grid,
        upper: usize,
        taken: &mut Taken,
        (vertical, side): (Vertical, Side),
    ) {
        let (above, below) = (&self.tracks.rows[upper], &self.tracks.rows[upper + 1]);
        for row in [above, below] {
            for (place, track) in row.iter().enumerate() {
                self.place[*track] = place;
            }
        }
        let (own, joined) = match vertical {
            Vertical::Down => (below, &grid.above),
            Vertical::Up => (above, &grid.below),
        };
        let mut cells: Vec<usize> = own.clone();
        cells.retain(|track| self.tracks.as_side(*track).is_none());
        if side == Side::Right {
            cells.reverse();
        }
        for cell in cells {
            for other in middle_ones(&joined[cell], &self.place, side) {
                let (upper, lower) = match vertical {
                    Vertical::Down => (other, cell),
                    Vertical::Up => (cell, other),
                };
                let ends = ((self.place[upper], upper), (self.place[lower], lower));
                if self.join(taken, ends.0, ends.1) {
                    break;
                }
            }
        }
    }

    /// Puts two tracks into one column, unless that crosses what was aligned before.
    fn join(&mut self, taken: &mut Taken, upper: (usize, usize), lower: (usize, usize)) -> bool {
        let before = taken.range(..=upper.0).next_back();
        let after = taken.range(upper.0..).next();
        let fits = before.is_none_or(|(above, below)| *above < upper.0 && *below < lower.0)
            && after.is_none_or(|(above, below)| *above > upper.0 && *below > lower.0);
        if fits {
            taken.insert(upper.0, lower.0);
            self.union.union(upper.1, lower.1);
        }
        fits
    }
}

/// The one or two in the middle, the one at the given side first.
fn middle_ones(cells: &[usize], place: &[usize], side: Side) -> Vec<usize> {
    let mut cells = cells.to_vec();
    cells.sort_by_key(|cell| place[*cell]);
    let Some(last) = cells.len().checked_sub(1) else {
        return Vec::new();
    };
    let mut middle = vec![cells[last / 2], cells[last.div_ceil(2)]];
    if side == Side::Right {
        middle.reverse();
    }
    middle.dedup();
    middle
}
