//! Layer 4: from checks to their models, and what is known of a model without looking at its runs.
//!
//! [`build`] makes the [`Model`](crate::model::Model) of a check, or says what stands in its way. [`effects`] tell
//! which variables each part reads and writes, [`symmetry`] which instances nothing tells apart, and [`needed`] which
//! events a goal needs.

mod audit;
pub mod build;
pub mod effects;
mod error;
mod fixed;
pub mod needed;
mod property;
pub mod symmetry;
mod universe;

pub use error::BuildError;

pub use effects::{Effects, Footprints, Variable, Whose};
