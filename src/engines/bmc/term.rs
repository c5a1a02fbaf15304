//! Symbolic values: what variables and expressions are to the solver.
//!
//! Values are kept in the parts that the solver is best at: whole numbers, truth values, and things that are only told apart. Money
//! is a currency and an amount, a term months and days, an account number a country and the rest.
//! Sets and maps are lists with room for so many entries, see [`super::listing`].

use num_bigint::BigInt;
use z3::ast::{Ast, AstKind, Bool, Int, Real};

use super::atoms::Atom;
use super::listing::Listing;
use super::logic::{all, any};
use super::truth::Truth;
use crate::model::InstanceId;
use crate::semantics::types::Type;

/// The parts of a symbolic value.
#[derive(Debug, Clone)]
pub(super) enum Parts {
    Truth(Truth),
    /// Integers, percentages, dates, times, and everything that a number stands for.
    Int(Int),
    Real(Real),
    /// A text or a currency.
    Atom(Atom),
    /// Currency and cents.
    Money(Atom, Int),
    /// Months and days.
    Term(Int, Int),
    /// Country and rest.
    Iban(Atom, Atom),
    /// A set or a map.
    Listing(Box<Listing>),
    /// One of these instances: each with when it is the one. At most one is.
    Instance(Vec<(InstanceId, Bool)>),
}

/// A symbolic value and when it is defined.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) parts: Parts,
    /// None where it always is.
    pub(super) defined: Option<Bool>,
}

impl From<Truth> for Term {
    fn from(truth: Truth) -> Term {
        Term::total(Parts::Truth(truth))
    }
}

impl Term {
    pub(super) fn total(parts: Parts) -> Term {
        Term {
            parts,
            defined: None,
        }
    }

    /// When it has a value; none where it always has.
    pub(super) fn when_defined(&self) -> Option<Bool> {
        match &self.parts {
            Parts::Truth(truth) => both(self.defined.clone(), truth.defined()),
            _ => self.defined.clone(),
        }
    }

    /// The same, but undefined where `defined` does not hold.
    pub(super) fn where_defined(mut self, defined: Option<Bool>) -> Term {
        self.defined = both(self.defined, defined);
        self
    }

    /// The same as a variable of a type keeps it. A number that is not whole is none that an Integer could keep, and not the same then.
    pub(super) fn fitted(self, ty: &Type) -> Term {
        let parts = match (ty, self.parts) {
            (Type::Integer, Parts::Real(real)) => Parts::Int(real.to_int()),
            (Type::Real, Parts::Int(int)) => Parts::Real(int.to_real()),
            (_, parts) => parts,
        };
        Term { parts, ..self }
    }

    /// Whether two values are the same, where both are defined.
    pub(super) fn same(&self, other: &Term) -> Bool {
        match (&self.parts, &other.parts) {
            (Parts::Truth(a), Parts::Truth(b)) => a.yes.eq(b.yes.clone()),
            (Parts::Int(a), Parts::Int(b)) => same_number(a, b),
            (Parts::Atom(a), Parts::Atom(b)) => a.same(b),
            (Parts::Money(c, a), Parts::Money(d, b)) => all([c.same(d), same_number(a, b)]),
            (Parts::Term(a, b), Parts::Term(c, d)) => all([same_number(a, c), same_number(b, d)]),
            (Parts::Iban(a, b), Parts::Iban(c, d)) => all([a.same(c), b.same(d)]),
            (Parts::Listing(a), Parts::Listing(b)) => a.same(b),
            (Parts::Instance(a), Parts::Instance(b)) => same_instance(a, b),
            (a @ (Parts::Real(_) | Parts::Int(_)), b @ (Parts::Real(_) | Parts::Int(_))) => {
                as_real(a).eq(as_real(b))
            }
            _ => Bool::from_bool(false),
        }
    }

    /// Whether a value comes before another in some order of their type; none for types that are not ordered here.
    pub(super) fn is_before(&self, other: &Term) -> Option<Bool> {
        Some(match (&self.parts, &other.parts) {
            (Parts::Truth(a), Parts::Truth(b)) => all([a.no(), b.yes.clone()]),
            (Parts::Int(a), Parts::Int(b)) => a.lt(b.clone()),
            (Parts::Real(a), Parts::Real(b)) => a.lt(b.clone()),
            (Parts::Term(a, b), Parts::Term(c, d)) => {
                any([a.lt(c.clone()), all([a.eq(c.clone()), b.lt(d.clone())])])
            }
            _ => return None,
        })
    }

