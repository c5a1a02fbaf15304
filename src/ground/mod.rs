//! The one translation of the language to terms.
//!
//! Values are small trees of scalars ([`shape`], [`listing`]), conditions are pairs of terms ([`truth`]), and
//! [`expression`] is the counterpart of the interpreter's evaluator: what it says of an expression holds for all
//! states at once.

mod build;
pub mod calendar;
pub mod context;
mod ends;
pub mod enumeration;
pub mod expression;
mod goal;
pub mod instances;
pub mod listing;
pub mod obstacle;
pub mod operations;
mod possible;
pub mod property;
mod relation;
mod roles;
pub mod run;
pub mod shape;
pub mod smtlib;
mod steps;
pub mod system;
pub mod truth;
pub mod valuation;
pub mod values;
pub mod view;

pub use build::Options;
pub use obstacle::Obstacle;
pub use property::{Lengths, Property, PropertyId};
pub use run::SystemRun;
pub use system::System;

// What values, states and names are to those who only hand them on.
pub use crate::diagnostics::Span;
pub use crate::model::{InstanceId, State, Value as Concrete};
pub use crate::semantics::specification::{EventId, FieldId};
pub use crate::semantics::types::Type;
