//! Symbolic values: what variables and expressions are to the solver.
//!
//! Values are kept in the parts that the solver is best at: whole numbers and truth values. Money is a currency and an
//! amount, a term months and days; texts, account numbers and currencies are numbers that stand for them.

use num_bigint::BigInt;
use z3::ast::{Bool, Int, Real};

use super::atoms::Atoms;
use crate::model::Value;
use crate::semantics::types::Type;
use crate::semantics::value::Period;

/// A condition: when it is true and when it is false. Where it is neither, it is undefined.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    pub(super) yes: Bool,
    /// None where it is false whenever it is not true.
    no: Option<Bool>,
}

impl Truth {
    pub(super) fn total(yes: Bool) -> Truth {
        Truth { yes, no: None }
    }

    pub(super) fn constant(value: bool) -> Truth {
        Truth::total(Bool::from_bool(value))
    }

    /// A condition that is undefined where `defined` does not hold.
    pub(super) fn partial(yes: Bool, defined: Option<Bool>) -> Truth {
        match defined {
            None => Truth::total(yes),
            Some(defined) => {
                let no = Bool::and(&[yes.not(), defined.clone()]);
                Truth {
                    yes: Bool::and(&[yes, defined]),
                    no: Some(no),
                }
            }
        }
    }

    /// A condition by when it is true and when it is false.
    pub(super) fn split(yes: Bool, no: Bool) -> Truth {
        Truth { yes, no: Some(no) }
    }

    pub(super) fn no(&self) -> Bool {
        self.no.clone().unwrap_or_else(|| self.yes.not())
    }

    pub(super) fn not(&self) -> Truth {
        match &self.no {
            None => Truth::total(self.yes.not()),
            Some(no) => Truth {
                yes: no.clone(),
                no: Some(self.yes.clone()),
            },
        }
    }

    /// Whether the condition is defined; none where it always is.
    pub(super) fn defined(&self) -> Option<Bool> {
        self.no
            .as_ref()
            .map(|no| Bool::or(&[self.yes.clone(), no.clone()]))
    }

    /// Kleene's conjunction.
    pub(super) fn all(truths: &[Truth]) -> Truth {
        let yes: Vec<Bool> = truths.iter().map(|truth| truth.yes.clone()).collect();
        let partial = truths.iter().any(|truth| truth.no.is_some());
        let no = partial.then(|| Bool::or(&truths.iter().map(Truth::no).collect::<Vec<_>>()));
        Truth {
            yes: Bool::and(&yes),
            no,
        }
    }

    /// Kleene's disjunction.
    pub(super) fn any(truths: &[Truth]) -> Truth {
        Truth::all(&truths.iter().map(Truth::not).collect::<Vec<_>>()).not()
    }
}

/// The parts of a symbolic value.
#[derive(Debug, Clone)]
pub(super) enum Parts {
    Truth(Truth),
    /// Integers, percentages, dates, times, and everything that a number stands for.
    Int(Int),
    Real(Real),
    /// Currency and cents, or months and days.
    Pair(Int, Int),
}

/// A symbolic value and when it is defined.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) parts: Parts,
    /// None where it always is.
    pub(super) defined: Option<Bool>,
}

impl Term {
    pub(super) fn total(parts: Parts) -> Term {
        Term {
            parts,
            defined: None,
        }
    }

    /// A constant of the solver's for a variable of a type; none for types without one.
    pub(super) fn fresh(name: &str, ty: &Type) -> Option<Term> {
        let parts = match ty {
            Type::Boolean => Parts::Truth(Truth::total(Bool::new_const(name))),
            Type::Real => Parts::Real(Real::new_const(name)),
            Type::Money | Type::Term => Parts::Pair(
                Int::new_const(format!("{name}.1")),
                Int::new_const(format!("{name}.2")),
            ),
            Type::Integer
            | Type::Percentage
            | Type::Date
            | Type::Time
            | Type::DateTime
            | Type::String
            | Type::Iban
            | Type::Currency
            | Type::Period
            | Type::Frequency => Parts::Int(Int::new_const(name)),
            _ => return None,
        };
        Some(Term::total(parts))
    }

    /// What the numbers of a variable must satisfy to stand for a value of its type.
    pub(super) fn range(&self, ty: &Type) -> Option<Bool> {
        let between = |number: &Int, least: i64, most: i64| {
            Bool::and(&[
                number.ge(Int::from_i64(least)),
                number.le(Int::from_i64(most)),
            ])
        };
        match (&self.parts, ty) {
            (Parts::Int(number), Type::Time) => Some(between(number, 0, 86_399)),
            (Parts::Int(number), Type::Period | Type::Frequency) => Some(between(number, 0, 4)),
            (Parts::Int(number), Type::String | Type::Iban | Type::Currency) => {
                Some(number.ge(Int::from_i64(0)))
            }
            (Parts::Pair(currency, _), Type::Money) => Some(currency.ge(Int::from_i64(0))),
            (Parts::Pair(months, days), Type::Term) => {
                let zero = || Int::from_i64(0);
                Some(Bool::or(&[months.eq(zero()), days.eq(zero())]))
            }
            _ => None,
        }
    }

