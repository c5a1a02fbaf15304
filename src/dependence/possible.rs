//! Where instances can get to at all.

use std::borrow::Cow;

use crate::model::Model;
use crate::model::shape::Shape;
use crate::semantics::specification::{SpecId, StateId};

/// For each specification the states that some instance may be in: those that it may start in, and where arrows lead from there.
pub fn possible_states(model: &Model<'_>) -> Vec<Vec<bool>> {
    let specs = model.program.specifications.iter().enumerate();
    let states = specs.map(|(index, spec)| {
        let instances = model.universe.instances_of(SpecId::at(index)).iter();
        let starts = instances.flat_map(|id| model.start.states[id.index()].iter().copied());
        reached(spec.states.len(), starts.collect(), &model.shapes[index])
    });
    states.collect()
}

fn reached(n_states: usize, mut waiting: Vec<StateId>, shapes: &[Shape]) -> Vec<bool> {
    let mut after = vec![Vec::new(); n_states];
    for (from, to) in shapes.iter().flat_map(|shape| &shape.moves) {
        after[from.index()].push(*to);
    }
    let mut reached = vec![false; n_states];
    while let Some(state) = waiting.pop() {
        if !std::mem::replace(&mut reached[state.index()], true) {
            waiting.extend(&after[state.index()]);
        }
    }
    reached
}

/// The forms of events without arrows that no instance can ever take.
pub(super) fn possible_shapes<'m>(
    model: &'m Model<'_>,
    possible: &[Vec<bool>],
) -> Cow<'m, [Vec<Shape>]> {
    let mut shapes = Cow::Borrowed(model.shapes.as_slice());
    for (index, states) in possible.iter().enumerate() {
        if states.iter().all(|is_possible| *is_possible) {
            continue;
        }
        for shape in &mut shapes.to_mut()[index] {
            shape.moves.retain(|(from, _)| states[from.index()]);
        }
    }
    shapes
}
