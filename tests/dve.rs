//! Models in the language of `DiVinE`.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "a test that is left out says so")]

#[path = "dve/beem.rs"]
mod beem;
#[path = "support/files.rs"]
mod files;
#[path = "dve/models.rs"]
mod models;
