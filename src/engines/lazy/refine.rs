//! Which variables rule out a step that a slice has and the program has not.

use std::collections::BTreeSet;

use super::Question;
use super::reads::{close, reads};
use super::slice::Slice;
use crate::finite::evaluate::evaluate;
use crate::finite::ranges::Ranges;
use crate::finite::values::Values;
use crate::finite::{Action, ActionId, Expr, Program, State, VariableId};

/// How a slice is refined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refinement {
    /// By all variables of the guard that does not hold, as published.
    WholeGuard,
    /// By the fewest variables that tell that it does not hold.
    Fewest,
}

impl Refinement {
    /// What a slice that is refined in this way leaves open: nothing, as published, or what has few values.
    pub fn values(self, program: &Program, ranges: &Ranges) -> Values {
        match self {
            Refinement::WholeGuard => Values::unknown(),
            Refinement::Fewest => Values::of(program, ranges),
        }
    }
}

/// Up to so many reasons every choice of them is tried.
const MOST_TRIED: usize = 10;

/// A step of a slice that the program does not have.
pub(super) struct Failed<'f> {
    pub(super) slice: &'f Slice,
    pub(super) action: &'f Action,
    /// What it leads to in the slice.
    pub(super) seen: &'f State,
}

/// Variables to keep so that a step is ruled out in some states.
enum Reason<'g> {
    /// Those that tell that a condition of the guard does not hold.
    Condition(&'g Expr),
    /// Those that tell that the action leads elsewhere.
    Reads(Vec<VariableId>),
}

impl Reason<'_> {
    /// Whether a step is ruled out in a state by what this keeps. What cannot be computed does not happen either.
    fn rules_out(&self, question: &Question<'_>, failed: &Failed<'_>, state: &State) -> bool {
        match self {
            Reason::Condition(condition) => {
                !matches!(evaluate(condition, state), Ok(value) if value != 0)
            }
            Reason::Reads(_) => {
                let next = question.program.effect(state, failed.action);
                next.map_or(true, |next| failed.slice.project(&next) != *failed.seen)
            }
        }
    }
}

/// The variables to keep so that a step, which the program takes from none of some states, is not in the slice there.
pub(super) fn refined<'s>(
    question: &Question<'_>,
    failed: &Failed<'_>,
    states: impl Iterator<Item = &'s State>,
) -> Vec<bool> {
    let (slice, action) = (failed.slice, failed.action);
    let unknown = action.guard.iter().filter(|it| !slice.knows(it));
    let mut reasons: Vec<Reason<'_>> = unknown.map(Reason::Condition).collect();
    let reads = reads(action, &slice.keeps);
    if !reads.is_empty() {
        reasons.push(Reason::Reads(reads));
    }
    let all: Vec<usize> = (0..reasons.len()).collect();
    let chosen = match question.refinement {
        Refinement::WholeGuard => all,
        Refinement::Fewest => {
            let ruling_out = |state: &State| {
                let numbers = all.iter().copied();
                let ruling_out =
                    numbers.filter(|it| reasons[*it].rules_out(question, failed, state));
                ruling_out.collect::<BTreeSet<usize>>()
            };
            let to_hit: BTreeSet<BTreeSet<usize>> = states.map(ruling_out).collect();
            fewest(question, slice, &reasons, to_hit)
        }
    };
    kept_with(
        question,
        slice,
        chosen.iter().map(|number| &reasons[*number]),
    )
}

/// The variables to keep so that nothing is open that some actions read; nothing where nothing is.
pub(super) fn without_open(
    question: &Question<'_>,
    slice: &Slice,
    actions: impl Iterator<Item = ActionId>,
) -> Option<Vec<bool>> {
    let mut keeps = slice.keeps.clone();
    for variable in actions.flat_map(|action| slice.open(action)) {
        keeps[variable.0 as usize] = true;
    }
    if keeps == slice.keeps {
        return None;
    }
    close(question, &mut keeps);
    Some(keeps)
}

/// What is kept if some reasons are to be known.
fn kept_with<'g>(
    question: &Question<'_>,
    slice: &Slice,
    reasons: impl Iterator<Item = &'g Reason<'g>>,
) -> Vec<bool> {
    let mut read: BTreeSet<VariableId> = BTreeSet::new();
    for reason in reasons {
        match reason {
            Reason::Condition(condition) => condition.read(&mut read),
            Reason::Reads(variables) => read.extend(variables),
        }
    }
    let mut keeps = slice.keeps.clone();
    for variable in read {
        keeps[variable.0 as usize] = true;
    }
    close(question, &mut keeps);
    keeps
}

/// Reasons, by their numbers, of which one is in each set, such that the fewest variables have to be kept for them.
fn fewest(
    question: &Question<'_>,
    slice: &Slice,
    reasons: &[Reason<'_>],
    to_hit: BTreeSet<BTreeSet<usize>>,
) -> Vec<usize> {
    if to_hit.iter().any(BTreeSet::is_empty) {
        return (0..reasons.len()).collect();
    }
    if reasons.len() > MOST_TRIED {
        return greedy_choice(reasons.len(), to_hit);
    }
    let members = |choice: u32| (0..reasons.len()).filter(move |number| choice >> number & 1 == 1);
    let hits_all = |choice: &u32| {
        let mut sets = to_hit.iter();
        sets.all(|set| members(*choice).any(|number| set.contains(&number)))
    };
    let cost = |choice: &u32| {
        let chosen = members(*choice).map(|number| &reasons[number]);
        let kept = kept_with(question, slice, chosen);
        let n_kept = kept.iter().filter(|it| **it).count();
        (n_kept, choice.count_ones(), *choice)
    };
    let choices = (0..1_u32 << reasons.len()).filter(hits_all);
    let best = choices.min_by_key(cost).unwrap_or(u32::MAX);
    members(best).collect()
}

/// Takes the reason that rules out the most, again and again.
fn greedy_choice(n_reasons: usize, mut to_hit: BTreeSet<BTreeSet<usize>>) -> Vec<usize> {
    let mut chosen = Vec::new();
    while !to_hit.is_empty() {
        let hits = |number: &usize| to_hit.iter().filter(|set| set.contains(number)).count();
        let most = (0..n_reasons).max_by_key(|number| (hits(number), std::cmp::Reverse(*number)));
        let Some(most) = most else { break };
        to_hit.retain(|set| !set.contains(&most));
        chosen.push(most);
    }
    chosen
}
