//! How many links cross each other between neighbouring rows.

use super::grid::Grid;

/// The place of each cell in its row.
pub(super) fn places(grid: &Grid) -> Vec<usize> {
    let mut places = vec![0; grid.cells.len()];
    for row in &grid.rows {
        for (place, cell) in row.iter().enumerate() {
            places[*cell] = place;
        }
    }
    places
}

/// All crossings.
pub(super) fn count(grid: &Grid) -> usize {
    let places = places(grid);
    let pairs = grid.rows.windows(2);
    pairs
        .map(|pair| between(grid, &places, &pair[0], pair[1].len()))
        .sum()
}

/// The crossings between a row and the one below it, which has so many cells: inversions, counted with a tree of sums.
fn between(grid: &Grid, places: &[usize], upper: &[usize], width: usize) -> usize {
    let mut sums = vec![0_usize; width + 1];
    let (mut crossings, mut seen) = (0, 0);
    for cell in upper {
        let mut ends: Vec<usize> = grid.below[*cell].iter().map(|it| places[*it]).collect();
        ends.sort_unstable();
        for end in &ends {
            crossings += seen - sum_up_to(&sums, *end);
        }
        for end in &ends {
            add(&mut sums, *end);
        }
        seen += ends.len();
    }
    crossings
}

fn sum_up_to(sums: &[usize], place: usize) -> usize {
    let (mut at, mut sum) = (place + 1, 0);
    while at > 0 {
        sum += sums[at];
        at &= at - 1;
    }
    sum
}

fn add(sums: &mut [usize], place: usize) {
    let mut at = place + 1;
    while at < sums.len() {
        sums[at] += 1;
        at += at & at.wrapping_neg();
    }
}

/// How often the links of two cells to one row cross, if the first stands left of the second.
/// Both lists are places, in order.
pub(super) fn of_pair(left: &[usize], right: &[usize]) -> usize {
    let mut passed = 0;
    let mut crossings = 0;
    for end in left {
        while passed < right.len() && right[passed] < *end {
            passed += 1;
        }
        crossings += passed;
    }
    crossings
}

#[cfg(test)]
mod tests {
    use super::super::rank::rank;
    use super::super::sketch::examples;
    use super::*;

    #[test]
    fn crossings_are_counted_with_their_number() {
        let sketch = examples::plain(4, &[(0, 3), (1, 2), (0, 2), (1, 3)]);
        let mut grid = Grid::new(&sketch, &rank(&sketch));
        grid.rows = vec![vec![0, 1], vec![2, 3]];
        assert_eq!(count(&grid), 1);
        let sketch = examples::plain(6, &[(0, 5), (1, 4), (2, 3)]);
        let mut grid = Grid::new(&sketch, &rank(&sketch));
        grid.rows = vec![vec![0, 1, 2], vec![3, 4, 5]];
        assert_eq!(count(&grid), 3);
    }

    #[test]
    fn equal_ends_do_not_cross() {
        assert_eq!(of_pair(&[2, 5], &[2, 3]), 2);
        assert_eq!(of_pair(&[1], &[1]), 0);
    }
}
