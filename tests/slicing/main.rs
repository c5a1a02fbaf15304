//! Slices: what depends on what, what is cut, how it is written, and that it answers as its original does.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod dependences;
mod differential;
mod modules;
mod published;
mod published_cases;
mod simulation;
mod slices;
#[path = "../support/mod.rs"]
mod support;
mod why;
mod written;
