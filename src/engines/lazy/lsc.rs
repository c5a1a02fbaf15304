//! Lazy slicing: one search over states of several slices, which refines the slice only from where it fails on.
//!
//! Huang et al., section 6, is unsound as printed; this is the mended algorithm. What is stored and no longer on the
//! search path has all its successors covered by what is stored. A refinement takes away what it makes wrong, and with
//! it everything that relied on that. Ours also refines before anything is found, where a slice turns out large:
//! slices that lack a guard can have more states than the program.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::feasible::{Feasible, run_through};
use super::refine::{Failed, refined, without_open};
use super::slice::Slice;
use super::statistics::Statistics;
use super::store::{ElementId, Store};
use super::{Question, Verdict, starts};
use crate::finite::evaluate::evaluate;
use crate::finite::search::Limit;
use crate::finite::{ActionId, State};

/// A search under way.
pub(super) struct Lazy<'q> {
    question: &'q Question<'q>,
    /// The slices, each finer than the one before; the last one is the current one.
    pub(super) slices: Vec<Slice>,
    pub(super) store: Store,
    path: Vec<Entry>,
    pub(super) statistics: Statistics,
    /// With so many states stored, we look next.
    next_look: u64,
}

/// A place on the path of the search.
struct Entry {
    /// The stored states that it stands for.
    keys: Vec<ElementId>,
    /// What it is at the current precision, each state with the stored one that covers it.
    expanded: Vec<(State, ElementId)>,
    /// The action that led here from the entry before, and from which of its states; none at the start.
    event: Option<(ActionId, State)>,
    /// The states of the program that are reachable along the path, once they are known.
    feasible: Option<Feasible>,
    is_new: bool,
    /// The state and action to try next.
    scan: (usize, usize),
    /// Where the last one leads besides, the next state last.
    ready: Vec<Successor>,
}

impl Entry {
    /// How many states of the program it holds.
    fn held(&self) -> u64 {
        self.feasible.as_ref().map_or(0, Feasible::len)
    }
}

/// Whether the path is one of the program.
enum Feasibility {
    /// It is.
    Whole,
    /// It is not, from this entry on.
    Not(usize),
    /// It takes more states to tell than may be looked at.
    Unknown,
}

/// Where a step leads.
struct Successor {
    /// The action, and the state it comes from.
    event: (ActionId, State),
    state: State,
    /// Whom it belongs to.
    key: ElementId,
}

