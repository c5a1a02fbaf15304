//! What operators do with concrete values. `None` is undefined.

use std::cmp::Ordering;

use num_bigint::BigInt;

use crate::model::calendar::{self, DAY};
use crate::model::value::{Value, term_of};
use crate::number::{Rational, div_down, div_floor, div_rem_euclid, mod_floor};
use crate::semantics::expression::{BinaryOp, Member};

/// `left op right` for the operators that need both values; connectives are not among them, since
/// they can have a value although one side has none.
pub fn binary(op: BinaryOp, left: &Value, right: &Value) -> Option<Value> {
    match op {
        BinaryOp::Equal => Some(Value::Boolean(equal(left, right))),
        BinaryOp::NotEqual => Some(Value::Boolean(!equal(left, right))),
        BinaryOp::Less => compare(left, right).map(|order| Value::Boolean(order.is_lt())),
        BinaryOp::LessEqual => compare(left, right).map(|order| Value::Boolean(order.is_le())),
        BinaryOp::Greater => compare(left, right).map(|order| Value::Boolean(order.is_gt())),
        BinaryOp::GreaterEqual => compare(left, right).map(|order| Value::Boolean(order.is_ge())),
        BinaryOp::In => member(left, right).map(Value::Boolean),
        BinaryOp::Add => add(left, right),
        BinaryOp::Subtract => subtract(left, right),
        BinaryOp::Multiply => multiply(left, right).or_else(|| multiply(right, left)),
        BinaryOp::Divide => divide(left, right),
        BinaryOp::Modulo => match (left, right) {
            (Value::Integer(a), Value::Integer(b)) => Some(Value::Integer(div_rem_euclid(a, b)?.1)),
            _ => None,
        },
        BinaryOp::And | BinaryOp::Or | BinaryOp::Implies => None,
    }
}

/// Equality. A whole number equals the Real of the same size.
fn equal(left: &Value, right: &Value) -> bool {
    match mixed_numbers(left, right) {
        Some((left, right)) => left == right,
        None => left == right,
    }
}

/// Two numbers of which at least one is a Real.
fn mixed_numbers(left: &Value, right: &Value) -> Option<(Rational, Rational)> {
    match (left, right) {
        (Value::Integer(_), Value::Integer(_)) => None,
        _ => Some((real(left)?, real(right)?)),
    }
}

fn real(value: &Value) -> Option<Rational> {
    match value {
        Value::Integer(number) => Some(Rational::from_integer(number.clone())),
        Value::Real(fraction) => Some(fraction.clone()),
        _ => None,
    }
}

/// The order of two values. Money of two currencies has none.
pub(super) fn compare(left: &Value, right: &Value) -> Option<Ordering> {
    if let Some((left, right)) = mixed_numbers(left, right) {
        return Some(left.cmp(&right));
    }
    match (left, right) {
        (Value::Integer(a), Value::Integer(b))
        | (Value::Percentage(a), Value::Percentage(b))
        | (Value::Date(a), Value::Date(b))
        | (Value::Time(a), Value::Time(b))
        | (Value::DateTime(a), Value::DateTime(b)) => Some(a.cmp(b)),
        (Value::Money(c, a), Value::Money(d, b)) => (c == d).then(|| a.cmp(b)),
        (Value::Term(m, d), Value::Term(n, e)) => Some(term_length(m, d).cmp(&term_length(n, e))),
        _ => None,
    }
}

/// How long a term is, in 4800ths of a day: a month is the 4800th part of 400 years.
pub fn term_length(months: &BigInt, days: &BigInt) -> BigInt {
    months * 146_097 + days * 4800
}

fn member(element: &Value, collection: &Value) -> Option<bool> {
    match collection {
        Value::Set(elements) => Some(elements.contains(element)),
        Value::Map(entries) => Some(entries.contains_key(element)),
        _ => None,
    }
}

