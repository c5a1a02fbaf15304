//! What models mean and how they are shown: the interpreter, what is known of events and instances, runs and pictures.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod bad_input;
mod description;
mod effects;
mod endless_runs;
mod interpreter;
mod interpreter_examples;
mod json_traces;
mod pictures;
mod properties;
#[path = "../support/mod.rs"]
mod support;
mod symmetry;
mod trace_forms;
