//! Layer 8: what editors ask, in offsets and plain structures.
//!
//! A [`Database`] holds the open texts and the folders of an editor; a [`Snapshot`] of it answers questions, each of
//! which has a file here. Nothing in this layer knows the protocol: `src/lsp` only converts.

pub mod actions;
pub mod calls;
pub mod completion;
mod database;
pub mod definition;
pub mod diagnostics;
mod documents;
mod folders;
pub mod folding;
pub mod formatting;
mod guards;
pub mod hints;
pub mod hover;
mod index;
pub mod lenses;
pub mod links;
mod project;
pub mod references;
pub mod rename;
pub mod selection;
pub mod signature;
pub mod slices;
pub mod symbols;
pub mod tokens;
pub mod traces;
mod trees;
mod usage;
pub mod verdicts;
mod watch;

pub use database::{Database, Snapshot, Stale, Staleness, Stop};
pub use documents::{Document, SharedFiles};
pub use project::{Project, Spot};
pub use watch::Watcher;
