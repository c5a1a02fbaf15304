//! Values of the language as small trees of terms.
//!
//! A value is kept in the scalars that solvers and searches are best at: money is a currency and cents, a term months
//! and days, an account number a country and the rest; dates, times, percentages and periods are whole numbers. Sets
//! and maps are lists of entries, see [`super::listing`].

use super::context::Context;
use super::listing::Listing;
use super::truth::Truth;
use crate::logic::{Sort, TermId, Terms};
use crate::model::InstanceId;
use crate::semantics::types::Type;

/// The scalars of a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// True or false, or neither.
    Truth(Truth),
    /// Integers, percentages, dates, times, and everything that a whole number stands for.
    Int(TermId),
    /// A fraction.
    Real(TermId),
    /// A text or a currency.
    Atom(TermId),
    /// Currency and cents.
    Money(TermId, TermId),
    /// Months and days.
    Term(TermId, TermId),
    /// Country and rest.
    Iban(TermId, TermId),
    /// A set or a map.
    Listing(Box<Listing>),
    /// One of these instances: each with when it is the one. At most one is.
    Instance(Vec<(InstanceId, TermId)>),
    /// What is cut has no value, and nothing reads it.
    Nothing,
}

/// A value and when it is defined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Value {
    /// What it is where it is defined.
    pub shape: Shape,
    /// When it has a value. A truth may be undefined beyond that.
    defined: TermId,
}

impl Value {
    /// A value that is always defined.
    pub fn total(terms: &mut Terms, shape: Shape) -> Value {
        let defined = terms.truth(true);
        Value { shape, defined }
    }

    /// A value that is defined where `defined` holds.
    pub fn partial(shape: Shape, defined: TermId) -> Value {
        Value { shape, defined }
    }

    /// When it has a value.
    pub fn defined(&self, terms: &mut Terms) -> TermId {
        match &self.shape {
            Shape::Truth(truth) => {
                let defined = truth.defined(terms);
                terms.and([self.defined, defined])
            }
            _ => self.defined,
        }
    }

    /// The same, but undefined where `defined` does not hold.
    #[must_use]
    pub fn where_defined(mut self, terms: &mut Terms, defined: TermId) -> Value {
        self.defined = terms.and([self.defined, defined]);
        self
    }

    /// The truth that it is; none where it is something else.
    pub fn truth(&self, terms: &mut Terms) -> Option<Truth> {
        match &self.shape {
            Shape::Truth(truth) => Some(truth.where_defined(terms, self.defined)),
            _ => None,
        }
    }

    /// The same with each scalar changed.
    #[must_use]
    pub fn map(&self, change: &mut dyn FnMut(TermId) -> TermId) -> Value {
        Value {
            shape: self.shape.map(change),
            defined: change(self.defined),
        }
    }

    /// The same value made of other scalars, which are given in the order of [`Value::scalars`].
    #[must_use]
    pub fn with_scalars(&self, scalars: &[TermId]) -> Value {
        Value {
            shape: self.shape.with_scalars(&mut scalars.iter().copied()),
            defined: self.defined,
        }
    }

    /// The scalars of a value that a variable keeps, in a fixed order. For a variable of a type there are always as
    /// many.
    pub fn scalars(&self) -> Vec<TermId> {
        self.shape.scalars()
    }
}

impl Shape {
    /// The scalars, in a fixed order.
    pub fn scalars(&self) -> Vec<TermId> {
        match self {
            Shape::Truth(truth) => vec![truth.yes],
            Shape::Int(term) | Shape::Real(term) | Shape::Atom(term) => vec![*term],
            Shape::Money(one, other) | Shape::Term(one, other) | Shape::Iban(one, other) => {
                vec![*one, *other]
            }
            Shape::Listing(listing) => listing.scalars(),
            Shape::Instance(_) | Shape::Nothing => Vec::new(),
        }
    }

