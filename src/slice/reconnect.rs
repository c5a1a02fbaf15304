//! Brings back what connects the kept parts of life cycles (seed 003, section 4.5).
//!
//! What algorithm 3 means, and as printed misses, is every cut node on a path, through cut nodes only, from a kept node or an initial state to
//! another kept node (published algorithms, 1.10). A path that comes back to where it left is none of these: it is as if nothing had happened. Algorithm 4
//! has an edge instead of each such path.

use std::collections::BTreeSet;

use crate::model::Model;
use crate::semantics::specification::{EventId, SpecId, StateId};

/// The life cycle of a specification, with what is kept of it.
#[derive(Debug)]
pub(super) struct LifeCycle {
    n_states: usize,
    /// Which event leads from where to where.
    moves: Vec<(StateId, StateId, EventId)>,
    starts: BTreeSet<StateId>,
}

/// What a life cycle consists of once the kept parts are connected.
#[derive(Debug, Default)]
pub(super) struct Connected {
    /// The states between which instances move.
    pub(super) states: BTreeSet<StateId>,
    /// The events that lead from one of them to another, and were not kept.
    pub(super) events: BTreeSet<EventId>,
    /// Pairs of kept states that are connected by an edge of their own instead.
    pub(super) bridges: BTreeSet<(StateId, StateId)>,
}

impl LifeCycle {
    pub(super) fn of(model: &Model<'_>, spec: SpecId) -> LifeCycle {
        let declared = model.program.spec(spec);
        let instances = model.universe.instances_of(spec).iter();
        let starts = instances.flat_map(|id| model.start.states[id.index()].iter().copied());
        let transitions = declared.transitions.iter();
        LifeCycle {
            n_states: declared.states.len(),
            moves: transitions.map(|it| (it.from, it.to, it.event)).collect(),
            starts: starts.collect(),
        }
    }

    /// The states that kept events start from and instances can get to, besides those that are asked for.
    fn anchors(
        &self,
        asked: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> BTreeSet<StateId> {
        let possible = self.reachable(&self.starts, &|_| true);
        let sources = self.moves.iter().filter(|(_, _, event)| is_kept(*event));
        let sources = sources.map(|(from, _, _)| *from);
        let mut anchors: BTreeSet<StateId> = sources.collect();
        anchors.extend(asked);
        anchors.retain(|state| possible.contains(state));
        anchors
    }

    /// Connects what is kept by cut events and states.
    pub(super) fn connect(
        &self,
        asked: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> Connected {
        let anchors = self.anchors(asked, is_kept);
        let mut states = anchors.clone();
        for origin in anchors.union(&self.starts) {
            states.extend(self.between(*origin, &anchors));
        }
        let leads_on = |start: &&StateId| {
            let beyond = self.reachable(&BTreeSet::from([**start]), &|_| true);
            beyond.iter().any(|state| anchors.contains(state))
        };
        states.extend(self.starts.iter().filter(leads_on));
        let moves = self.moves.iter();
        let events = moves.filter(|(from, to, event)| {
            from != to && states.contains(from) && states.contains(to) && !is_kept(*event)
        });
        let events = events.map(|(_, _, event)| *event).collect();
        Connected {
            states,
            events,
            bridges: BTreeSet::new(),
        }
    }

    /// Connects what is kept by edges of their own.
    pub(super) fn bridge(
        &self,
        asked: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> Connected {
        let mut states = self.anchors(asked, is_kept);
        states.extend(&self.starts);
        let mut bridges = BTreeSet::new();
        for origin in &states {
            let next = self.next_anchors(*origin, &states, is_kept);
            bridges.extend(next.into_iter().map(|end| (*origin, end)));
        }
        Connected {
            states,
            events: BTreeSet::new(),
            bridges,
        }
    }

    /// The states that can be reached from some, passing on only from those that let pass.
    fn reachable(
        &self,
        from: &BTreeSet<StateId>,
        passes: &dyn Fn(StateId) -> bool,
    ) -> BTreeSet<StateId> {
        let mut reached = from.clone();
        let mut waiting: Vec<StateId> = from.iter().copied().collect();
        while let Some(state) = waiting.pop() {
            if !from.contains(&state) && !passes(state) {
                continue;
            }
            for (_, to, _) in self.moves.iter().filter(|(at, _, _)| *at == state) {
                if reached.insert(*to) {
                    waiting.push(*to);
                }
            }
        }
        reached
    }

    /// The cut states on paths through cut states from a state to another that is kept.
    fn between(&self, origin: StateId, anchors: &BTreeSet<StateId>) -> BTreeSet<StateId> {
        let forward = self.reachable(&BTreeSet::from([origin]), &|at| !anchors.contains(&at));
        let mut leads = vec![false; self.n_states];
        let ends = forward.iter().filter(|state| anchors.contains(state));
        let mut waiting: Vec<StateId> = ends.filter(|end| **end != origin).copied().collect();
        while let Some(state) = waiting.pop() {
            for (from, _, _) in self.moves.iter().filter(|(_, to, _)| *to == state) {
                let is_new = !std::mem::replace(&mut leads[from.index()], true);
                if is_new && forward.contains(from) && !anchors.contains(from) && *from != origin {
                    waiting.push(*from);
                }
            }
        }
        let cut = forward.iter().filter(|state| !anchors.contains(state));
        cut.filter(|state| leads[state.index()]).copied().collect()
    }

    /// The kept states that can be reached from one by cut events through cut states.
    fn next_anchors(
        &self,
        origin: StateId,
        anchors: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> BTreeSet<StateId> {
        let mut seen = BTreeSet::from([origin]);
        let mut waiting = vec![origin];
        let mut ends = BTreeSet::new();
        while let Some(state) = waiting.pop() {
            let moves = self.moves.iter().filter(|(at, _, _)| *at == state);
            for (_, to, _) in moves.filter(|(_, _, event)| !is_kept(*event)) {
                if !seen.insert(*to) {
                    continue;
                }
                if anchors.contains(to) {
                    ends.insert(*to);
                } else {
                    waiting.push(*to);
                }
            }
        }
        ends
    }
}
