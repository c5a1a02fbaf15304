//! The instances that a check runs over.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use super::value::{InstanceId, Value};
use crate::diagnostics::Span;
use crate::semantics::specification::SpecId;

/// A finite set of instances. They are never made nor destroyed in a run.
#[derive(Debug, Clone, Default)]
pub struct Universe {
    instances: Vec<Instance>,
    of_spec: BTreeMap<SpecId, Vec<InstanceId>>,
    by_key: FxHashMap<(SpecId, Value), InstanceId>,
}

/// One instance.
#[derive(Debug, Clone)]
pub struct Instance {
    /// What it is an instance of.
    pub spec: SpecId,
    /// Its key, which never changes.
    pub key: Value,
    /// The setup statement that it comes from.
    pub span: Span,
}

impl Universe {
    /// The instance with this id.
    pub fn instance(&self, id: InstanceId) -> &Instance {
        &self.instances[id.index()]
    }

    /// All instances, in order.
    pub fn iter(&self) -> impl Iterator<Item = (InstanceId, &Instance)> {
        self.instances
            .iter()
            .enumerate()
            .map(|(index, instance)| (InstanceId::at(index), instance))
    }

    /// How many instances there are.
    pub fn len(&self) -> usize {
        self.instances.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.instances.is_empty()
    }

    /// The specifications that have instances, in order.
    pub fn specs(&self) -> impl Iterator<Item = SpecId> + '_ {
        self.of_spec.keys().copied()
    }

    /// The instances of a specification, in order.
    pub fn instances_of(&self, spec: SpecId) -> &[InstanceId] {
        self.of_spec.get(&spec).map_or(&[], Vec::as_slice)
    }

    /// The keys of the instances of a specification.
    pub fn keys_of(&self, spec: SpecId) -> BTreeSet<Value> {
        let instances = self.instances_of(spec).iter();
        instances.map(|id| self.instance(*id).key.clone()).collect()
    }

    /// The instance of a specification with a key.
    pub fn find(&self, spec: SpecId, key: &Value) -> Option<InstanceId> {
        self.by_key.get(&(spec, key.clone())).copied()
    }

    /// One more instance, which has a key that no other has.
    pub(crate) fn add(&mut self, spec: SpecId, key: Value, span: Span) -> InstanceId {
        let id = InstanceId::at(self.instances.len());
        self.by_key.insert((spec, key.clone()), id);
        self.of_spec.entry(spec).or_default().push(id);
        self.instances.push(Instance { spec, key, span });
        id
    }
}
