//! The one translation of the language to terms.
//!
//! Values are small trees of scalars ([`shape`], [`listing`]), conditions are pairs of terms ([`truth`]), and [`expression`] is the
//! counterpart of the interpreter's evaluator: what it says of an expression holds for all states at once.

mod build;
pub mod calendar;
pub mod context;
mod ends;
pub mod expression;
mod goal;
pub mod instances;
pub mod listing;
pub mod operations;
mod possible;
mod relation;
mod roles;
pub mod run;
pub mod shape;
mod steps;
pub mod system;
pub mod truth;
pub mod valuation;
pub mod values;
pub mod view;

pub use build::Options;
pub use system::System;
