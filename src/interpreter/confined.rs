//! What conditions leave of the values of a type.

use std::collections::BTreeSet;

use num_bigint::BigInt;
use smol_str::SmolStr;

use super::evaluate::Environment;
use super::range::counted;
use crate::model::calendar::DAY;
use crate::model::domains::fit;
use crate::model::value::Value;
use crate::number::Rational;
use crate::semantics::expression::{BinaryOp, Expr, ExprKind};
use crate::semantics::types::Type;
use crate::semantics::value::Period;

/// What conditions such as `x >= 0`, `x < 60`, `x in {1, 2}` leave of a type: more than satisfies them, perhaps, never
/// less.
#[derive(Debug, Clone)]
pub struct Confined {
    ty: Type,
    currency: Option<SmolStr>,
    least: Option<BigInt>,
    most: Option<BigInt>,
    set: Option<BTreeSet<Value>>,
}

/// Beyond so many values, trying them all is no answer.
const MOST_VALUES: u32 = 10_000;

impl Confined {
    /// Everything of a type.
    pub fn new(ty: &Type) -> Confined {
        let is_time = *ty == Type::Time;
        Confined {
            ty: ty.clone(),
            currency: None,
            least: is_time.then_some(BigInt::ZERO),
            most: is_time.then(|| BigInt::from(DAY - 1)),
            set: all_of(ty),
        }
    }

    /// Takes away what does not satisfy `x op bound`. A bound that is undefined is satisfied by nothing.
    pub fn add(&mut self, op: BinaryOp, bound: Option<Value>) {
        match (op, bound) {
            (_, None) => self.only(BTreeSet::new()),
            (BinaryOp::In, Some(Value::Set(elements))) => self.only(elements),
            (BinaryOp::In, Some(Value::Map(entries))) => self.only(entries.into_keys().collect()),
            (BinaryOp::Equal, Some(value)) => {
                let fitting = fit(&self.ty, value);
                self.only(fitting.into_iter().collect());
            }
            (_, Some(bound)) => self.order(op, &bound),
        }
    }

    /// Takes away what does not satisfy `x op e`. A range is not counted through.
    pub fn confine(&mut self, op: BinaryOp, bound: &Expr, environment: &Environment<'_>) {
        match (op, &bound.kind) {
            (BinaryOp::In, ExprKind::Range(low, high, None)) => {
                self.add(BinaryOp::GreaterEqual, environment.value(low));
                self.add(BinaryOp::LessEqual, environment.value(high));
            }
            _ => self.add(op, environment.value(bound)),
        }
    }

    /// Takes away what is not in a set.
    pub fn only(&mut self, elements: BTreeSet<Value>) {
        self.set = Some(match self.set.take() {
            Some(set) => set.intersection(&elements).cloned().collect(),
            None => elements,
        });
    }

    fn order(&mut self, op: BinaryOp, bound: &Value) {
        // Between two whole numbers there is no third, but there are Reals.
        if !op.is_ordering() || self.ty == Type::Real {
            return;
        }
        if let Value::Money(currency, _) = bound {
            // Amounts in another currency are not ordered with this one.
            if self.currency.get_or_insert_with(|| currency.clone()) != currency {
                self.only(BTreeSet::new());
            }
        }
        if let (Type::Integer, Value::Real(number)) = (&self.ty, bound) {
            return self.order_by_fraction(op, number);
        }
        let Some(number) = counted(bound) else {
            return;
        };
        match op {
            BinaryOp::GreaterEqual => self.raise(number.clone()),
            BinaryOp::Greater => self.raise(number + 1),
            BinaryOp::LessEqual => self.lower(number.clone()),
            _ => self.lower(number - 1),
        }
    }

    /// Whole numbers beside one that need not be whole.
    fn order_by_fraction(&mut self, op: BinaryOp, bound: &Rational) {
        let below = bound.floor().to_integer();
        let is_whole = bound.is_integer();
        match op {
            BinaryOp::GreaterEqual if is_whole => self.raise(below),
            BinaryOp::GreaterEqual | BinaryOp::Greater => self.raise(below + 1),
            BinaryOp::Less if is_whole => self.lower(below - 1),
            _ => self.lower(below),
        }
    }

