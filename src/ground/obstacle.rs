//! Why states cannot be looked at one by one.

use super::expression::Unsupported;
use crate::diagnostics::Span;
use crate::interpreter::explore::Unfinished;
use crate::model::NoDomain;

/// What stands in the way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Obstacle {
    /// Something has no finite set of values.
    NoDomain {
        /// What it is, in words.
        what: String,
        /// Where it is declared, if that is known.
        span: Option<Span>,
    },
    /// Something has finitely many values, but more than can be tried.
    TooManyValues {
        /// What it is, in words.
        what: String,
        /// Where it is declared, if that is known.
        span: Option<Span>,
    },
    /// There is no state to begin with, so nothing can be reached.
    NoStart,
    /// Something has no form in a finite program.
    Unsupported {
        /// What it is, in words.
        what: String,
        /// Where it is written, if it is written anywhere.
        span: Option<Span>,
    },
}

/// What a start is called that no state meets.
pub const NO_START: &str = "a start that is impossible";

impl Obstacle {
    pub(crate) fn unsupported(what: impl Into<String>) -> Obstacle {
        Obstacle::Unsupported {
            what: what.into(),
            span: None,
        }
    }

    /// Nobody has said what the states are one by one.
    pub(crate) fn not_enumerated() -> Obstacle {
        Obstacle::unsupported("states that are not listed")
    }

    /// A set or map has more entries than there is room for.
    pub(crate) fn no_room() -> Obstacle {
        Obstacle::unsupported("sets or maps that are too large")
    }

    /// Numbers may become so large that they wrap around.
    pub(crate) fn large() -> Obstacle {
        Obstacle::unsupported("numbers that may be very large")
    }
}

impl From<NoDomain> for Obstacle {
    fn from(NoDomain { what }: NoDomain) -> Obstacle {
        Obstacle::NoDomain { what, span: None }
    }
}

impl From<Unfinished> for Obstacle {
    fn from(unfinished: Unfinished) -> Obstacle {
        match unfinished {
            Unfinished::NoDomain(missing) => missing.into(),
            Unfinished::TooManyStates
            | Unfinished::TooManyBytes
            | Unfinished::Stopped
            | Unfinished::AboutRuns => Obstacle::unsupported("a start with so many possibilities"),
        }
    }
}

impl From<Unsupported> for Obstacle {
    fn from(Unsupported { what, span }: Unsupported) -> Obstacle {
        Obstacle::Unsupported { what, span }
    }
}
