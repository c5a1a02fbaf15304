//! Which declarations the checks need that a slice is made for, with the states of the test module that they name.

use super::{Keeper, Request};
use crate::semantics::expression::Expr;
use crate::semantics::test_module::{Check, EventPattern, Property, Setup, TestState};

impl<'k> Keeper<'k> {
    /// What a check names.
    pub(super) fn add_check(&mut self, request: &Request<'k>, check: &Check) {
        if let Property::Reachable { state, .. } = check.property {
            self.add_state(&request.test.states[state], false);
        }
        if let Some(state) = check.from {
            self.add_state(&request.test.states[state], true);
        }
        self.note_goal(request, check);
        // Without any pattern all events could happen by themselves, which does no harm where there are none. New
        // bridges are listed in any case.
        let using = &check.using;
        let is_left = !self.keeps_some_event()
            || !self.bridged.is_empty()
            || using.iter().any(|pattern| self.keeps_pattern(pattern));
        if is_left {
            return;
        }
        // An internal event would need a sync besides.
        let is_internal = |pattern: &&EventPattern| {
            let events = &self.program.spec(pattern.spec).events;
            let event = pattern.event.map(|event| &events[event.index()]);
            event.is_some_and(|event| event.internal)
        };
        let first = using.iter().find(|pattern| !is_internal(pattern));
        if let Some(first) = first.or(using.first()) {
            match first.event {
                Some(event) => self.keep_event(first.spec, event),
                None => self.keep_spec(first.spec),
            }
        }
    }

    /// What a state of the test module names. A start says no more of fields that are cut.
    fn add_state(&mut self, state: &TestState, is_start: bool) {
        for setup in &state.setups {
            match setup {
                Setup::Now(expr) => self.mention(expr, None),
                Setup::Instances(instances) => {
                    self.keep_spec(instances.spec);
                    let is_state_left = |keeper: &Keeper<'_>| {
                        let mut states = instances.states.iter();
                        states.any(|state| keeper.keeps_state(instances.spec, *state))
                    };
                    if let (false, Some(first)) = (is_state_left(self), instances.states.first()) {
                        self.keep_state(instances.spec, *first);
                    }
                    let one_by_one = instances.one_by_one.iter().flatten();
                    for constraint in instances.each.iter().chain(one_by_one) {
                        if !is_start || self.keeps_constraint(constraint) {
                            self.mention(constraint, None);
                        }
                    }
                    self.add_places(&instances.one_by_one);
                }
                // No slice is made for these.
                Setup::Forever(_) | Setup::Eventually(_) | Setup::Until(..) | Setup::Unless(..) => {
                }
            }
        }
    }

    /// `- one with` speaks of the first, the second and so on, so one before another that is kept cannot go.
    fn add_places(&mut self, one_by_one: &[Vec<Expr>]) {
        let is_left = |own: &Vec<Expr>| own.iter().any(|it| self.keeps_constraint(it));
        let Some(last) = one_by_one.iter().rposition(is_left) else {
            return;
        };
        for own in &one_by_one[..last] {
            if let (Some(first), false) =
                (own.first(), own.iter().any(|it| self.keeps_constraint(it)))
            {
                self.mention(first, None);
            }
        }
    }
}
