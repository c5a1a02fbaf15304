//! Incremental slicing: each slice is searched from the beginning, until it is fine enough. What lazy slicing is
//! compared with.

use rustc_hash::FxHashSet;

use super::feasible::{Feasible, run_through};
use super::refine::{Failed, refined, without_open};
use super::slice::Slice;
use super::statistics::Statistics;
use super::{Question, Verdict, starts};
use crate::finite::evaluate::evaluate;
use crate::finite::search::Limit;
use crate::finite::{ActionId, State};

/// A search under way.
pub(super) struct Incremental<'q> {
    question: &'q Question<'q>,
    pub(super) slice: Slice,
    /// The states of the slice that were found.
    pub(super) found: FxHashSet<State>,
    path: Vec<Entry>,
    pub(super) statistics: Statistics,
}

/// A place on the path of the search.
struct Entry {
    state: State,
    event: Option<ActionId>,
    /// The action to try next.
    scan: usize,
    /// Where the last one leads besides, the next state last.
    ready: Vec<(State, Option<ActionId>)>,
}

impl<'q> Incremental<'q> {
    pub(super) fn new(question: &'q Question<'q>) -> Incremental<'q> {
        Incremental {
            question,
            slice: question.first_slice(),
            found: FxHashSet::default(),
            path: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    /// Searches until the answer is certain.
    pub(super) fn run(&mut self) -> Verdict {
        loop {
            self.found.clear();
            let before = self.statistics.refinements;
            if let Some(verdict) = self.search() {
                return verdict;
            }
            if self.statistics.refinements == before {
                return Verdict::Unreachable;
            }
        }
    }

    /// Searches the current slice. There is no answer if nothing is found, or what is found is not real: then the
    /// slice is refined.
    fn search(&mut self) -> Option<Verdict> {
        for start in starts(self.question.program, &self.slice) {
            self.path.clear();
            let mut next = Some((start, None));
            while next.is_some() || !self.path.is_empty() {
                if let Some((state, event)) = next.take()
                    && self.enter(state, event)
                {
                    return self.decide();
                }
                if let Some(limit) = self.question.limit(&self.statistics, self.path.len()) {
                    return Some(Verdict::Limit(limit));
                }
                next = self.next_successor();
            }
        }
        None
    }

    /// Goes on from a state, if it is new; tells whether it is what is looked for.
    fn enter(&mut self, state: State, event: Option<ActionId>) -> bool {
        if !self.found.insert(state.clone()) {
            return false;
        }
        self.statistics.explored += 1;
        self.statistics.stored = self.statistics.stored.max(self.found.len() as u64);
        self.statistics.property_evaluations += 1;
        let is_wanted = evaluate(self.question.property, &state).is_ok_and(|value| value != 0);
        self.path.push(Entry {
            state,
            event,
            scan: 0,
            ready: Vec::new(),
        });
        is_wanted
    }

    /// The next successor of the last state, which is left if there is none.
    fn next_successor(&mut self) -> Option<(State, Option<ActionId>)> {
        let entry = self.path.last_mut()?;
        while entry.ready.is_empty()
            && let Some(action) = self.slice.actions.get(entry.scan)
        {
            entry.scan += 1;
            let (state, statistics) = (&entry.state, &mut self.statistics);
            let next = (self.slice).successors(self.question, state, action, statistics);
            let ready = next.into_iter().rev();
            entry.ready = ready.map(|state| (state, Some(action.id))).collect();
        }
        if let Some(next) = entry.ready.pop() {
            self.statistics.transitions += 1;
            return Some(next);
        }
        self.path.pop();
        None
    }

    /// Decides whether the path is one of the program; if it is not, refines the slice.
    fn decide(&mut self) -> Option<Verdict> {
        let verdict = self.follow();
        self.statistics.held = 0;
        verdict
    }

    /// Follows the path in the program.
    fn follow(&mut self) -> Option<Verdict> {
        let events = self.path.iter().filter_map(|entry| entry.event);
        let closed = without_open(self.question, &self.slice, events);
        let most = match closed {
            Some(_) => self.question.most_for_open(&self.statistics),
            None => u64::MAX,
        };
        let mut sets: Vec<(Option<ActionId>, Feasible)> = Vec::new();
        for at in 0..self.path.len() {
            let before = sets.last().map(|(_, before)| before);
            let feasible = match self.feasible(at, before, most) {
                Ok(Some(feasible)) => feasible,
                Ok(None) => {
                    self.refine_to(closed?);
                    return None;
                }
                Err(limit) => return Some(Verdict::Limit(limit)),
            };
            if let (true, Some(before)) = (feasible.is_empty(), before) {
                return self.refine(at, before);
            }
            self.statistics.held += feasible.len();
            sets.push((self.path[at].event, feasible));
        }
        let sets: Vec<(Option<ActionId>, &Feasible)> =
            sets.iter().map(|(event, set)| (*event, set)).collect();
        Some(run_through(&sets).map_or(Verdict::Unreachable, Verdict::Reachable))
    }

    /// Refines the slice by what rules out the step to an entry, given what is feasible before it.
    fn refine(&mut self, at: usize, before: &Feasible) -> Option<Verdict> {
        let entry = &self.path[at];
        let failed = Failed {
            slice: &self.slice,
            action: self.question.program.action(entry.event?),
            seen: &entry.state,
        };
        let keeps = refined(self.question, &failed, before.states());
        if keeps == self.slice.keeps {
            // The guard holds, so it is an error of the program that rules out the step.
            self.statistics.met_fault = true;
            return Some(Verdict::Unreachable);
        }
        self.refine_to(keeps);
        None
    }

    fn refine_to(&mut self, keeps: Vec<bool>) {
        self.slice = Slice::new(self.question, keeps);
        self.statistics.refinements += 1;
    }

    /// The states of the program that are reachable along the path to an entry, given those of the entry before,
    /// unless that takes too many.
    fn feasible(
        &mut self,
        at: usize,
        before: Option<&Feasible>,
        most: u64,
    ) -> Result<Option<Feasible>, Limit> {
        let (question, slice, entry) = (self.question, &self.slice, &self.path[at]);
        let statistics = &mut self.statistics;
        let program = question.program;
        let mut feasible = match (before, entry.event) {
            (Some(before), Some(event)) => {
                let action = program.action(event);
                before.step(question, action, (slice, &entry.state), statistics)?
            }
            _ => Feasible::starts(question, slice, &entry.state, statistics)?,
        };
        let is_whole = feasible.spread(question, &slice.others, most, statistics)?;
        Ok(is_whole.then_some(feasible))
    }
}
