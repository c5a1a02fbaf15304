//! Why an event does not happen.

use crate::diagnostics::Span;
use crate::model::value::{InstanceId, Value};
use crate::semantics::specification::{EventId, StateId};

/// Why an event does not happen on an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The instance that refuses; a partner of a sync, perhaps.
    pub instance: InstanceId,
    /// The event that it refuses.
    pub event: EventId,
    /// Why.
    pub reason: Reason,
}

impl Refusal {
    /// Whether nobody can tell if the event is possible.
    pub fn is_undecided(&self) -> bool {
        matches!(self.reason, Reason::Undecided { .. })
    }
}

/// The reasons there are.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reason {
    /// The life cycle does not offer the event in this state.
    LifeCycle {
        /// Where the instance is.
        at: StateId,
    },
    /// A condition is false or undefined.
    Condition {
        /// The statement.
        span: Span,
        /// Whether it is undefined rather than false.
        undefined: bool,
        /// The values of its parts, in the order of the text; undefined ones are `None`.
        parts: Vec<(Span, Option<Value>)>,
    },
    /// A sync names an instance that does not exist.
    NoPartner {
        /// The sync.
        span: Span,
        /// The key that was looked for; `None` where it is undefined.
        key: Option<Value>,
    },
    /// An argument of a sync is undefined.
    UndefinedArgument {
        /// The argument.
        span: Span,
    },
    /// An instance would take a second event in the same step.
    SecondEvent {
        /// The sync that asks for it.
        span: Span,
    },
    /// The event of a negated sync is possible.
    PartnerCould {
        /// The sync.
        span: Span,
    },
    /// An argument or next value is missing or not in its domain.
    OutsideDomain {
        /// The parameter or field.
        what: String,
    },
    /// There are no next values that satisfy the postconditions.
    NoNextValues,
    /// Something that must stay as it is has changed.
    Changed {
        /// What, in words.
        what: String,
    },
    /// It cannot be told without searching an infinite set.
    Undecided {
        /// What the values are searched for, in words.
        what: String,
    },
}
