//! Layer 6: ways to answer a check.
//!
//! An engine gets a [`Model`] and a [`Run`] that can tell it to stop, and gives an [`Answer`]. Engines neither print nor read files or clocks:
//! whoever starts one decides when it has to stop, and hears how far it has come.

pub mod auto;
pub mod bmc;
pub mod explicit;
pub mod lazy;
pub mod lazy_check;
pub mod search;
pub mod statistics;
pub mod vacuity;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::diagnostics::Span;
use crate::finite::lower::{NO_START, Obstacle};
/// A run that reaches the goal.
pub use crate::model::run::Run as Witness;
use crate::model::{InstanceId, Model};
use crate::semantics::specification::EventId;
use statistics::Statistics;

/// A way to answer a check.
pub trait Engine: Sync {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// Answers the check of a model.
    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer;

    /// Whether it looks for what makes an answer an empty one.
    fn explains(&self) -> bool {
        true
    }
}

impl<E: Engine + ?Sized + Send> Engine for Arc<E> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        (**self).check(model, run)
    }

    fn explains(&self) -> bool {
        (**self).explains()
    }
}

/// What an engine is given besides the model.
#[derive(Clone, Copy)]
pub struct Run<'r> {
    /// Set when the engine is to stop as soon as it can.
    pub stop: &'r AtomicBool,
    /// The seed of everything that is chosen at random.
    pub seed: u32,
    /// Hears how far the engine has come.
    pub progress: &'r (dyn Fn(Progress) + Sync),
}

/// What an engine is about to do.
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

impl Run<'_> {
    /// Whether the engine is to stop.
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }
}

/// The answer to a check, and what is worth knowing about it.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The name of the engine that gave it.
    pub engine: &'static str,
    /// The answer.
    pub outcome: Outcome,
    /// Why an answer that nothing reaches the goal may be an empty one.
    pub notes: Vec<Vacuity>,
    /// How much work it was.
    pub statistics: Statistics,
}

/// What an engine found out.
#[derive(Debug, Clone)]
pub enum Outcome {
    /// The goal can be reached, by this run.
    Reachable(Witness),
    /// No run within the bounds reaches the goal.
    Unreachable(Scope),
    /// It could not be settled.
    Unknown(Reason),
}

/// How far an answer holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Within the bounds of the check.
    Bounded,
    /// For runs of any length.
    AnyDepth,
}

/// Why a check could not be settled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The engine was told to stop; no run of so many steps or fewer reaches the goal.
    Stopped {
        /// The number of steps for which the answer is known; none where nothing is.
        excluded: Option<u64>,
    },
    /// The solver gave up, in its own words.
    GaveUp {
        /// What it said.
        why: String,
        /// The number of steps for which the answer is known; none where nothing is.
        excluded: Option<u64>,
    },
    /// There is more to look at than the engine can.
    TooLarge {
        /// Of what there is too much.
        what: String,
        /// The number of steps for which the answer is known; none where nothing is.
        excluded: Option<u64>,
    },
    /// Something has no finite set of values, and the engine would have to try them all.
    NoDomain {
        /// What, in words.
        what: String,
    },
    /// Something that the engine cannot handle, in words, and where it stands.
    Unsupported {
        /// What it is.
        what: String,
        /// Where it is written, if it is written anywhere.
        span: Option<Span>,
    },
    /// The engine found a run that the interpreter does not accept: a defect of this program.
    Disagreement {
        /// What the interpreter objects to.
        objection: String,
        /// The problem as the engine saw it, to be saved for those who mend it.
        problem: String,
    },
    /// The slice that the engine looked at has a run that its original has not, because its dependences are too few, as the published ones are.
    WrongSlice {
        /// What the original objects to.
        objection: String,
    },
}

/// Why it may say little that a goal is not reached.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Vacuity {
    /// Nothing can be the start of a run; these statements contradict each other.
    NoStart {
        /// The statements, as far as the engine can tell.
        because: Vec<Span>,
    },
    /// No state at all is the goal; these statements contradict each other.
    NoGoal {
        /// The statements, as far as the engine can tell.
        because: Vec<Span>,
    },
    /// Every run to the goal would contain this event, but it never happens, whatever values runs start with.
    GoalNeeds {
        /// An instance that would have to take it.
        instance: InstanceId,
        /// The event.
        event: EventId,
        /// Statements that together stand in the way, as far as the engine can tell.
        because: Vec<Span>,
    },
    /// No instance can ever take this event in a run of this check.
    NeverHappens {
        /// An instance of the specification that declares it.
        instance: InstanceId,
        /// The event.
        event: EventId,
        /// What stands in the way, as far as the engine can tell.
        because: Vec<Span>,
        /// Instances that stay in the life-cycle states they start in, or get only so far, where that stands in the way.
        stuck: Vec<InstanceId>,
        /// Further events that never happen for the same reason, each with an instance.
        followers: Vec<(InstanceId, EventId)>,
    },
}

impl From<Obstacle> for Reason {
    fn from(obstacle: Obstacle) -> Reason {
        match obstacle {
            Obstacle::NoDomain { what, .. } => Reason::NoDomain { what },
            Obstacle::TooManyValues { what, .. } => Reason::TooLarge {
                what: format!("{what} has more values than can be tried"),
                excluded: None,
            },
            Obstacle::NoStart => Reason::Unsupported {
                what: NO_START.to_owned(),
                span: None,
            },
            Obstacle::Unsupported { what, span } => Reason::Unsupported { what, span },
        }
    }
}
