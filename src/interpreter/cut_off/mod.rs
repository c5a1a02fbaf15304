//! Steps that only a domain forbids.
//!
//! Under `within` a field or parameter keeps to its domain, so a step that would lead out of it does not happen.
//! Whoever reads that something is unreachable should know that: without the domain the run would have gone on. The
//! environment chooses arguments from their domains, that is what they are for; what counts here is a step with such
//! arguments that gives a field, or a parameter of a partner, a value outside of its domain.
//!
//! A domain can also make something possible: where it keeps an event from happening, `not sync` of that event holds.
//! A run that takes such a step is none without the domain.

mod sample;

use std::collections::BTreeSet;

use self::sample::Sample;
use crate::interpreter::Interpreter;
use crate::interpreter::refusal::Reason;
use crate::model::Model;
use crate::model::domains::Domains;
use crate::model::run::Occurrence;
use crate::model::run::Run;
use crate::model::state::State;
use crate::model::value::InstanceId;
use crate::semantics::specification::{EventId, SpecId};

/// The events that the domain of a check cuts off somewhere: in a state that a run within the bounds reaches, the
/// event could happen but for the domain. What is found is so; what is not found may be so, too: only the first states
/// are looked at, and of what has infinitely many values, only some.
pub fn cut_off(model: &Model<'_>, stop: &dyn Fn() -> bool) -> BTreeSet<(SpecId, EventId)> {
    if model.domains.is_empty() {
        return BTreeSet::new();
    }
    let sample = Sample::new(model, stop);
    let mut finder = Finder {
        sample: &sample,
        unrestricted: Domains::default(),
        found: BTreeSet::new(),
    };
    sample.walk(&mut |state| finder.visit(state));
    finder.found
}

/// The steps of a run, by their numbers from 1, that are possible only because the domain of the check forbids what
/// they rule out by `not`.
pub fn only_within(model: &Model<'_>, run: &Run) -> Vec<usize> {
    let interpreter = Interpreter {
        domains: &Domains::default(),
        ..model.interpreter()
    };
    let is_refused = |number: usize| {
        let current = run.after(number - 1)?;
        let (step, _) = &run.steps[number - 1];
        let first = step.occurrences.first()?.clone();
        let refusal = interpreter.enable(current, first).err()?;
        matches!(refusal.reason, Reason::PartnerCould { .. }).then_some(number)
    };
    if model.domains.is_empty() {
        return Vec::new();
    }
    (1..=run.steps.len()).filter_map(is_refused).collect()
}

struct Finder<'s, 'm> {
    sample: &'s Sample<'m>,
    unrestricted: Domains,
    found: BTreeSet<(SpecId, EventId)>,
}

impl Finder<'_, '_> {
    fn visit(&mut self, state: &State) {
        for (id, event) in self.sample.events() {
            let spec = self.sample.model.universe.instance(id).spec;
            if !self.found.contains(&(spec, event)) && self.leaves(state, id, event) {
                self.found.insert((spec, event));
            }
        }
    }

    /// Whether an event of an instance leads out of the domain, with arguments from it.
    fn leaves(&self, state: &State, id: InstanceId, event: EventId) -> bool {
        let calls = self.sample.calls(state, id, event).unwrap_or_default();
        let mut calls = calls.into_iter();
        calls.any(|first| self.step_leaves(state, &first))
    }

    fn step_leaves(&self, state: &State, first: &Occurrence) -> bool {
        if self.sample.is_over() {
            return false;
        }
        let interpreter = self.sample.interpreter();
        let unrestricted = Interpreter {
            domains: &self.unrestricted,
            ..interpreter.clone()
        };
        match self.sample.next_states(&unrestricted, state, first.clone()) {
            Ok(Some((step, nexts))) => nexts.iter().any(|next| {
                let mut taken = step.occurrences.iter();
                taken.any(|taken| interpreter.check_within_domains(next, taken).is_err())
            }),
            Ok(None) => false,
            // Beyond the domain more may be read than within.
            Err(read) => {
                let mut chosen = self.sample.split(state, read).into_iter();
                chosen.any(|state| self.step_leaves(&state, first))
            }
        }
    }
}
