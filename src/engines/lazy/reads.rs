//! What becomes of the variables that assignments to kept ones read.
//!
//! Huang et al. keep them all: equation (2). Here such a variable may instead have any of its values while an action
//! happens, if these are few: then an action leads to several states. It is kept as soon as a run shows that its value
//! matters.

use std::collections::BTreeSet;

use super::Question;
use crate::finite::program::{Effect, Expr, Place};
use crate::finite::values::Values;
use crate::finite::{Action, VariableId};

/// An action may lead to so many states of a slice at most.
const MOST_CHOICES: usize = 32;

/// Variables that are not kept and that an action reads all the same, each with the values that it may have.
pub(super) type Open = Vec<(VariableId, Vec<i64>)>;

/// Adds what the assignments to kept variables read, unless it has so few values that it can be left open, until
/// nothing is missing.
pub(super) fn close(question: &Question<'_>, keeps: &mut [bool]) {
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for action in &question.program.actions {
            let reads = reads(action, keeps);
            if !reads.is_empty() && open(question.values, &reads).is_none() {
                for variable in reads {
                    keeps[variable.0 as usize] = true;
                }
                has_grown = true;
            }
        }
    }
}

/// The values of variables that an action reads, if it leads to few states with them.
pub(super) fn open(values: &Values, reads: &[VariableId]) -> Option<Open> {
    let mut choices = 1_usize;
    let mut open = Open::new();
    for variable in reads {
        let values = values.of_variable(*variable)?;
        choices = choices.saturating_mul(values.len());
        open.push((*variable, values.to_vec()));
    }
    (choices <= MOST_CHOICES).then_some(open)
}

/// The variables that are not kept and that an action needs for what it assigns to kept ones.
pub(super) fn reads(action: &Action, keeps: &[bool]) -> Vec<VariableId> {
    let mut found = BTreeSet::new();
    let mut known = keeps.to_vec();
    loop {
        let new = new_reads(action, &known);
        if new.is_empty() {
            return found.into_iter().collect();
        }
        for variable in &new {
            known[variable.0 as usize] = true;
        }
        found.extend(new);
    }
}

/// What is read for assignments to known variables, and is not known.
fn new_reads(action: &Action, known: &[bool]) -> BTreeSet<VariableId> {
    let mut found = BTreeSet::new();
    let mut locals: Vec<BTreeSet<VariableId>> = Vec::new();
    for effect in &action.effects {
        let mut read = BTreeSet::new();
        effect.read(&mut read);
        for local in locals_of(effect) {
            read.extend(locals.get(local).into_iter().flatten());
        }
        match effect {
            Effect::Let(local, _) => {
                let index = local.0 as usize;
                locals.resize(locals.len().max(index + 1), BTreeSet::new());
                locals[index] = read;
            }
            Effect::Assign(place, _) if assigns_to(place, known) => found.extend(read),
            Effect::Assign(..) | Effect::Assert(_) => {}
        }
    }
    found.retain(|variable| !known[variable.0 as usize]);
    found
}

/// What an effect reads of what was computed before it.
pub(super) fn locals_of(effect: &Effect) -> Vec<usize> {
    let mut found = Vec::new();
    let mut note = |expr: &Expr| {
        expr.walk(&mut |part| {
            if let Expr::Local(local) = part {
                found.push(local.0 as usize);
            }
        });
    };
    match effect {
        Effect::Let(_, value) | Effect::Assert(value) => note(value),
        Effect::Assign(place, value) => {
            note(value);
            if let Place::Element(_, index) = place {
                note(index);
            }
        }
    }
    found
}

/// Whether one of some variables may be assigned to.
pub(super) fn assigns_to(place: &Place, variables: &[bool]) -> bool {
    let mut targets = place.targets().into_iter();
    targets.any(|target| variables[target.0 as usize])
}
