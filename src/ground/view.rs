//! States as terms: for each instance its control variable, which is its life cycle, and its fields; and the time.

use super::shape::Value;
use crate::logic::{FiniteSort, TermId, Terms};
use crate::model::InstanceId;
use crate::semantics::specification::{FieldId, StateId};

/// An instance in a state.
#[derive(Debug, Clone)]
pub struct InstanceTerms {
    /// Its control variable, which is where it is in its life cycle: a value of the sort of its specification's
    /// states.
    pub control: TermId,
    /// The values of its fields, in the order of its specification; none for a field that has no value.
    pub fields: Vec<Option<Value>>,
}

/// A state.
#[derive(Debug, Clone)]
pub struct StateTerms {
    /// The time.
    pub now: Value,
    /// The instances, in the order of the universe.
    pub instances: Vec<InstanceTerms>,
    /// For each instance the sort of its control variable.
    pub control_sorts: Vec<FiniteSort>,
}

/// A state in which some instances are otherwise.
#[derive(Clone, Copy)]
pub struct View<'v> {
    state: &'v StateTerms,
    replaced: &'v [(InstanceId, InstanceTerms)],
}

impl<'v> View<'v> {
    /// A state as it is.
    pub fn of(state: &'v StateTerms) -> View<'v> {
        View {
            state,
            replaced: &[],
        }
    }

    /// The same state in which these instances are otherwise, and no others.
    #[must_use]
    pub fn replacing<'r>(self, replaced: &'r [(InstanceId, InstanceTerms)]) -> View<'r>
    where
        'v: 'r,
    {
        View {
            state: self.state,
            replaced,
        }
    }

    /// The time.
    pub fn now(self) -> &'v Value {
        &self.state.now
    }

    /// An instance.
    pub fn instance(self, id: InstanceId) -> &'v InstanceTerms {
        let replaced = self.replaced.iter().find(|(other, _)| *other == id);
        replaced.map_or(&self.state.instances[id.index()], |(_, terms)| terms)
    }

    /// A field of an instance; none where it has no value.
    pub fn field(self, id: InstanceId, field: FieldId) -> Option<&'v Value> {
        self.instance(id).fields[field.index()].as_ref()
    }

    /// When an instance is in a life-cycle state.
    pub fn is_in(self, terms: &mut Terms, id: InstanceId, at: StateId) -> TermId {
        let sort = self.state.control_sorts[id.index()];
        let state = terms.finite(sort, at.0);
        terms.equal(self.instance(id).control, state)
    }
}

/// What `this` is: an instance, or whoever takes an event.
#[derive(Clone, Copy)]
pub enum This<'s> {
    /// This one.
    One(InstanceId),
    /// Whoever plays a role.
    Role(&'s Role),
}

/// Whoever takes an event that is described once for many instances.
#[derive(Debug, Clone)]
pub struct Role {
    /// Whether anybody does.
    pub occurs: TermId,
    /// The instances, each with whether it is the one.
    pub players: Vec<(InstanceId, TermId)>,
    /// The one before the step.
    pub current: InstanceTerms,
    /// The one after it.
    pub next: InstanceTerms,
}
