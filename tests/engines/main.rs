//! Engines and what they run on: all of them against each other and against the interpreter.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod differential;
mod dve;
mod findings;
mod finite;
mod finite_languages;
mod finite_models;
mod ground;
mod lazy;
mod lying_engine;
#[path = "../support/mod.rs"]
mod support;
mod written_systems;
