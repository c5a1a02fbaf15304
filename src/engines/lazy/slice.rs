//! Over-approximate slices of a finite program: only some variables are kept, and guards are weakened to what these
//! tell.
//!
//! Huang et al., sections 3 and 7, as mended in our reading: a part of a guard about which nothing is known counts as
//! true.

use super::Question;
use super::reads::{Open, assigns_to, close, locals_of, open, reads};
use super::statistics::Statistics;
use crate::finite::evaluate::evaluate;
use crate::finite::program::{Effect, Expr};
use crate::finite::{Action, ActionId, BinaryOp, State, UnaryOp, VariableId};

/// How the guards of a slice are weakened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Guards {
    /// A guard that reads something else than the kept variables is true (section 3).
    Whole,
    /// Of such a guard, the literals stay that read kept variables only (section 7).
    Literals,
}

/// A slice: the kept variables, and what they make of the actions.
#[derive(Debug, Clone)]
pub(super) struct Slice {
    /// By variable, whether it is kept.
    pub(super) keeps: Vec<bool>,
    /// The actions that assign to a kept variable.
    pub(super) actions: Vec<SlicedAction>,
    /// The actions that do not.
    pub(super) others: Vec<ActionId>,
}

/// What is left of an action.
#[derive(Debug, Clone)]
pub(super) struct SlicedAction {
    pub(super) id: ActionId,
    /// What it reads besides kept variables.
    open: Open,
    /// By variable, whether it is kept or open.
    known: Vec<bool>,
    guard: Vec<Expr>,
    effects: Vec<Effect>,
}

impl Slice {
    /// The slice that keeps some variables, with all that have to be kept for their assignments.
    pub(super) fn new(question: &Question<'_>, mut keeps: Vec<bool>) -> Slice {
        close(question, &mut keeps);
        let program = question.program;
        let mut slice = Slice {
            keeps,
            actions: Vec::new(),
            others: Vec::new(),
        };
        for (id, action) in program.action_ids().zip(&program.actions) {
            match slice.sliced(question, id, action) {
                Some(sliced) => slice.actions.push(sliced),
                None => slice.others.push(id),
            }
        }
        slice
    }

    fn sliced(
        &self,
        question: &Question<'_>,
        id: ActionId,
        action: &Action,
    ) -> Option<SlicedAction> {
        let assigns_kept = |effect: &Effect| match effect {
            Effect::Assign(place, _) => assigns_to(place, &self.keeps),
            Effect::Let(..) | Effect::Assert(_) => false,
        };
        if !action.effects.iter().any(assigns_kept) {
            return None;
        }
        // After closing, whatever is read and not kept has few values.
        let open = open(question.values, &reads(action, &self.keeps)).unwrap_or_default();
        let mut known = self.keeps.clone();
        for (variable, _) in &open {
            known[variable.0 as usize] = true;
        }
        Some(SlicedAction {
            id,
            guard: weakened(&action.guard, question.guards, &known),
            effects: needed(&action.effects, &known),
            open,
            known,
        })
    }

    /// Whether an expression reads kept variables only.
    pub(super) fn knows(&self, expr: &Expr) -> bool {
        knows(expr, &self.keeps)
    }

    /// What an action reads besides kept variables.
    pub(super) fn open(&self, id: ActionId) -> impl Iterator<Item = VariableId> {
        let action = self.actions.iter().find(|action| action.id == id);
        let open = action.into_iter().flat_map(|action| &action.open);
        open.map(|(variable, _)| *variable)
    }

    /// What a state of the program looks like here: what is not kept is zero.
    pub(super) fn project(&self, state: &[i64]) -> State {
        let pairs = state.iter().zip(&self.keeps);
        pairs
            .map(|(value, keeps)| if *keeps { *value } else { 0 })
            .collect()
    }

    /// Where an action leads from a state of this slice. What it reads besides kept variables may have any value that
    /// fits.
    pub(super) fn successors(
        &self,
        question: &Question<'_>,
        state: &[i64],
        action: &SlicedAction,
        statistics: &mut Statistics,
    ) -> Vec<State> {
        if action.open.is_empty() {
            let next = self.next(question, state, action, statistics);
            return next.into_iter().collect();
        }
        let mut found: Vec<State> = Vec::new();
        for state in completed(state, &action.open) {
            if question.ranges.allow(&state, &action.known)
                && let Some(next) = self.next(question, &state, action, statistics)
                && !found.contains(&next)
            {
                found.push(next);
            }
        }
        found
    }

