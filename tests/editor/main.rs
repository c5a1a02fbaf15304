//! What editors get: analyses of edited texts, the language server, a real editor, and the grammar for colours.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod editing;
mod lsp;
mod neovim;
#[path = "../support/mod.rs"]
mod support;
mod textmate;