    /// One value or the other.
    pub(super) fn choose(condition: &Bool, then: &Term, otherwise: &Term) -> Term {
        match condition.as_bool() {
            Some(true) => return then.clone(),
            Some(false) => return otherwise.clone(),
            None => {}
        }
        let parts = match (&then.parts, &otherwise.parts) {
            (Parts::Truth(a), Parts::Truth(b)) => Parts::Truth(Truth::choose(condition, a, b)),
            (Parts::Int(a), Parts::Int(b)) => Parts::Int(condition.ite(a, b)),
            (Parts::Atom(a), Parts::Atom(b)) => Parts::Atom(Atom::choose(condition, a, b)),
            (Parts::Money(c, a), Parts::Money(d, b)) => {
                Parts::Money(Atom::choose(condition, c, d), condition.ite(a, b))
            }
            (Parts::Term(a, b), Parts::Term(c, d)) => {
                Parts::Term(condition.ite(a, c), condition.ite(b, d))
            }
            (Parts::Iban(a, b), Parts::Iban(c, d)) => {
                Parts::Iban(Atom::choose(condition, a, c), Atom::choose(condition, b, d))
            }
            (Parts::Listing(a), Parts::Listing(b)) => {
                Parts::Listing(Box::new(Listing::choose(condition, a, b)))
            }
            (Parts::Instance(a), Parts::Instance(b)) => {
                let first = a
                    .iter()
                    .map(|(id, is_it)| (*id, all([condition.clone(), is_it.clone()])));
                let second = b
                    .iter()
                    .map(|(id, is_it)| (*id, all([condition.not(), is_it.clone()])));
                Parts::Instance(first.chain(second).collect())
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

    /// What the numbers of a variable must satisfy to stand for a value of its type.
    pub(super) fn range(&self, ty: &Type) -> Option<Bool> {
        let between =
            |number: &Int, least: i64, most: i64| all([number.ge(least), number.le(most)]);
        match (&self.parts, ty) {
            (Parts::Int(number), Type::Time) => Some(between(number, 0, 86_399)),
            (Parts::Int(number), Type::Period | Type::Frequency) => Some(between(number, 0, 4)),
            _ => None,
        }
    }
}

/// Whether two numbers are the same, decided here where both are written out.
fn same_number(a: &Int, b: &Int) -> Bool {
    if a == b {
        return Bool::from_bool(true);
    }
    if a.kind() == AstKind::Numeral && b.kind() == AstKind::Numeral {
        return Bool::from_bool(false);
    }
    a.eq(b.clone())
}

fn same_instance(a: &[(InstanceId, Bool)], b: &[(InstanceId, Bool)]) -> Bool {
    let pairs = a.iter().flat_map(|(id, first)| {
        let same = b.iter().filter(move |(other, _)| id == other);
        same.map(move |(_, second)| all([first.clone(), second.clone()]))
    });
    any(pairs.collect::<Vec<_>>())
}

/// A number as a Real.
pub(super) fn as_real(parts: &Parts) -> Real {
    match parts {
        Parts::Real(real) => real.clone(),
        Parts::Int(int) => int.to_real(),
        _ => Real::from_rational(0, 1),
    }
}

/// A whole number.
pub(super) fn whole(number: i64) -> Int {
    Int::from_i64(number)
}

/// A whole number of any size.
pub(super) fn big(number: &BigInt) -> Int {
    match i64::try_from(number) {
        Ok(small) => whole(small),
        // Every text that a number prints as can be read as one.
        Err(_) => number.to_string().parse().unwrap_or_else(|()| whole(0)),
    }
}

/// Both must be defined.
pub(super) fn both(a: Option<Bool>, b: Option<Bool>) -> Option<Bool> {
    match (a, b) {
        (None, other) | (other, None) => other,
        (Some(a), Some(b)) => Some(all([a, b])),
    }
}
