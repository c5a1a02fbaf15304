//! The states that a search that slices lazily holds on to: `R` of Huang et al., states of slices of different
//! precision.

use rustc_hash::FxHashMap;

use super::slice::Slice;
use crate::finite::State;

/// A state that is, or was, in the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ElementId(pub(super) usize);

/// A state of a slice.
#[derive(Debug, Clone)]
pub(super) struct Element {
    /// The number of the slice.
    pub(super) precision: usize,
    pub(super) state: State,
    /// Whether it is in the store.
    pub(super) is_stored: bool,
    /// Whether the search has not left it yet.
    pub(super) is_open: bool,
    /// What its successors are covered by.
    covered_by: Vec<ElementId>,
    /// Those whose successors it covers, or once did.
    covers: Vec<ElementId>,
}

/// States of slices, each a slice finer than or as fine as the one before.
#[derive(Debug, Default)]
pub(super) struct Store {
    elements: Vec<Element>,
    /// Those in the store, by slice.
    known: Vec<FxHashMap<State, ElementId>>,
    len: usize,
}

impl Store {
    /// The number of states in the store.
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, id: ElementId) -> &Element {
        &self.elements[id.0]
    }

    /// The states in the store, each with the number of its slice.
    pub(super) fn stored(&self) -> impl Iterator<Item = (usize, &State)> {
        let stored = self.elements.iter().filter(|element| element.is_stored);
        stored.map(|element| (element.precision, &element.state))
    }

    /// Adds a state that the search goes on from.
    pub(super) fn add(&mut self, precision: usize, state: State) -> ElementId {
        let id = ElementId(self.elements.len());
        while self.known.len() <= precision {
            self.known.push(FxHashMap::default());
        }
        self.known[precision].insert(state.clone(), id);
        self.elements.push(Element {
            precision,
            state,
            is_stored: true,
            is_open: true,
            covered_by: Vec::new(),
            covers: Vec::new(),
        });
        self.len += 1;
        id
    }

    /// A state in the store that covers one: that is the same as far as it goes.
    pub(super) fn covering(&self, slices: &[Slice], state: &State) -> Option<ElementId> {
        let mut known = self.known.iter().zip(slices);
        known.find_map(|(known, slice)| {
            let is_empty = known.is_empty();
            (!is_empty).then(|| known.get(&slice.project(state)).copied())?
        })
    }

    /// The search has left a state.
    pub(super) fn finish(&mut self, id: ElementId) {
        self.elements[id.0].is_open = false;
    }

    /// Notes that a successor of the first is covered by the second.
    pub(super) fn depend(&mut self, id: ElementId, on: ElementId) {
        if self.elements[id.0].covered_by.last() != Some(&on) {
            self.elements[id.0].covered_by.push(on);
            self.elements[on.0].covers.push(id);
        }
    }

    /// Forgets what covers the successors of a state.
    pub(super) fn forget(&mut self, id: ElementId) {
        self.elements[id.0].covered_by.clear();
    }

    /// Takes states out of the store, and every state that the search has left and that depends on one of them.
    pub(super) fn delete(&mut self, ids: Vec<ElementId>) {
        let mut waiting = ids;
        while let Some(id) = waiting.pop() {
            if !self.remove(id) {
                continue;
            }
            let covered = std::mem::take(&mut self.elements[id.0].covers);
            for dependent in covered {
                let element = &self.elements[dependent.0];
                let depends = element.covered_by.contains(&id);
                if depends && element.is_stored && !element.is_open {
                    waiting.push(dependent);
                }
            }
        }
    }

    fn remove(&mut self, id: ElementId) -> bool {
        let element = &mut self.elements[id.0];
        if !std::mem::replace(&mut element.is_stored, false) {
            return false;
        }
        self.known[element.precision].remove(&element.state);
        element.covered_by.clear();
        self.len -= 1;
        true
    }
}
