//! The language server as an editor meets it: a scripted client over standard input and output.

#![allow(
    clippy::needless_pass_by_value,
    reason = "messages are written where they are sent"
)]

mod checks;
mod client;
mod completion;
mod diagnostics;
mod lifecycle;
mod names;
mod robustness;
mod signatures;
mod structure;
