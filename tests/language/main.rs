//! What the language is and what is said of texts in it: syntax, formatter, analysis, lints and their explanations.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod accepted;
mod explanations;
mod fixes;
mod format;
mod grammar;
mod inheritance;
mod language_manual;
mod lint_examples;
mod loading;
mod one_mistake;
mod properties_semantics;
mod properties_syntax;
#[path = "../support/mod.rs"]
mod support;
mod syntax_accepts;
mod syntax_errors;
mod syntax_limits;
mod syntax_single_deletion;
mod test_states;
