//! Events without which no run reaches the goal, as far as life cycles tell.

use std::sync::Arc;

use crate::model::Model;
use crate::model::value::InstanceId;
use crate::semantics::specification::{EventId, StateId};

/// Events of which one of some instances takes each in every run that reaches the goal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needed {
    /// The instances, all of one specification.
    pub candidates: Arc<[InstanceId]>,
    /// The events, in the order in which they are first taken.
    pub events: Vec<EventId>,
}

/// The events that each part of the goal needs: those that every way of a life cycle from the start to a state that
/// the part asks for has in common. Parts that need none are left out.
pub fn needed_events(model: &Model<'_>) -> Vec<Needed> {
    let mut found: Vec<Needed> = Vec::new();
    for (candidates, states) in asked_for(model) {
        let events = in_common(model, &candidates, &states);
        let needed = Needed { candidates, events };
        if !needed.events.is_empty() && !found.contains(&needed) {
            found.push(needed);
        }
    }
    found
}

/// Who has to get into which life-cycle states: one of some instances into one of some states.
fn asked_for(model: &Model<'_>) -> Vec<(Arc<[InstanceId]>, Vec<StateId>)> {
    // Any instance can break an invariant of its own, so these ask for no states.
    let wanted = model.property.described().into_iter();
    let wanted = wanted.flat_map(|goal| &goal.wanted);
    wanted
        .map(|asked| (asked.candidates.clone(), asked.states.clone()))
        .collect()
}

/// The events that all ways of all candidates have in common, those first that are taken first.
fn in_common(model: &Model<'_>, candidates: &[InstanceId], goal: &[StateId]) -> Vec<EventId> {
    let Some(first) = candidates.first() else {
        return Vec::new();
    };
    let events = model.class(*first).kept_events().map(|(event, _)| event);
    let is_needed = |event: &EventId| {
        let mut candidates = candidates.iter();
        candidates.all(|id| {
            let reached = reached_without(model, *id, *event);
            goal.iter().all(|state| !reached.contains(state))
        })
    };
    let mut needed: Vec<EventId> = events.filter(is_needed).collect();
    // Of events that every way contains, the earlier one cuts off more.
    needed.sort_by_key(|event| reached_without(model, *first, *event).len());
    needed
}

/// The states that the life cycle of an instance gets to without an event, whatever the fields are.
fn reached_without(model: &Model<'_>, id: InstanceId, without: EventId) -> Vec<StateId> {
    let class = model.class_of[id.index()];
    let mut reached = model.start.states[id.index()].clone();
    let mut next = 0;
    while let Some(at) = reached.get(next).copied() {
        for (event, shape) in model.shapes[class.index()].iter().enumerate() {
            let moves = shape.moves.iter().filter(|(from, _)| *from == at);
            for (_, to) in moves.filter(|_| EventId::at(event) != without) {
                if !reached.contains(to) {
                    reached.push(*to);
                }
            }
        }
        next += 1;
    }
    reached
}
