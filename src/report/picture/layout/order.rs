//! The order of cells within rows, with few crossings.
//!
//! Rows are sorted by the mean place of what their cells are joined with, downwards and upwards in turn, and
//! neighbours change places where that helps; the order with the fewest crossings wins. Groups are sorted by one
//! number for all rows, so that of two groups one is on the left everywhere.

use super::crossings;
use super::grid::{Cell, Grid};
use super::measure::number;

/// So many sweeps down and up at most.
const MOST_SWEEPS: usize = 12;
/// So many of them without a better result.
const MOST_IN_VAIN: usize = 4;
/// So many rounds of exchanges after each sweep.
const EXCHANGES: usize = 4;

/// Orders all rows.
pub(super) fn order(grid: &mut Grid) {
    let mut sorter = Sorter::new(grid);
    sorter.sweep(grid, Direction::Stay);
    let mut best = (crossings::count(grid), grid.rows.clone());
    let mut in_vain = 0;
    for _ in 0..MOST_SWEEPS {
        for direction in [Direction::Down, Direction::Up] {
            sorter.sweep(grid, direction);
            exchange(grid);
            sorter.look(grid);
            let crossings = crossings::count(grid);
            in_vain += 1;
            if crossings < best.0 {
                best = (crossings, grid.rows.clone());
                in_vain = 0;
            }
        }
        if best.0 == 0 || in_vain >= MOST_IN_VAIN {
            break;
        }
    }
    grid.rows = best.1;
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// Rows are sorted by the ones above them.
    Down,
    /// Rows are sorted by the ones below them.
    Up,
    /// Rows are only brought into the order of groups.
    Stay,
}

/// Where cells and groups stand, as parts of their rows' lengths.
struct Sorter {
    cells: Vec<f64>,
    groups: Vec<f64>,
}

impl Sorter {
    fn new(grid: &Grid) -> Sorter {
        let mut sorter = Sorter {
            cells: vec![0.0; grid.cells.len()],
            // At first, groups stand in the order of the texts.
            groups: (0..grid.paths.len()).map(number).collect(),
        };
        sorter.look(grid);
        sorter
    }

    /// Sees where cells stand.
    fn look(&mut self, grid: &Grid) {
        for row in 0..grid.rows.len() {
            self.look_at(grid, row);
        }
    }

    fn look_at(&mut self, grid: &Grid, row: usize) {
        let row = &grid.rows[row];
        for (place, cell) in row.iter().enumerate() {
            self.cells[*cell] = (number(place) + 0.5) / number(row.len());
        }
    }

    fn sweep(&mut self, grid: &mut Grid, direction: Direction) {
        if direction != Direction::Stay {
            self.move_groups(grid);
        }
        let height = grid.rows.len();
        for step in 0..height {
            let row = if direction == Direction::Up {
                height - 1 - step
            } else {
                step
            };
            self.sort(grid, row, direction);
            self.look_at(grid, row);
        }
    }

    /// Moves groups to where their links lead to.
    fn move_groups(&mut self, grid: &Grid) {
        let mut sums = vec![(0.0, 0_usize); self.groups.len()];
        for (index, cell) in grid.cells.iter().enumerate() {
            for &group in path(grid, cell) {
                let (sum, count) = self.outside(grid, index, group);
                sums[group].0 += sum;
                sums[group].1 += count;
            }
        }
        for (group, (sum, count)) in sums.into_iter().enumerate() {
            if count > 0 {
                self.groups[group] = sum / number(count);
            }
        }
    }

    /// The places of what a cell is joined with outside a group, or else its own.
    fn outside(&self, grid: &Grid, cell: usize, group: usize) -> (f64, usize) {
        let (mut sum, mut count) = (self.cells[cell], 1);
        for other in grid.above[cell].iter().chain(&grid.below[cell]) {
            if !path(grid, &grid.cells[*other]).contains(&group) {
                sum += self.cells[*other];
                count += 1;
            }
        }
        (sum, count)
    }

    fn sort(&self, grid: &mut Grid, row: usize, direction: Direction) {
        let mut keyed: Vec<(Vec<(f64, usize)>, usize)> = Vec::new();
        for (place, cell) in grid.rows[row].iter().enumerate() {
            let groups = path(grid, &grid.cells[*cell]);
            let mut key: Vec<_> = groups.iter().map(|it| (self.groups[*it], *it)).collect();
            // Groups have the lower numbers where numbers decide.
            key.push((self.wish(grid, *cell, direction), grid.paths.len() + place));
            keyed.push((key, *cell));
        }
        keyed.sort_by(|(one, _), (other, _)| compare(one, other));
        grid.rows[row] = keyed.into_iter().map(|(_, cell)| cell).collect();
    }

