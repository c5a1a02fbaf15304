//! Fretsaw reads Rebel, a language of entity specifications, and answers questions about them.
//!
//! A check of a file, as `fretsaw check` does it:
//!
//! ```
//! use std::sync::Arc;
//! use fretsaw::checking::{Settings, answer_all, select};
//! use fretsaw::report::{check_text, checks::Checked, diagnostics_text::Drawing};
//! use fretsaw::{disk::Disk, semantics::analyse};
//!
//! let file = "testmodules/bank/NegativeBalance.tebl".into();
//! let analysis = Arc::new(analyse(&Disk, &[file], &[]));
//! assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
//! for answered in answer_all(&analysis, &Settings::default(), &select(&analysis, &[], None)?) {
//!     let answer = answered?;
//!     let checked = Checked::of(&analysis, &answer);
//!     print!("{}", check_text::render(&checked, Drawing::PLAIN));
//!     print!("{}", check_text::run(&checked, false, Drawing::PLAIN));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The files need not be on a disk: [`semantics::load::MemoryFiles`] has texts from anywhere. `examples/` has more: a
//! slice that is printed, an exploration with a callback, checks that an engine of one's own answers.
//!
//! # A tour
//!
//! The modules are rooms, each of which uses only those before it; `ARCHITECTURE.md` tells what each promises and
//! where to start reading. A check goes through them in this order:
//!
//! 1. [`syntax`] reads texts as trees that keep every byte. What is wrong with them is a [`diagnostics::Diagnostic`],
//!    here and in all that follows.
//! 2. [`semantics`] finds out what names and types mean: [`semantics::analyse`] gives a [`semantics::Analysis`], the
//!    checked specifications and test modules.
//! 3. [`model`] is what a check runs over: the instances, the start, the goal. [`interpreter`] defines what a step of
//!    it is, and [`modelling`] makes models of checks.
//! 4. [`dependence`] and [`slice`](mod@slice) tell what a check depends on, and leave out the rest.
//! 5. [`logic`] has terms, and [`ground`] translates a model to a system of them: no language is left in it.
//! 6. [`solver`] tells Z3 of such systems; [`finite`] makes programs over small numbers of them, and [`dve`] of the
//!    language of `DiVinE`.
//! 7. [`engines`] look for runs of systems, each in its own way; [`outcome`] says what that means for a check, and
//!    [`vacuity`] what makes an answer an empty one.
//! 8. [`trace`] has runs as documents, [`simulation`] those that somebody makes by hand.
//! 9. [`checking`] puts it together: it answers checks, and an [`checking::Answer`] is data.
//! 10. [`report`] words answers and everything else, one file a format.
//! 11. [`disk`] has the files of the machine; [`ide`], [`lsp`] and [`cli`] are the edges, and [`bench`](mod@bench)
//!     measures.
//
// Rooms in which the lists of `clippy.toml` are denied have neither files nor clocks nor environment.

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
pub mod outcome;
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
pub mod stack;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod syntax;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod trace;
#[deny(clippy::disallowed_methods, clippy::disallowed_types)]
pub mod vacuity;
