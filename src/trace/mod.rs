//! Layer 7: runs as documents, beside [`crate::report`].
//!
//! A run is a start and steps, each with the state that it leads to. [`json_trace`] writes it down as plain names and texts, and reads it back.

pub mod json_trace;
