//! Ways to states that are named and never reached, and out of states that are never left.
//!
//! Something may ask for a state that the events of a check do not lead to: the slice has no arrow to it then, and readers would take it for a
//! mistake. Where the original has a way there, its arrows are kept; that their events never happen is still so.

use std::collections::VecDeque;

use super::Request;
use crate::semantics::specification::{SpecId, Specification, StateId};
use crate::semantics::test_module::Setup;

/// The states that instances of a specification start in: the initial one, and those that checks start from.
pub(super) fn starts(request: &Request<'_>, id: SpecId) -> Vec<StateId> {
    let spec = request.analysis.program.spec(id);
    let mut starts: Vec<StateId> = spec.initial_state().into_iter().collect();
    for state in request.checks.iter().filter_map(|check| check.from) {
        for setup in &request.test.states[state].setups {
            if let Setup::Instances(instances) = setup
                && instances.spec == id
            {
                starts.extend(&instances.states);
            }
        }
    }
    starts.sort_unstable();
    starts.dedup();
    starts
}

/// The arrows to add, by their numbers, so that a way leads to every kept state that the life cycle has a way to. The kept arrows come as
/// pairs of states: bridges are among them.
pub(super) fn missing_ways(
    spec: &Specification,
    starts: &[StateId],
    kept: &[StateId],
    arrows: &[(StateId, StateId)],
) -> Vec<usize> {
    let mut reached = vec![false; spec.states.len()];
    reach(starts.to_vec(), arrows, &mut reached);
    let mut added = Vec::new();
    for state in kept {
        if reached[state.index()] {
            continue;
        }
        for arrow in way(spec, &reached, *state) {
            reach(vec![spec.transitions[arrow].to], arrows, &mut reached);
            added.push(arrow);
        }
    }
    added
}

/// The arrows to add, by their numbers, so that kept states which are not final can be left where the life cycle lets them. What is left and
/// entered again by steps that are cut changes nothing that is asked.
pub(super) fn missing_exits(
    spec: &Specification,
    kept: &[StateId],
    arrows: &[(StateId, StateId)],
) -> Vec<usize> {
    let is_stuck = |state: &&StateId| {
        let is_last = spec.states[state.index()].last;
        !is_last && !arrows.iter().any(|(from, _)| from == *state)
    };
    let stuck = kept.iter().filter(is_stuck);
    let exits = stuck.filter_map(|state| spec.transitions.iter().position(|it| it.from == *state));
    exits.collect()
}

/// Marks the states that arrows lead to from some.
fn reach(mut waiting: Vec<StateId>, arrows: &[(StateId, StateId)], reached: &mut [bool]) {
    while let Some(state) = waiting.pop() {
        if !std::mem::replace(&mut reached[state.index()], true) {
            let arrows = arrows.iter().filter(|(from, _)| *from == state);
            waiting.extend(arrows.map(|(_, to)| *to));
        }
    }
}

/// The arrows of a shortest way from states that are reached to one that is not; none where there is no way.
fn way(spec: &Specification, reached: &[bool], to: StateId) -> Vec<usize> {
    let mut by: Vec<Option<usize>> = vec![None; spec.states.len()];
    let states = (0..spec.states.len()).map(StateId::at);
    let mut waiting: VecDeque<StateId> = states.filter(|it| reached[it.index()]).collect();
    while let Some(state) = waiting.pop_front() {
        for (index, arrow) in spec.transitions.iter().enumerate() {
            let known = &mut by[arrow.to.index()];
            if arrow.from == state && known.is_none() && !reached[arrow.to.index()] {
                *known = Some(index);
                waiting.push_back(arrow.to);
            }
        }
    }
    let last = by[to.index()];
    let before = |arrow: &usize| by[spec.transitions[*arrow].from.index()];
    std::iter::successors(last, before).collect()
}
