//! A state of the whole system.

use super::value::{InstanceId, Value};
use crate::semantics::specification::{FieldId, StateId};

/// A state: what time it is, and for each instance a life-cycle state and a value for each field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct State {
    /// The time, a [`Value::DateTime`].
    pub now: Value,
    instances: Vec<InstanceState>,
}

/// The state of one instance.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct InstanceState {
    /// Where it is in its life cycle.
    pub life_cycle: StateId,
    /// The values of its fields, in the order of its specification.
    pub fields: Vec<Value>,
}

impl State {
    /// A state of instances in the order of the universe.
    pub fn new(now: Value, instances: Vec<InstanceState>) -> State {
        State { now, instances }
    }

    /// The state of an instance.
    pub fn instance(&self, id: InstanceId) -> &InstanceState {
        &self.instances[id.index()]
    }

    /// The state of an instance, to be changed.
    pub fn instance_mut(&mut self, id: InstanceId) -> &mut InstanceState {
        &mut self.instances[id.index()]
    }

    /// The value of a field.
    pub fn field(&self, id: InstanceId, field: FieldId) -> Option<&Value> {
        self.instances.get(id.index())?.fields.get(field.index())
    }

    /// Where an instance is in its life cycle.
    pub fn life_cycle(&self, id: InstanceId) -> StateId {
        self.instances[id.index()].life_cycle
    }

    /// All instances, in the order of the universe.
    pub fn instances(&self) -> impl Iterator<Item = (InstanceId, &InstanceState)> {
        self.instances
            .iter()
            .enumerate()
            .map(|(index, instance)| (InstanceId::at(index), instance))
    }
}
