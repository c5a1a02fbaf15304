//! Terms as the solver's objects.
//!
//! A value of a finite sort is a truth value for each value of the sort, of which exactly one is true: that is what
//! the solver is best at.

use std::rc::Rc;

use num_bigint::BigInt;
use z3::ast::{Bool, Dynamic, Int, Real};

use super::truth::{all, any, not};
use crate::logic::Rational;

/// What a term is to the solver.
#[derive(Debug, Clone)]
pub(super) enum Ast {
    Bool(Bool),
    Int(Int),
    Real(Real),
    Atom(Dynamic),
    /// For each value of a finite sort whether it is the one.
    Finite(Rc<[Bool]>),
}

impl Ast {
    pub(super) fn truth(value: bool) -> Ast {
        Ast::Bool(Bool::from_bool(value))
    }

    /// A truth value. Terms have their sorts checked when they are made, so it is one wherever one is asked for.
    pub(super) fn bool(self) -> Bool {
        match self {
            Ast::Bool(value) => value,
            _ => Bool::from_bool(false),
        }
    }

    pub(super) fn int(self) -> Int {
        match self {
            Ast::Int(number) => number,
            _ => Int::from_i64(0),
        }
    }

    pub(super) fn real(self) -> Real {
        match self {
            Ast::Real(number) => number,
            other => other.int().to_real(),
        }
    }

    /// Whether two of one sort are the same.
    pub(super) fn same(&self, other: &Ast) -> Bool {
        match (self, other) {
            (Ast::Bool(a), Ast::Bool(b)) => same_truth(a, b),
            (Ast::Int(a), Ast::Int(b)) if a != b => a.eq(b.clone()),
            (Ast::Real(a), Ast::Real(b)) if a != b => a.eq(b.clone()),
            (Ast::Atom(a), Ast::Atom(b)) if a != b => a.eq(b.clone()),
            (Ast::Finite(a), Ast::Finite(b)) => match known_place(a).map(|place| &b[place]) {
                Some(is_it) => is_it.clone(),
                None => match known_place(b).map(|place| &a[place]) {
                    Some(is_it) => is_it.clone(),
                    None => all(a.iter().zip(b.iter()).map(|(a, b)| same_truth(a, b))),
                },
            },
            _ => Bool::from_bool(true),
        }
    }

    /// One of two of one sort.
    pub(super) fn choose(condition: &Bool, then: Ast, otherwise: Ast) -> Ast {
        match (then, otherwise) {
            (Ast::Bool(a), Ast::Bool(b)) => Ast::Bool(condition.ite(&a, &b)),
            (Ast::Int(a), Ast::Int(b)) => Ast::Int(condition.ite(&a, &b)),
            (Ast::Atom(a), Ast::Atom(b)) => Ast::Atom(condition.ite(&a, &b)),
            (Ast::Finite(a), Ast::Finite(b)) => {
                let pairs = a.iter().zip(b.iter());
                Ast::Finite(pairs.map(|(a, b)| chosen_truth(condition, a, b)).collect())
            }
            (a, b) => Ast::Real(condition.ite(&a.real(), &b.real())),
        }
    }
}

/// The place of the value that is known to be the one.
fn known_place(values: &[Bool]) -> Option<usize> {
    let place = values
        .iter()
        .position(|value| value.as_bool() == Some(true))?;
    Some(place)
}

fn same_truth(a: &Bool, b: &Bool) -> Bool {
    match (a.as_bool(), b.as_bool()) {
        (Some(true), _) => b.clone(),
        (_, Some(true)) => a.clone(),
        (Some(false), _) => not(b),
        (_, Some(false)) => not(a),
        _ if a == b => Bool::from_bool(true),
        _ => a.eq(b.clone()),
    }
}

fn chosen_truth(condition: &Bool, a: &Bool, b: &Bool) -> Bool {
    match (a.as_bool(), b.as_bool()) {
        (Some(true), _) => any([condition.clone(), b.clone()]),
        (Some(false), _) => all([not(condition), b.clone()]),
        (_, Some(true)) => any([not(condition), a.clone()]),
        (_, Some(false)) => all([condition.clone(), a.clone()]),
        _ => condition.ite(a, b),
    }
}

/// A whole number of any size.
pub(super) fn whole(number: &BigInt) -> Int {
    match i64::try_from(number) {
        Ok(small) => Int::from_i64(small),
        // Every text that a number prints as can be read as one.
        Err(_) => (number.to_string().parse()).unwrap_or_else(|()| Int::from_i64(0)),
    }
}

/// A fraction of any size.
pub(super) fn fraction(number: &Rational) -> Real {
    let top = whole(number.numer()).to_real();
    if number.is_integer() {
        return top;
    }
    let bottom = whole(number.denom()).to_real();
    top.div(bottom)
}