    fn raise(&mut self, least: BigInt) {
        let known = self.least.take();
        self.least = known.into_iter().chain([least]).max();
    }

    fn lower(&mut self, most: BigInt) {
        let known = self.most.take();
        self.most = known.into_iter().chain([most]).min();
    }

    /// The values that are left, in order, if they are finitely many, and not too many.
    pub fn values(self) -> Option<Vec<Value>> {
        if let Some(set) = self.set {
            return Some(set.into_iter().collect());
        }
        let (least, most) = (self.least.as_ref()?, self.most.as_ref()?);
        let count = (most - least + 1_u32).max(BigInt::ZERO);
        let count = u32::try_from(count).ok();
        let count = count.filter(|count| *count <= MOST_VALUES)?;
        (0..count)
            .map(|offset| self.value_of(least + offset))
            .collect()
    }

    fn value_of(&self, number: BigInt) -> Option<Value> {
        Some(match self.ty {
            Type::Integer => Value::Integer(number),
            Type::Percentage => Value::Percentage(number),
            Type::Date => Value::Date(number),
            Type::Time => Value::Time(number),
            Type::DateTime => Value::DateTime(number),
            Type::Money => Value::Money(self.currency.clone()?, number),
            _ => return None,
        })
    }
}

const PERIODS: [Period; 5] = [
    Period::Day,
    Period::Week,
    Period::Month,
    Period::Quarter,
    Period::Year,
];

/// The values of a type that has few.
fn all_of(ty: &Type) -> Option<BTreeSet<Value>> {
    Some(match ty {
        Type::Boolean => BTreeSet::from([Value::Boolean(false), Value::Boolean(true)]),
        Type::Period => PERIODS.map(Value::Period).into(),
        Type::Frequency => PERIODS.map(Value::Frequency).into(),
        _ => return None,
    })
}

/// `a op b` read from the other side.
pub fn turned(op: BinaryOp) -> Option<BinaryOp> {
    Some(match op {
        BinaryOp::Less => BinaryOp::Greater,
        BinaryOp::LessEqual => BinaryOp::GreaterEqual,
        BinaryOp::Greater => BinaryOp::Less,
        BinaryOp::GreaterEqual => BinaryOp::LessEqual,
        BinaryOp::Equal | BinaryOp::NotEqual => op,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What `x > 4 && x < 7` leaves of a type.
    fn between_four_and_seven(ty: &Type, bound: impl Fn(i64) -> Value) -> Option<Vec<String>> {
        let mut confined = Confined::new(ty);
        confined.add(BinaryOp::Greater, Some(bound(4)));
        confined.add(BinaryOp::Less, Some(bound(7)));
        let values = confined.values()?;
        Some(values.iter().map(ToString::to_string).collect())
    }

    #[test]
    fn bounds_leave_finitely_many_values_of_counted_types_only() {
        let integer = |number: i64| Value::Integer(number.into());
        let left = |ty, bound: &dyn Fn(i64) -> Value| between_four_and_seven(ty, bound);
        let two = Some(vec!["5".to_owned(), "6".to_owned()]);
        assert_eq!(left(&Type::Integer, &integer), two);
        assert_eq!(left(&Type::Real, &integer), None);
        let cents = |number: i64| Value::Money("EUR".into(), number.into());
        let two = Some(vec!["EUR 0.05".to_owned(), "EUR 0.06".to_owned()]);
        assert_eq!(left(&Type::Money, &cents), two);
    }

    #[test]
    fn no_amount_is_ordered_with_two_currencies() {
        let mut confined = Confined::new(&Type::Money);
        let money = |currency: &str| Some(Value::Money(currency.into(), 100.into()));
        confined.add(BinaryOp::Greater, money("EUR"));
        confined.add(BinaryOp::Less, money("USD"));
        assert_eq!(confined.values(), Some(Vec::new()));
    }
}
