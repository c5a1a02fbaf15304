//! Breadth-first search over packed states, on one thread or several.
//!
//! States that take the same number of steps are looked at in rounds. In a round, each thread first computes the
//! successors of its part and sorts them by shard; then each thread adds those of its shards. No two threads ever
//! write to the same place, and what is found does not depend on how many there are: neither what, nor in which order.

use std::thread;

use super::compile::{Code, Failed};
use super::visited::{Packed, SHARDS, Shard, hash, shard_of};
use crate::finite::search::{Limit, Query, Reached};

/// So many states are looked at in a round.
const ROUND: usize = 1 << 15;

/// Fewer states than this are not worth a thread.
const WORTH_A_THREAD: usize = 1 << 10;

/// How a search over packed states ended.
#[derive(Clone, Copy)]
pub(super) enum Found<const W: usize> {
    /// Everything was looked at.
    Everything,
    /// This is what was looked for.
    Wanted(Packed<W>),
    /// Nothing can happen in this state, and that was looked for.
    Deadlock(Packed<W>),
    /// Something cannot be computed in this state, or about it.
    Fault(Packed<W>),
    /// A limit was reached.
    Limit(Limit),
}

/// What a search counts.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Counts {
    pub(super) transitions: u64,
    pub(super) deadlocks: u64,
    /// States for which it was computed whether a proposition holds.
    pub(super) tested: u64,
    /// States whose successors were computed.
    pub(super) expanded: u64,
}

/// What a search may use.
pub(super) struct Limits<'l> {
    pub(super) most_states: u64,
    pub(super) most_bytes: u64,
    pub(super) stop: &'l mut dyn FnMut(&Reached) -> bool,
}

impl Limits<'_> {
    /// The limit that ends a search that has come so far, if one does.
    pub(super) fn exceeded_by(&mut self, reached: &Reached) -> Option<Limit> {
        if (self.stop)(reached) {
            Some(Limit::Stopped)
        } else if reached.states > self.most_states {
            Some(Limit::States)
        } else if reached.bytes > self.most_bytes {
            Some(Limit::Memory)
        } else {
            None
        }
    }
}

/// A search under way.
pub(super) struct Breadth<'c, const W: usize> {
    code: &'c Code,
    threads: usize,
    shards: Vec<Shard<W>>,
    /// States by the number of steps that they take. All but the last two are empty unless they are to be kept.
    pub(super) levels: Vec<Vec<Packed<W>>>,
    keeps_levels: bool,
    /// Whether a state without successors is what is looked for.
    wants_deadlock: bool,
    /// States that take so many steps are the last ones.
    longest: u64,
    pub(super) counts: Counts,
    workers: Vec<Worker<W>>,
    /// The states that were new in the last round.
    fresh: usize,
    /// How many that was, at most, for each state of any round.
    branching: u64,
    /// For how many states the level has room that is being looked at.
    lent: usize,
    /// How many levels were looked at, and for how many states they have room. There may be very many of them, so this
    /// is not summed up anew.
    done: usize,
    listed: usize,
}

/// What a thread keeps from round to round.
struct Worker<const W: usize> {
    room: Vec<u64>,
    /// Successors that were computed, by shard.
    sorted: Vec<Vec<Packed<W>>>,
    counts: Counts,
    /// The first state of its part in which something cannot be computed.
    fault: Option<Packed<W>>,
    /// The first state of its part without successors.
    deadlock: Option<Packed<W>>,
}

/// What adding states to a shard brought.
struct Added<const W: usize> {
    fresh: Vec<Packed<W>>,
    wanted: Option<Packed<W>>,
    fault: Option<Packed<W>>,
    evaluations: u64,
}

impl<const W: usize> Worker<W> {
    fn new() -> Worker<W> {
        Worker {
            room: Vec::new(),
            sorted: vec![Vec::new(); SHARDS],
            counts: Counts::default(),
            fault: None,
            deadlock: None,
        }
    }