impl<'q> Lazy<'q> {
    pub(super) fn new(question: &'q Question<'q>) -> Lazy<'q> {
        Lazy {
            question,
            slices: vec![question.first_slice()],
            store: Store::default(),
            path: Vec::new(),
            statistics: Statistics::default(),
            next_look: question.patience,
        }
    }

    fn slice(&self) -> &Slice {
        &self.slices[self.slices.len() - 1]
    }

    /// Searches until the answer is certain.
    pub(super) fn run(&mut self) -> Verdict {
        let mut precision = 0;
        while precision < self.slices.len() {
            precision = self.slices.len();
            let starts = starts(self.question.program, self.slice());
            for (number, start) in starts.enumerate() {
                if let Some(limit) = self.question.limit_aside(&self.statistics, number, 0) {
                    return Verdict::Limit(limit);
                }
                if self.store.covering(&self.slices, &start).is_none() {
                    self.push(start, None);
                    if let Some(verdict) = self.search() {
                        return verdict;
                    }
                    if self.slices.len() > precision {
                        break;
                    }
                }
            }
        }
        Verdict::Unreachable
    }

    fn push(&mut self, state: State, event: Option<(ActionId, State)>) -> ElementId {
        let key = self.store.add(self.slices.len() - 1, state.clone());
        self.statistics.explored += 1;
        self.note_size();
        self.path.push(Entry {
            keys: vec![key],
            expanded: vec![(state, key)],
            event,
            feasible: None,
            is_new: true,
            scan: (0, 0),
            ready: Vec::new(),
        });
        key
    }

    fn note_size(&mut self) {
        self.statistics.stored = self.statistics.stored.max(self.store.len() as u64);
    }

    /// Follows the path until it is empty, or the answer is certain.
    fn search(&mut self) -> Option<Verdict> {
        while let Some(entry) = self.path.last_mut() {
            if std::mem::replace(&mut entry.is_new, false) {
                self.statistics.property_evaluations += 1;
                let state = &entry.expanded[0].0;
                if evaluate(self.question.property, state).is_ok_and(|value| value != 0)
                    && let Some(verdict) = self.decide()
                {
                    return Some(verdict);
                }
                let limit = self.question.limit(&self.statistics, self.path.len());
                if let Some(verdict) = limit.map(Verdict::Limit).or_else(|| self.look()) {
                    return Some(verdict);
                }
            } else if let Some(next) = self.next_successor() {
                let covering = self.store.covering(&self.slices, &next.state);
                let by = covering.unwrap_or_else(|| self.push(next.state, Some(next.event)));
                self.store.depend(next.key, by);
            } else if let Some(entry) = self.path.pop() {
                self.statistics.held -= entry.held();
                entry
                    .keys
                    .into_iter()
                    .for_each(|key| self.store.finish(key));
            }
        }
        None
    }

    /// The next successor of the last entry.
    fn next_successor(&mut self) -> Option<Successor> {
        let slice = &self.slices[self.slices.len() - 1];
        let entry = self.path.last_mut()?;
        while entry.ready.is_empty()
            && let Some((state, key)) = entry.expanded.get(entry.scan.0)
        {
            let Some(action) = slice.actions.get(entry.scan.1) else {
                entry.scan = (entry.scan.0 + 1, 0);
                continue;
            };
            entry.scan.1 += 1;
            let next = slice.successors(self.question, state, action, &mut self.statistics);
            let ready = next.into_iter().rev().map(|next| Successor {
                event: (action.id, state.clone()),
                state: next,
                key: *key,
            });
            entry.ready = ready.collect();
        }
        let next = entry.ready.pop()?;
        self.statistics.transitions += 1;
        Some(next)
    }

    /// Decides whether the path is one of the program. If it is not, the slice is refined.
    fn decide(&mut self) -> Option<Verdict> {
        let events = self.path.iter().filter_map(|it| Some(it.event.as_ref()?.0));
        let closed = without_open(self.question, self.slice(), events);
        let most = match closed {
            Some(_) => self.question.most_for_open(&self.statistics),
            None => u64::MAX,
        };
        match (self.first_infeasible(most), closed) {
            (Err(limit), _) => return Some(Verdict::Limit(limit)),
            (Ok(Feasibility::Not(at)), _) => return self.refine(at),
            (Ok(Feasibility::Unknown), Some(keeps)) => {
                self.refine_to(0, keeps);
                return None;
            }
            (Ok(_), _) => {}
        }
        let sets = self.path.iter().filter_map(|entry| {
            let event = entry.event.as_ref().map(|(event, _)| *event);
            Some((event, entry.feasible.as_ref()?))
        });
        let sets: Vec<(Option<ActionId>, &Feasible)> = sets.collect();
        Some(run_through(&sets).map_or(Verdict::Unreachable, Verdict::Reachable))
    }

    /// Refines the slice before anything was found, if many states are stored and the path is none of the program:
    /// what such a path leads to, the program may not have, and that can be far more than it has.
    fn look(&mut self) -> Option<Verdict> {
        let stored = self.store.len() as u64;
        if stored < self.next_look {
            return None;
        }
        let most = self.statistics.concrete + stored;
        match self.first_infeasible(most) {
            Err(limit) => Some(Verdict::Limit(limit)),
            Ok(Feasibility::Not(at)) => self.refine(at),
            Ok(Feasibility::Whole | Feasibility::Unknown) => {
                self.next_look *= 2;
                None
            }
        }
    }

    /// How far the path is one of the program, as far as so many states of the program tell.
    fn first_infeasible(&mut self, most: u64) -> Result<Feasibility, Limit> {
        for at in 0..self.path.len() {
            if self.path[at].feasible.is_some() {
                continue;
            }
            let Some(feasible) = self.feasible(at, most)? else {
                return Ok(Feasibility::Unknown);
            };
            if feasible.is_empty() {
                return Ok(Feasibility::Not(at));
            }
            self.statistics.held += feasible.len();
            self.path[at].feasible = Some(feasible);
        }
        Ok(Feasibility::Whole)
    }

    /// The states of the program that are reachable along the path to an entry, equation (4), unless that takes too
    /// many.
    fn feasible(&mut self, at: usize, most: u64) -> Result<Option<Feasible>, Limit> {
        let program = self.question.program;
        let slice = &self.slices[self.slices.len() - 1];
        let entry = &self.path[at];
        let seen = &entry.expanded[0].0;
        let before = at
            .checked_sub(1)
            .and_then(|at| self.path[at].feasible.as_ref());
        let mut feasible = match (before, &entry.event) {
            (Some(before), Some((event, _))) => {
                let action = program.action(*event);
                before.step(self.question, action, (slice, seen), &mut self.statistics)?
            }
            _ => Feasible::starts(self.question, slice, seen, &self.statistics)?,
        };
        let is_whole = feasible.spread(self.question, &slice.others, most, &mut self.statistics)?;
        Ok(is_whole.then_some(feasible))
    }

    /// Refines the slice by what rules out the step to an entry, and goes back to before it. If the slice has all that
    /// the guard reads, the step is ruled out by an error of the program: then there is no more to say.
    fn refine(&mut self, at: usize) -> Option<Verdict> {
        let finer = self.finer(at);
        let Some(keeps) = finer.filter(|keeps| *keeps != self.slice().keeps) else {
            self.statistics.met_fault = true;
            return Some(Verdict::Unreachable);
        };
        self.refine_to(at, keeps);
        None
    }

    /// Refines the slice to some variables, and goes back to before an entry.
    fn refine_to(&mut self, at: usize, keeps: Vec<bool>) {
        self.statistics.refinements += 1;
        let slice = Slice::new(self.question, keeps);
        self.slices.push(slice);
        let mut wrong: Vec<ElementId> = Vec::new();
        for entry in self.path.drain(at..) {
            self.statistics.held -= entry.held();
            wrong.extend(entry.keys);
        }
        for at in 0..self.path.len() {
            self.expand(at, &mut wrong);
        }
        self.store.delete(wrong);
        self.note_size();
    }

    fn finer(&self, at: usize) -> Option<Vec<bool>> {
        let (event, from) = self.path[at].event.as_ref()?;
        let before = self.path[at.checked_sub(1)?].feasible.as_ref()?;
        let slice = self.slice();
        let states = before
            .states()
            .filter(|state| slice.project(state) == *from);
        let failed = Failed {
            slice,
            action: self.question.program.action(*event),
            seen: &self.path[at].expanded[0].0,
        };
        Some(refined(self.question, &failed, states))
    }

    /// Takes an entry apart into what is feasible of it at the new precision. A stored state stays if that is all of
    /// it.
    fn expand(&mut self, at: usize, wrong: &mut Vec<ElementId>) {
        let precision = self.slices.len() - 1;
        let slice = &self.slices[precision];
        let Some(feasible) = &self.path[at].feasible else {
            return;
        };
        let states: BTreeSet<State> = feasible.states().map(|it| slice.project(it)).collect();
        // By slice, what its states stand for here.
        let mut by_slice: FxHashMap<usize, FxHashMap<State, Vec<State>>> = FxHashMap::default();
        let mut keys = Vec::new();
        let mut expanded = Vec::new();
        for key in std::mem::take(&mut self.path[at].keys) {
            self.store.forget(key);
            let (coarse, known) = (
                self.store.get(key).precision,
                self.store.get(key).state.clone(),
            );
            let parts = by_slice.entry(coarse).or_insert_with(|| {
                let mut parts: FxHashMap<State, Vec<State>> = FxHashMap::default();
                for state in &states {
                    let whole = self.slices[coarse].project(state);
                    parts.entry(whole).or_default().push(state.clone());
                }
                parts
            });
            let parts = parts.get(&known).cloned().unwrap_or_default();
            if Some(parts.len() as u64) == self.refinements_between(coarse, precision) {
                keys.push(key);
                expanded.extend(parts.into_iter().map(|state| (state, key)));
                continue;
            }
            wrong.push(key);
            for state in parts {
                let part = self.store.add(precision, state.clone());
                keys.push(part);
                expanded.push((state, part));
            }
        }
        let entry = &mut self.path[at];
        entry.keys = keys;
        entry.expanded = expanded;
        entry.scan = (0, 0);
        entry.ready.clear();
    }

    /// How many states of a finer slice one of a coarser has, or none where they are too many to count.
    fn refinements_between(&self, coarse: usize, fine: usize) -> Option<u64> {
        let (coarse, fine) = (&self.slices[coarse].keeps, &self.slices[fine].keeps);
        let new = (0..fine.len()).filter(|index| fine[*index] && !coarse[*index]);
        new.map(|index| self.question.ranges.whole[index])
            .try_fold(1_u64, |product, range| {
                let values = range.high.checked_sub(range.low)?.checked_add(1)?;
                product.checked_mul(values.cast_unsigned())
            })
    }
}
