//! What is found out about a check, in terms of its model: answers, and what may make them empty ones.

use crate::diagnostics::Span;
use crate::engines::statistics::Statistics;
use crate::ground::Obstacle;
use crate::ground::obstacle::NO_START;
use crate::model::InstanceId;
use crate::model::property::ABOUT_RUNS;
/// A run that reaches the goal.
pub use crate::model::run::Run as Witness;
use crate::semantics::specification::EventId;

/// What is concluded about the check of a model: the answer of whoever was asked, and what is worth knowing about it.
#[derive(Debug, Clone)]
pub struct Conclusion {
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
    /// The slice that the engine looked at has a run that its original has not, because its dependences are too few,
    /// as the published ones are.
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
        /// Instances that stay in the life-cycle states they start in, or get only so far, where that stands in the
        /// way.
        stuck: Vec<InstanceId>,
        /// Further events that never happen for the same reason, each with an instance.
        followers: Vec<(InstanceId, EventId)>,
    },
}

impl Reason {
    /// The check, which stands here, asks about whole runs.
    pub fn about_runs(check: Span) -> Reason {
        Reason::Unsupported {
            what: ABOUT_RUNS.to_owned(),
            span: Some(check),
        }
    }
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
