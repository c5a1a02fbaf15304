//! Fretsaw reads Rebel, a language of entity specifications, and answers questions about them.
//!
//! The modules are layers, each depending only on those before it; `ARCHITECTURE.md` tells what each
//! promises and where to start reading.

pub mod bench;
mod checking;
pub mod cli;
pub mod dependence;
pub mod diagnostics;
pub mod disk;
pub mod dve;
pub mod engines;
pub mod finite;
pub mod ground;
pub mod ide;
pub mod logic;
pub mod lsp;
pub mod model;
pub mod number;
pub mod report;
pub mod semantics;
pub mod simulation;
pub mod slice;
pub mod solver;
pub mod syntax;
pub mod trace;