    /// Where an action leads from a state that has all that the action reads, if its weakened guard holds.
    ///
    /// What cannot be computed in a guard may only be asked for where another part of the guard, which is not here,
    /// holds: it counts as true. An effect that cannot be computed leads nowhere, as it does in the program.
    ///
    /// States that no reachable state of the program looks like are left out.
    fn next(
        &self,
        question: &Question<'_>,
        state: &[i64],
        action: &SlicedAction,
        statistics: &mut Statistics,
    ) -> Option<State> {
        statistics.guard_evaluations += 1;
        for condition in &action.guard {
            match evaluate(condition, state) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(_) => statistics.met_fault = true,
            }
        }
        let next = question.program.after(state, &action.effects).ok();
        statistics.met_fault |= next.is_none();
        let next = self.project(&next?);
        question.ranges.allow(&next, &self.keeps).then_some(next)
    }
}

/// A state with every choice of values for some variables.
fn completed(state: &[i64], open: &Open) -> Vec<State> {
    let mut states = vec![state.to_vec()];
    for (variable, values) in open {
        let with = |state: &State, value: i64| {
            let mut state = state.clone();
            state[variable.0 as usize] = value;
            state
        };
        let all = states
            .iter()
            .flat_map(|state| values.iter().map(|value| with(state, *value)));
        states = all.collect();
    }
    states
}

/// The effects that assign to known variables, and what these are computed from.
fn needed(effects: &[Effect], known: &[bool]) -> Vec<Effect> {
    let mut locals: Vec<usize> = Vec::new();
    let mut backwards: Vec<Effect> = Vec::new();
    for effect in effects.iter().rev() {
        let is_needed = match effect {
            Effect::Assign(place, _) => assigns_to(place, known),
            Effect::Let(local, _) => locals.contains(&(local.0 as usize)),
            Effect::Assert(_) => false,
        };
        if is_needed {
            locals.extend(locals_of(effect));
            backwards.push(effect.clone());
        }
    }
    backwards.reverse();
    backwards
}

fn knows(expr: &Expr, known: &[bool]) -> bool {
    let mut read = expr.variables().into_iter();
    read.all(|variable| known[variable.0 as usize])
}

fn weakened(guard: &[Expr], guards: Guards, known: &[bool]) -> Vec<Expr> {
    match guards {
        Guards::Whole if guard.iter().all(|part| knows(part, known)) => guard.to_vec(),
        Guards::Whole => Vec::new(),
        Guards::Literals => {
            let parts = guard.iter().map(|part| weaker(part, known, true));
            parts.filter(|part| *part != Expr::Constant(1)).collect()
        }
    }
}

/// A condition that follows from another, or from its negation, and reads known variables only: literals that do not
/// are true. This is what equations (7) and (8) give, without their disjunctive normal form.
fn weaker(condition: &Expr, known: &[bool], is_positive: bool) -> Expr {
    let both = |op, left: &Expr, right: &Expr| {
        let left = weaker(left, known, is_positive);
        connected(op, left, weaker(right, known, is_positive))
    };
    match condition {
        Expr::Unary(UnaryOp::Not, operand) => weaker(operand, known, !is_positive),
        Expr::Binary(BinaryOp::And, left, right) if is_positive => both(BinaryOp::And, left, right),
        Expr::Binary(BinaryOp::And, left, right) => both(BinaryOp::Or, left, right),
        Expr::Binary(BinaryOp::Or, left, right) if is_positive => both(BinaryOp::Or, left, right),
        Expr::Binary(BinaryOp::Or, left, right) => both(BinaryOp::And, left, right),
        _ if !knows(condition, known) => Expr::Constant(1),
        _ if is_positive => condition.clone(),
        _ => Expr::Unary(UnaryOp::Not, Box::new(condition.clone())),
    }
}

/// A conjunction or disjunction, without parts that are known to be true.
fn connected(op: BinaryOp, left: Expr, right: Expr) -> Expr {
    let yes = Expr::Constant(1);
    match op {
        BinaryOp::And if left == yes => right,
        BinaryOp::And if right == yes => left,
        BinaryOp::Or if left == yes || right == yes => yes,
        _ => Expr::Binary(op, Box::new(left), Box::new(right)),
    }
}
