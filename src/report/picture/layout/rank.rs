//! Which row each box stands in, so that links lead down.
//!
//! Cycles are broken where reading closes them: a search in depth that starts at the boxes which are read first gives
//! a reading order, and links against it are turned around until they are drawn. Groups are put in order before their
//! boxes, so that links between two groups lead the same way.

use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::DfsPostOrder;

use super::sketch::{Link, Sketch};

/// How often boxes are moved towards what they are linked with.
const PULLS: usize = 3;

#[derive(Debug)]
pub(super) struct Ranking {
    /// The row of each box, from 0.
    pub(super) rows: Vec<usize>,
    /// The links that lead up.
    pub(super) turned: Vec<bool>,
    /// The boxes in the order of reading.
    pub(super) order: Vec<usize>,
}

impl Ranking {
    /// The upper and the lower end of a link.
    pub(super) fn ends(&self, index: usize, link: &Link) -> (usize, usize) {
        if self.turned[index] {
            (link.to, link.from)
        } else {
            (link.from, link.to)
        }
    }
}

/// Finds a row for each box.
///
/// Outermost groups are ranked by themselves and then as a whole, so that they stay compact: of two groups that are
/// joined, one stands below the other. A box without a group counts as a group of its own.
pub(super) fn rank(sketch: &Sketch) -> Ranking {
    let units = Units::new(sketch);
    let unit_order = units.order(sketch);
    let order = units.reading_order(sketch, &unit_order);
    let place = positions(&order);
    let turned = sketch.links.iter();
    let turned = turned.map(|link| place[link.from] > place[link.to]);
    let mut ranking = Ranking {
        rows: vec![0; order.len()],
        turned: turned.collect(),
        order,
    };
    let (within, between): (Vec<Step>, Vec<Step>) = steps(sketch, &ranking)
        .into_iter()
        .partition(|step| units.of[step.upper] == units.of[step.lower]);
    ranking.rows = settle(&ranking.order, &within);
    let heights = units.start_at_zero(&mut ranking.rows);
    let between: Vec<Step> = between
        .into_iter()
        .map(|step| {
            let (upper, lower) = (units.of[step.upper], units.of[step.lower]);
            let rows = heights[upper] + step.rows - 1;
            Step { upper, lower, rows }
        })
        .collect();
    let of_units = settle(&unit_order, &between);
    for (row, unit) in ranking.rows.iter_mut().zip(&units.of) {
        *row += of_units[*unit];
    }
    Units::whole(&ranking.rows).start_at_zero(&mut ranking.rows);
    ranking
}

/// A link from top to bottom, and how many rows it goes down at least.
#[derive(Clone, Copy)]
struct Step {
    upper: usize,
    lower: usize,
    rows: usize,
}

fn steps(sketch: &Sketch, ranking: &Ranking) -> Vec<Step> {
    let links = sketch.links.iter().enumerate();
    links
        .map(|(index, link)| {
            let (upper, lower) = ranking.ends(index, link);
            let rows = length(link);
            Step { upper, lower, rows }
        })
        .collect()
}

/// What stands at a link has a row of its own.
fn length(link: &Link) -> usize {
    if link.label.is_some() { 2 } else { 1 }
}

/// Outermost groups and boxes without groups, which follow them in numbers.
struct Units {
    /// The unit of each box.
    of: Vec<usize>,
    count: usize,
}

impl Units {
    fn new(sketch: &Sketch) -> Units {
        let groups = sketch.groups.len();
        let unit = |(at, it): (usize, &super::sketch::Box)| {
            let path = sketch.path(it.group);
            path.first().map_or(groups + at, |group| *group)
        };
        Units {
            of: sketch.boxes.iter().enumerate().map(unit).collect(),
            count: groups + sketch.boxes.len(),
        }
    }

    /// One unit of everything.
    fn whole(rows: &[usize]) -> Units {
        Units {
            of: vec![0; rows.len()],
            count: 1,
        }
    }

    /// The units along the links between them.
    fn order(&self, sketch: &Sketch) -> Vec<usize> {
        let links = sketch.links.iter();
        let ends = links.map(|link| (self.of[link.from], self.of[link.to]));
        let ends: Vec<_> = ends.filter(|(from, to)| from != to).collect();
        let mut is_first = vec![false; self.count];
        for (at, unit) in sketch.boxes.iter().zip(&self.of) {
            is_first[*unit] |= at.first;
        }
        along(self.count, &ends, &|it| is_first[it])
    }

    /// The boxes unit by unit, and along the links within each.
    fn reading_order(&self, sketch: &Sketch, units: &[usize]) -> Vec<usize> {
        let of_units = positions(units);
        let links = sketch.links.iter().map(|link| (link.from, link.to));
        let within: Vec<_> = links
            .filter(|(from, to)| self.of[*from] == self.of[*to])
            .collect();
        let mut order = along(sketch.boxes.len(), &within, &|it| sketch.boxes[it].first);
        order.sort_by_key(|it| of_units[self.of[*it]]);
        order
    }

