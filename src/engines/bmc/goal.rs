//! When a state is the goal.

use z3::ast::Bool;

use super::encode::Encoded;
use super::logic::{all, any, at_most_one, implies, not};
use super::unroll::Unrolling;
use super::variables::View;
use crate::diagnostics::Span;
use crate::model::InstanceId;
use crate::model::goal::{Goal, Requirement};

/// What must hold, and the statement that says so, if one does.
pub(super) type Stated = (Bool, Option<Span>);

impl Unrolling<'_, '_> {
    /// When a state is the goal.
    pub(super) fn goal(&mut self, state: usize) -> Encoded<Bool> {
        let conditions = self.goal_by_statement(state)?.into_iter();
        Ok(all(conditions.map(|(condition, _)| condition)))
    }

    /// When a state is the goal: what must hold, each with the statement that it comes from, if it comes from one.
    pub(super) fn goal_by_statement(&mut self, state: usize) -> Encoded<Vec<Stated>> {
        let model = self.model;
        let Goal::State {
            now,
            wanted,
            unwanted,
        } = &model.goal
        else {
            return Ok(vec![(self.broken_invariant(state)?, None)]);
        };
        let mut conditions = Vec::new();
        if let Some(now) = now {
            let now = self.encoder().value(now)?;
            let is_now = self.states[state].now.same(&now);
            conditions.push((is_now, model.goal_now_span()));
        }
        for asked in unwanted {
            for id in asked.candidates.iter() {
                let met = self.meets(state, *id, asked)?;
                conditions.push((not(&met), Some(asked.span)));
            }
        }
        for rivals in rivals(wanted) {
            conditions.extend(self.met_by_distinct(state, &rivals)?);
        }
        Ok(conditions)
    }

    /// Whether an instance meets what is asked of one.
    pub(super) fn meets(
        &mut self,
        state: usize,
        id: InstanceId,
        asked: &Requirement<'_>,
    ) -> Encoded<Bool> {
        let view = View::of(&self.states[state]);
        let right = asked.states.iter().map(|at| view.is_in(id, *at).clone());
        let mut conditions = vec![any(right)];
        for constraint in &asked.constraints {
            conditions.push(self.holds_of(state, id, constraint)?);
        }
        Ok(all(conditions))
    }

    /// When requirements are met by instances of their own.
    fn met_by_distinct(&mut self, state: usize, rivals: &[Asked<'_>]) -> Encoded<Vec<Stated>> {
        if let [only] = rivals {
            let met = self.who_meets(state, only.what)?;
            return Ok(vec![(at_least(&met, only.times), Some(only.what.span))]);
        }
        // Truth values choose who meets what.
        let mut conditions = Vec::new();
        let mut choices_of: Vec<Vec<Bool>> = Vec::new();
        for (number, asked) in rivals.iter().enumerate() {
            let met = self.who_meets(state, asked.what)?;
            let mut choices = Vec::with_capacity(met.len());
            for (id, met) in asked.what.candidates.iter().zip(met) {
                let name = self.name(*id);
                let chosen = Bool::new_const(format!("{name} meets {number}@{state}"));
                conditions.push((implies(&chosen, met), None));
                choices.push(chosen);
            }
            choices_of.resize(choices.len(), Vec::new());
            for (of, chosen) in choices_of.iter_mut().zip(&choices) {
                of.push(chosen.clone());
            }
            conditions.push((at_least(&choices, asked.times), Some(asked.what.span)));
        }
        let distinct = choices_of.iter().map(|choices| at_most_one(choices));
        conditions.extend(distinct.map(|distinct| (distinct, None)));
        Ok(conditions)
    }

    fn who_meets(&mut self, state: usize, asked: &Requirement<'_>) -> Encoded<Vec<Bool>> {
        let candidates = asked.candidates.iter();
        candidates.map(|id| self.meets(state, *id, asked)).collect()
    }

    fn broken_invariant(&mut self, state: usize) -> Encoded<Bool> {
        let model = self.model;
        let mut broken = Vec::new();
        for (id, instance) in model.universe.iter() {
            let spec = model.program.spec(instance.spec);
            let statements = spec
                .invariants
                .iter()
                .flat_map(|invariant| &invariant.conditions);
            let mut fails = Vec::new();
            for statement in statements {
                let holds = self.holds_of(state, id, &statement.condition)?;
                fails.push(not(&holds));
            }
            let view = View::of(&self.states[state]);
            let states = spec.states.iter().zip(&view.instance(id).states);
            let initialized = states.filter(|(state, _)| !state.initial);
            let initialized = any(initialized.map(|(_, is_it)| is_it.clone()));
            broken.push(all([initialized, any(fails)]));
        }
        Ok(any(broken))
    }
}

/// What is asked so many times.
struct Asked<'r> {
    what: &'r Requirement<'r>,
    times: usize,
}

/// Requirements that the same instances could meet, equal ones counted.
fn rivals<'r>(wanted: &'r [Requirement<'r>]) -> Vec<Vec<Asked<'r>>> {
    let mut groups: Vec<Vec<Asked<'r>>> = Vec::new();
    for what in wanted {
        let group = groups
            .iter_mut()
            .find(|group| group[0].what.candidates == what.candidates);
        let Some(group) = group else {
            groups.push(vec![Asked { what, times: 1 }]);
            continue;
        };
        match group.iter_mut().find(|asked| is_same(asked.what, what)) {
            Some(asked) => asked.times += 1,
            None => group.push(Asked { what, times: 1 }),
        }
    }
    groups
}

/// Whether two requirements ask for the same, as written in one place.
fn is_same(a: &Requirement<'_>, b: &Requirement<'_>) -> bool {
    let constraints = a.constraints.iter().zip(&b.constraints);
    a.span == b.span
        && a.constraints.len() == b.constraints.len()
        && constraints.into_iter().all(|(a, b)| std::ptr::eq(*a, *b))
}

/// At least so many are true.
fn at_least(choices: &[Bool], times: usize) -> Bool {
    match times {
        0 => Bool::from_bool(true),
        1 => any(choices.to_vec()),
        all_of_them if all_of_them == choices.len() => all(choices.to_vec()),
        more if more > choices.len() => Bool::from_bool(false),
        _ => z3::ast::atleast(choices, u32::try_from(times).unwrap_or(u32::MAX)),
    }
}
