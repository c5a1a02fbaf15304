//! Short walks that show what can happen: each event that is not seen yet is tried wherever a walk has come.
//!
//! What is seen here is certain. What is not seen may be possible all the same: with other arguments, at another time,
//! from another start.

use std::collections::BTreeSet;

use super::begin::{Wishes, begin};
use super::guesses::Guesses;
use super::offers::guessed_arguments;
use crate::model::Model;
use crate::model::class::ClassId;
use crate::model::run::{Occurrence, Step};
use crate::model::state::State;
use crate::model::value::InstanceId;
use crate::semantics::specification::EventId;

/// So many arguments are tried before an event is given up in a state.
const MOST_ARGUMENTS: usize = 20;

/// So many attempts are made in all.
const MOST_ATTEMPTS: usize = 2000;

/// What was seen on the walks.
#[derive(Debug, Clone)]
pub struct Walks {
    /// The events that happened.
    pub events: BTreeSet<(ClassId, EventId)>,
    /// The states that were passed; the first is a start.
    pub states: Vec<State>,
}

/// Looks for some events; nothing where no state to begin with was found.
pub fn walk(
    model: &Model<'_>,
    wanted: &[(ClassId, EventId)],
    stop: &dyn Fn() -> bool,
) -> Option<Walks> {
    let start = begin(model, &Wishes::default()).ok()?;
    let mut walker = Walker {
        model,
        guesses: Guesses::from(model),
        attempts: MOST_ATTEMPTS,
        stop,
        walks: Walks {
            events: BTreeSet::new(),
            states: vec![start],
        },
    };
    let mut has_grown = true;
    while has_grown && !stop() {
        has_grown = false;
        for event in wanted {
            has_grown |= !walker.walks.events.contains(event) && walker.look_for(*event);
        }
    }
    Some(walker.walks)
}

struct Walker<'m> {
    model: &'m Model<'m>,
    guesses: Guesses,
    attempts: usize,
    stop: &'m dyn Fn() -> bool,
    walks: Walks,
}

impl Walker<'_> {
    /// Tries an event in every state passed so far, those that were reached last first; tells whether it happened.
    fn look_for(&mut self, (class, event): (ClassId, EventId)) -> bool {
        for at in (0..self.walks.states.len()).rev() {
            for instance in &self.model.classes[class.index()].instances {
                if let Some((step, next)) = self.attempt(at, *instance, event) {
                    self.note(&step, next);
                    return true;
                }
            }
        }
        false
    }

    fn attempt(
        &mut self,
        at: usize,
        instance: InstanceId,
        event: EventId,
    ) -> Option<(Step, State)> {
        let (model, state) = (self.model, &self.walks.states[at]);
        let interpreter = model.interpreter();
        let here = state.life_cycle(instance);
        let moves = &interpreter.shape(instance, event).moves;
        if !model.may_trigger(instance, event) || moves.iter().all(|(from, _)| *from != here) {
            return None;
        }
        let choices = guessed_arguments(model, state, instance, event, &self.guesses);
        for arguments in choices.into_iter().take(MOST_ARGUMENTS) {
            self.attempts = self.attempts.checked_sub(1)?;
            if (self.stop)() {
                return None;
            }
            let occurrence = Occurrence {
                instance,
                event,
                arguments,
            };
            if let Ok((step, mut states)) = interpreter.next_states(state, occurrence) {
                return Some((step, states.swap_remove(0)));
            }
        }
        None
    }

    fn note(&mut self, step: &Step, next: State) {
        for occurrence in &step.occurrences {
            let class = self.model.class_of[occurrence.instance.index()];
            self.walks.events.insert((class, occurrence.event));
        }
        self.walks.states.push(next);
    }
}
