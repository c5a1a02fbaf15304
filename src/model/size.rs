//! About how many bytes states take: numbers have no greatest one, so a few states can fill the memory.

use num_bigint::BigInt;

use super::state::State;
use super::value::Value;
use crate::number::Rational;

impl State {
    /// About how many bytes it takes.
    pub fn bytes(&self) -> u64 {
        let instances = self.instances().map(|(_, instance)| {
            let fields: u64 = instance.fields.iter().map(bytes).sum();
            fields + size_of_val(instance) as u64
        });
        bytes(&self.now) + instances.sum::<u64>()
    }
}

fn bytes(value: &Value) -> u64 {
    let beside = match value {
        Value::Integer(number)
        | Value::Money(_, number)
        | Value::Percentage(number)
        | Value::Date(number)
        | Value::Time(number)
        | Value::DateTime(number) => of_number(number),
        Value::Real(fraction) => of_fraction(fraction),
        Value::Term(months, days) => of_number(months) + of_number(days),
        Value::Set(values) => values.iter().map(bytes).sum(),
        Value::Map(entries) => entries.iter().map(|(key, it)| bytes(key) + bytes(it)).sum(),
        Value::Boolean(_)
        | Value::String(_)
        | Value::Currency(_)
        | Value::Iban(_)
        | Value::Period(_)
        | Value::Frequency(_)
        | Value::Instance(_)
        | Value::Open => 0,
    };
    beside + size_of_val(value) as u64
}

fn of_fraction(fraction: &Rational) -> u64 {
    of_number(fraction.numer()) + of_number(fraction.denom())
}

/// The digits of a number, and what an allocation takes.
fn of_number(number: &BigInt) -> u64 {
    number.bits() / 8 + 16
}
