//! What a finite program means: the reference for everything that explores it faster.

use super::program::{
    Action, ActionId, BinaryOp, Effect, Expr, Place, Program, UnaryOp, VariableId,
};

/// The value of every variable, in the order of the variables.
pub type State = Vec<i64>;

/// An error of the model itself, which ends whatever runs into it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Fault {
    /// A division by zero.
    Division,
    /// An index outside of its array.
    Index,
    /// A value outside of what its variable may have.
    Range,
    /// An assertion that is false.
    Assertion,
}

/// A part of an action.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// A condition of its guard, by its number.
    Guard(usize),
    /// An effect, by its number.
    Effect(usize),
}

/// A state and what the action under way has computed.
struct Frame<'s> {
    state: &'s [i64],
    locals: &'s [i64],
}

impl Program {
    /// Whether an action can happen.
    pub fn is_enabled(&self, state: &[i64], action: &Action) -> Result<bool, Fault> {
        for condition in &action.guard {
            if evaluate(condition, state)? == 0 {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The state after an action, whose guard is not looked at.
    pub fn effect(&self, state: &[i64], action: &Action) -> Result<State, Fault> {
        self.after(state, &action.effects)
    }

    /// The state after some effects, one after the other.
    pub fn after(&self, state: &[i64], effects: &[Effect]) -> Result<State, Fault> {
        let mut next = state.to_vec();
        let mut locals = Vec::new();
        for effect in effects {
            let frame = Frame {
                state: &next,
                locals: &locals,
            };
            match effect {
                Effect::Let(local, value) => {
                    let value = frame.value(value)?;
                    let index = local.0 as usize;
                    locals.resize(locals.len().max(index + 1), 0);
                    locals[index] = value;
                }
                Effect::Assign(place, value) => {
                    let value = frame.value(value)?;
                    let target = frame.target(place)?;
                    let variable = self.variable(target);
                    if value < variable.low || value > variable.high {
                        return Err(Fault::Range);
                    }
                    next[target.0 as usize] = value;
                }
                Effect::Assert(condition) => {
                    if frame.value(condition)? == 0 {
                        return Err(Fault::Assertion);
                    }
                }
            }
        }
        Ok(next)
    }

    /// The part of an action that runs into an error in a state, if one does.
    pub fn faulty_part(&self, state: &[i64], action: &Action) -> Option<(Part, Fault)> {
        for (number, condition) in action.guard.iter().enumerate() {
            match evaluate(condition, state) {
                Ok(0) => return None,
                Ok(_) => {}
                Err(fault) => return Some((Part::Guard(number), fault)),
            }
        }
        // Effects see what those before them did, so ever longer beginnings of them are tried.
        (0..action.effects.len()).find_map(|number| {
            let beginning = Action {
                effects: action.effects[..=number].to_vec(),
                ..action.clone()
            };
            let fault = self.effect(state, &beginning).err()?;
            Some((Part::Effect(number), fault))
        })
    }

    /// What can happen in a state, and where it leads, in the order of the actions.
    pub fn successors(&self, state: &[i64]) -> Vec<(ActionId, Result<State, Fault>)> {
        let mut found = Vec::new();
        for (id, action) in self.action_ids().zip(&self.actions) {
            match self.is_enabled(state, action) {
                Ok(false) => {}
                Ok(true) => found.push((id, self.effect(state, action))),
                Err(fault) => found.push((id, Err(fault))),
            }
        }
        found
    }
}

/// The value of an expression that stands outside of any effect.
pub fn evaluate(expr: &Expr, state: &[i64]) -> Result<i64, Fault> {
    Frame { state, locals: &[] }.value(expr)
}

impl Frame<'_> {
    fn target(&self, place: &Place) -> Result<VariableId, Fault> {
        match place {
            Place::Variable(variable) => Ok(*variable),
            Place::Element(array, index) => array.element(self.value(index)?).ok_or(Fault::Index),
        }
    }

    fn value(&self, expr: &Expr) -> Result<i64, Fault> {
        Ok(match expr {
            Expr::Constant(value) => *value,
            Expr::Variable(variable) => self.state[variable.0 as usize],
            Expr::Element(array, index) => {
                let element = array.element(self.value(index)?).ok_or(Fault::Index)?;
                self.state[element.0 as usize]
            }
            Expr::Local(local) => self.locals[local.0 as usize],
            Expr::Unary(op, operand) => op.apply(self.value(operand)?),
            Expr::Binary(op, left, right) => self.binary(*op, left, right)?,
            Expr::If(condition, yes, no) => {
                let chosen = if self.value(condition)? == 0 { no } else { yes };
                self.value(chosen)?
            }
        })
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr) -> Result<i64, Fault> {
        let left = self.value(left)?;
        match op.decided_by(left) {
            Some(value) => Ok(value),
            None => op.apply(left, self.value(right)?),
        }
    }
}

impl UnaryOp {
    /// The result of the operation.
    pub fn apply(self, value: i64) -> i64 {
        match self {
            UnaryOp::Not => i64::from(value == 0),
            UnaryOp::Negate => value.wrapping_neg(),
            UnaryOp::Complement => !value,
            UnaryOp::Byte => value & 0xff,
            UnaryOp::Short => ((value & 0xffff) ^ 0x8000) - 0x8000,
        }
    }
}

impl BinaryOp {
    /// The result of the operation, if the first value decides it and the second is not looked at.
    pub fn decided_by(self, left: i64) -> Option<i64> {
        match self {
            BinaryOp::And if left == 0 => Some(0),
            BinaryOp::Or if left != 0 => Some(1),
            _ => None,
        }
    }

    /// The result of the operation, both values being known.
    pub fn apply(self, left: i64, right: i64) -> Result<i64, Fault> {
        let truth = i64::from;
        Ok(match self {
            BinaryOp::Add => left.wrapping_add(right),
            BinaryOp::Subtract => left.wrapping_sub(right),
            BinaryOp::Multiply => left.wrapping_mul(right),
            BinaryOp::Divide if right != 0 => left.wrapping_div(right),
            BinaryOp::Remainder if right != 0 => left.wrapping_rem(right),
            BinaryOp::Divide | BinaryOp::Remainder => return Err(Fault::Division),
            BinaryOp::And => truth(left != 0 && right != 0),
            BinaryOp::Or => truth(left != 0 || right != 0),
            BinaryOp::Equal => truth(left == right),
            BinaryOp::NotEqual => truth(left != right),
            BinaryOp::Less => truth(left < right),
            BinaryOp::LessEqual => truth(left <= right),
            BinaryOp::Greater => truth(left > right),
            BinaryOp::GreaterEqual => truth(left >= right),
            BinaryOp::BitAnd => left & right,
            BinaryOp::BitOr => left | right,
            BinaryOp::BitXor => left ^ right,
            BinaryOp::ShiftLeft => left.wrapping_shl(places(right)),
            BinaryOp::ShiftRight => left.wrapping_shr(places(right)),
        })
    }
}

/// By how much to shift: modulo 64, as processors do it.
fn places(value: i64) -> u32 {
    u32::try_from(value.rem_euclid(64)).unwrap_or(0)
}
