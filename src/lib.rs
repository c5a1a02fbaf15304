//! Fretsaw reads Rebel, a language of entity specifications, and answers questions about them.
//!
//! The modules are layers, each depending only on those before it; `ARCHITECTURE.md` tells what each
//! promises and where to start reading. Rooms in which the lists of `clippy.toml` are denied have neither files nor clocks nor
//! environment.

pub mod bench;
pub mod checking;
pub mod cli;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod dependence;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod diagnostics;
pub mod disk;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod dve;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod engines;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod finite;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod ground;
pub mod ide;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod interpreter;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod logic;
pub mod lsp;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod model;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod modelling;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod number;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod report;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod semantics;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod simulation;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod slice;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod solver;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod syntax;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod trace;
