//! Layer 4: the interpreter, which defines what a model means.
//!
//! [`evaluate`] gives expressions their value on concrete states, and [`steps`] say which step leads from which state
//! to which: that is the definition of what is true, and every witness is replayed by it before anyone sees it. It
//! works with exact numbers, and nothing here knows a solver: it is the second opinion on everything that an engine
//! says. [`explore`] is a plain search on top of it.

mod arguments;
pub mod begin;
mod choose;
pub mod confined;
pub(crate) mod conjuncts;
pub mod cut_off;
pub mod effort;
mod ends;
pub mod evaluate;
pub mod explain;
pub mod explore;
pub mod guesses;
pub mod missing;
pub mod offers;
pub mod operations;
mod partners;
mod polynomial;
pub mod range;
pub mod refusal;
pub mod replay;
mod solve;
pub mod steps;
mod times;
pub mod walks;
mod watch;

pub use solve::{Possible, reads_next};
pub use steps::Interpreter;

use crate::model::Model;

impl Model<'_> {
    /// The definition of what happens.
    pub fn interpreter(&self) -> Interpreter<'_> {
        Interpreter {
            program: self.program,
            universe: &self.universe,
            classes: &self.classes,
            class_of: &self.class_of,
            shapes: &self.shapes,
            domains: &self.domains,
            read_open: None,
        }
    }
}
