//! Rows of cells: links that pass rows get a cell in each of them, so that from here on links join neighbouring rows
//! only.

use super::rank::Ranking;
use super::sketch::Sketch;

/// Half of the room between lines that pass each other.
const BEND: f64 = 3.0;

/// What stands in a row.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cell {
    pub(super) what: What,
    pub(super) row: usize,
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
    pub(super) group: Option<usize>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum What {
    /// A box of the sketch.
    Box,
    /// A link passes.
    Bend,
    /// A link passes, and this is where its text stands.
    Label,
    /// Nothing: a group has no cell of its own in a row that it crosses.
    Filler,
}

/// Cells, and the links between cells of neighbouring rows.
#[derive(Debug, Clone)]
pub(super) struct Grid {
    /// The boxes of the sketch, then all others.
    pub(super) cells: Vec<Cell>,
    /// The cells of each row from left to right.
    pub(super) rows: Vec<Vec<usize>>,
    /// What each cell is joined with in the row above.
    pub(super) above: Vec<Vec<usize>>,
    /// What each cell is joined with in the row below.
    pub(super) below: Vec<Vec<usize>>,
    /// The cells of each link of the sketch from top to bottom.
    pub(super) chains: Vec<Vec<usize>>,
    /// The groups that each group lies in, outermost first, and the group itself.
    pub(super) paths: Vec<Vec<usize>>,
    /// First and last row of each group, where it has cells.
    pub(super) spans: Vec<Option<(usize, usize)>>,
}

impl Grid {
    pub(super) fn new(sketch: &Sketch, ranking: &Ranking) -> Grid {
        let mut grid = Grid::of_boxes(sketch, ranking);
        for (index, link) in sketch.links.iter().enumerate() {
            let (upper, lower) = ranking.ends(index, link);
            let (one, other) = (sketch.boxes[upper].group, sketch.boxes[lower].group);
            let group = sketch.common_group(one, other);
            grid.add_chain((upper, lower), link.label, group);
        }
        grid.fill_groups();
        grid
    }

    fn of_boxes(sketch: &Sketch, ranking: &Ranking) -> Grid {
        let height = ranking.rows.iter().max().map_or(0, |last| last + 1);
        let groups = 0..sketch.groups.len();
        let mut grid = Grid {
            cells: Vec::new(),
            rows: vec![Vec::new(); height],
            above: Vec::new(),
            below: Vec::new(),
            chains: Vec::with_capacity(sketch.links.len()),
            paths: groups.map(|group| sketch.path(Some(group))).collect(),
            spans: vec![None; sketch.groups.len()],
        };
        for (it, row) in sketch.boxes.iter().zip(&ranking.rows) {
            grid.cells.push(Cell {
                what: What::Box,
                row: *row,
                left: it.left,
                right: it.right,
                height: it.height,
                group: it.group,
            });
        }
        grid.above.resize(grid.cells.len(), Vec::new());
        grid.below.resize(grid.cells.len(), Vec::new());
        for it in &ranking.order {
            grid.rows[ranking.rows[*it]].push(*it);
        }
        grid
    }

    fn add(&mut self, cell: Cell) -> usize {
        let index = self.cells.len();
        self.rows[cell.row].push(index);
        self.cells.push(cell);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        index
    }

    fn add_chain(
        &mut self,
        (upper, lower): (usize, usize),
        label: Option<(f64, f64)>,
        group: Option<usize>,
    ) {
        let (first, last) = (self.cells[upper].row, self.cells[lower].row);
        let middle = usize::midpoint(first, last);
        let mut chain = vec![upper];
        for row in first + 1..last {
            let label = label.filter(|_| row == middle);
            let (width, height) = label.unwrap_or((2.0 * BEND, 0.0));
            chain.push(self.add(Cell {
                what: label.map_or(What::Bend, |_| What::Label),
                row,
                left: width / 2.0,
                right: width / 2.0,
                height,
                group,
            }));
        }
        chain.push(lower);
        for pair in chain.windows(2) {
            self.below[pair[0]].push(pair[1]);
            self.above[pair[1]].push(pair[0]);
        }
        self.chains.push(chain);
    }

    /// Gives each group a cell in each row from its first to its last.
    fn fill_groups(&mut self) {
        for group in 0..self.paths.len() {
            let path = &self.paths;
            let is_inside = |cell: &&Cell| cell.group.is_some_and(|it| path[it].contains(&group));
            let mut is_filled = vec![false; self.rows.len()];
            for cell in self.cells.iter().filter(is_inside) {
                is_filled[cell.row] = true;
            }
            let first = is_filled.iter().position(|filled| *filled);
            let last = is_filled.iter().rposition(|filled| *filled);
            self.spans[group] = first.zip(last);
            let Some((first, last)) = self.spans[group] else {
                continue;
            };
            for row in (first..=last).filter(|row| !is_filled[*row]) {
                self.add(Cell {
                    what: What::Filler,
                    row,
                    left: 0.0,
                    right: 0.0,
                    height: 0.0,
                    group: Some(group),
                });
            }
        }
    }

    /// Whether a line passes here, straight if it can.
    pub(super) fn is_passed(&self, cell: usize) -> bool {
        matches!(self.cells[cell].what, What::Bend | What::Label)
    }
}

#[cfg(test)]
mod tests {
    use super::super::rank::rank;
    use super::super::sketch::examples;
    use super::*;

    #[test]
    fn links_join_neighbouring_rows_and_labels_have_cells() {
        let sketch = examples::tangled();
        let grid = Grid::new(&sketch, &rank(&sketch));
        for (chain, link) in grid.chains.iter().zip(&sketch.links) {
            for pair in chain.windows(2) {
                assert_eq!(grid.cells[pair[0]].row + 1, grid.cells[pair[1]].row);
            }
            let labels = chain
                .iter()
                .filter(|cell| grid.cells[**cell].what == What::Label);
            assert_eq!(labels.count(), usize::from(link.label.is_some()));
        }
    }

    #[test]
    fn a_group_has_cells_in_all_rows_that_it_crosses() {
        let sketch = examples::tangled();
        let grid = Grid::new(&sketch, &rank(&sketch));
        for (group, span) in grid.spans.iter().enumerate() {
            let (first, last) = span.expect("a group with boxes");
            for row in first..=last {
                let mut groups = grid.rows[row]
                    .iter()
                    .filter_map(|cell| grid.cells[*cell].group);
                assert!(groups.any(|it| grid.paths[it].contains(&group)));
            }
        }
    }
}
