//! What the project says of itself: the layers of its source, and whom its build trusts.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::print_stderr,
    reason = "a test fails by panicking, and notes what it leaves out"
)]

mod architecture;
mod examples;
mod layers;
mod library_trust;
mod page;
#[path = "../support/mod.rs"]
mod support;
