//! Circles: functions that call themselves, syncs that come back.

use rustc_hash::FxHashMap;

use crate::diagnostics::Span;
use crate::diagnostics::codes::syncs as codes;
use crate::semantics::context::Context;
use crate::semantics::specification::Specification;

/// The circles of a graph given by the successors of each node: for each circle its nodes, each with the
/// place of the step to the next. One circle is found for every way back that a search
/// meets, each starting at its smallest node.
pub(in crate::semantics) fn circles(successors: &[Vec<(usize, Span)>]) -> Vec<Vec<(usize, Span)>> {
    let mut search = Search {
        successors,
        state: vec![State::New; successors.len()],
        found: Vec::new(),
    };
    for start in 0..successors.len() {
        search.run(start);
    }
    search.found
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    OnPath,
    Done,
}

struct Search<'g> {
    successors: &'g [Vec<(usize, Span)>],
    state: Vec<State>,
    found: Vec<Vec<(usize, Span)>>,
}

impl Search<'_> {
    /// A depth-first search that keeps its path itself: chains of syncs may be long.
    fn run(&mut self, start: usize) {
        if self.state[start] != State::New {
            return;
        }
        let mut path: Vec<(usize, usize)> = vec![(start, 0)];
        self.state[start] = State::OnPath;
        while let Some((node, next)) = path.last_mut() {
            let Some((target, _)) = self.successors[*node].get(*next) else {
                self.state[*node] = State::Done;
                path.pop();
                continue;
            };
            *next += 1;
            match self.state[*target] {
                State::New => {
                    self.state[*target] = State::OnPath;
                    path.push((*target, 0));
                }
                State::OnPath => self.add_circle(&path, *target),
                State::Done => {}
            }
        }
    }

    fn add_circle(&mut self, path: &[(usize, usize)], first: usize) {
        let Some(start) = path.iter().position(|(node, _)| *node == first) else {
            return;
        };
        let mut circle: Vec<(usize, Span)> = path[start..]
            .iter()
            .map(|(node, next)| (*node, self.successors[*node][next - 1].1))
            .collect();
        let smallest = (0..circle.len())
            .min_by_key(|at| circle[*at].0)
            .unwrap_or_default();
        circle.rotate_left(smallest);
        self.found.push(circle);
    }
}

/// A step with a circle of syncs would need an event to happen within itself.
pub(in crate::semantics) fn report_sync_circles(context: &Context<'_>, specs: &[Specification]) {
    let mut numbers = FxHashMap::default();
    let mut names = Vec::new();
    for (spec_index, spec) in specs.iter().enumerate() {
        for (event_index, event) in spec.events.iter().enumerate() {
            numbers.insert((spec_index, event_index), names.len());
            names.push((spec, event));
        }
    }
    let successors: Vec<Vec<(usize, Span)>> = names
        .iter()
        .map(|(_, event)| {
            let targets = event.syncs.iter();
            targets
                .filter_map(|sync| {
                    let target = numbers.get(&(sync.spec.index(), sync.event.index()))?;
                    Some((*target, sync.span))
                })
                .collect()
        })
        .collect();
    for circle in circles(&successors) {
        let shown = circle.iter().map(|(node, _)| {
            let (spec, event) = names[*node];
            format!("{}.{}", spec.name.text, event.name.text)
        });
        let places: Vec<Span> = circle.iter().map(|(_, span)| *span).collect();
        if let [first, others @ ..] = places.as_slice() {
            context.report(codes::sync_circle(
                *first,
                others,
                &shown.collect::<Vec<_>>(),
            ));
        }
    }
}
