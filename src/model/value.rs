//! Concrete values: what variables, parameters and expressions have in a run.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use num_bigint::BigInt;
use num_integer::Integer;
use smol_str::SmolStr;

use super::calendar::{self, Civil, DAY};
use crate::number::{Rational, div_floor, mod_floor};
use crate::semantics::types::Type;
use crate::semantics::value::{self as literal, MONTHS, Period};

/// A value. The order is only there so that sets print the same everywhere; the language's own `<` is in
/// [`crate::interpreter::operations`].
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// `True`, `False`
    Boolean(bool),
    /// A whole number.
    Integer(BigInt),
    /// An exact decimal number.
    Real(Rational),
    /// A text.
    String(SmolStr),
    /// A currency and a number of cents.
    Money(SmolStr, BigInt),
    /// A currency.
    Currency(SmolStr),
    /// Whole percents.
    Percentage(BigInt),
    /// Days since 1 Jan 1970.
    Date(BigInt),
    /// Seconds since midnight.
    Time(BigInt),
    /// Seconds since the beginning of 1 Jan 1970.
    DateTime(BigInt),
    /// An account number.
    Iban(SmolStr),
    /// A unit of calendar time.
    Period(Period),
    /// Months and days.
    Term(BigInt, BigInt),
    /// How often something happens.
    Frequency(Period),
    /// A set.
    Set(BTreeSet<Value>),
    /// Values by key.
    Map(BTreeMap<Value, Value>),
    /// An instance, by its place in the universe.
    Instance(InstanceId),
    /// Not chosen: what a start says nothing about, as long as nothing depends on it. See
    /// [`crate::interpreter::explore`].
    Open,
}

/// An instance of the universe.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InstanceId(pub u32);

impl InstanceId {
    /// The instance at this index.
    pub fn at(index: usize) -> InstanceId {
        InstanceId(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Where it stands in the universe.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The months and days of some periods.
pub fn term_of(count: &BigInt, period: Period) -> (BigInt, BigInt) {
    let (months, days) = match period {
        Period::Day => (0, 1),
        Period::Week => (0, 7),
        Period::Month => (1, 0),
        Period::Quarter => (3, 0),
        Period::Year => (12, 0),
    };
    (count * months, count * days)
}

fn date_number(date: literal::Date) -> BigInt {
    calendar::days_of(&Civil {
        year: date.year.into(),
        month: date.month.into(),
        day: date.day.into(),
    })
}

fn time_number(time: literal::Time) -> BigInt {
    BigInt::from(
        u32::from(time.hour) * 3600 + u32::from(time.minutes) * 60 + u32::from(time.seconds),
    )
}

/// The value of a literal; none for interest norms, which have none.
pub fn of_literal(value: &literal::Value) -> Option<Value> {
    Some(match value {
        literal::Value::Boolean(value) => Value::Boolean(*value),
        literal::Value::Integer(value) => Value::Integer(value.clone()),
        literal::Value::Real(decimal) => Value::Real(Rational::new(
            decimal.digits.clone(),
            BigInt::from(10).pow(decimal.scale),
        )),
        literal::Value::String(text) => Value::String(text.clone()),
        literal::Value::Money(money) => Value::Money(money.currency.clone(), money.cents.clone()),
        literal::Value::Currency(currency) => Value::Currency(currency.clone()),
        literal::Value::Percentage(value) => Value::Percentage(value.clone()),
        literal::Value::Date(date) => Value::Date(date_number(*date)),
        literal::Value::Time(time) => Value::Time(time_number(*time)),
        literal::Value::DateTime(date, time) => {
            Value::DateTime(date_number(*date) * DAY + time_number(*time))
        }
        literal::Value::Iban(iban) => Value::Iban(iban.clone()),
        literal::Value::Period(period) => Value::Period(*period),
        literal::Value::Term(count, period) => {
            let (months, days) = term_of(count, *period);
            Value::Term(months, days)
        }
        literal::Value::Frequency(period) => Value::Frequency(*period),
        literal::Value::Norm(_) => return None,
    })
}

/// Values print as the language writes them. Instances, which only parts of conditions can be, have no names here:
/// `report/telling.rs` has.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Boolean(value) => f.write_str(if *value { "True" } else { "False" }),
            Value::Integer(value) => write!(f, "{value}"),
            Value::Real(value) => write!(f, "{value}"),
            Value::String(text) => write!(f, "\"{text}\""),
            Value::Money(currency, cents) => money(f, currency, cents),
            Value::Currency(name) | Value::Iban(name) => f.write_str(name),
            Value::Percentage(value) => write!(f, "{value}%"),
            Value::Date(days) => date(f, days),
            Value::Time(seconds) => time(f, seconds),
            Value::DateTime(seconds) => {
                date(f, &div_floor(seconds, DAY))?;
                f.write_str(", ")?;
                time(f, &mod_floor(seconds, DAY))
            }
            Value::Period(period) => write!(f, "{period:?}"),
            Value::Term(months, days) => term(f, months, days),
            Value::Frequency(period) => f.write_str(frequency(*period)),
            Value::Set(elements) => list(f, "{", elements.iter().map(ToString::to_string), "}"),
            Value::Map(entries) => list(
                f,
                "(",
                entries
                    .iter()
                    .map(|(key, value)| format!("{key} : {value}")),
                ")",
            ),
            Value::Instance(id) => write!(f, "#{}", id.0),
            Value::Open => f.write_str("_"),
        }
    }
}