    /// The same shape made of other scalars, which come in the order of [`Shape::scalars`].
    #[must_use]
    pub(super) fn with_scalars(&self, scalars: &mut dyn Iterator<Item = TermId>) -> Shape {
        let mut other = |scalar: TermId| scalars.next().unwrap_or(scalar);
        match self {
            Shape::Truth(truth) => Shape::Truth(Truth::total(other(truth.yes))),
            Shape::Int(term) => Shape::Int(other(*term)),
            Shape::Real(term) => Shape::Real(other(*term)),
            Shape::Atom(term) => Shape::Atom(other(*term)),
            Shape::Money(one, two) => Shape::Money(other(*one), other(*two)),
            Shape::Term(one, two) => Shape::Term(other(*one), other(*two)),
            Shape::Iban(one, two) => Shape::Iban(other(*one), other(*two)),
            Shape::Listing(listing) => Shape::Listing(Box::new(listing.with_scalars(scalars))),
            Shape::Instance(cases) => Shape::Instance(cases.clone()),
            Shape::Nothing => Shape::Nothing,
        }
    }

    /// The same with each scalar changed.
    #[must_use]
    pub fn map(&self, change: &mut dyn FnMut(TermId) -> TermId) -> Shape {
        match self {
            Shape::Truth(truth) => Shape::Truth(truth.map(change)),
            Shape::Int(term) => Shape::Int(change(*term)),
            Shape::Real(term) => Shape::Real(change(*term)),
            Shape::Atom(term) => Shape::Atom(change(*term)),
            Shape::Money(one, other) => Shape::Money(change(*one), change(*other)),
            Shape::Term(one, other) => Shape::Term(change(*one), change(*other)),
            Shape::Iban(one, other) => Shape::Iban(change(*one), change(*other)),
            Shape::Listing(listing) => Shape::Listing(Box::new(listing.map(change))),
            Shape::Instance(cases) => {
                let cases = cases.iter().map(|(id, is_it)| (*id, change(*is_it)));
                Shape::Instance(cases.collect())
            }
            Shape::Nothing => Shape::Nothing,
        }
    }
}

impl From<(Truth, &mut Terms)> for Value {
    fn from((truth, terms): (Truth, &mut Terms)) -> Value {
        Value::total(terms, Shape::Truth(truth))
    }
}

/// Whether two values are the same, where both are defined.
pub fn same(context: &mut Context, left: &Shape, right: &Shape) -> TermId {
    let terms = &mut context.terms;
    let both = |terms: &mut Terms, (a, b): (TermId, TermId), (c, d): (TermId, TermId)| {
        let (first, second) = (terms.equal(a, c), terms.equal(b, d));
        terms.and([first, second])
    };
    match (left, right) {
        (Shape::Truth(a), Shape::Truth(b)) => terms.equal(a.yes, b.yes),
        (Shape::Int(a), Shape::Int(b)) | (Shape::Atom(a), Shape::Atom(b)) => terms.equal(*a, *b),
        (Shape::Money(a, b), Shape::Money(c, d))
        | (Shape::Term(a, b), Shape::Term(c, d))
        | (Shape::Iban(a, b), Shape::Iban(c, d)) => both(terms, (*a, *b), (*c, *d)),
        (Shape::Listing(a), Shape::Listing(b)) => a.same(context, b),
        (Shape::Instance(a), Shape::Instance(b)) => same_instance(terms, a, b),
        (Shape::Nothing, Shape::Nothing) => terms.truth(true),
        (a, b) => match (as_real(terms, a), as_real(terms, b)) {
            (Some(a), Some(b)) => terms.equal(a, b),
            _ => terms.truth(false),
        },
    }
}

fn same_instance(
    terms: &mut Terms,
    left: &[(InstanceId, TermId)],
    right: &[(InstanceId, TermId)],
) -> TermId {
    let mut cases = Vec::new();
    for (id, first) in left {
        for (_, second) in right.iter().filter(|(other, _)| other == id) {
            cases.push(terms.and([*first, *second]));
        }
    }
    terms.or(cases)
}

/// A number as a fraction; none where it is no number.
pub fn as_real(terms: &mut Terms, shape: &Shape) -> Option<TermId> {
    match shape {
        Shape::Real(number) => Some(*number),
        Shape::Int(number) => Some(terms.to_real(*number)),
        _ => None,
    }
}

