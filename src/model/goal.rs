//! What a run should reach.

use std::sync::Arc;

use super::value::{InstanceId, Value};
use crate::diagnostics::Span;
use crate::semantics::expression::Expr;
use crate::semantics::specification::StateId;

/// What a run should reach.
#[derive(Debug, Clone)]
pub enum Goal<'p> {
    /// A state that a test module describes.
    State {
        /// The time.
        now: Option<Value>,
        /// Each must be met, by instances of their own.
        wanted: Vec<Requirement<'p>>,
        /// None of these must be met by any of their candidates.
        unwanted: Vec<Requirement<'p>>,
    },
    /// A state in which an invariant of an initialised instance does not hold.
    BrokenInvariant,
}

/// What is asked of one instance.
#[derive(Debug, Clone)]
pub struct Requirement<'p> {
    /// The instances that may meet it.
    pub candidates: Arc<[InstanceId]>,
    /// The states that are right.
    pub states: Vec<StateId>,
    /// What must hold of it.
    pub constraints: Vec<&'p Expr>,
    /// The statement that asks for it.
    pub span: Span,
}

impl Requirement<'_> {
    /// Whether another one of the same statement asks nothing else.
    pub fn asks_the_same(&self, other: &Requirement<'_>) -> bool {
        let mut constraints = self.constraints.iter().zip(&other.constraints);
        self.span == other.span
            && Arc::ptr_eq(&self.candidates, &other.candidates)
            && self.constraints.len() == other.constraints.len()
            && constraints.all(|(one, other)| std::ptr::eq(*one, *other))
    }
}
