//! Finite programs: guarded commands over variables of small ranges.
//!
//! This is what explicit exploration reads, whatever the question was written in: the models of BEEM are translated
//! into it, and so are our own models where everything has a finite domain. It is the model of Huang et al., section
//! 3, with arrays and assignments that happen in turn.

pub(crate) mod build;
pub mod evaluate;
pub mod interval;
pub mod knowledge;
pub mod lower;
pub mod plain_search;
pub mod program;
pub mod ranges;
pub mod search;
pub mod starts;
pub mod values;

pub use evaluate::{Fault, Part, State};
pub use program::{
    Action, ActionId, Array, BinaryOp, Effect, Expr, LocalId, Place, Program, Together, UnaryOp,
    Variable, VariableId,
};
pub use search::{Ending, Order, Query, Search};
