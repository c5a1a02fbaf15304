//! Fretsaw.

/// The bridge to Z3.
pub mod solver;