/// The sum.
pub(super) fn add(left: &Value, right: &Value) -> Option<Value> {
    if let Some((left, right)) = mixed_numbers(left, right) {
        return Some(Value::Real(left + right));
    }
    Some(match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => Value::Integer(a + b),
        (Value::Percentage(a), Value::Percentage(b)) => Value::Percentage(a + b),
        (Value::Money(c, a), Value::Money(d, b)) if c == d => Value::Money(c.clone(), a + b),
        (Value::String(a), Value::String(b)) => Value::String(format!("{a}{b}").into()),
        (Value::Date(date), Value::Term(months, days)) => {
            Value::Date(calendar::add_term(date, months, days))
        }
        (Value::DateTime(seconds), Value::Term(months, days)) => {
            let date = calendar::add_term(&div_floor(seconds, DAY), months, days);
            Value::DateTime(date * DAY + mod_floor(seconds, DAY))
        }
        _ => return None,
    })
}

fn subtract(left: &Value, right: &Value) -> Option<Value> {
    match (left, right) {
        (Value::Date(a), Value::Date(b)) => Some(Value::Term(BigInt::ZERO, a - b)),
        _ => add(left, &negate(right)?),
    }
}

/// The opposite of a value.
pub fn negate(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Integer(a) => Value::Integer(-a),
        Value::Real(a) => Value::Real(-a),
        Value::Percentage(a) => Value::Percentage(-a),
        Value::Money(currency, cents) => Value::Money(currency.clone(), -cents),
        Value::Term(months, days) => Value::Term(-months, -days),
        _ => return None,
    })
}

/// Products, one way round. Money rounds once, down.
fn multiply(left: &Value, right: &Value) -> Option<Value> {
    if let Some((left, right)) = mixed_numbers(left, right) {
        return Some(Value::Real(left * right));
    }
    Some(match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => Value::Integer(a * b),
        (Value::Money(currency, cents), Value::Integer(b)) => {
            Value::Money(currency.clone(), cents * b)
        }
        (Value::Money(currency, cents), Value::Percentage(p)) => {
            Value::Money(currency.clone(), div_floor(&(cents * p), 100))
        }
        (Value::Percentage(p), Value::Integer(b)) => Value::Percentage(p * b),
        (Value::Period(period), Value::Integer(count)) => {
            let (months, days) = term_of(count, *period);
            Value::Term(months, days)
        }
        _ => return None,
    })
}

fn divide(left: &Value, right: &Value) -> Option<Value> {
    if let Some((left, right)) = mixed_numbers(left, right) {
        return left.over(&right).map(Value::Real);
    }
    Some(match (left, right) {
        (Value::Integer(a), Value::Integer(b)) => Value::Integer(div_rem_euclid(a, b)?.0),
        (Value::Money(currency, cents), Value::Integer(b)) => {
            Value::Money(currency.clone(), div_down(cents, b)?)
        }
        (Value::Money(currency, cents), Value::Percentage(p)) => {
            Value::Money(currency.clone(), div_down(&(cents * 100), p)?)
        }
        (Value::Percentage(a), Value::Integer(b)) => Value::Percentage(div_rem_euclid(a, b)?.0),
        _ => return None,
    })
}

/// A part of a value.
pub fn part(value: &Value, member: Member) -> Option<Value> {
    Some(match (member, value) {
        (Member::Currency, Value::Money(currency, _)) => Value::Currency(currency.clone()),
        (Member::Amount, Value::Money(_, cents)) => Value::Integer(cents.clone()),
        (Member::CountryCode, Value::Iban(iban)) => Value::String(iban.chars().take(2).collect()),
        (Member::Day, Value::Date(days)) => Value::Integer(calendar::civil_of(days).day),
        (Member::Month, Value::Date(days)) => Value::Integer(calendar::civil_of(days).month),
        (Member::Year, Value::Date(days)) => Value::Integer(calendar::civil_of(days).year),
        (Member::Hour, Value::Time(seconds)) => Value::Integer(div_floor(seconds, 3600)),
        (Member::Minutes, Value::Time(seconds)) => {
            Value::Integer(mod_floor(&div_floor(seconds, 60), 60))
        }
        (Member::Seconds, Value::Time(seconds)) => Value::Integer(mod_floor(seconds, 60)),
        (Member::Date, Value::DateTime(seconds)) => Value::Date(div_floor(seconds, DAY)),
        (Member::Time, Value::DateTime(seconds)) => Value::Time(mod_floor(seconds, DAY)),
        _ => return None,
    })
}
