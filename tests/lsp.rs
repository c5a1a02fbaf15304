//! The language server as an editor meets it: a scripted client over standard input and output.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]
#![allow(
    clippy::needless_pass_by_value,
    reason = "messages are written where they are sent"
)]

#[path = "lsp/checks.rs"]
mod checks;
#[path = "lsp/client.rs"]
mod client;
#[path = "lsp/completion.rs"]
mod completion;
#[path = "lsp/diagnostics.rs"]
mod diagnostics;
#[path = "support/files.rs"]
mod files;
#[path = "lsp/lifecycle.rs"]
mod lifecycle;
#[path = "lsp/names.rs"]
mod names;
#[path = "lsp/robustness.rs"]
mod robustness;
#[path = "lsp/signatures.rs"]
mod signatures;
#[path = "lsp/structure.rs"]
mod structure;