fn money(f: &mut fmt::Formatter<'_>, currency: &str, cents: &BigInt) -> fmt::Result {
    let sign = if cents.sign() == num_bigint::Sign::Minus {
        "-"
    } else {
        ""
    };
    let (whole, rest) = cents.magnitude().div_rem(&100_u32.into());
    write!(f, "{sign}{currency} {whole}.{:0>2}", rest.to_string())
}

fn date(f: &mut fmt::Formatter<'_>, days: &BigInt) -> fmt::Result {
    let Civil { year, month, day } = calendar::civil_of(days);
    let month = usize::try_from(month - 1)
        .ok()
        .and_then(|month| MONTHS.get(month))
        .copied();
    write!(f, "{day} {} {year}", month.unwrap_or("?"))
}

fn time(f: &mut fmt::Formatter<'_>, seconds: &BigInt) -> fmt::Result {
    let part =
        |divisor: i64, modulus: i64| mod_floor(&div_floor(seconds, divisor), modulus).to_string();
    write!(f, "{:0>2}:{:0>2}", part(3600, 24), part(60, 60))?;
    let rest = part(1, 60);
    if rest == "0" {
        Ok(())
    } else {
        write!(f, ":{rest:0>2}")
    }
}

fn term(f: &mut fmt::Formatter<'_>, months: &BigInt, days: &BigInt) -> fmt::Result {
    let zero = BigInt::ZERO;
    match (*months == zero, *days == zero) {
        (true, _) => write!(f, "{days} Day"),
        (false, true) => write!(f, "{months} Month"),
        (false, false) => write!(f, "{months} Month + {days} Day"),
    }
}

fn frequency(period: Period) -> &'static str {
    match period {
        Period::Day => "Daily",
        Period::Week => "Weekly",
        Period::Month => "Monthly",
        Period::Quarter => "Quarterly",
        Period::Year => "Yearly",
    }
}

fn list(
    f: &mut fmt::Formatter<'_>,
    open: &str,
    items: impl Iterator<Item = String>,
    close: &str,
) -> fmt::Result {
    write!(f, "{open}{}{close}", items.collect::<Vec<_>>().join(", "))
}

/// Some value of a type, where any will do.
pub fn of_type(ty: &Type) -> Value {
    let zero = BigInt::ZERO;
    match ty {
        Type::Boolean => Value::Boolean(false),
        Type::Integer => Value::Integer(zero),
        Type::Real => Value::Real(Rational::from_integer(zero)),
        Type::String => Value::String(SmolStr::default()),
        Type::Money => Value::Money("EUR".into(), zero),
        Type::Currency => Value::Currency("EUR".into()),
        Type::Percentage => Value::Percentage(zero),
        Type::Date => Value::Date(zero),
        Type::Time => Value::Time(zero),
        Type::DateTime => Value::DateTime(zero),
        Type::Iban => Value::Iban("NL91ABNA0417164300".into()),
        Type::Period => Value::Period(Period::Day),
        Type::Term => Value::Term(zero.clone(), zero),
        Type::Frequency => Value::Frequency(Period::Day),
        Type::Set(_) => Value::Set(BTreeSet::new()),
        Type::Map(..) => Value::Map(BTreeMap::new()),
        // Norms, tariffs and functions have no values; nothing can depend on one.
        _ => Value::Open,
    }
}
