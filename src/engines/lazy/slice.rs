//! Over-approximate slices of a finite program: only some variables are kept, and guards are weakened to what these tell.
//!
//! Seed 000, sections 3 and 7, as mended in our reading: a part of a guard about which nothing is known counts as true.

use std::collections::BTreeSet;

use super::Question;
use super::statistics::Statistics;
use crate::finite::evaluate::evaluate;
use crate::finite::program::{Effect, Expr, Place};
use crate::finite::{Action, ActionId, BinaryOp, Program, State, UnaryOp, VariableId};

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
    guard: Vec<Expr>,
    effects: Vec<Effect>,
}

/// Adds what the assignments to kept variables read, until nothing is missing: equation (2).
pub(super) fn close(program: &Program, keeps: &mut [bool]) {
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for action in &program.actions {
            has_grown |= close_over(action, keeps);
        }
    }
}

fn close_over(action: &Action, keeps: &mut [bool]) -> bool {
    let mut has_grown = false;
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
            Effect::Assign(place, _) if assigns_kept(place, keeps) => {
                for variable in read {
                    has_grown |= !std::mem::replace(&mut keeps[variable.0 as usize], true);
                }
            }
            Effect::Assign(..) | Effect::Assert(_) => {}
        }
    }
    has_grown
}

/// What an effect reads of what was computed before it.
fn locals_of(effect: &Effect) -> Vec<usize> {
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

fn assigns_kept(place: &Place, keeps: &[bool]) -> bool {
    let mut targets = place.targets().into_iter();
    targets.any(|target| keeps[target.0 as usize])
}

impl Slice {
    /// The slice that keeps some variables, with all that their assignments read.
    pub(super) fn new(program: &Program, mut keeps: Vec<bool>, guards: Guards) -> Slice {
        close(program, &mut keeps);
        let mut slice = Slice {
            keeps,
            actions: Vec::new(),
            others: Vec::new(),
        };
        for (id, action) in program.action_ids().zip(&program.actions) {
            match slice.sliced(id, action, guards) {
                Some(sliced) => slice.actions.push(sliced),
                None => slice.others.push(id),
            }
        }
        slice
    }

    fn sliced(&self, id: ActionId, action: &Action, guards: Guards) -> Option<SlicedAction> {
        let is_kept = |effect: &&Effect| match effect {
            Effect::Assign(place, _) => assigns_kept(place, &self.keeps),
            Effect::Let(..) => true,
            Effect::Assert(_) => false,
        };
        let effects: Vec<Effect> = action.effects.iter().filter(is_kept).cloned().collect();
        let assigns = |effect: &Effect| matches!(effect, Effect::Assign(..));
        effects.iter().any(assigns).then(|| SlicedAction {
            id,
            guard: self.weakened(&action.guard, guards),
            effects,
        })
    }

    fn weakened(&self, guard: &[Expr], guards: Guards) -> Vec<Expr> {
        match guards {
            Guards::Whole if guard.iter().all(|part| self.knows(part)) => guard.to_vec(),
            Guards::Whole => Vec::new(),
            Guards::Literals => {
                let parts = guard.iter().map(|part| self.weaker(part, true));
                parts.filter(|part| *part != Expr::Constant(1)).collect()
            }
        }
    }

    /// Whether an expression reads kept variables only.
    pub(super) fn knows(&self, expr: &Expr) -> bool {
        let mut read = expr.variables().into_iter();
        read.all(|variable| self.keeps[variable.0 as usize])
    }

    /// A condition that follows from another, or from its negation, and reads kept variables only: literals that do not are true.
    /// This is what equations (7) and (8) give, without their disjunctive normal form.
    fn weaker(&self, condition: &Expr, is_positive: bool) -> Expr {
        let both = |op, left: &Expr, right: &Expr| {
            let (left, right) = (
                self.weaker(left, is_positive),
                self.weaker(right, is_positive),
            );
            connected(op, left, right)
        };
        match condition {
            Expr::Unary(UnaryOp::Not, operand) => self.weaker(operand, !is_positive),
            Expr::Binary(BinaryOp::And, left, right) if is_positive => {
                both(BinaryOp::And, left, right)
            }
            Expr::Binary(BinaryOp::And, left, right) => both(BinaryOp::Or, left, right),
            Expr::Binary(BinaryOp::Or, left, right) if is_positive => {
                both(BinaryOp::Or, left, right)
            }
            Expr::Binary(BinaryOp::Or, left, right) => both(BinaryOp::And, left, right),
            _ if !self.knows(condition) => Expr::Constant(1),
            _ if is_positive => condition.clone(),
            _ => Expr::Unary(UnaryOp::Not, Box::new(condition.clone())),
        }
    }

    /// What a state of the program looks like here: what is not kept is zero.
    pub(super) fn project(&self, state: &[i64]) -> State {
        let pairs = state.iter().zip(&self.keeps);
        pairs
            .map(|(value, keeps)| if *keeps { *value } else { 0 })
            .collect()
    }

    /// Where an action leads from a state of this slice, if its weakened guard holds.
    ///
    /// What cannot be computed in a guard may only be asked for where another part of the guard, which is not here, holds: it counts as true.
    /// An effect that cannot be computed leads nowhere, as it does in the program.
    ///
    /// States that no reachable state of the program looks like are left out.
    pub(super) fn next(
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
