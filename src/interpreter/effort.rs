//! How much work may go into finding something that may not be there. It is counted rather than timed, so that what is
//! found does not depend on the machine.

use std::cell::Cell;

use super::conjuncts::conjuncts;
use super::steps::Interpreter;
use crate::model::value::{InstanceId, Value};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::EventId;

/// What one step may take: a second or so. A few hundred instances that can each be partner of any other are all
/// tried.
const OF_A_STEP: u64 = 40_000_000;

/// What it takes to look at a value, beside what its conditions go through.
const OF_A_VALUE: u64 = 50;

/// What it takes to know that there is a value.
const OF_A_NAME: u64 = 10;

/// Of more values than these only so many are looked at, from where chance says on.
const MOST_VALUES: usize = 1000;

/// Work that is left.
#[derive(Debug)]
pub struct Effort {
    left: Cell<u64>,
    turn: usize,
}

impl Effort {
    /// What one step may take. Of what is too much to look at all, it begins at some number.
    pub fn of_a_step(turn: usize) -> Effort {
        Effort {
            left: Cell::new(OF_A_STEP),
            turn,
        }
    }

    /// Whether nothing is left.
    pub fn is_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Spends some of it; whether there was any left.
    pub(super) fn spend(&self, cost: u64) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(cost));
        left > 0
    }

    /// Those of some values that are looked at.
    pub(super) fn some_of(&self, mut values: Vec<Value>) -> Vec<Value> {
        self.spend(OF_A_NAME.saturating_mul(values.len() as u64));
        if values.len() > MOST_VALUES {
            let first = self.turn % values.len();
            values.rotate_left(first);
            values.truncate(MOST_VALUES);
        }
        values
    }
}

/// What it takes to look at an argument of an event: its conditions may go through all instances.
pub(super) fn cost_of_value(
    interpreter: &Interpreter<'_>,
    instance: InstanceId,
    event: EventId,
) -> u64 {
    let universe = interpreter.universe;
    let extents = |expr: &Expr| {
        let mut sum = 0;
        expr.walk(&mut |part| {
            if let ExprKind::Extent(spec) = part.kind {
                sum += universe.instances_of(spec).len() as u64;
            }
        });
        sum
    };
    let conditions = conjuncts(interpreter.event(instance, event)).into_iter();
    OF_A_VALUE + conditions.map(extents).sum::<u64>()
}
