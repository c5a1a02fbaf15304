//! Errors of a model at work, in its own words.

use super::Model;
use crate::diagnostics::codes::dve as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::finite::{ActionId, Fault, Part, State};

impl Model {
    /// What goes wrong when an action is tried in a state, at the very place where it does.
    pub fn fault(&self, state: &State, action: ActionId, fault: Fault) -> Diagnostic {
        let place = self.faulty_place(state, action);
        match fault {
            Fault::Assertion => codes::assertion(place, "at the end of the run"),
            other => codes::run_error(place, problem(other).to_owned()),
        }
    }

    /// What goes wrong when a property is looked at.
    pub fn property_fault(place: Span, fault: Fault) -> Diagnostic {
        codes::run_error(place, problem(fault).to_owned())
    }

    fn faulty_place(&self, state: &State, action: ActionId) -> Span {
        let places = &self.places[action.0 as usize];
        let action = self.program.action(action);
        let place = match self.program.faulty_part(state, action) {
            Some((Part::Guard(number), _)) => places.guard.get(number),
            Some((Part::Effect(number), _)) => places.effects.get(number),
            None => None,
        };
        place.copied().unwrap_or(action.spans[0])
    }
}

fn problem(fault: Fault) -> &'static str {
    match fault {
        Fault::Division => "this divides by zero at the end of the run",
        Fault::Index => "this index is outside of its array at the end of the run",
        Fault::Range => "this value is outside of the range of its variable at the end of the run",
        Fault::Assertion => "this is false at the end of the run",
    }
}
