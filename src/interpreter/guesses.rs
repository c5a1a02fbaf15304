//! Values worth trying, where there are infinitely many: those that the texts name, and their neighbours.

use indexmap::{IndexMap, IndexSet};
use num_bigint::BigInt;

use super::operations::negate;
use crate::model::Model;
use crate::model::class::Class;
use crate::model::domains::fit;
use crate::model::value::{Value, of_type};
use crate::number::Rational;
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::types::Type;

/// So many values of a type are enough.
const MOST: usize = 40;

/// Values worth trying, by type.
#[derive(Debug, Clone, Default)]
pub struct Guesses {
    by_type: IndexMap<Type, IndexSet<Value>>,
}

impl Guesses {
    /// The values that the conditions of a model name.
    pub fn from(model: &Model<'_>) -> Guesses {
        let mut guesses = Guesses::default();
        for (_, constraint) in &model.start.constraints {
            guesses.add_all(model, constraint);
        }
        for asked in model.property.descriptions().flat_map(|it| &it.wanted) {
            for constraint in &asked.constraints {
                guesses.add_all(model, constraint);
            }
        }
        for class in &model.classes {
            for_each_condition(class, &mut |condition| guesses.add_all(model, condition));
        }
        for function in &model.program.functions {
            guesses.add_all(model, &function.body);
        }
        guesses
    }

    fn add_all(&mut self, model: &Model<'_>, expr: &Expr) {
        expr.walk(&mut |part| {
            let is_value = matches!(
                part.kind,
                ExprKind::Literal(_) | ExprKind::Set(_) | ExprKind::Map(_)
            );
            if is_value && let Some(value) = model.constant(part) {
                self.add(&part.ty, value);
            }
        });
    }

    fn add(&mut self, ty: &Type, value: Value) {
        let known = self.by_type.entry(ty.clone()).or_default();
        if known.len() < MOST {
            known.extend(neighbours(&value));
            known.insert(value);
        }
    }

    /// Values of a type to try, the plainest first. There is at least one, except of types that have none.
    pub fn of(&self, ty: &Type) -> Vec<Value> {
        let mut values = IndexSet::from([of_type(ty)]);
        values.extend(self.by_type.get(ty).into_iter().flatten().cloned());
        if let Type::Set(element) = ty {
            values.extend(self.sets_of(element));
        }
        values.swap_remove(&Value::Open);
        values.into_iter().take(MOST).collect()
    }

    /// Sets of one, two and more elements.
    fn sets_of(&self, element: &Type) -> impl Iterator<Item = Value> {
        const LARGEST: usize = 5;
        let elements = self.of(element);
        let sizes = 1..=elements.len().min(LARGEST);
        sizes.map(move |size| Value::Set(elements.iter().take(size).cloned().collect()))
    }
}

/// A value as one of a type of numbers, or those next to it where it is not whole and the type wants that.
pub(super) fn as_type(ty: &Type, value: Value) -> Vec<Value> {
    match (ty, value) {
        (Type::Integer, Value::Real(number)) => {
            let below = number.floor().to_integer();
            vec![Value::Integer(below.clone()), Value::Integer(below + 1)]
        }
        (ty, value) => fit(ty, value).into_iter().collect(),
    }
}

/// The values next to a value, and its opposite.
pub(super) fn neighbours(value: &Value) -> Vec<Value> {
    let around =
        |number: &BigInt, make: &dyn Fn(BigInt) -> Value| vec![make(number + 1), make(number - 1)];
    let mut values = match value {
        Value::Integer(number) => around(number, &Value::Integer),
        Value::Percentage(number) => around(number, &Value::Percentage),
        Value::Date(number) => around(number, &Value::Date),
        Value::DateTime(number) => around(number, &Value::DateTime),
        Value::Money(currency, cents) => {
            around(cents, &|cents| Value::Money(currency.clone(), cents))
        }
        Value::Real(number) => [1, -1]
            .map(|step| Value::Real(number + Rational::from_integer(step.into())))
            .into(),
        _ => Vec::new(),
    };
    values.extend(negate(value));
    values
}

/// Calls `visit` with each condition that there is of a specification.
fn for_each_condition<'s>(class: &Class<'s>, visit: &mut dyn FnMut(&'s Expr)) {
    let events = class.events.iter();
    let of_events = events.flat_map(|event| {
        let statements = event.statements();
        let conditions = statements.map(|statement| &statement.condition);
        conditions.chain(event.syncs.iter().flat_map(|sync| &sync.arguments))
    });
    of_events.for_each(&mut *visit);
    let invariants = class.invariants.iter();
    let of_invariants = invariants.flat_map(|invariant| &invariant.conditions);
    of_invariants.for_each(|statement| visit(&statement.condition));
}
