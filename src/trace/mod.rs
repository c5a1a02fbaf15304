//! Layer 7: runs as documents, beside [`crate::report`].
//!
//! A run is a start and steps, each with the state that it leads to. [`replay`] takes it again before anyone sees it,
//! [`relevant`] tells what of it is worth showing, and [`json_trace`] writes it down as plain names and texts, and
//! reads it back.

pub mod json_trace;
pub mod relevant;
pub mod replay;
pub mod saved;
