//! Instances that nothing tells apart: they take their first events in order, and those that cannot have their turn
//! yet do nothing.

use z3::ast::Bool;

use super::truth::{any, implies};
use super::unrolling::Unrolling;
use crate::ground::system::Turns;
use crate::logic::TermId;

impl Unrolling<'_> {
    /// One more step and the state after it, in a run from the start of a system.
    pub fn add_step_in_order(&mut self) {
        let (mut silent, mut unchanged): (Vec<TermId>, _) = (Vec::new(), Vec::new());
        let steps_before = self.last();
        for kind in &self.system.alike {
            for member in kind.members.iter().skip(n_awake(kind.busy, steps_before)) {
                silent.extend(&member.happens);
                unchanged.push(member.variables.clone());
            }
        }
        unchanged.sort_by_key(|range| range.start);
        let at = self.begin_step(&silent, &unchanged);
        let system = self.system;
        for part in system.relation(Turns::OneByOne) {
            self.assert(part.term, at);
        }
        self.in_order(at);
        self.say_what_stands(at);
    }

    /// Members of a kind take their first events in order.
    fn in_order(&mut self, at: usize) {
        let system = self.system;
        for (kind, alike) in system.alike.iter().enumerate() {
            let mut before: Option<Bool> = None;
            let awake = alike.members.iter().take(n_awake(alike.busy, at));
            for (number, member) in awake.enumerate() {
                let happens = member.happens.iter();
                let happens: Vec<Bool> =
                    happens.map(|it| self.translation.truth(*it, at)).collect();
                let acts = any(happens);
                let has_acted = self.acted.get(&(kind, number)).cloned();
                let has_acted = has_acted.unwrap_or_else(|| Bool::from_bool(false));
                if let Some(before) = before {
                    self.tell(&implies(&acts, before));
                }
                let acted = Bool::new_const(format!("{kind} {number} has acted@{at}"));
                self.tell(&acted.eq(any([acts, has_acted])));
                before = Some(acted.clone());
                self.acted.insert((kind, number), acted);
            }
        }
    }
}

/// How many members of a kind can have taken an event after one more step.
fn n_awake(busy: usize, steps_before: usize) -> usize {
    busy.saturating_mul(steps_before.saturating_add(1))
}
