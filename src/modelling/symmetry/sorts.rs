//! Sorts of values: places whose values meet share one.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::model::value::Value;
use crate::semantics::specification::{EventId, FieldId, FunctionId, LocalId, ParamId, SpecId};

/// Where values are held. All elements of a collection are one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Holder {
    Field(SpecId, FieldId),
    Param(SpecId, EventId, ParamId),
    FunctionParam(FunctionId, ParamId),
    Result(FunctionId),
    /// A variable, with the number of the expression that it stands in.
    Local(usize, LocalId),
}

/// A place or an intermediate value.
pub(super) type Slot = usize;

/// What is known of a sort.
#[derive(Debug, Default)]
pub(super) struct Sort {
    /// Something computes with its values.
    pub(super) is_number: bool,
    /// Literals of it.
    pub(super) mentioned: BTreeSet<Value>,
    /// The specifications whose keys it holds.
    pub(super) keys_of: Vec<SpecId>,
}

/// Sorts as disjoint sets of slots.
#[derive(Debug, Default)]
pub(super) struct Sorts {
    parents: Vec<Slot>,
    known: Vec<Sort>,
    places: FxHashMap<Holder, Slot>,
}

impl Sorts {
    /// A value that has met no other yet.
    pub(super) fn fresh(&mut self) -> Slot {
        self.parents.push(self.parents.len());
        self.known.push(Sort::default());
        self.parents.len() - 1
    }

    /// A value that was computed.
    pub(super) fn number(&mut self) -> Slot {
        let slot = self.fresh();
        self.sort(slot).is_number = true;
        slot
    }

    pub(super) fn place(&mut self, place: Holder) -> Slot {
        if let Some(slot) = self.places.get(&place) {
            return *slot;
        }
        let slot = self.fresh();
        self.places.insert(place, slot);
        slot
    }

    pub(super) fn sort(&mut self, slot: Slot) -> &mut Sort {
        let root = self.root(slot);
        &mut self.known[root]
    }

    fn root(&mut self, mut slot: Slot) -> Slot {
        while self.parents[slot] != slot {
            self.parents[slot] = self.parents[self.parents[slot]];
            slot = self.parents[slot];
        }
        slot
    }

    /// Two slots hold values of one sort.
    pub(super) fn join(&mut self, a: Slot, b: Slot) -> Slot {
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents[b] = a;
            let joined = std::mem::take(&mut self.known[b]);
            let sort = &mut self.known[a];
            sort.is_number |= joined.is_number;
            sort.mentioned.extend(joined.mentioned);
            sort.keys_of.extend(joined.keys_of);
        }
        a
    }
}