    /// The symbolic form of a concrete value; none for sets, maps and instances.
    pub(super) fn of_value(value: &Value, atoms: &mut Atoms) -> Option<Term> {
        let number = |number: &BigInt| {
            number
                .to_string()
                .parse()
                .unwrap_or_else(|()| Int::from_i64(0))
        };
        Some(Term::total(match value {
            Value::Boolean(value) => Parts::Truth(Truth::constant(*value)),
            Value::Integer(n)
            | Value::Percentage(n)
            | Value::Date(n)
            | Value::Time(n)
            | Value::DateTime(n) => Parts::Int(number(n)),
            Value::Real(fraction) => {
                let (top, bottom): (Int, Int) =
                    (number(fraction.numerator()), number(fraction.denominator()));
                Parts::Real(top.to_real().div(bottom.to_real()))
            }
            Value::String(text) | Value::Iban(text) | Value::Currency(text) => {
                Parts::Int(Int::from_u64(atoms.number(text)))
            }
            Value::Money(currency, cents) => {
                Parts::Pair(Int::from_u64(atoms.number(currency)), number(cents))
            }
            Value::Period(period) | Value::Frequency(period) => {
                Parts::Int(Int::from_i64(period_number(*period)))
            }
            Value::Term(months, days) => Parts::Pair(number(months), number(days)),
            Value::Set(_) | Value::Map(_) | Value::Instance(_) | Value::Open => return None,
        }))
    }

    /// Whether two values are the same, where both are defined.
    pub(super) fn same(&self, other: &Term) -> Bool {
        match (&self.parts, &other.parts) {
            (Parts::Truth(a), Parts::Truth(b)) => a.yes.eq(b.yes.clone()),
            (Parts::Int(a), Parts::Int(b)) => a.eq(b.clone()),
            (Parts::Real(a), Parts::Real(b)) => a.eq(b.clone()),
            (Parts::Real(a), Parts::Int(b)) | (Parts::Int(b), Parts::Real(a)) => a.eq(b.to_real()),
            (Parts::Pair(a, b), Parts::Pair(c, d)) => {
                Bool::and(&[a.eq(c.clone()), b.eq(d.clone())])
            }
            _ => Bool::from_bool(false),
        }
    }

    /// One value or the other.
    pub(super) fn choose(condition: &Bool, then: &Term, otherwise: &Term) -> Term {
        let parts = match (&then.parts, &otherwise.parts) {
            (Parts::Truth(a), Parts::Truth(b)) => {
                let yes = condition.ite(&a.yes, &b.yes);
                let partial = a.no.is_some() || b.no.is_some();
                Parts::Truth(Truth {
                    yes,
                    no: partial.then(|| condition.ite(&a.no(), &b.no())),
                })
            }
            (Parts::Int(a), Parts::Int(b)) => Parts::Int(condition.ite(a, b)),
            (Parts::Pair(a, b), Parts::Pair(c, d)) => {
                Parts::Pair(condition.ite(a, c), condition.ite(b, d))
            }
            (a, b) => Parts::Real(condition.ite(&as_real(a), &as_real(b))),
        };
        let defined = match (&then.defined, &otherwise.defined) {
            (None, None) => None,
            (a, b) => {
                let always = || Bool::from_bool(true);
                let (a, b) = (
                    a.clone().unwrap_or_else(always),
                    b.clone().unwrap_or_else(always),
                );
                Some(condition.ite(&a, &b))
            }
        };
        Term { parts, defined }
    }
}

/// A number as a Real.
pub(super) fn as_real(parts: &Parts) -> Real {
    match parts {
        Parts::Real(real) => real.clone(),
        Parts::Int(int) => int.to_real(),
        _ => Real::from_rational(0, 1),
    }
}

/// Both must be defined.
pub(super) fn both(a: Option<Bool>, b: Option<Bool>) -> Option<Bool> {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) => Some(Bool::and(&[a, b])),
    }
}

pub(super) fn period_number(period: Period) -> i64 {
    match period {
        Period::Day => 0,
        Period::Week => 1,
        Period::Month => 2,
        Period::Quarter => 3,
        Period::Year => 4,
    }
}
