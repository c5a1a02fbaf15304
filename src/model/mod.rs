//! Layer 4: what a specification does.
//!
//! A check runs over a finite [`universe`] of instances. [`state`]s of it are concrete, [`evaluate`] gives expressions their value, and
//! [`steps`] say which step leads from which state to which: that is the definition of what is true, and every witness is replayed by
//! it before anyone sees it. [`effects`] tell which variables each part reads and writes. Nothing here knows a solver.

mod arguments;
mod audit;
pub mod begin;
mod build;
pub mod calendar;
pub(crate) mod conjuncts;
pub mod cut_off;
pub mod domains;
pub mod effects;
pub mod effort;
pub mod evaluate;
pub mod explain;
pub mod explore;
mod fixed;
pub mod goal;
pub mod guesses;
pub mod missing;
pub mod needed;
pub mod offers;
pub mod operations;
mod partners;
mod polynomial;
pub mod range;
pub mod read_value;
pub mod refusal;
pub mod replay;
pub mod run;
pub mod shape;
mod size;
mod solve;
pub mod state;
pub mod steps;
pub mod symmetry;
mod times;
pub mod universe;
pub mod value;
pub mod wander;
mod watch;

pub use build::{Model, Start};
pub use domains::NoDomain;
pub use effects::{Effects, Footprints, Variable, Whose};
pub use solve::{Possible, reads_next};
pub use state::State;
pub use universe::Universe;
pub use value::{InstanceId, Value};
