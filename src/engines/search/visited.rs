//! The states that were found: an exact set of packed states, in a table that is nothing but their words.
//!
//! The set is split into shards by the highest bits of a state's hash. A shard grows by itself, so that there is never
//! a second copy of everything, and it is small enough for a processor's cache: whoever has many states to add does so
//! shard by shard.

/// The number of shards is two to the power of this.
const SHARD_BITS: u32 = 6;

/// How many shards there are.
pub(super) const SHARDS: usize = 1 << SHARD_BITS;

/// A packed state.
pub(super) type Packed<const W: usize> = [u64; W];

/// Some of the states: those whose hash begins with the same bits.
///
/// An empty slot is all zero. The state that is all zero is therefore not in a slot.
#[derive(Debug)]
pub(super) struct Shard<const W: usize> {
    slots: Vec<Packed<W>>,
    used: usize,
    has_zero: bool,
}

impl<const W: usize> Default for Shard<W> {
    fn default() -> Shard<W> {
        Shard {
            slots: Vec::new(),
            used: 0,
            has_zero: false,
        }
    }
}

/// A number that looks random and is the same for the same words.
pub(super) fn hash<const W: usize>(state: &Packed<W>) -> u64 {
    const ODD: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut mixed = 0_u64;
    for word in state {
        mixed = (mixed ^ word).wrapping_mul(ODD);
        mixed ^= mixed >> 32;
    }
    // The highest bits choose the place, so they have to depend on all others.
    mixed.wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The shard that a state belongs to, by its hash.
pub(super) fn shard_of(hash: u64) -> usize {
    // A shift by 58 leaves a number below 64.
    usize::try_from(hash >> (u64::BITS - SHARD_BITS)).unwrap_or(0)
}

impl<const W: usize> Shard<W> {
    const EMPTY: Packed<W> = [0; W];

    /// The number of states.
    pub(super) fn len(&self) -> usize {
        self.used + usize::from(self.has_zero)
    }

    /// The bytes that the states take.
    pub(super) fn bytes(&self) -> usize {
        self.slots.len() * size_of::<Packed<W>>()
    }

    /// The bytes that they take once some more have been added.
    pub(super) fn bytes_with(&self, more: usize) -> usize {
        let mut slots = self.slots.len();
        // The last one to be added finds the others there.
        let used = self.used + more.saturating_sub(1);
        while more > 0 && used + used / 3 >= slots {
            slots = grown(slots);
        }
        slots * size_of::<Packed<W>>()
    }

    /// Adds a state; tells whether it is new.
    pub(super) fn insert(&mut self, state: &Packed<W>, hash: u64) -> bool {
        if *state == Self::EMPTY {
            return !std::mem::replace(&mut self.has_zero, true);
        }
        // Fuller than this, looking for a free slot takes long.
        if self.used + self.used / 3 >= self.slots.len() {
            self.grow();
        }
        let is_new = self.put(state, hash);
        self.used += usize::from(is_new);
        is_new
    }

    fn put(&mut self, state: &Packed<W>, hash: u64) -> bool {
        let mut at = self.first_slot(hash);
        loop {
            let slot = &mut self.slots[at];
            if *slot == Self::EMPTY {
                *slot = *state;
                return true;
            }
            if slot == state {
                return false;
            }
            at += 1;
            if at == self.slots.len() {
                at = 0;
            }
        }
    }

    /// Where the search for a state begins: the hash, less the bits of the shard, scaled to the number of slots.
    fn first_slot(&self, hash: u64) -> usize {
        let scaled = u128::from(hash << SHARD_BITS) * self.slots.len() as u128;
        // The upper half of the product is below the number of slots.
        usize::try_from(scaled >> u64::BITS).unwrap_or(0)
    }

    /// Makes room by half again as many slots.
    fn grow(&mut self) {
        let room = grown(self.slots.len());
        let states = std::mem::replace(&mut self.slots, vec![Self::EMPTY; room]);
        for state in states.iter().filter(|state| **state != Self::EMPTY) {
            self.put(state, hash(state));
        }
    }
}

/// The number of slots that comes after another one.
fn grown(slots: usize) -> usize {
    (slots + slots / 2).max(16)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn it_is_a_set() {
        let mut shards: Vec<Shard<2>> = (0..SHARDS).map(|_| Shard::default()).collect();
        let mut reference = BTreeSet::new();
        let mut number = 1_u64;
        for _ in 0..50_000 {
            number = number
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            // Many collide, and zero is among them.
            let state = [(number >> 40) % 100, (number >> 50) % 100];
            let hash = hash(&state);
            let is_new = shards[shard_of(hash)].insert(&state, hash);
            assert_eq!(is_new, reference.insert(state));
        }
        assert!(reference.contains(&[0, 0]));
        let found: usize = shards.iter().map(Shard::len).sum();
        assert_eq!(found, reference.len());
    }
}
