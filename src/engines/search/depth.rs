//! Depth-first search over packed states: goes on from what was found last.

use super::breadth::{Counts, Found, Limits};
use super::compile::Code;
use super::visited::{Packed, SHARDS, Shard, hash, shard_of};
use crate::finite::search::{Limit, Reached};

/// After so many states the limits are looked at again.
const PATIENCE: u64 = 1 << 12;

/// A search under way.
pub(super) struct Depth<'c, const W: usize> {
    code: &'c Code,
    shards: Vec<Shard<W>>,
    /// The run that is followed now; of each state, the successors that were not looked at yet.
    path: Vec<(Packed<W>, Vec<Packed<W>>)>,
    wants_deadlock: bool,
    states: u64,
    pub(super) counts: Counts,
    room: Vec<u64>,
}

impl<'c, const W: usize> Depth<'c, W> {
    pub(super) fn new(code: &'c Code, wants_deadlock: bool) -> Depth<'c, W> {
        Depth {
            code,
            shards: (0..SHARDS).map(|_| Shard::default()).collect(),
            path: Vec::new(),
            wants_deadlock,
            states: 0,
            counts: Counts::default(),
            room: Vec::new(),
        }
    }

    /// The number of states that were found.
    pub(super) fn states(&self) -> u64 {
        self.states
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        let shards: usize = self.shards.iter().map(Shard::bytes).sum();
        let path = self.path.iter().map(|(_, open)| open.capacity() + 4);
        (shards + path.sum::<usize>() * size_of::<Packed<W>>()) as u64
    }

    /// The states of the run that was followed last.
    pub(super) fn run_of_states(&self) -> Vec<Packed<W>> {
        self.path.iter().map(|(state, _)| *state).collect()
    }

    /// Looks at everything that can be reached from a state, unless it ends before.
    pub(super) fn run(&mut self, start: Packed<W>, limits: &mut Limits<'_>) -> Found<W> {
        if let Some(found) = self.enter(start) {
            return found;
        }
        if let Some(limit) = self.limit(limits) {
            return Found::Limit(limit);
        }
        while let Some((_, open)) = self.path.last_mut() {
            let Some(next) = open.pop() else {
                self.path.pop();
                continue;
            };
            if let Some(found) = self.enter(next) {
                return found;
            }
            if let Some(limit) = self.limit(limits) {
                return Found::Limit(limit);
            }
        }
        Found::Everything
    }

    /// The limit that is reached. States are always counted; what takes longer to tell is only asked for now and then.
    fn limit(&self, limits: &mut Limits<'_>) -> Option<Limit> {
        if self.states > limits.most_states {
            return Some(Limit::States);
        }
        if !self.states.is_multiple_of(PATIENCE) {
            return None;
        }
        let reached = Reached {
            states: self.states,
            depth: self.path.len() as u64,
            bytes: self.bytes(),
        };
        limits.exceeded_by(&reached)
    }

    /// Follows a state, if it is new; tells whether it ends the search.
    fn enter(&mut self, state: Packed<W>) -> Option<Found<W>> {
        let hash = hash(&state);
        if !self.shards[shard_of(hash)].insert(&state, hash) {
            return None;
        }
        self.states += 1;
        self.counts.tested += 1;
        let is_wanted = self.code.is_wanted(&state);
        if is_wanted == Ok(true) {
            // What happens afterwards does not matter, not even if it cannot be computed.
            self.path.push((state, Vec::new()));
            return Some(Found::Wanted(state));
        }
        let successors = self.code.successors(&state, &mut self.room);
        let (Ok(_), Ok(count)) = (is_wanted, successors) else {
            self.path.push((state, Vec::new()));
            return Some(Found::Fault(state));
        };
        self.counts.expanded += 1;
        self.counts.transitions += count as u64;
        self.counts.deadlocks += u64::from(count == 0);
        let (successors, _) = self.room.as_chunks::<W>();
        let open = successors[..count].iter().rev().copied().collect();
        self.path.push((state, open));
        (self.wants_deadlock && count == 0).then_some(Found::Deadlock(state))
    }
}
