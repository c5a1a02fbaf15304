//! Expressions that have the same value in every run, because they depend on keys and literals alone.

use std::cell::Cell;

use crate::interpreter::evaluate::Environment;
use crate::model::state::{InstanceState, State};
use crate::model::universe::Universe;
use crate::model::value::{InstanceId, Value};
use crate::semantics::expression::{Expr, ExprKind, Moment};
use crate::semantics::specification::{Program, StateId};

/// What keys alone tell.
#[derive(Debug)]
pub(super) struct FixedValues<'m> {
    program: &'m Program,
    universe: &'m Universe,
    /// A state in which only keys have values.
    keys: State,
}

impl<'m> FixedValues<'m> {
    /// What the keys of a universe tell.
    pub(super) fn new(program: &'m Program, universe: &'m Universe) -> FixedValues<'m> {
        let instances = universe.iter();
        let only_keys = instances.map(|(_, instance)| {
            let spec = program.spec(instance.spec);
            let mut fields = vec![Value::Open; spec.fields.len()];
            if let Some(key) = spec.key {
                fields[key.index()] = instance.key.clone();
            }
            InstanceState {
                life_cycle: StateId::at(0),
                fields,
            }
        });
        FixedValues {
            program,
            universe,
            keys: State::new(Value::Open, only_keys.collect()),
        }
    }

    /// The value of an expression about an instance, perhaps undefined; an error where it is not the same in every
    /// run, or where that cannot be told.
    pub(super) fn value(
        &self,
        expr: &Expr,
        this: Option<InstanceId>,
    ) -> Result<Option<Value>, Varies> {
        if self.varies(expr, this.is_some()) {
            return Err(Varies);
        }
        let watch = Cell::new(None);
        let environment = Environment {
            program: self.program,
            universe: self.universe,
            current: &self.keys,
            next: None,
            this,
            params: &[],
            read_open: Some(&watch),
        };
        let value = environment.value(expr);
        match watch.get() {
            None => Ok(value),
            Some(_) => Err(Varies),
        }
    }

    /// Whether an expression depends on more than fields, which are looked at when it is evaluated: on arguments, on
    /// variables of quantifiers around it, on the next state, on life-cycle states, or on an instance that is not
    /// known.
    fn varies(&self, expr: &Expr, has_this: bool) -> bool {
        let mut varies = false;
        let mut bound = Vec::new();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Quantified(_, binding) | ExprKind::Comprehension(binding) => {
                bound.push(binding.local);
            }
            ExprKind::Local(local) => varies |= !bound.contains(local),
            ExprKind::Parameter(_) | ExprKind::Field(_, _, Moment::Next) => varies = true,
            ExprKind::This => varies |= !has_this,
            _ => varies |= self.asks_for_a_state(part),
        });
        varies
    }

    /// Whether an expression, or a function that it calls, asks for a life-cycle state.
    fn asks_for_a_state(&self, part: &Expr) -> bool {
        match &part.kind {
            ExprKind::StateTest(..) => true,
            ExprKind::Call(function, _) => {
                let mut asks = false;
                let body = &self.program.function(*function).body;
                body.walk(&mut |part| asks |= self.asks_for_a_state(part));
                asks
            }
            _ => false,
        }
    }
}

/// Something is not the same in every run.
#[derive(Debug, Clone, Copy)]
pub(super) struct Varies;
