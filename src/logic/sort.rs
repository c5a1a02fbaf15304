//! Sorts, and the constants of each.

use std::cmp::Ordering;

use num_bigint::BigInt;
use smol_str::SmolStr;

pub use crate::number::Rational;

/// The sort of a term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    /// True or false.
    Bool,
    /// Whole numbers of any size.
    Int,
    /// Fractions of any size.
    Real,
    /// One of finitely many named values: life-cycle states, instances, the events of a step.
    Finite(FiniteSort),
    /// Endlessly many things that are only told apart, as texts are.
    Atom(AtomSort),
}

/// A sort with finitely many values, by its place in the arena that declared it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FiniteSort(pub u32);

/// A sort of things that are only told apart, by its place in the arena that declared it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AtomSort(pub u32);

/// A value of some sort.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Constant {
    /// Of `Bool`.
    Bool(bool),
    /// Of `Int`.
    Int(BigInt),
    /// Of `Real`.
    Real(Rational),
    /// Of a finite sort, by its place among the values.
    Finite(FiniteSort, u32),
    /// Of a sort of atoms, by its name.
    Atom(AtomSort, SmolStr),
    /// Of a sort of atoms, one that no term mentions; those with different numbers differ.
    Unnamed(AtomSort, u32),
}

impl Constant {
    /// The sort it is of.
    pub fn sort(&self) -> Sort {
        match self {
            Constant::Bool(_) => Sort::Bool,
            Constant::Int(_) => Sort::Int,
            Constant::Real(_) => Sort::Real,
            Constant::Finite(sort, _) => Sort::Finite(*sort),
            Constant::Atom(sort, _) | Constant::Unnamed(sort, _) => Sort::Atom(*sort),
        }
    }

    /// The number it is, where it is one.
    pub fn number(&self) -> Option<Rational> {
        match self {
            Constant::Int(number) => Some(Rational::from_integer(number.clone())),
            Constant::Real(number) => Some(number.clone()),
            _ => None,
        }
    }

    /// Whether it is true; none where it is no truth value.
    pub fn truth(&self) -> Option<bool> {
        match self {
            Constant::Bool(value) => Some(*value),
            _ => None,
        }
    }

    /// How two numbers of one sort compare; none where there is no order.
    pub fn order(&self, other: &Constant) -> Option<Ordering> {
        match (self, other) {
            (Constant::Int(a), Constant::Int(b)) => Some(a.cmp(b)),
            (Constant::Real(a), Constant::Real(b)) => Some(a.cmp(b)),
            _ => None,
        }
    }
}

impl From<bool> for Constant {
    fn from(value: bool) -> Constant {
        Constant::Bool(value)
    }
}

impl From<i64> for Constant {
    fn from(value: i64) -> Constant {
        Constant::Int(value.into())
    }
}

impl From<BigInt> for Constant {
    fn from(value: BigInt) -> Constant {
        Constant::Int(value)
    }
}