    /// Computes the successors of some states and sorts them by shard.
    fn expand(&mut self, code: &Code, states: &[Packed<W>]) {
        self.counts.expanded += states.len() as u64;
        for state in states {
            let Ok(count) = code.successors(state, &mut self.room) else {
                self.fault.get_or_insert(*state);
                continue;
            };
            self.counts.transitions += count as u64;
            if count == 0 {
                self.counts.deadlocks += 1;
                self.deadlock.get_or_insert(*state);
            }
            let (successors, _) = self.room.as_chunks::<W>();
            for successor in &successors[..count] {
                self.sorted[shard_of(hash(successor))].push(*successor);
            }
        }
    }
}

impl<'c, const W: usize> Breadth<'c, W> {
    pub(super) fn new(
        code: &'c Code,
        threads: usize,
        keeps_levels: bool,
        query: &Query<'_>,
    ) -> Breadth<'c, W> {
        Breadth {
            code,
            threads: threads.clamp(1, SHARDS),
            shards: (0..SHARDS).map(|_| Shard::default()).collect(),
            levels: vec![Vec::new()],
            keeps_levels,
            wants_deadlock: query.wants_deadlock,
            longest: query.longest.unwrap_or(u64::MAX),
            counts: Counts::default(),
            workers: Vec::new(),
            fresh: 0,
            branching: 1,
            lent: 0,
            done: 0,
            listed: 0,
        }
    }

    /// The number of states that were found.
    pub(super) fn states(&self) -> u64 {
        self.shards.iter().map(|shard| shard.len() as u64).sum()
    }

    /// The bytes that they take.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes_with(0)
    }

    /// Adds the states to begin with, unless the search ends before.
    pub(super) fn begin(
        &mut self,
        states: impl Iterator<Item = Packed<W>>,
        limits: &mut Limits<'_>,
    ) -> Option<Found<W>> {
        for state in states {
            if let Some(found) = self.begin_with(state) {
                return Some(found);
            }
            let count = self.levels[0].len();
            let asks = count.is_multiple_of(ROUND) || count as u64 > limits.most_states;
            if let Some(limit) = asks.then(|| self.limit(0, ROUND, limits)).flatten() {
                return Some(Found::Limit(limit));
            }
        }
        None
    }

    /// Adds a state to begin with; tells whether it ends the search.
    fn begin_with(&mut self, state: Packed<W>) -> Option<Found<W>> {
        let hash = hash(&state);
        if !self.shards[shard_of(hash)].insert(&state, hash) {
            return None;
        }
        self.levels[0].push(state);
        self.counts.tested += 1;
        match self.code.is_wanted(&state) {
            Ok(false) => None,
            Ok(true) => Some(Found::Wanted(state)),
            Err(Failed) => Some(Found::Fault(state)),
        }
    }

    /// Looks at everything that can be reached, unless it ends before.
    pub(super) fn run(&mut self, limits: &mut Limits<'_>) -> Found<W> {
        loop {
            let level = self.levels.len() - 1;
            if self.levels[level].is_empty() {
                self.levels.pop();
                return Found::Everything;
            }
            if level as u64 == self.longest {
                return self.last_level(level);
            }
            self.levels.push(Vec::new());
            if let Some(found) = self.level(level, limits) {
                self.levels.pop_if(|next| next.is_empty());
                return found;
            }
            if !self.keeps_levels {
                self.levels[level] = Vec::new();
            }
            self.listed += self.levels[level].capacity();
            self.done = level + 1;
        }
    }

    /// Whether states were found whose steps were not looked at, because there may be no more steps.
    pub(super) fn is_cut(&self) -> bool {
        !self.wants_deadlock && self.levels.len() as u64 > self.longest
    }

    /// Looks for deadlocks in states after which there may be no more steps.
    fn last_level(&mut self, level: usize) -> Found<W> {
        if !self.wants_deadlock {
            return Found::Everything;
        }
        let states = std::mem::take(&mut self.levels[level]);
        let mut room = Vec::new();
        // An error in such a step is in no run that counts.
        let is_deadlock =
            |state: &&Packed<W>| matches!(self.code.successors(&state[..], &mut room), Ok(0));
        let deadlocks: Vec<Packed<W>> = states.iter().filter(is_deadlock).copied().collect();
        self.counts.deadlocks += deadlocks.len() as u64;
        self.levels[level] = states;
        let first = deadlocks.first().copied();
        first.map_or(Found::Everything, Found::Deadlock)
    }

    /// Looks at all states of a level.
    fn level(&mut self, level: usize, limits: &mut Limits<'_>) -> Option<Found<W>> {
        let states = std::mem::take(&mut self.levels[level]);
        let mut waiting = states.len();
        self.lent = states.capacity();
        let mut wanted = None;
        let mut ended = None;
        let mut rest = states.as_slice();
        while !rest.is_empty() {
            let (round, after) = rest.split_at(self.round_length(limits).min(rest.len()));
            rest = after;
            match self.round(round) {
                Some(Found::Wanted(state)) => wanted = wanted.or(Some(state)),
                Some(found) => ended = Some(found),
                None => {}
            }
            waiting -= round.len();
            let branching = self.fresh.div_ceil(round.len()) as u64;
            self.branching = self.branching.max(branching);
            if ended.is_none() {
                let more = self.coming(round.len(), waiting);
                ended = self.limit(level, more, limits).map(Found::Limit);
            }
            if ended.is_some() {
                break;
            }
        }
        self.levels[level] = states;
        self.lent = 0;
        // A level is finished before an answer is given, so that the answer does not depend on its rounds. A deadlock
        // takes fewer steps.
        match ended {
            Some(Found::Deadlock(_)) => ended,
            _ => wanted.map(Found::Wanted).or(ended),
        }
    }

    /// How many states are looked at in the next round: fewer of them shortly before there are too many, so that the
    /// limit is kept even if they lead to some times more states than those of the rounds before.
    fn round_length(&self, limits: &Limits<'_>) -> usize {
        const TIMES_MORE: u64 = 4;
        let left = limits.most_states.saturating_sub(self.states());
        let length = (left / self.branching / TIMES_MORE).max(1);
        usize::try_from(length).map_or(ROUND, |length| length.min(ROUND))
    }

    /// About how many states the next round will find, after one of some states and with others waiting.
    fn coming(&self, round: usize, waiting: usize) -> usize {
        let next = self.levels.last().map_or(0, Vec::len);
        let coming = if waiting > 0 { waiting } else { next }.min(ROUND);
        coming * self.fresh.div_ceil(round.max(1))
    }

    /// The limit that is reached, or would be exceeded by some more states.
    fn limit(&self, level: usize, more: usize, limits: &mut Limits<'_>) -> Option<Limit> {
        let reached = Reached {
            states: self.states(),
            depth: level as u64,
            bytes: self.bytes(),
        };
        let is_full = self.bytes_with(more) > limits.most_bytes;
        let exceeded = limits.exceeded_by(&reached);
        exceeded.or(is_full.then_some(Limit::Memory))
    }

    /// The bytes that the states will take with some more of them. Room grows by leaps, and a limit is there to be
    /// kept.
    fn bytes_with(&self, more: usize) -> u64 {
        let of_shard = |shard: &Shard<W>| shard.bytes_with(more.div_ceil(SHARDS));
        let shards: usize = self.shards.iter().map(of_shard).sum();
        let next = self.levels.last();
        let grows = next.filter(|next| next.len() + more > next.capacity());
        let latest: usize = self.levels[self.done..].iter().map(Vec::capacity).sum();
        let growth = grows.map_or(0, |next| next.capacity().max(more));
        let listed = self.listed + self.lent + latest + growth;
        (shards + listed * size_of::<Packed<W>>()) as u64
    }

    fn round(&mut self, states: &[Packed<W>]) -> Option<Found<W>> {
        let threads = self.threads.min(states.len() / WORTH_A_THREAD).max(1);
        self.expand(states, threads);
        if let Some(found) = self.ended_by_expanding() {
            return Some(found);
        }
        let mut wanted = None;
        let mut fault = None;
        self.fresh = 0;
        for added in self.add(threads) {
            self.fresh += added.fresh.len();
            self.counts.tested += added.evaluations;
            wanted = wanted.or(added.wanted);
            fault = fault.or(added.fault);
            if let Some(next) = self.levels.last_mut() {
                next.extend(added.fresh);
            }
        }
        wanted.map(Found::Wanted).or(fault.map(Found::Fault))
    }

    /// Computes the successors of states, on some threads.
    fn expand(&mut self, states: &[Packed<W>], threads: usize) {
        while self.workers.len() < threads {
            self.workers.push(Worker::new());
        }
        let code = self.code;
        let part = states.len().div_ceil(threads).max(1);
        let mut work = self.workers.iter_mut().zip(states.chunks(part));
        if threads == 1 {
            work.for_each(|(worker, states)| worker.expand(code, states));
            return;
        }
        thread::scope(|scope| {
            let own = work.next();
            for (worker, states) in work {
                scope.spawn(|| worker.expand(code, states));
            }
            if let Some((worker, states)) = own {
                worker.expand(code, states);
            }
        });
    }

    fn ended_by_expanding(&mut self) -> Option<Found<W>> {
        let (mut fault, mut deadlock) = (None, None);
        for worker in &mut self.workers {
            let counts = std::mem::take(&mut worker.counts);
            self.counts.transitions += counts.transitions;
            self.counts.deadlocks += counts.deadlocks;
            self.counts.expanded += counts.expanded;
            fault = fault.or(worker.fault.take());
            deadlock = deadlock.or(worker.deadlock.take());
        }
        let deadlock = deadlock.filter(|_| self.wants_deadlock);
        fault.map(Found::Fault).or(deadlock.map(Found::Deadlock))
    }

    /// Adds the successors to the shards, on some threads; what is new, in the order of the shards.
    fn add(&mut self, threads: usize) -> Vec<Added<W>> {
        let mut by_shard: Vec<Vec<Vec<Packed<W>>>> = (0..SHARDS).map(|_| Vec::new()).collect();
        for worker in &mut self.workers {
            for (sorted, states) in by_shard.iter_mut().zip(&mut worker.sorted) {
                sorted.push(std::mem::take(states));
            }
        }
        let code = self.code;
        let part = SHARDS.div_ceil(threads);
        let mut work = self.shards.chunks_mut(part).zip(by_shard.chunks(part));
        let added = thread::scope(|scope| {
            let own = work.next();
            let others: Vec<_> = work
                .map(|(shards, states)| scope.spawn(|| add_all(code, shards, states)))
                .collect();
            let mut added =
                own.map_or(Vec::new(), |(shards, states)| add_all(code, shards, states));
            for other in others {
                // A thread that panicked has told so.
                added.extend(other.join().unwrap_or_default());
            }
            added
        });
        self.give_back(by_shard);
        added
    }

    /// Returns emptied vectors to the workers, so that their memory is used again.
    fn give_back(&mut self, by_shard: Vec<Vec<Vec<Packed<W>>>>) {
        for (shard, lists) in by_shard.into_iter().enumerate() {
            for (worker, mut states) in self.workers.iter_mut().zip(lists) {
                states.clear();
                worker.sorted[shard] = states;
            }
        }
    }
}

fn add_all<const W: usize>(
    code: &Code,
    shards: &mut [Shard<W>],
    states: &[Vec<Vec<Packed<W>>>],
) -> Vec<Added<W>> {
    let pairs = shards.iter_mut().zip(states);
    pairs
        .map(|(shard, lists)| add_to(code, shard, lists))
        .collect()
}

fn add_to<const W: usize>(code: &Code, shard: &mut Shard<W>, lists: &[Vec<Packed<W>>]) -> Added<W> {
    let mut added = Added {
        fresh: Vec::new(),
        wanted: None,
        fault: None,
        evaluations: 0,
    };
    for state in lists.iter().flatten() {
        if shard.insert(state, hash(state)) {
            added.fresh.push(*state);
            added.evaluations += 1;
            match code.is_wanted(state) {
                Ok(false) => {}
                Ok(true) => {
                    added.wanted.get_or_insert(*state);
                }
                Err(Failed) => {
                    added.fault.get_or_insert(*state);
                }
            }
        }
    }
    added
}
