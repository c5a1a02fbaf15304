//! Which states of the program a run of a slice stands for: Huang et al., section 4.

use std::hash::BuildHasherDefault;

use indexmap::IndexMap;
use rustc_hash::FxHasher;

use super::Question;
use super::slice::Slice;
use super::statistics::Statistics;
use crate::finite::search::{Limit, Run};
use crate::finite::{Action, ActionId, State};

/// How a state of the program was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// Runs begin with it.
    Start,
    /// By the step of the slice, from a state that the run was in before, given by its number.
    Step(usize),
    /// By an action that the slice does not have, from another state here, given by its number.
    Aside(usize, ActionId),
}

/// States of the program that are really reachable along a run, each with how.
#[derive(Debug, Clone, Default)]
pub(super) struct Feasible {
    states: IndexMap<State, Origin, BuildHasherDefault<FxHasher>>,
}

impl Feasible {
    pub(super) fn len(&self) -> u64 {
        self.states.len() as u64
    }

    pub(super) fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub(super) fn states(&self) -> impl Iterator<Item = &State> {
        self.states.keys()
    }

    /// The states that runs begin with and that look like one of the slice. There may be very many of them, so limits
    /// hold here, too.
    pub(super) fn starts(
        question: &Question<'_>,
        slice: &Slice,
        seen: &[i64],
        statistics: &Statistics,
    ) -> Result<Feasible, Limit> {
        let mut feasible = Feasible::default();
        let states = question.program.starts_as(|index, value| {
            let is_wanted = !slice.keeps[index] || value == seen[index];
            is_wanted.then_some(value)
        });
        for (number, state) in states.enumerate() {
            feasible.states.entry(state).or_insert(Origin::Start);
            let count = feasible.states.len();
            if let Some(limit) = question.limit_aside(statistics, number, count) {
                return Err(limit);
            }
        }
        Ok(feasible)
    }

    /// The states that an action leads to from these and that look like one of the slice.
    pub(super) fn step(
        &self,
        question: &Question<'_>,
        action: &Action,
        (slice, seen): (&Slice, &[i64]),
        statistics: &mut Statistics,
    ) -> Result<Feasible, Limit> {
        let program = question.program;
        let mut feasible = Feasible::default();
        for (number, state) in self.states.keys().enumerate() {
            let count = feasible.states.len();
            if let Some(limit) = question.limit_aside(statistics, number, count) {
                return Err(limit);
            }
            statistics.guard_evaluations += 1;
            if program.is_enabled(state, action) == Ok(true)
                && let Ok(next) = program.effect(state, action)
                && slice.project(&next) == seen
            {
                let entry = feasible.states.entry(next);
                entry.or_insert(Origin::Step(number));
            }
        }
        Ok(feasible)
    }

    /// Adds what the actions that the slice does not have make of these states: `Reach` of equation (4). That may be
    /// much of the program, so limits hold here, too. Tells whether so many states of the program, with those looked
    /// at before, are enough for it.
    pub(super) fn spread(
        &mut self,
        question: &Question<'_>,
        others: &[ActionId],
        most: u64,
        statistics: &mut Statistics,
    ) -> Result<bool, Limit> {
        let program = question.program;
        let mut number = 0;
        while let Some((state, _)) = self.states.get_index(number) {
            let state = state.clone();
            if statistics.concrete + number as u64 > most {
                statistics.concrete += number as u64;
                return Ok(false);
            }
            if let Some(limit) = question.limit_aside(statistics, number, self.states.len()) {
                return Err(limit);
            }
            for id in others {
                let action = program.action(*id);
                statistics.guard_evaluations += 1;
                if program.is_enabled(&state, action) == Ok(true)
                    && let Ok(next) = program.effect(&state, action)
                {
                    let entry = self.states.entry(next);
                    entry.or_insert(Origin::Aside(number, *id));
                }
            }
            number += 1;
        }
        statistics.concrete += self.states.len() as u64;
        Ok(true)
    }
}

/// A run of the program through states that are feasible, to the first of the last ones.
/// Between two sets stands the action that leads from the one to the other.
pub(super) fn run_through(sets: &[(Option<ActionId>, &Feasible)]) -> Option<Run> {
    let mut backwards = Vec::new();
    let mut number = 0;
    for (event, feasible) in sets.iter().rev() {
        loop {
            let (state, origin) = feasible.states.get_index(number)?;
            match origin {
                Origin::Start => {
                    backwards.reverse();
                    return Some(Run {
                        start: state.clone(),
                        steps: backwards,
                    });
                }
                Origin::Aside(before, action) => {
                    backwards.push((*action, state.clone()));
                    number = *before;
                }
                Origin::Step(before) => {
                    backwards.push(((*event)?, state.clone()));
                    number = *before;
                    break;
                }
            }
        }
    }
    None
}
