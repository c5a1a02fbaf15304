//! How high rows are and how far apart.

use super::grid::Grid;

/// Between rows.
const ROW_GAP: f64 = 26.0;
/// What slanting links add to that, for each unit that they go sideways, and at most.
const SLANT: f64 = 0.10;
const MOST_SLANT: f64 = 46.0;
/// The room of a group's name above its first row, and its margin below the last.
const HEADER: f64 = 26.0;
const FOOTER: f64 = 12.0;

/// Vertical places.
#[derive(Debug)]
pub(super) struct Levels {
    /// Top and bottom of each row.
    pub(super) rows: Vec<(f64, f64)>,
    /// Top and bottom of each group.
    pub(super) groups: Vec<(f64, f64)>,
    /// The bottom of everything.
    pub(super) height: f64,
}

/// Finds the places of rows whose cells have horizontal places.
pub(super) fn levels(grid: &Grid, x: &[f64]) -> Levels {
    let rooms = Rooms::new(grid);
    let mut y = 0.0;
    let mut places = Vec::with_capacity(grid.rows.len());
    for (index, row) in grid.rows.iter().enumerate() {
        if index > 0 {
            y += ROW_GAP + rooms.below[index - 1] + slant(grid, x, &grid.rows[index - 1]);
        }
        y += rooms.above[index];
        let heights = row.iter().map(|cell| grid.cells[*cell].height);
        let bottom = y + heights.fold(0.0, f64::max);
        places.push((y, bottom));
        y = bottom;
    }
    let groups = grid.spans.iter().enumerate().map(|(group, span)| {
        let (first, last) = span.unwrap_or_default();
        let (above, below) = rooms.of_groups[group];
        (places[first].0 - above, places[last].1 + below)
    });
    Levels {
        groups: groups.collect(),
        height: y + rooms.below.last().copied().unwrap_or(0.0),
        rows: places,
    }
}

/// The room that groups need above the rows where they begin and below those where they end.
struct Rooms {
    of_groups: Vec<(f64, f64)>,
    above: Vec<f64>,
    below: Vec<f64>,
}

impl Rooms {
    fn new(grid: &Grid) -> Rooms {
        let mut rooms = Rooms {
            of_groups: vec![(HEADER, FOOTER); grid.paths.len()],
            above: vec![0.0; grid.rows.len()],
            below: vec![0.0; grid.rows.len()],
        };
        // Groups come after those that they lie in.
        for group in (0..grid.paths.len()).rev() {
            let Some((first, last)) = grid.spans[group] else {
                continue;
            };
            let (above, below) = rooms.of_groups[group];
            rooms.above[first] = rooms.above[first].max(above);
            rooms.below[last] = rooms.below[last].max(below);
            if let [.., parent, _] = grid.paths[group][..] {
                rooms.widen(grid, parent, (first, above), (last, below));
            }
        }
        rooms
    }

    /// Lets a group make room for one in it that begins or ends in the same row.
    fn widen(&mut self, grid: &Grid, group: usize, top: (usize, f64), bottom: (usize, f64)) {
        let own = &mut self.of_groups[group];
        if grid.spans[group].is_some_and(|(first, _)| first == top.0) {
            own.0 = own.0.max(top.1 + HEADER);
        }
        if grid.spans[group].is_some_and(|(_, last)| last == bottom.0) {
            own.1 = own.1.max(bottom.1 + FOOTER);
        }
    }
}

/// More room for links that go far to the side.
fn slant(grid: &Grid, x: &[f64], upper: &[usize]) -> f64 {
    let links = upper.iter().flat_map(|cell| {
        grid.below[*cell]
            .iter()
            .map(|other| (x[*cell] - x[*other]).abs())
    });
    (links.fold(0.0, f64::max) * SLANT).min(MOST_SLANT)
}
