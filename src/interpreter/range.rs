//! Ranges `{low .. high}`, which are counted through one by one and never kept as a whole unless they have to be.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::operations::{add, compare};
use crate::model::value::Value;

/// The values from one to another, both included, by a step where one is given.
#[derive(Debug, Clone)]
pub struct Range {
    low: Value,
    high: Value,
    step: Option<Value>,
}

/// What a range holds, as a set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Values {
    /// All of it.
    Set(BTreeSet<Value>),
    /// It is undefined: the step does not lead upward.
    Undefined,
    /// More than can be kept.
    TooMany,
}

impl Range {
    /// A range. None where its ends are not ordered, as money of two currencies is not.
    pub fn new(low: Value, high: Value, step: Option<Value>) -> Option<Range> {
        compare(&low, &high)?;
        Some(Range { low, high, step })
    }

    /// Whether a value lies between the ends: a range without a step holds all of these. None where it is not ordered
    /// with them.
    pub fn spans(&self, element: &Value) -> Option<bool> {
        let (above, below) = (compare(&self.low, element)?, compare(element, &self.high)?);
        Some(above.is_le() && below.is_le())
    }

    /// How many values a range without a step has. None where they cannot be counted, as Reals cannot.
    pub fn len(&self) -> Option<BigInt> {
        if self.is_empty() {
            return Some(BigInt::ZERO);
        }
        match (counted(&self.low), counted(&self.high), &self.step) {
            (Some(low), Some(high), None) => Some(high - low + 1),
            _ => None,
        }
    }

    /// Whether it has no values: it ends before it begins.
    pub fn is_empty(&self) -> bool {
        compare(&self.low, &self.high).is_none_or(Ordering::is_gt)
    }

    /// Whether there is no next value after any of its values: Reals lie between any two Reals.
    pub fn is_dense(&self) -> bool {
        let is_real = matches!(self.low, Value::Real(_)) || matches!(self.high, Value::Real(_));
        is_real && self.step.is_none() && self.low != self.high && !self.is_empty()
    }

    /// The values in order, as far as each is greater than the one before. Dense ranges cannot be counted through; of
    /// these it is the first one.
    pub fn values(self) -> impl Iterator<Item = Value> {
        let mut next = Some(self.low.clone());
        std::iter::from_fn(move || {
            let value = next.take()?;
            next = self.after(&value);
            compare(&value, &self.high)?.is_le().then_some(value)
        })
    }

    /// All values at once, unless there are more than some number of them.
    pub fn to_set(&self, most: usize) -> Values {
        let is_long = self.len().is_some_and(|length| length > BigInt::from(most));
        if is_long || self.is_dense() {
            return Values::TooMany;
        }
        let values = self.clone().values();
        let set: BTreeSet<Value> = values.take(most.saturating_add(1)).collect();
        // A step that does not lead upward, or not for ever, never gets to the end.
        let turns_back = |last| self.step.is_some() && self.after(last).is_none();
        if set.len() > most {
            return Values::TooMany;
        }
        if set.last().is_some_and(turns_back) {
            return Values::Undefined;
        }
        Values::Set(set)
    }

    /// The next value: by the step, or else the very next one there is. None where the step does not lead upward.
    fn after(&self, value: &Value) -> Option<Value> {
        let after = match (value, &self.step) {
            (_, None) => next_value(value),
            // A step through times of day is written as a time of day: `09:00 .. 17:00 by 00:30`.
            (Value::Time(seconds), Some(Value::Time(step))) => Some(Value::Time(seconds + step)),
            (_, Some(step)) => add(value, step),
        };
        after.filter(|after| compare(after, value).is_some_and(Ordering::is_gt))
    }
}

fn next_value(value: &Value) -> Option<Value> {
    Some(match value {
        Value::Integer(number) => Value::Integer(number + 1),
        Value::Percentage(number) => Value::Percentage(number + 1),
        Value::Money(currency, cents) => Value::Money(currency.clone(), cents + 1),
        Value::Date(days) => Value::Date(days + 1),
        Value::Time(seconds) => Value::Time(seconds + 1),
        Value::DateTime(seconds) => Value::DateTime(seconds + 1),
        _ => return None,
    })
}

/// The number that a value of a counted type is.
pub(super) fn counted(value: &Value) -> Option<&BigInt> {
    match value {
        Value::Integer(number)
        | Value::Percentage(number)
        | Value::Date(number)
        | Value::Time(number)
        | Value::DateTime(number)
        | Value::Money(_, number) => Some(number),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn integer(number: i64) -> Value {
        Value::Integer(number.into())
    }

    fn shown(range: Option<Range>) -> Option<Vec<String>> {
        match range?.to_set(1000) {
            Values::Set(values) => Some(values.iter().map(ToString::to_string).collect()),
            _ => None,
        }
    }

    #[test]
    fn ranges_are_counted_through_in_order() {
        let range = |low, high| shown(Range::new(integer(low), integer(high), None));
        assert_eq!(
            range(-1, 1),
            Some(["-1", "0", "1"].map(String::from).into())
        );
        assert_eq!(range(2, 1), Some(Vec::new()));
        let by = |step| shown(Range::new(integer(1), integer(8), Some(integer(step))));
        assert_eq!(by(3), Some(["1", "4", "7"].map(String::from).into()));
        assert_eq!(by(0), None);
        assert_eq!(by(-1), None);
    }

    #[test]
    fn a_step_that_turns_back_has_no_range() {
        let date = |day: i64| Value::Date(day.into());
        let by = |months: i64, days: i64| {
            let step = Value::Term(months.into(), days.into());
            shown(Range::new(date(0), date(60), Some(step))).map(|values| values.len())
        };
        assert_eq!(by(0, 7), Some(9));
        assert_eq!(by(1, 0), Some(3), "1 Jan, 1 Feb, 1 Mar");
        // A month on and thirty days back is a day on from 1 Jan, but two days back from 1 Feb.
        assert_eq!(by(1, -30), None);
    }

    #[test]
    fn long_ranges_are_asked_without_being_counted_through() {
        let high = Value::Integer(BigInt::from(10).pow(30));
        let range = Range::new(integer(1), high.clone(), None);
        let range = range.as_ref();
        assert_eq!(range.and_then(Range::len), Some(BigInt::from(10).pow(30)));
        assert_eq!(range.and_then(|it| it.spans(&high)), Some(true));
        assert_eq!(range.and_then(|it| it.spans(&integer(0))), Some(false));
        assert_eq!(range.map(|it| it.to_set(1000)), Some(Values::TooMany));
    }

    #[test]
    fn money_of_two_currencies_has_no_range() {
        let money = |currency: &str| Value::Money(currency.into(), 0.into());
        assert!(Range::new(money("EUR"), money("USD"), None).is_none());
        let euros = Range::new(money("EUR"), money("EUR"), None);
        assert_eq!(euros.and_then(|it| it.spans(&money("USD"))), None);
    }
}
