//! Ways to states that are named and never reached, and out of states that are never left.
//!
//! Something may ask for a state that the events of a check do not lead to: the slice has no arrow to it then, and
//! readers would take it for a mistake. Where the original has a way there, its arrows are kept; that their events
//! never happen is still so.

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

/// A step to a state: where it begins, and the arrow that it takes if that is a new one.
type Step = (StateId, Option<usize>);

/// The arrows to add, by their numbers, so that a way leads to every kept state that the life cycle has a way to. The
/// kept arrows come as pairs of states: bridges are among them.
pub(super) fn missing_ways(
    spec: &Specification,
    starts: &[StateId],
    kept: &[StateId],
    arrows: &[(StateId, StateId)],
) -> Vec<usize> {
    let mut reached = vec![false; spec.states.len()];
    reach(starts.to_vec(), arrows, &mut reached);
    let mut added = Vec::new();
    let unreached = kept.iter().copied().filter(|it| !reached[it.index()]);
    for state in by_name(spec, unreached.collect()) {
        if reached[state.index()] {
            continue;
        }
        for arrow in way(spec, &reached, arrows, state) {
            reach(vec![spec.transitions[arrow].to], arrows, &mut reached);
            added.push(arrow);
        }
    }
    added
}

/// The arrows to add, by their numbers, so that kept states which are not final can be left where the life cycle lets
/// them. What is left and entered again by steps that are cut changes nothing that is asked.
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

/// States in an order that stays when a text loses lines that declare inherited states again.
fn by_name(spec: &Specification, mut states: Vec<StateId>) -> Vec<StateId> {
    states.sort_unstable_by_key(|it| &spec.states[it.index()].name.text);
    states
}

/// The arrows to add for a way from states that are reached to one that is not, as few as can be; none where there is
/// no way.
fn way(
    spec: &Specification,
    reached: &[bool],
    arrows: &[(StateId, StateId)],
    to: StateId,
) -> Vec<usize> {
    // How many arrows have to be added up to a state, and the last step there, with the arrow if it is one of them.
    let mut best: Vec<Option<(usize, Step)>> = vec![None; spec.states.len()];
    let states = (0..spec.states.len()).map(StateId::at);
    let begin = states.filter(|it| reached[it.index()]).collect();
    let begin = by_name(spec, begin).into_iter().map(|it| (0, it));
    let mut waiting: VecDeque<(usize, StateId)> = begin.collect();
    while let Some((added, state)) = waiting.pop_front() {
        let mut offer = |to: StateId, arrow: Option<usize>| {
            let added = added + usize::from(arrow.is_some());
            let known = &mut best[to.index()];
            if !reached[to.index()] && known.is_none_or(|(least, _)| added < least) {
                *known = Some((added, (state, arrow)));
                // What costs nothing is looked at first, so that the cheapest ways are found first.
                match arrow {
                    None => waiting.push_front((added, to)),
                    Some(_) => waiting.push_back((added, to)),
                }
            }
        };
        for (_, to) in arrows.iter().filter(|(from, _)| *from == state) {
            offer(*to, None);
        }
        for (index, arrow) in spec.transitions.iter().enumerate() {
            if arrow.from == state {
                offer(arrow.to, Some(index));
            }
        }
    }
    let step = |at: &StateId| best[at.index()].map(|(_, step)| step);
    let steps = std::iter::successors(step(&to), |(from, _)| step(from));
    steps.filter_map(|(_, arrow)| arrow).collect()
}
