//! How slices are chosen on the command line.

use clap::ValueEnum;

use crate::dependence;
use crate::slice::{Options, Reconnection};

/// How specifications are sliced.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum SliceMode {
    /// Not at all
    None,
    /// To what does the same
    Conventional,
    /// To what may do more; a run of it is looked at again
    Amorphous,
}

impl SliceMode {
    /// Its name in documents.
    pub(super) fn name(self) -> &'static str {
        match self {
            SliceMode::None => "none",
            SliceMode::Conventional => "conventional",
            SliceMode::Amorphous => "amorphous",
        }
    }

    /// How to slice; none where nothing is sliced.
    pub(crate) fn options(self, dependences: Dependences) -> Option<Options> {
        let reconnection = match self {
            SliceMode::None => return None,
            SliceMode::Conventional => Reconnection::Conventional,
            SliceMode::Amorphous => Reconnection::Amorphous,
        };
        Some(Options {
            dependences: dependences.of_slices(),
            reconnection,
        })
    }
}

/// How the parts of a slice are connected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Connection {
    /// By the events of the original: the slice gives the same answers
    Conventional,
    /// By events that stand for any number of steps: what the slice cannot reach, the original cannot
    Amorphous,
}

impl Connection {
    /// What slices call it.
    pub(super) fn of_slices(self) -> Reconnection {
        match self {
            Connection::Conventional => Reconnection::Conventional,
            Connection::Amorphous => Reconnection::Amorphous,
        }
    }
}

/// How exact dependences are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Dependences {
    /// Between variables
    Fine,
    /// Between whole events
    Coarse,
}

impl Dependences {
    /// What slices call it.
    pub(super) fn of_slices(self) -> dependence::Dependences {
        match self {
            Dependences::Fine => dependence::Dependences::Fine,
            Dependences::Coarse => dependence::Dependences::Coarse,
        }
    }
}
