//! The program as users and scripts meet it: verbs, streams, exit codes and documents.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

#[path = "cli/advice.rs"]
mod advice;
#[path = "cli/bad_input.rs"]
mod bad_input;
#[path = "cli/bench.rs"]
mod bench;
#[path = "cli/bench_editor.rs"]
mod bench_editor;
#[path = "cli/bench_explicit.rs"]
mod bench_explicit;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/check_bad_input.rs"]
mod check_bad_input;
#[path = "cli/check_restrictions.rs"]
mod check_restrictions;
#[path = "cli/check_shipped.rs"]
mod check_shipped;
#[path = "cli/check_vacuity.rs"]
mod check_vacuity;
#[path = "cli/documents.rs"]
mod documents;
#[path = "cli/explore.rs"]
mod explore;
#[path = "cli/explore_limits.rs"]
mod explore_limits;
#[path = "cli/explore_restrictions.rs"]
mod explore_restrictions;
#[path = "support/files.rs"]
mod files;
#[path = "cli/fmt.rs"]
mod fmt;
#[path = "cli/graph.rs"]
mod graph;
#[path = "cli/lint.rs"]
mod lint;
#[path = "cli/log.rs"]
mod log;
#[path = "cli/parse.rs"]
mod parse;
#[path = "cli/paths.rs"]
mod paths;
#[path = "cli/program.rs"]
mod program;
#[path = "cli/rendering.rs"]
mod rendering;
#[path = "support/schema.rs"]
mod schema;
#[path = "cli/schemas.rs"]
mod schemas;
#[path = "cli/simulate.rs"]
mod simulate;
#[path = "cli/simulate_large.rs"]
mod simulate_large;
#[path = "cli/simulate_terminal.rs"]
mod simulate_terminal;
#[path = "cli/slice.rs"]
mod slice;
#[path = "cli/slice_folder.rs"]
mod slice_folder;
#[path = "cli/slice_why.rs"]
mod slice_why;
#[path = "cli/streams.rs"]
mod streams;
#[path = "cli/terminal_bytes.rs"]
mod terminal_bytes;
#[path = "cli/usage.rs"]
mod usage;
