//! Models in the language of `DiVinE`: what they mean, what is told of wrong ones, and the models of BEEM.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "a test that is left out says so")]

#[path = "dve/beem.rs"]
mod beem;
#[path = "dve/broken.rs"]
mod broken;
#[path = "dve/families.rs"]
mod families;
#[path = "dve/features.rs"]
mod features;
#[path = "support/files.rs"]
mod files;
#[path = "dve/models.rs"]
mod models;
#[path = "dve/mutations.rs"]
mod mutations;
