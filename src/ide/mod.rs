//! Layer 8: what editors ask, in offsets and plain structures.
//!
//! A [`Database`] holds the open texts and the folders of an editor; a [`Snapshot`] of it answers questions, each of which
//! has a file here. Nothing in this layer knows the protocol: `src/lsp` only converts.

pub mod actions;
mod database;
pub mod diagnostics;
mod documents;
mod project;

pub use database::{Database, Snapshot, Stale};
pub use documents::Document;
pub use project::{Project, Spot};