    /// Where a cell should stand.
    fn wish(&self, grid: &Grid, cell: usize, direction: Direction) -> f64 {
        let others = match direction {
            Direction::Down => &grid.above[cell],
            Direction::Up => &grid.below[cell],
            Direction::Stay => return self.cells[cell],
        };
        if others.is_empty() {
            return self.cells[cell];
        }
        let sum: f64 = others.iter().map(|it| self.cells[*it]).sum();
        sum / number(others.len())
    }
}

fn compare(one: &[(f64, usize)], other: &[(f64, usize)]) -> std::cmp::Ordering {
    let pairs = one.iter().zip(other);
    let mut orders = pairs.map(|(one, other)| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
    orders
        .find(|order| order.is_ne())
        .unwrap_or(one.len().cmp(&other.len()))
}

fn path<'r>(grid: &'r Grid, cell: &Cell) -> &'r [usize] {
    cell.group.map_or(&[], |group| &grid.paths[group])
}

/// Lets neighbours of one group change places where that saves crossings.
fn exchange(grid: &mut Grid) {
    let mut places = crossings::places(grid);
    for _ in 0..EXCHANGES {
        let mut is_better = false;
        for row in 0..grid.rows.len() {
            is_better |= exchange_in(grid, row, &mut places);
        }
        if !is_better {
            return;
        }
    }
}

fn exchange_in(grid: &mut Grid, row: usize, places: &mut [usize]) -> bool {
    let mut is_better = false;
    for at in 1..grid.rows[row].len() {
        let (left, right) = (grid.rows[row][at - 1], grid.rows[row][at]);
        if grid.cells[left].group != grid.cells[right].group {
            continue;
        }
        let (now, then) = both_ways(grid, places, left, right);
        if then < now {
            grid.rows[row].swap(at - 1, at);
            places.swap(left, right);
            is_better = true;
        }
    }
    is_better
}

/// The crossings of the links of two cells as they stand, and the other way round.
fn both_ways(grid: &Grid, places: &[usize], left: usize, right: usize) -> (usize, usize) {
    let (mut now, mut then) = (0, 0);
    for joined in [&grid.above, &grid.below] {
        let ends = |cell: usize| {
            let mut ends: Vec<usize> = joined[cell].iter().map(|it| places[*it]).collect();
            ends.sort_unstable();
            ends
        };
        let (left, right) = (ends(left), ends(right));
        now += crossings::of_pair(&left, &right);
        then += crossings::of_pair(&right, &left);
    }
    (now, then)
}

#[cfg(test)]
mod tests {
    use super::super::rank::rank;
    use super::super::sketch::{Sketch, examples};
    use super::*;

    fn ordered(sketch: &Sketch) -> (usize, Grid) {
        let mut grid = Grid::new(sketch, &rank(sketch));
        Sorter::new(&grid).sweep(&mut grid, Direction::Stay);
        let before = crossings::count(&grid);
        order(&mut grid);
        (before, grid)
    }

    #[test]
    fn what_can_be_drawn_without_crossings_is() {
        let sketch = examples::plain(6, &[(0, 5), (1, 4), (2, 3)]);
        assert_eq!(crossings::count(&ordered(&sketch).1), 0);
        let tree = [(0, 1), (0, 2), (1, 5), (2, 3), (1, 6), (2, 4)];
        assert_eq!(crossings::count(&ordered(&examples::plain(7, &tree)).1), 0);
    }

    #[test]
    fn a_tangle_becomes_less_tangled() {
        let (before, grid) = ordered(&examples::tangled());
        let after = crossings::count(&grid);
        assert!(after * 10 < before * 8, "{before} crossings became {after}");
    }

    #[test]
    fn groups_are_in_one_piece_and_never_change_sides() {
        let (_, grid) = ordered(&examples::tangled());
        for one in 0..4 {
            for other in (0..4).filter(|other| *other != one) {
                let sides = grid
                    .rows
                    .iter()
                    .filter_map(|row| side(&grid, row, one, other));
                let mut sides: Vec<bool> = sides.collect();
                sides.dedup();
                assert!(sides.len() < 2, "{one} and {other}");
            }
        }
    }

    /// Whether all cells of one group are left of all cells of the other in a row, where both have some.
    fn side(grid: &Grid, row: &[usize], one: usize, other: usize) -> Option<bool> {
        let places = |group: usize| {
            let inside = move |cell: usize| path(grid, &grid.cells[cell]).contains(&group);
            (0..row.len()).filter(move |at| inside(row[*at]))
        };
        let (first, last) = (places(one).min()?, places(one).max()?);
        assert_eq!(last - first + 1, places(one).count(), "in one piece");
        Some(last < places(other).min()?)
    }
}
