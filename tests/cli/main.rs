//! The program as users and scripts meet it: verbs, streams, exit codes and documents.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod advice;
mod bad_input;
mod bench;
mod bench_editor;
mod bench_explicit;
mod check;
mod check_bad_input;
mod check_restrictions;
mod check_shipped;
mod check_vacuity;
mod documents;
mod explore;
mod explore_limits;
mod explore_restrictions;
mod fmt;
mod graph;
mod lint;
mod log;
mod parse;
mod paths;
mod program;
mod rendering;
mod schemas;
mod simulate;
mod simulate_large;
mod simulate_terminal;
mod slice;
mod slice_folder;
mod slice_why;
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod terminal_bytes;
mod usage;
