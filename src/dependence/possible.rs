//! Where instances can get to at all, and what can happen to them.

use std::borrow::Cow;

use super::Dependences;
use crate::model::Model;
use crate::model::class::{Class, ClassId};
use crate::model::shape::Shape;
use crate::semantics::specification::{EventId, StateId, Sync};

/// What is possible as far as life cycles and syncs tell, whatever the data are.
#[derive(Debug, Clone)]
pub struct Possible {
    /// For each class the states that some instance may be in: those that it may start in, and where arrows lead from
    /// there.
    states: Vec<Vec<bool>>,
    /// For each class the events that may happen: by themselves, or with one that may.
    happening: Vec<Vec<bool>>,
    /// Those and all events that they name: a negated sync asks whether its partner could happen.
    named: Vec<Vec<bool>>,
}

impl Possible {
    /// What is possible in a model. The thesis does not ask.
    pub fn of(model: &Model<'_>, dependences: Dependences) -> Possible {
        let classes = model.classes.iter();
        let n_states = |class: &Class<'_>| model.program.spec(class.id.spec).states.len();
        if !dependences.are_complete() {
            let events = classes.clone().map(|it| vec![true; it.events.len()]);
            return Possible {
                named: events.clone().collect(),
                happening: events.collect(),
                states: classes.map(|it| vec![true; n_states(it)]).collect(),
            };
        }
        let happening = happening(model);
        let states = classes.zip(&happening).enumerate();
        let states = states.map(|(index, (class, events))| {
            let instances = class.instances.iter();
            let starts = instances.flat_map(|id| model.start.states[id.index()].iter().copied());
            let shapes = model.shapes[index].iter().zip(events);
            let shapes = shapes.filter(|(_, may_happen)| **may_happen);
            let shapes = shapes.map(|(shape, _)| shape);
            reached(n_states(class), starts.collect(), shapes)
        });
        Possible {
            states: states.collect(),
            named: named(model, &happening),
            happening,
        }
    }

    /// Whether some instance may be in a state.
    pub fn has_state(&self, class: ClassId, state: StateId) -> bool {
        self.states[class.index()][state.index()]
    }

    /// Whether an event may happen.
    pub fn has_event(&self, class: ClassId, event: EventId) -> bool {
        self.happening[class.index()][event.index()]
    }

    /// For each class the events that may happen.
    pub(super) fn happening(&self) -> &[Vec<bool>] {
        &self.happening
    }

    /// Whether an instance may be where an arrow of a possible event begins.
    pub fn has_arrow(&self, model: &Model<'_>, class: ClassId, event: EventId) -> bool {
        let mut moves = model.shapes[class.index()][event.index()].moves.iter();
        self.has_event(class, event) && moves.any(|(from, _)| self.has_state(class, *from))
    }

    /// The forms of events without arrows that no instance can ever take, or would if the event could happen that
    /// somebody asks about.
    pub(super) fn shapes<'m>(&self, model: &'m Model<'_>) -> Cow<'m, [Vec<Shape>]> {
        let mut shapes = Cow::Borrowed(model.shapes.as_slice());
        for (index, (states, named)) in self.states.iter().zip(&self.named).enumerate() {
            if states.iter().chain(named).all(|is_possible| *is_possible) {
                continue;
            }
            for (shape, is_named) in shapes.to_mut()[index].iter_mut().zip(named) {
                let stays = |from: StateId| *is_named && states[from.index()];
                shape.moves.retain(|(from, _)| stays(*from));
            }
        }
        shapes
    }
}

/// The events that may happen by themselves, and those that happen with them. Where there is no instance, nothing
/// happens.
fn happening(model: &Model<'_>) -> Vec<Vec<bool>> {
    let has_instances = |class: ClassId| !model.classes[class.index()].instances.is_empty();
    let starts = all_events(model, &model.triggers).filter(|(class, _)| has_instances(*class));
    let follows = |sync: &Sync| !sync.negated && has_instances(ClassId::of(sync.spec));
    along_syncs(model, starts.collect(), &follows)
}

/// The events that may happen and all that they name, and so on.
fn named(model: &Model<'_>, happening: &[Vec<bool>]) -> Vec<Vec<bool>> {
    along_syncs(model, all_events(model, happening).collect(), &|_| true)
}

/// The events that are marked.
fn all_events<'m>(
    model: &'m Model<'_>,
    marked: &'m [Vec<bool>],
) -> impl Iterator<Item = (ClassId, EventId)> + 'm {
    model
        .classes
        .iter()
        .zip(marked)
        .flat_map(|(class, events)| {
            let events = events
                .iter()
                .enumerate()
                .filter(|(_, is_marked)| **is_marked);
            events.map(move |(event, _)| (class.id, EventId::at(event)))
        })
}

/// Marks some events and those that some of their syncs lead to.
fn along_syncs(
    model: &Model<'_>,
    mut waiting: Vec<(ClassId, EventId)>,
    follows: &dyn Fn(&Sync) -> bool,
) -> Vec<Vec<bool>> {
    let classes = model.classes.iter();
    let mut marked: Vec<Vec<bool>> = classes.map(|it| vec![false; it.events.len()]).collect();
    while let Some((class, event)) = waiting.pop() {
        if !std::mem::replace(&mut marked[class.index()][event.index()], true) {
            let syncs = model.event(class, event).syncs.iter();
            let followed = syncs.filter(|sync| follows(sync));
            waiting.extend(followed.map(|sync| (ClassId::of(sync.spec), sync.event)));
        }
    }
    marked
}

fn reached<'s>(
    n_states: usize,
    mut waiting: Vec<StateId>,
    shapes: impl Iterator<Item = &'s Shape>,
) -> Vec<bool> {
    let mut after = vec![Vec::new(); n_states];
    for (from, to) in shapes.flat_map(|shape| &shape.moves) {
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
