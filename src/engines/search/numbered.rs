//! States that keep a number: packed states in the order in which they were found, and a table of their numbers.
//!
//! This takes somewhat more room than the set of [`super::visited`], which is all that a plain search needs.

use super::compile::{Code, Failed};
use super::graph::{StateId, Step};
use super::visited::{Packed, hash};

/// States of a program, whatever the number of words that each takes.
pub(super) trait States {
    /// How many there are.
    fn len(&self) -> usize;

    /// The bytes that they take.
    fn bytes(&self) -> usize;

    /// The words of a state.
    fn words(&self, state: StateId) -> &[u64];

    /// The number of a state, if it is one of these.
    fn find(&self, words: &[u64]) -> Option<StateId>;

    /// The number of a state, which is added if it is new; none where there are no more numbers.
    fn add(&mut self, words: &[u64]) -> Option<StateId>;

    /// Adds the successors of a state, and lists the steps that lead to them.
    fn expand(
        &mut self,
        code: &Code,
        state: StateId,
        steps: &mut Vec<Step>,
    ) -> Result<(), NoSuccessors>;
}

/// Why the successors of a state are not known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoSuccessors {
    /// An action cannot be computed.
    Failed,
    /// There are no more numbers.
    Full,
}

/// A slot of the table that has no number.
const FREE: u32 = u32::MAX;

/// States of so many words each.
#[derive(Debug, Default)]
pub(super) struct Numbered<const W: usize> {
    /// By number.
    states: Vec<Packed<W>>,
    /// The numbers, each in the first free slot from that of its state's hash on.
    slots: Vec<u32>,
    /// Room for the successors that are computed, and for the numbers of their actions.
    room: Vec<u64>,
    actions: Vec<u32>,
}

impl<const W: usize> Numbered<W> {
    /// The slot of a state: the one that has its number, or a free one.
    fn slot(&self, state: &Packed<W>) -> usize {
        let scaled = u128::from(hash(state)) * self.slots.len() as u128;
        // The upper half of the product is below the number of slots.
        let mut at = usize::try_from(scaled >> u64::BITS).unwrap_or(0);
        loop {
            let number = self.slots[at];
            if number == FREE || self.states[number as usize] == *state {
                return at;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    fn insert(&mut self, state: &Packed<W>) -> Option<StateId> {
        let used = self.states.len();
        // Fuller than this, looking for a slot takes long.
        if used + used / 3 >= self.slots.len() {
            self.grow();
        }
        let slot = self.slot(state);
        if self.slots[slot] == FREE {
            self.slots[slot] = u32::try_from(used).ok().filter(|number| *number != FREE)?;
            self.states.push(*state);
        }
        Some(StateId(self.slots[slot]))
    }

    /// Makes room for half again as many numbers.
    fn grow(&mut self) {
        let slots = self.slots.len();
        self.slots.clear();
        self.slots.resize((slots + slots / 2).max(16), FREE);
        for number in 0..u32::try_from(self.states.len()).unwrap_or(FREE) {
            let slot = self.slot(&self.states[number as usize]);
            self.slots[slot] = number;
        }
    }
}

impl<const W: usize> States for Numbered<W> {
    fn len(&self) -> usize {
        self.states.len()
    }

    fn bytes(&self) -> usize {
        self.states.capacity() * size_of::<Packed<W>>() + self.slots.capacity() * size_of::<u32>()
    }

    fn words(&self, state: StateId) -> &[u64] {
        &self.states[state.0 as usize]
    }

    fn find(&self, words: &[u64]) -> Option<StateId> {
        let state = words.try_into().ok()?;
        if self.slots.is_empty() {
            return None;
        }
        let number = self.slots[self.slot(state)];
        (number != FREE).then_some(StateId(number))
    }

    fn add(&mut self, words: &[u64]) -> Option<StateId> {
        self.insert(words.try_into().ok()?)
    }

    fn expand(
        &mut self,
        code: &Code,
        state: StateId,
        steps: &mut Vec<Step>,
    ) -> Result<(), NoSuccessors> {
        let words = &self.states[state.0 as usize];
        let count = code
            .steps(words, &mut self.room, &mut self.actions)
            .map_err(|Failed| NoSuccessors::Failed)?;
        for number in 0..count {
            let successor = self.room.as_chunks::<W>().0[number];
            let action = self.actions[number];
            let state = self.insert(&successor).ok_or(NoSuccessors::Full)?;
            steps.push(Step::new(action, state));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use indexmap::IndexSet;

    use super::*;

    #[test]
    fn a_state_keeps_its_number() {
        let mut numbered = Numbered::<2>::default();
        let mut reference = IndexSet::new();
        let mut number = 1_u64;
        assert_eq!(numbered.find(&[0, 0]), None);
        for _ in 0..50_000 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let state = [(number >> 40) % 100, (number >> 50) % 100];
            let (index, _) = reference.insert_full(state);
            let expected = StateId(u32::try_from(index).expect("few states"));
            assert_eq!(numbered.add(&state), Some(expected));
        }
        assert_eq!(numbered.len(), reference.len());
        for (index, state) in reference.iter().enumerate() {
            let expected = StateId(u32::try_from(index).expect("few states"));
            assert_eq!(numbered.find(state), Some(expected));
            assert_eq!(numbered.words(expected), state);
        }
        assert_eq!(numbered.find(&[100, 0]), None);
    }
}
