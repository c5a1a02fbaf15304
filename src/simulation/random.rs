//! Steps that chance chooses.
//!
//! First an instance and an event are chosen, then arguments, then one of the next states. Where a parameter has
//! infinitely many values, those that the texts name and their neighbours are tried, and of very many only some, so
//! not every run that is possible can come out.

use num_bigint::BigInt;

use super::Session;
use super::chance::Chance;
use crate::interpreter::effort::Effort;
use crate::interpreter::guesses::Guesses;
use crate::interpreter::offers::guessed_with_effort;
use crate::model::run::Occurrence;
use crate::model::{InstanceId, Model, Value};
use crate::semantics::expression::{Expr, ExprKind};
use crate::semantics::specification::EventId;

/// So many arguments are tried before an event is given up.
const MOST_TRIES: usize = 50;

/// An event is given up earlier where nobody can tell so often whether it is possible: that takes long each time.
const MOST_UNDECIDED: usize = 3;

/// Chooses steps.
#[derive(Debug, Clone)]
pub struct Gambler {
    chance: Chance,
    guesses: Guesses,
    reads_time: bool,
}

impl Gambler {
    /// Chance that begins with a seed.
    pub fn new(model: &Model<'_>, seed: u64) -> Gambler {
        Gambler {
            chance: Chance::new(seed),
            guesses: Guesses::from(model),
            reads_time: reads_time(model),
        }
    }

    /// Takes a step; whether one was found.
    pub fn step(&mut self, session: &mut Session<'_>) -> bool {
        if self.reads_time && self.chance.below(3) == 0 {
            self.let_time_pass(session);
        }
        let mut events = events(session);
        self.chance.shuffle(&mut events);
        // Whoever comes first after the shuffle is as good a number as any, and an odd factor leads away from it.
        let turn = events.first().map_or(0, |(id, _)| id.index());
        let turn = turn.wrapping_mul(7919);
        let effort = Effort::of_a_step(turn);
        let mut events = events.into_iter().take_while(|_| !effort.is_spent());
        events.any(|event| self.try_event(session, event, &effort))
    }

    fn try_event(
        &mut self,
        session: &mut Session<'_>,
        (id, event): (InstanceId, EventId),
        effort: &Effort,
    ) -> bool {
        let (model, state) = (session.model(), session.state());
        let mut choices = guessed_with_effort(model, state, (id, event), &self.guesses, effort);
        self.chance.shuffle(&mut choices);
        let mut undecided = 0;
        for arguments in choices.into_iter().take(MOST_TRIES) {
            let first = Occurrence {
                instance: id,
                event,
                arguments,
            };
            match session.next_states(first) {
                Ok((step, mut states)) => {
                    let next = states.swap_remove(self.chance.below(states.len()));
                    session.take(step, next);
                    return true;
                }
                Err(refusal) => undecided += usize::from(refusal.is_undecided()),
            }
            if undecided == MOST_UNDECIDED {
                break;
            }
        }
        false
    }

    /// From an hour to a year.
    fn let_time_pass(&mut self, session: &mut Session<'_>) {
        const HOURS: [i64; 6] = [1, 5, 24, 7 * 24, 31 * 24, 365 * 24];
        let hours = HOURS[self.chance.below(HOURS.len())];
        if let Value::DateTime(seconds) = &session.state().now {
            let later = Value::DateTime(seconds + BigInt::from(hours * 3600));
            // Where the check fixes the time, it stays as it is.
            let _ = session.set_time(later);
        }
    }
}

/// The events that the environment may choose and life cycles offer.
fn events(session: &Session<'_>) -> Vec<(InstanceId, EventId)> {
    let (model, state) = (session.model(), session.state());
    let interpreter = model.interpreter();
    let mut found = Vec::new();
    for (id, _) in model.universe.iter() {
        let at = state.life_cycle(id);
        for event in (0..interpreter.spec(id).events.len()).map(EventId::at) {
            let moves = &interpreter.shape(id, event).moves;
            if model.may_trigger(id, event) && moves.iter().any(|(from, _)| *from == at) {
                found.push((id, event));
            }
        }
    }
    found
}

/// Whether anything in the specifications depends on the time.
fn reads_time(model: &Model<'_>) -> bool {
    let is_now = |expr: &Expr| {
        let mut found = false;
        expr.walk(&mut |part| found |= part.kind == ExprKind::Now);
        found
    };
    let events = model.program.specifications.iter();
    let mut events = events.flat_map(|spec| &spec.events);
    events.any(|event| {
        let mut statements = event.preconditions.iter().chain(&event.postconditions);
        let mut arguments = event.syncs.iter().flat_map(|sync| &sync.arguments);
        statements.any(|statement| is_now(&statement.condition)) || arguments.any(is_now)
    })
}