/// Whether a value comes before another in some order of their type; none for types that have no order here.
pub fn is_before(terms: &mut Terms, left: &Shape, right: &Shape) -> Option<TermId> {
    Some(match (left, right) {
        (Shape::Truth(a), Shape::Truth(b)) => {
            let no = a.no(terms);
            terms.and([no, b.yes])
        }
        (Shape::Int(a), Shape::Int(b)) | (Shape::Real(a), Shape::Real(b)) => terms.less(*a, *b),
        (Shape::Term(a, b), Shape::Term(c, d)) => {
            let (fewer, alike) = (terms.less(*a, *c), terms.equal(*a, *c));
            let shorter = terms.less(*b, *d);
            let second = terms.and([alike, shorter]);
            terms.or([fewer, second])
        }
        _ => return None,
    })
}

/// One value or the other.
pub fn choose(terms: &mut Terms, condition: TermId, then: &Value, otherwise: &Value) -> Value {
    match terms.known(condition) {
        Some(true) => return then.clone(),
        Some(false) => return otherwise.clone(),
        None => {}
    }
    Value {
        defined: terms.ite(condition, then.defined, otherwise.defined),
        shape: choose_shape(terms, condition, &then.shape, &otherwise.shape),
    }
}

fn choose_shape(terms: &mut Terms, condition: TermId, then: &Shape, otherwise: &Shape) -> Shape {
    let mut pick = |a: &TermId, b: &TermId| terms.ite(condition, *a, *b);
    match (then, otherwise) {
        (Shape::Int(a), Shape::Int(b)) => Shape::Int(pick(a, b)),
        (Shape::Real(a), Shape::Real(b)) => Shape::Real(pick(a, b)),
        (Shape::Atom(a), Shape::Atom(b)) => Shape::Atom(pick(a, b)),
        (Shape::Money(a, b), Shape::Money(c, d)) => Shape::Money(pick(a, c), pick(b, d)),
        (Shape::Term(a, b), Shape::Term(c, d)) => Shape::Term(pick(a, c), pick(b, d)),
        (Shape::Iban(a, b), Shape::Iban(c, d)) => Shape::Iban(pick(a, c), pick(b, d)),
        (Shape::Truth(a), Shape::Truth(b)) => Shape::Truth(Truth::choose(terms, condition, *a, *b)),
        (Shape::Listing(a), Shape::Listing(b)) => {
            Shape::Listing(Box::new(Listing::choose(terms, condition, a, b)))
        }
        (Shape::Instance(a), Shape::Instance(b)) => {
            let unless = terms.not(condition);
            let mut cases = Vec::with_capacity(a.len() + b.len());
            for (when, those) in [(condition, a), (unless, b)] {
                for (id, is_it) in those {
                    cases.push((*id, terms.and([when, *is_it])));
                }
            }
            Shape::Instance(cases)
        }
        // A whole number beside a fraction.
        (a, b) => match (as_real(terms, a), as_real(terms, b)) {
            (Some(a), Some(b)) => Shape::Real(terms.ite(condition, a, b)),
            _ => a.clone(),
        },
    }
}

/// What the scalars of a variable must satisfy to stand for a value of its type.
pub fn in_range(terms: &mut Terms, shape: &Shape, ty: &Type) -> TermId {
    let (number, most) = match (shape, ty) {
        (Shape::Int(number), Type::Time) => (*number, 86_399),
        (Shape::Int(number), Type::Period | Type::Frequency) => (*number, 4),
        _ => return terms.truth(true),
    };
    let (zero, most) = (terms.int(0), terms.int(most));
    let (low, high) = (
        terms.less_equal(zero, number),
        terms.less_equal(number, most),
    );
    terms.and([low, high])
}

/// The sort of a scalar term is what its shape says; used where variables are made.
pub fn sort_of_number(ty: &Type) -> Sort {
    if *ty == Type::Real {
        Sort::Real
    } else {
        Sort::Int
    }
}
