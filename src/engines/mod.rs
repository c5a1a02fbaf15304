//! Layer 6: ways to find out whether a property of a system holds.
//!
//! An engine gets a [`System`] and a [`Control`] that can tell it to stop, and gives a [`Finding`] over the variables
//! of the system. Engines neither print nor read files or clocks: whoever starts one decides when it has to stop, and
//! hears how far it has come.

pub mod bmc;
pub mod explicit;
pub mod lazy;
pub mod lazy_check;
pub mod search;
pub mod statistics;

use std::sync::atomic::{AtomicBool, Ordering};

use crate::ground::{Obstacle, PropertyId, Span, System, SystemRun};
use crate::logic::TermId;
use statistics::Statistics;

/// A way to find out whether a property of a system holds.
pub trait Engine: Sync {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// What has to be in the systems that it looks at.
    fn needs(&self) -> Needs;

    /// Looks for what a property asks for.
    fn find(&self, system: &System, property: PropertyId, control: &Control<'_>) -> Found;
}

/// What has to be in the systems that an engine looks at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// Terms alone.
    Terms {
        /// Events that more can take than these may be described once for all of them.
        few: usize,
    },
    /// What the states are one by one, too.
    States,
}

/// What an engine is given besides the question.
#[derive(Clone, Copy)]
pub struct Control<'c> {
    /// Set when the engine is to stop as soon as it can: its time is over, or nobody wants to know any more.
    pub stop: &'c AtomicBool,
    /// The most states that it may look at, if it looks at states; none where it decides itself.
    pub states: Option<u64>,
    /// The most bytes that states may take; none where it decides itself.
    pub bytes: Option<u64>,
    /// The seed of everything that is chosen at random.
    pub seed: u32,
    /// Hears how far the engine has come.
    pub progress: &'c (dyn Fn(Progress) + Sync),
}

/// What an engine is about to do, or who works for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// To find out what the check depends on.
    Slicing,
    /// To describe runs of so many steps to a solver.
    Encoding(u64),
    /// To have the solver look for runs of so many steps.
    Solving(u64),
    /// To look one by one at the states that so many steps lead to.
    Exploring(u64),
    /// To replay what it found, or to look for what makes the answer an empty one.
    Explaining,
}

impl<'c> Control<'c> {
    /// Stops when it is told to, and decides everything else itself.
    pub fn stopped_by(stop: &'c AtomicBool) -> Control<'c> {
        Control {
            stop,
            states: None,
            bytes: None,
            seed: 0,
            progress: &|_| {},
        }
    }

    /// Whether the engine is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How many states may be looked at, where so many are as many as is sensible.
    pub fn most_states(&self, sensible: u64) -> u64 {
        self.states.map_or(sensible, |states| states.min(sensible))
    }

    /// How many bytes states may take, where so many are as many as is sensible.
    pub fn most_bytes(&self, sensible: u64) -> u64 {
        self.bytes.map_or(sensible, |bytes| bytes.min(sensible))
    }
}

/// What an engine found, and how much work it was.
#[derive(Debug, Clone)]
pub struct Found {
    /// What it found.
    pub finding: Finding,
    /// How much work it was.
    pub statistics: Statistics,
}

/// What an engine found out about a property.
#[derive(Debug, Clone)]
pub enum Finding {
    /// What is looked for is reached, by this run.
    Reached(SystemRun),
    /// No run of so many steps or fewer, and of as many as the property asks for, reaches it.
    Excluded {
        /// The number of steps.
        upto: u64,
    },
    /// No run of any length reaches it.
    Proved {
        /// What is true of every state that is reached, and of none that is looked for; none where the engine has no
        /// such term.
        invariant: Option<TermId>,
    },
    /// It could not be settled.
    Undecided(Why),
}

/// Why an engine could not settle a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// It was told to stop; no run of so many steps or fewer reaches what is looked for.
    Stopped {
        /// The number of steps for which that is known; none where it is for none.
        excluded: Option<u64>,
    },
    /// The solver gave up, in its own words.
    GaveUp {
        /// What it said.
        why: String,
        /// The number of steps for which the answer is known; none where it is for none.
        excluded: Option<u64>,
    },
    /// There is more to look at than the engine can.
    TooLarge {
        /// Of what there is too much.
        what: String,
        /// The number of steps for which the answer is known; none where it is for none.
        excluded: Option<u64>,
    },
    /// The system has too little room for what it describes: a larger one might have an answer.
    NeedsRoom {
        /// The number of steps for which the answer is known; none where it is for none.
        excluded: Option<u64>,
    },
    /// States cannot be looked at one by one.
    Obstacle(Obstacle),
    /// Runs leave what the engine can tell.
    Leaves,
    /// Something that the engine cannot handle, in words, and where it stands.
    Unsupported {
        /// What it is.
        what: String,
        /// Where it is written, if it is written anywhere.
        span: Option<Span>,
    },
}

impl Why {
    /// The question is of a kind that no engine answers yet.
    fn temporal() -> Why {
        Why::Unsupported {
            what: "temporal formulas".to_owned(),
            span: None,
        }
    }
}

impl From<Why> for Finding {
    fn from(why: Why) -> Finding {
        Finding::Undecided(why)
    }
}
