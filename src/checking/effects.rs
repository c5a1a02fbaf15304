//! What the domain of a check does to its answer.

use crate::interpreter::cut_off::{cut_off, only_within};
use crate::model::Model;
use crate::model::run::Run;
use crate::semantics::specification::{EventId, SpecId};

/// What a domain does to an answer, as far as is known.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DomainEffects {
    /// The events that it cuts off somewhere, where no run was found.
    pub cut_off: Vec<(SpecId, EventId)>,
    /// The steps of the run that was found, by number, that it alone makes possible.
    pub only_within: Vec<usize>,
}

impl DomainEffects {
    /// What the domain of a check cuts off, where that may be why nothing was found.
    pub fn without_run(model: &Model<'_>, stop: &dyn Fn() -> bool) -> DomainEffects {
        DomainEffects {
            cut_off: cut_off(model, stop).into_iter().collect(),
            only_within: Vec::new(),
        }
    }

    /// What a run owes to the domain of its check.
    pub fn on_run(model: &Model<'_>, run: &Run) -> DomainEffects {
        DomainEffects {
            cut_off: Vec::new(),
            only_within: only_within(model, run),
        }
    }
}
