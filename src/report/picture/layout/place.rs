//! Where cells stand in their rows.
//!
//! The idea is Brandes' and Köpf's (doi:10.1007/3-540-45848-4_3): cells that should stand one above the other form
//! columns, columns are pushed to one side as far as they go, and the mean of four such drawings is taken. Two things
//! differ. The left and right sides of groups are columns as well, so that groups become boxes which nothing else
//! enters; and pushing is a longest path in the graph of columns. At the end everything moves towards what it is
//! joined with, as far as there is room.

use super::columns::{Columns, Side, Vertical};
use super::grid::Grid;
use super::sketch::Sketch;
use super::tracks::{Track, Tracks};

/// How often everything is moved towards what it is joined with.
const MOVES: usize = 24;

/// Horizontal places.
#[derive(Debug)]
pub(super) struct Places {
    /// The axis of each cell.
    pub(super) cells: Vec<f64>,
    /// Left and right side of each group.
    pub(super) groups: Vec<(f64, f64)>,
    /// From the left end of everything, which is at 0, to the right end.
    pub(super) width: f64,
}

/// Places all cells of rows whose order is settled.
pub(super) fn place(sketch: &Sketch, grid: &Grid) -> Places {
    let tracks = Tracks::new(sketch, grid);
    let mut drawings = Vec::new();
    for vertical in [Vertical::Down, Vertical::Up] {
        for side in [Side::Left, Side::Right] {
            let columns = Columns::aligned(grid, &tracks, vertical, side);
            drawings.push(columns.pushed(grid, &tracks, side));
        }
    }
    let mut x = middle(&mut drawings);
    let columns = Columns::straight(grid, &tracks);
    for step in 0..MOVES {
        columns.settle(grid, &tracks, &mut x, step % 2 == 0);
    }
    start_at_zero(&tracks, &mut x);
    let ends = tracks.rows.iter().filter_map(|row| row.last());
    let ends = ends.map(|track| x[*track] + tracks.track(*track).right);
    Places {
        width: ends.fold(0.0, f64::max),
        cells: x[..grid.cells.len()].to_vec(),
        groups: (0..grid.paths.len())
            .map(|group| (x[tracks.left(group)], x[tracks.right(group)]))
            .collect(),
    }
}

/// The mean of the two middle ones of four places, for each track; drawings are laid on the narrowest of them before.
fn middle(drawings: &mut [Vec<f64>]) -> Vec<f64> {
    let bounds = |drawing: &[f64]| {
        let least = drawing.iter().copied().fold(f64::INFINITY, f64::min);
        let most = drawing.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        (least, most)
    };
    let narrowest = drawings.iter().map(|drawing| bounds(drawing));
    let (least, most) = narrowest
        .min_by(|one, other| (one.1 - one.0).total_cmp(&(other.1 - other.0)))
        .unwrap_or_default();
    for (index, drawing) in drawings.iter_mut().enumerate() {
        let own = bounds(drawing);
        // Those at even places were pushed to the left, the others to the right.
        let shift = if index % 2 == 0 {
            least - own.0
        } else {
            most - own.1
        };
        for x in drawing.iter_mut() {
            *x += shift;
        }
    }
    let count = drawings.first().map_or(0, Vec::len);
    let middle_of = |at: usize| {
        let mut all: Vec<f64> = drawings.iter().map(|drawing| drawing[at]).collect();
        all.sort_by(f64::total_cmp);
        let half = all.len() / 2;
        f64::midpoint(all[half - 1], all[half])
    };
    (0..count).map(middle_of).collect()
}

fn start_at_zero(tracks: &Tracks, x: &mut [f64]) {
    let ends = tracks.rows.iter().filter_map(|row| row.first());
    let ends = ends.map(|track| x[*track] - tracks.track(*track).left);
    let least = ends.fold(f64::INFINITY, f64::min);
    if least.is_finite() {
        for x in x.iter_mut() {
            *x -= least;
        }
    }
}

/// What a track is joined with: the middle two of the places of its neighbours.
pub(super) fn pull(places: &mut [f64]) -> Option<(f64, f64)> {
    places.sort_by(f64::total_cmp);
    let last = places.len().checked_sub(1)?;
    Some((places[last / 2], places[last.div_ceil(2)]))
}

/// The distance that two neighbours of a row keep.
pub(super) fn distance(one: &Track, other: &Track) -> f64 {
    one.right + other.left + one.gap.max(other.gap)
}

#[cfg(test)]
mod tests {
    use super::super::order::order;
    use super::super::rank::rank;
    use super::super::sketch::examples;
    use super::*;

    fn placed(sketch: &Sketch) -> (Grid, Places) {
        let mut grid = Grid::new(sketch, &rank(sketch));
        order(&mut grid);
        let places = place(sketch, &grid);
        (grid, places)
    }

    #[test]
    fn nothing_overlaps_in_a_row() {
        let (grid, places) = placed(&examples::tangled());
        for row in &grid.rows {
            for pair in row.windows(2) {
                let (one, other) = (grid.cells[pair[0]], grid.cells[pair[1]]);
                let room = places.cells[pair[1]] - places.cells[pair[0]];
                assert!(room > one.right + other.left, "{pair:?} have {room}");
            }
        }
    }

    #[test]
    fn groups_hold_their_own_cells_and_no_others() {
        let (grid, places) = placed(&examples::tangled());
        for (group, (left, right)) in places.groups.iter().enumerate() {
            let (first, last) = grid.spans[group].expect("a group with boxes");
            for row in &grid.rows[first..=last] {
                for cell in row {
                    let at = places.cells[*cell];
                    let own = grid.cells[*cell].group;
                    let is_own = own.is_some_and(|it| grid.paths[it].contains(&group));
                    assert_eq!(*left < at && at < *right, is_own, "cell {cell}");
                }
            }
        }
    }

    #[test]
    fn a_chain_is_straight_and_a_fork_is_even() {
        let (_, places) = placed(&examples::plain(3, &[(0, 1), (1, 2)]));
        assert!(places.cells.iter().all(|x| (x - 30.0).abs() < 1e-6));
        let (_, places) = placed(&examples::plain(3, &[(0, 1), (0, 2)]));
        let [parent, one, other] = places.cells[..] else {
            panic!("three boxes");
        };
        assert!((f64::midpoint(one, other) - parent).abs() < 1e-6);
    }

    #[test]
    fn a_long_link_is_straight_between_its_ends() {
        let (grid, places) = placed(&examples::plain(
            5,
            &[(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)],
        ));
        let chain = &grid.chains[4];
        let inner: Vec<f64> = chain[1..4].iter().map(|it| places.cells[*it]).collect();
        assert!(
            inner
                .windows(2)
                .all(|pair| (pair[0] - pair[1]).abs() < 1e-6)
        );
    }
}