    /// Lets the rows of each unit begin at zero; tells how many rows each has.
    fn start_at_zero(&self, rows: &mut [usize]) -> Vec<usize> {
        let mut bounds = vec![(usize::MAX, 0); self.count];
        for (row, unit) in rows.iter().zip(&self.of) {
            let (least, most) = bounds[*unit];
            bounds[*unit] = (least.min(*row), most.max(*row));
        }
        for (row, unit) in rows.iter_mut().zip(&self.of) {
            *row -= bounds[*unit].0;
        }
        let height = |(least, most): &(usize, usize)| (most + 1).saturating_sub(*least);
        bounds.iter().map(height).collect()
    }
}

/// Rows that respect these steps, with what is joined close together. All steps follow the order.
fn settle(order: &[usize], steps: &[Step]) -> Vec<usize> {
    let neighbours = Neighbours::new(order.len(), steps);
    let mut rows = vec![0; order.len()];
    for &it in order {
        rows[it] = neighbours.highest(&rows, it).unwrap_or(0);
    }
    for _ in 0..PULLS {
        pull(&neighbours, order, &mut rows);
    }
    rows
}

/// What each box or unit is joined with, above and below, and how far away that is at least.
struct Neighbours {
    above: Vec<Vec<(usize, usize)>>,
    below: Vec<Vec<(usize, usize)>>,
}

impl Neighbours {
    fn new(count: usize, steps: &[Step]) -> Neighbours {
        let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for step in steps {
            below[step.upper].push((step.lower, step.rows));
            above[step.lower].push((step.upper, step.rows));
        }
        Neighbours { above, below }
    }

    /// The row right below all that must be above.
    fn highest(&self, rows: &[usize], it: usize) -> Option<usize> {
        let above = self.above[it].iter();
        above.map(|(other, length)| rows[*other] + length).max()
    }

    /// The row right above all that must be below.
    fn lowest(&self, rows: &[usize], it: usize) -> Option<usize> {
        let below = self.below[it].iter();
        below.map(|(other, length)| rows[*other] - length).min()
    }
}

/// Moves what more links leave than enter down as far as it can go, and others up.
fn pull(neighbours: &Neighbours, order: &[usize], rows: &mut [usize]) {
    let balance = |it: usize| neighbours.below[it].len().cmp(&neighbours.above[it].len());
    for &it in order.iter().rev() {
        if let (true, Some(row)) = (balance(it).is_gt(), neighbours.lowest(rows, it)) {
            rows[it] = row;
        }
    }
    for &it in order {
        if let (true, Some(row)) = (balance(it).is_lt(), neighbours.highest(rows, it)) {
            rows[it] = row;
        }
    }
}

fn positions(order: &[usize]) -> Vec<usize> {
    let mut positions = vec![0; order.len()];
    for (at, it) in order.iter().enumerate() {
        positions[*it] = at;
    }
    positions
}

/// An order in which only those links lead back that close a cycle of a search from the first ones.
fn along(count: usize, links: &[(usize, usize)], is_first: &dyn Fn(usize) -> bool) -> Vec<usize> {
    let mut graph: DiGraph<(), ()> = DiGraph::with_capacity(count, links.len());
    for _ in 0..count {
        graph.add_node(());
    }
    for (from, to) in links {
        graph.add_edge(NodeIndex::new(*from), NodeIndex::new(*to), ());
    }
    let mut is_entered = vec![false; count];
    for (_, to) in links {
        is_entered[*to] = true;
    }
    let mut starts: Vec<usize> = (0..count).collect();
    starts.sort_by_key(|it| (!is_first(*it), is_entered[*it]));
    let mut search = DfsPostOrder::empty(&graph);
    let mut order = Vec::with_capacity(count);
    // What is searched first comes last in the reversed order, unless links say otherwise.
    for start in starts {
        search.move_to(NodeIndex::new(start));
        while let Some(found) = search.next(&graph) {
            order.push(found.index());
        }
    }
    order.reverse();
    order
}

#[cfg(test)]
mod tests {
    use super::super::sketch::examples;
    use super::*;

    fn assert_down(sketch: &Sketch) {
        let ranking = rank(sketch);
        for (index, link) in sketch.links.iter().enumerate() {
            let (upper, lower) = ranking.ends(index, link);
            assert!(ranking.rows[upper] + length(link) <= ranking.rows[lower]);
        }
        assert_eq!(ranking.rows.iter().min(), Some(&0));
    }

    #[test]
    fn every_link_goes_down_once_some_are_turned() {
        assert_down(&examples::plain(
            4,
            &[(0, 1), (1, 2), (2, 0), (2, 3), (3, 1)],
        ));
        assert_down(&examples::tangled());
    }

    #[test]
    fn only_the_link_back_to_the_start_is_turned() {
        let mut sketch = examples::plain(3, &[(2, 0), (0, 1), (1, 2)]);
        sketch.boxes[0].first = true;
        let ranking = rank(&sketch);
        assert_eq!(ranking.turned, [true, false, false]);
        assert_eq!(ranking.rows, [0, 1, 2]);
    }

    #[test]
    fn a_late_beginning_stands_right_above_what_it_leads_to() {
        let ranking = rank(&examples::plain(5, &[(0, 1), (1, 2), (2, 3), (4, 3)]));
        assert_eq!(ranking.rows, [0, 1, 2, 3, 2]);
    }

    #[test]
    fn a_label_takes_a_row() {
        let mut sketch = examples::plain(2, &[(0, 1)]);
        sketch.links[0].label = Some((10.0, 10.0));
        assert_eq!(rank(&sketch).rows, [0, 2]);
    }
}
