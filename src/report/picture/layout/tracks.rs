//! Cells and the sides of groups, as one kind of thing that has a horizontal place.

use super::grid::{Grid, What};
use super::sketch::Sketch;

/// Between nodes.
const NODE_GAP: f64 = 22.0;
/// Between a line and what it passes.
const LINE_GAP: f64 = 9.0;
/// Between the side of a group and what is beside it.
const GROUP_GAP: f64 = 14.0;

/// What has one horizontal place, in one row or in several.
#[derive(Debug, Clone, Copy)]
pub(super) struct Track {
    pub(super) left: f64,
    pub(super) right: f64,
    /// The room that it wants beside it.
    pub(super) gap: f64,
}

/// All tracks: the cells by their numbers, then left and right side of each group.
#[derive(Debug)]
pub(super) struct Tracks {
    all: Vec<Track>,
    cells: usize,
    /// The tracks of each row from left to right.
    pub(super) rows: Vec<Vec<usize>>,
    /// The least width of each group that has cells.
    pub(super) widths: Vec<Option<f64>>,
}

impl Tracks {
    pub(super) fn new(sketch: &Sketch, grid: &Grid) -> Tracks {
        let of_cell = grid.cells.iter().map(|cell| Track {
            left: cell.left,
            right: cell.right,
            gap: match cell.what {
                What::Box => NODE_GAP,
                What::Bend | What::Label => LINE_GAP,
                What::Filler => 0.0,
            },
        });
        let side = Track {
            left: 0.0,
            right: 0.0,
            gap: GROUP_GAP,
        };
        let mut all: Vec<Track> = of_cell.collect();
        all.resize(grid.cells.len() + 2 * grid.paths.len(), side);
        let widths = grid.spans.iter().zip(&sketch.groups);
        let mut tracks = Tracks {
            all,
            cells: grid.cells.len(),
            rows: Vec::new(),
            widths: widths.map(|(span, it)| span.map(|_| it.width)).collect(),
        };
        tracks.rows = (0..grid.rows.len())
            .map(|row| tracks.with_sides(grid, row))
            .collect();
        tracks
    }

    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    pub(super) fn track(&self, index: usize) -> &Track {
        &self.all[index]
    }

    /// The left side of a group.
    pub(super) fn left(&self, group: usize) -> usize {
        self.cells + 2 * group
    }

    /// The right side of a group.
    pub(super) fn right(&self, group: usize) -> usize {
        self.cells + 2 * group + 1
    }

    /// The side of a group that a track is, if it is one: whether it is the left one.
    pub(super) fn as_side(&self, track: usize) -> Option<bool> {
        let at = track.checked_sub(self.cells)?;
        Some(at % 2 == 0)
    }

    /// A row with the sides of groups around their cells.
    fn with_sides(&self, grid: &Grid, row: usize) -> Vec<usize> {
        let mut tracks = Vec::new();
        let mut open: Vec<usize> = Vec::new();
        for &cell in &grid.rows[row] {
            let path = grid.cells[cell].group.map_or(&[][..], |it| &grid.paths[it]);
            let shared = open
                .iter()
                .zip(path)
                .take_while(|(one, other)| one == other);
            let shared = shared.count();
            tracks.extend(open.drain(shared..).rev().map(|it| self.right(it)));
            tracks.extend(path[shared..].iter().map(|it| self.left(*it)));
            open.extend(&path[shared..]);
            tracks.push(cell);
        }
        tracks.extend(open.iter().rev().map(|it| self.right(*it)));
        tracks
    }
}
