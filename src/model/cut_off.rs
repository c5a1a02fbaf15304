//! Steps that only a domain forbids.
//!
//! Under `within` a field or parameter keeps to its domain, so a step that would lead out of it does not happen. Whoever reads that
//! something is unreachable should know that: without the domain the run would have gone on. The environment chooses arguments from
//! their domains, that is what they are for; what counts here is a step with such arguments that gives a field, or a parameter of
//! a partner, a value outside of its domain.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::arguments::arguments;
use super::build::Model;
use super::domains::Domains;
use super::explore::{Limits, shortest_run_within};
use super::state::State;
use super::steps::{Interpreter, Occurrence};
use super::value::InstanceId;
use crate::semantics::specification::{EventId, SpecId};

/// Beyond so many states, or so many steps that were tried, it would take longer than the answer.
const MOST_STATES: usize = 2_000;
const MOST_ATTEMPTS: usize = 20_000;

/// The events that the domain of a check cuts off somewhere: in a state that a run within the bounds reaches, the event could happen
/// but for the domain. They are found by the interpreter among the first states of a search, so in a large model some may be missing.
pub fn cut_off(model: &Model<'_>, stop: &dyn Fn() -> bool) -> BTreeSet<(SpecId, EventId)> {
    if model.domains.is_empty() {
        return BTreeSet::new();
    }
    let finder = Finder {
        model,
        unrestricted: Domains::default(),
        found: RefCell::default(),
        attempts: Cell::new(0),
    };
    let limits = Limits {
        most_states: MOST_STATES,
        most_bytes: u64::MAX,
        stop: &|| stop() || finder.attempts.get() > MOST_ATTEMPTS,
        depth: &|_| {},
        visited: &|state| finder.visit(state),
    };
    // However the search ends: what was found until then was found.
    let _ = shortest_run_within(model, &limits);
    finder.found.into_inner()
}

struct Finder<'m> {
    model: &'m Model<'m>,
    unrestricted: Domains,
    found: RefCell<BTreeSet<(SpecId, EventId)>>,
    attempts: Cell<usize>,
}

impl Finder<'_> {
    fn visit(&self, state: &State) {
        for (id, instance) in self.model.universe.iter() {
            for event in (0..self.model.program.spec(instance.spec).events.len()).map(EventId::at) {
                let is_known = self.found.borrow().contains(&(instance.spec, event));
                if self.model.may_trigger(id, event) && !is_known && self.leaves(state, id, event) {
                    self.found.borrow_mut().insert((instance.spec, event));
                }
            }
        }
    }

    /// Whether an event of an instance leads out of the domain, with arguments from it.
    fn leaves(&self, state: &State, id: InstanceId, event: EventId) -> bool {
        let choices = arguments(&self.model.interpreter(), state, id, event).unwrap_or_default();
        choices.into_iter().any(|arguments| {
            self.attempts.set(self.attempts.get() + 1);
            let first = Occurrence {
                instance: id,
                event,
                arguments,
            };
            self.step_leaves(state, first)
        })
    }

    fn step_leaves(&self, state: &State, first: Occurrence) -> bool {
        let open = Cell::new(None);
        let interpreter = self.model.interpreter();
        let unrestricted = Interpreter {
            domains: &self.unrestricted,
            read_open: Some(&open),
            ..interpreter.clone()
        };
        let Ok((step, nexts)) = unrestricted.next_states(state, first) else {
            return false;
        };
        // What depends on a value that nobody chose is no step yet.
        open.get().is_none()
            && nexts.iter().any(|next| {
                let mut taken = step.occurrences.iter();
                taken.any(|taken| interpreter.check_within_domains(next, taken).is_err())
            })
    }
}
