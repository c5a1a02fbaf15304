//! Brings back what connects the kept parts of life cycles (Eilers, section 4.5).
//!
//! What algorithm 3 means, and as printed misses, is every cut node on a path, through cut nodes only, from a kept
//! node or an initial state to another kept node (`docs/papers.md`, Eilers 10). A path that comes back to where it
//! left is none of these: it is as if nothing had happened. Algorithm 4 has an edge instead of each such path.

use std::collections::BTreeSet;

use crate::dependence::Possible;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::semantics::specification::{EventId, StateId};

/// The life cycle of a specification, with what is kept of it.
#[derive(Debug)]
pub(super) struct LifeCycle {
    /// For each state where events lead from it.
    after: Vec<Vec<(StateId, EventId)>>,
    /// For each state where events come from that lead to it.
    before: Vec<Vec<StateId>>,
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
    /// The events that such edges stand for.
    pub(super) bridged: BTreeSet<EventId>,
}

impl LifeCycle {
    pub(super) fn of(model: &Model<'_>, possible: &Possible, class: ClassId) -> LifeCycle {
        let declared = model.program.spec(class.spec);
        let instances = model.classes[class.index()].instances.iter();
        let starts = instances.flat_map(|id| model.start.states[id.index()].iter().copied());
        let mut after = vec![Vec::new(); declared.states.len()];
        let mut before = vec![Vec::new(); declared.states.len()];
        let transitions = declared.transitions.iter();
        for transition in transitions.filter(|it| possible.has_event(class, it.event)) {
            after[transition.from.index()].push((transition.to, transition.event));
            before[transition.to.index()].push(transition.from);
        }
        LifeCycle {
            after,
            before,
            starts: starts.collect(),
        }
    }

    /// Which event leads from where to where.
    fn moves(&self) -> impl Iterator<Item = (StateId, StateId, EventId)> + '_ {
        let states = self.after.iter().enumerate();
        states.flat_map(|(from, after)| {
            let after = after.iter();
            after.map(move |(to, event)| (StateId::at(from), *to, *event))
        })
    }

    /// The states that kept events start from and instances can get to, besides those that are asked for.
    fn anchors(
        &self,
        asked: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> BTreeSet<StateId> {
        let possible = self.reachable(&self.starts, &|_| true);
        let sources = self.moves().filter(|(_, _, event)| is_kept(*event));
        let mut anchors: BTreeSet<StateId> = sources.map(|(from, _, _)| from).collect();
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
        // What a kept event has done is still done on the way back from where it leads.
        let mut origins = anchors.clone();
        origins.extend(&self.starts);
        origins.extend(self.ends(&anchors, is_kept));
        for origin in origins {
            states.extend(self.between(origin, &anchors));
        }
        let leads_on = |start: &&StateId| {
            let beyond = self.reachable(&BTreeSet::from([**start]), &|_| true);
            beyond.iter().any(|state| anchors.contains(state))
        };
        states.extend(self.starts.iter().filter(leads_on));
        let events = self.moves().filter(|(from, to, event)| {
            from != to && states.contains(from) && states.contains(to) && !is_kept(*event)
        });
        let events = events.map(|(_, _, event)| event).collect();
        Connected {
            states,
            events,
            ..Connected::default()
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
        // Where a kept event leads, a bridge may begin.
        states.extend(self.ends(&states, is_kept));
        let mut bridges = BTreeSet::new();
        for origin in &states {
            let next = self.next_anchors(*origin, &states, is_kept);
            bridges.extend(next.into_iter().map(|end| (*origin, end)));
        }
        let bridged = bridges
            .iter()
            .flat_map(|bridge| self.events_between(*bridge, &states, is_kept))
            .collect();
        Connected {
            states,
            bridges,
            bridged,
            ..Connected::default()
        }
    }

    /// Where kept events lead from some states.
    fn ends(
        &self,
        from: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> BTreeSet<StateId> {
        let moves = self.moves();
        let kept = moves.filter(|(at, _, event)| is_kept(*event) && from.contains(at));
        kept.map(|(_, to, _)| to).collect()
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
            for (to, _) in &self.after[state.index()] {
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
        let mut leads = BTreeSet::new();
        let ends = forward.iter().filter(|state| anchors.contains(state));
        let mut waiting: Vec<StateId> = ends.filter(|end| **end != origin).copied().collect();
        while let Some(state) = waiting.pop() {
            for from in &self.before[state.index()] {
                let is_cut = forward.contains(from) && !anchors.contains(from);
                if is_cut && leads.insert(*from) && *from != origin {
                    waiting.push(*from);
                }
            }
        }
        leads
    }

    /// The cut events on paths through cut states from a kept state to another.
    pub(super) fn events_between(
        &self,
        (from, to): (StateId, StateId),
        kept: &BTreeSet<StateId>,
        is_kept: &dyn Fn(EventId) -> bool,
    ) -> BTreeSet<EventId> {
        let others: BTreeSet<StateId> = kept.iter().copied().filter(|it| *it != to).collect();
        let passes = |at: StateId| at != to && !others.contains(&at);
        let forward = self.reachable(&BTreeSet::from([from]), &passes);
        let mut leads = BTreeSet::from([to]);
        let mut waiting = vec![to];
        while let Some(state) = waiting.pop() {
            for before in &self.before[state.index()] {
                let is_on_path = *before == from || passes(*before) && forward.contains(before);
                if is_on_path && leads.insert(*before) && *before != from {
                    waiting.push(*before);
                }
            }
        }
        let on_path = self.moves().filter(|(a, b, event)| {
            a != b && *a != to && leads.contains(a) && leads.contains(b) && !is_kept(*event)
        });
        on_path.map(|(_, _, event)| event).collect()
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
            let after = self.after[state.index()].iter();
            for (to, _) in after.filter(|(_, event)| !is_kept(*event)) {
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
