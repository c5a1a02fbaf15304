//! The variables of states and steps.

use z3::ast::Bool;

use super::term::Term;
use crate::model::InstanceId;
use crate::semantics::specification::{EventId, FieldId, StateId};

/// The variables of one state.
pub(super) struct Variables {
    pub(super) now: Term,
    pub(super) instances: Vec<InstanceVariables>,
}

/// The variables of one instance in one state.
#[derive(Clone)]
pub(super) struct InstanceVariables {
    /// One truth value a life-cycle state, of which exactly one holds.
    pub(super) states: Vec<Bool>,
    pub(super) fields: Vec<Term>,
}

/// A state, perhaps with some instances replaced.
#[derive(Clone, Copy)]
pub(super) struct View<'s> {
    base: &'s Variables,
    replaced: &'s [(InstanceId, InstanceVariables)],
}

impl<'s> View<'s> {
    pub(super) fn of(base: &'s Variables) -> View<'s> {
        View {
            base,
            replaced: &[],
        }
    }

    pub(super) fn replacing(self, replaced: &'s [(InstanceId, InstanceVariables)]) -> View<'s> {
        View {
            base: self.base,
            replaced,
        }
    }

    pub(super) fn now(&self) -> &'s Term {
        &self.base.now
    }

    pub(super) fn instance(&self, id: InstanceId) -> &'s InstanceVariables {
        let mut replaced = self.replaced.iter();
        let found = replaced.find(|(other, _)| *other == id);
        found.map_or(&self.base.instances[id.index()], |(_, instead)| instead)
    }

    pub(super) fn field(&self, id: InstanceId, field: FieldId) -> &'s Term {
        &self.instance(id).fields[field.index()]
    }

    pub(super) fn is_in(&self, id: InstanceId, at: StateId) -> &'s Bool {
        &self.instance(id).states[at.index()]
    }
}

/// What happens between two states.
pub(super) struct StepVariables {
    /// For each instance and event; an instance that takes no event has none.
    pub(super) events: Vec<Vec<EventVariables>>,
}

impl StepVariables {
    /// An event of an instance, if it can take events in this step.
    pub(super) fn event(&self, id: InstanceId, event: EventId) -> Option<&EventVariables> {
        self.events[id.index()].get(event.index())
    }
}

/// One event of one instance in one step.
pub(super) struct EventVariables {
    /// Whether the environment chooses it; none where it may not.
    pub(super) chosen: Option<Bool>,
    /// Whether it happens, chosen or through a sync; the same variable where no sync names the event.
    pub(super) happens: Bool,
    /// Where it leads: each state of the life cycle that it can lead to, with whether it does.
    pub(super) targets: Vec<(StateId, Bool)>,
    pub(super) params: Vec<Term>,
}
