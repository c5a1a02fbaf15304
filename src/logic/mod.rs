//! Terms: what a check says, as plain formulas over truth values, numbers and things that are only told apart.
//!
//! [`Terms`] is an arena that interns: the same term is made once and has one [`TermId`], which is cheap to copy and
//! compare. The arena checks sorts where terms are made, and simplifies what is known beforehand. Everything else is a
//! function over terms: [`evaluate`] in a valuation, [`rewrite`] (substitution, free symbols, conjuncts), [`smtlib`]
//! as text.
//!
//! A symbol is a variable of the state, read before or after a step, an input of the step, or bound by a quantifier.
//! There are no depths in names: whoever unrolls steps numbers them.
//!
//! Ids are given in the order in which terms are made, and parts are made before wholes. So the same work gives the
//! same ids on every run, and going through ids in order meets parts first.

pub mod eliminate;
pub mod evaluate;
mod linear;
mod numbers;
pub mod rewrite;
pub mod smtlib;
mod sort;
mod terms;
#[cfg(test)]
mod tests;

pub use sort::{AtomSort, Constant, FiniteSort, Rational, Sort};
pub use terms::{BoundId, InputId, Node, Symbol, TermId, Terms, VariableId};
