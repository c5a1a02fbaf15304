//! Which variables rule out a step that a slice has and the program has not.

use std::collections::BTreeSet;

use super::slice::{Slice, close};
use crate::finite::evaluate::evaluate;
use crate::finite::{Action, Expr, Program, State, VariableId};

/// How a slice is refined.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refinement {
    /// By all variables of the guard that does not hold, as published.
    WholeGuard,
    /// By the fewest variables that tell that it does not hold.
    Fewest,
}

/// Up to so many conditions every choice of them is tried.
const MOST_TRIED: usize = 10;

/// The variables to keep so that an action, which cannot happen in any of some states, cannot happen there in the slice.
pub(super) fn refined<'s>(
    program: &Program,
    slice: &Slice,
    action: &Action,
    states: impl Iterator<Item = &'s State>,
    refinement: Refinement,
) -> Vec<bool> {
    let unknown: Vec<&Expr> = action.guard.iter().filter(|it| !slice.knows(it)).collect();
    let chosen = match refinement {
        Refinement::WholeGuard => unknown,
        Refinement::Fewest => fewest(program, slice, &unknown, states),
    };
    kept_with(program, slice, &chosen)
}

/// What is kept if some conditions are.
fn kept_with(program: &Program, slice: &Slice, conditions: &[&Expr]) -> Vec<bool> {
    let mut keeps = slice.keeps.clone();
    let mut read: BTreeSet<VariableId> = BTreeSet::new();
    for condition in conditions {
        condition.read(&mut read);
    }
    for variable in read {
        keeps[variable.0 as usize] = true;
    }
    close(program, &mut keeps);
    keeps
}

/// Conditions of which one is false in each state, such that the fewest variables have to be kept for them.
fn fewest<'g, 's>(
    program: &Program,
    slice: &Slice,
    unknown: &[&'g Expr],
    states: impl Iterator<Item = &'s State>,
) -> Vec<&'g Expr> {
    // A condition that cannot be computed is not true either.
    let false_in = |state: &State| {
        let numbers = unknown.iter().enumerate();
        let is_false =
            numbers.filter(|(_, it)| !matches!(evaluate(it, state), Ok(value) if value != 0));
        is_false
            .map(|(number, _)| number)
            .collect::<BTreeSet<usize>>()
    };
    let to_hit: BTreeSet<BTreeSet<usize>> = states.map(false_in).collect();
    if to_hit.iter().any(BTreeSet::is_empty) {
        return unknown.to_vec();
    }
    let chosen = if unknown.len() <= MOST_TRIED {
        best_choice(program, slice, unknown, &to_hit)
    } else {
        greedy_choice(unknown.len(), to_hit)
    };
    chosen.into_iter().map(|number| unknown[number]).collect()
}

fn best_choice(
    program: &Program,
    slice: &Slice,
    unknown: &[&Expr],
    to_hit: &BTreeSet<BTreeSet<usize>>,
) -> Vec<usize> {
    let members = |choice: u32| (0..unknown.len()).filter(move |number| choice >> number & 1 == 1);
    let hits_all = |choice: &u32| {
        let mut sets = to_hit.iter();
        sets.all(|set| members(*choice).any(|number| set.contains(&number)))
    };
    let cost = |choice: &u32| {
        let conditions: Vec<&Expr> = members(*choice).map(|number| unknown[number]).collect();
        let kept = kept_with(program, slice, &conditions);
        let n_kept = kept.iter().filter(|it| **it).count();
        (n_kept, choice.count_ones(), *choice)
    };
    let choices = (0..1_u32 << unknown.len()).filter(hits_all);
    let best = choices.min_by_key(cost).unwrap_or(u32::MAX);
    members(best).collect()
}

/// Takes the condition that is false in the most states, again and again.
fn greedy_choice(n_conditions: usize, mut to_hit: BTreeSet<BTreeSet<usize>>) -> Vec<usize> {
    let mut chosen = Vec::new();
    while !to_hit.is_empty() {
        let hits = |number: &usize| to_hit.iter().filter(|set| set.contains(number)).count();
        let most =
            (0..n_conditions).max_by_key(|number| (hits(number), std::cmp::Reverse(*number)));
        let Some(most) = most else { break };
        to_hit.retain(|set| !set.contains(&most));
        chosen.push(most);
    }
    chosen
}
