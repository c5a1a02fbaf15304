//! What is asked about a system.

use crate::diagnostics::Span;
use crate::logic::TermId;

/// What is asked about a system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Property {
    /// Whether a run of some length ends in a state in which all of this is true. A broken invariant is such a state,
    /// too.
    Reach {
        /// What is true of the state.
        wanted: Vec<Wanted>,
        /// How many steps the run may have.
        lengths: Lengths,
    },
    /// Whether runs go on as a formula says.
    Temporal(Formula),
}

/// Which of the properties of a system is meant, by its place among them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PropertyId(pub usize);

/// Something that is true of the states that are looked for, and the statements that say so together; none where
/// nothing is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wanted {
    /// What must be true.
    pub term: TermId,
    /// The statements.
    pub statements: Vec<Span>,
}

/// How many steps a run may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lengths {
    /// The fewest.
    pub least: u64,
    /// The most; none where it may have any number.
    pub most: Option<u64>,
}

impl Lengths {
    /// Any number of steps.
    pub const ANY: Lengths = Lengths {
        least: 0,
        most: None,
    };
}

/// What is said of a run from one of its states on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Formula {
    /// A condition is true of this state.
    Now(TermId),
    /// All of these hold.
    All(Vec<Formula>),
    /// It holds from this state on in every state.
    Forever(Box<Formula>),
    /// It holds in this state or a later one.
    Eventually(Box<Formula>),
    /// The first holds in every state before one in which the second does, and there is such a state.
    Until(Box<Formula>, Box<Formula>),
    /// The same, or the first holds forever.
    Unless(Box<Formula>, Box<Formula>),
}
