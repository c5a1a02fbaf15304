//! States one after the other, and how they start.
//!
//! Everything is only ever added, so that the solver keeps what it has learnt. [`super::step`] adds what leads from one state to the
//! next, [`super::goal`] says when a state is the goal.

use z3::Solver;
use z3::ast::Bool;

use super::encode::{Encoded, Encoder, Halt, Scope, This, unsupported};
use super::goal::Stated;
use super::logic::{all, any, at_most_one, implies, not};
use super::roles::described_once;
use super::term::{Parts, Term};
use super::terms::Terms;
use super::vacuity::Tracked;
use super::variables::{InstanceVariables, StepVariables, Variables, View};
use crate::diagnostics::Span;
use crate::model::symmetry::Symmetry;
use crate::model::{InstanceId, Model, Value};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, FieldId};
use crate::semantics::types::Type;

/// How a problem is laid out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// How many entries a set or map variable has room for.
    pub(super) room: usize,
    /// Events of specifications with more instances than these are described once, where that can be.
    pub(super) few: usize,
    /// The environment chooses one event a step. Otherwise it may choose for any number of instances at once, which contains all that can happen
    /// one after the other.
    pub(super) in_turn: bool,
}

/// States and steps so far.
pub(super) struct Unrolling<'e, 'm> {
    pub(super) model: &'e Model<'m>,
    /// What specifications are called. Variables of the same name are the same for the solver, so no two specifications may share one.
    pub(super) spec_names: Vec<String>,
    pub(super) solver: &'e Solver,
    pub(super) terms: Terms,
    pub(super) states: Vec<Variables>,
    pub(super) steps: Vec<StepVariables>,
    /// For each specification and event whether a sync names it.
    pub(super) named: Vec<Vec<bool>>,
    /// For each specification and event whether it is described once for all instances.
    pub(super) once: Vec<Vec<bool>>,
    /// See [`Layout::in_turn`].
    pub(super) in_turn: bool,
    /// Which instances can be left alone, where runs start as the check says.
    symmetry: Option<Symmetry>,
    /// For each instance that others are like whether it has taken an event so far.
    acted: Vec<Bool>,
    /// What there are no terms for, and which events are avoided because of it.
    pub(super) avoided: Option<Halt>,
    /// Where statements of events are to be switched off one by one: a switch for each.
    pub(super) switches: Option<Tracked>,
    /// How many assertions the solver was given.
    pub(super) assertions: u64,
}

impl<'e, 'm> Unrolling<'e, 'm> {
    /// A first state that can be anything.
    pub(super) fn anywhere(
        model: &'e Model<'m>,
        solver: &'e Solver,
        layout: Layout,
    ) -> Encoded<Unrolling<'e, 'm>> {
        let mut unrolling = Unrolling {
            model,
            spec_names: model.program.spec_names(),
            solver,
            terms: Terms::new(layout.room),
            states: Vec::new(),
            steps: Vec::new(),
            named: events_named_by_syncs(model),
            once: described_once(model, layout.few),
            in_turn: layout.in_turn,
            symmetry: None,
            acted: vec![Bool::from_bool(false); model.universe.len()],
            avoided: None,
            switches: None,
            assertions: 0,
        };
        unrolling.add_state()?;
        for id in unrolling.ids() {
            let states = unrolling.states[0].instances[id.index()].states.clone();
            unrolling.assert(&any(states.clone()));
            unrolling.assert(&at_most_one(&states));
        }
        Ok(unrolling)
    }

    /// A first state in which a run can start.
    pub(super) fn from_start(
        model: &'e Model<'m>,
        solver: &'e Solver,
        layout: Layout,
    ) -> Encoded<Unrolling<'e, 'm>> {
        let mut unrolling = Unrolling::anywhere(model, solver, layout)?;
        for (condition, _) in unrolling.start()? {
            unrolling.assert(&condition);
        }
        unrolling.symmetry = Some(Symmetry::of(model));
        Ok(unrolling)
    }

    /// Instances that are like each other take their first events in order.
    pub(super) fn in_order(&mut self, from: usize) {
        let Some(symmetry) = &self.symmetry else {
            return;
        };
        let mut conditions = Vec::new();
        let mut acted = self.acted.clone();
        for id in self.ids() {
            let events = &self.steps[from].events[id.index()];
            if !symmetry.is_alike(id) || events.is_empty() {
                continue;
            }
            let acts = any(events.iter().map(|event| event.happens.clone()));
            if let Some(before) = symmetry.before(id) {
                conditions.push(implies(&acts, acted[before.index()].clone()));
            }
            let variable = Bool::new_const(format!("{} has acted@{from}", self.name(id)));
            conditions.push(variable.eq(any([acts, self.acted[id.index()].clone()])));
            acted[id.index()] = variable;
        }
        self.acted = acted;
        for condition in conditions {
            self.assert(&condition);
        }
    }

    /// Whether an instance takes no event in a step, because it is enough that others like it do.
    pub(super) fn is_idle(&self, from: usize, id: InstanceId) -> bool {
        let symmetry = self.symmetry.as_ref();
        symmetry.is_some_and(|symmetry| symmetry.is_idle(self.model, id, from))
    }

    pub(super) fn ids(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.model.universe.len()).map(InstanceId::at)
    }

    pub(super) fn encoder(&mut self) -> Encoder<'_, 'm> {
        Encoder::new(self.model, &mut self.terms)
    }

    /// Tells the solver something, and first what was defined on the way to it and what follows from that.
    pub(super) fn assert(&mut self, condition: &Bool) {
        let definitions = std::mem::take(&mut self.terms.definitions);
        let hints = std::mem::take(&mut self.terms.hints);
        for said in definitions.iter().chain(&hints) {
            self.solver.assert(said);
            self.assertions += 1;
        }
        if condition.as_bool() != Some(true) {
            self.solver.assert(condition);
            self.assertions += 1;
        }
    }

    /// Says what must hold if an event happens. Where there are no terms for that, the event is merely avoided: nothing
    /// is said of it, and it does not happen as long as everything fits.
    pub(super) fn demand(
        &mut self,
        happens: &Bool,
        conditions: Encoded<Vec<(Bool, Span)>>,
    ) -> Encoded<()> {
        let conditions = match conditions {
            Err(halt @ Halt::Unsupported { .. }) => {
                self.avoided.get_or_insert(halt);
                let fits = self.terms.fits();
                vec![implies(&fits, not(happens))]
            }
            conditions => {
                let conditions = conditions?.into_iter();
                conditions
                    .map(|(condition, span)| self.switched(implies(happens, condition), span))
                    .collect()
            }
        };
        for condition in conditions {
            self.assert(&condition);
        }
        Ok(())
    }

    /// A condition that only counts while its statement is switched on, where there are switches.
    fn switched(&mut self, condition: Bool, span: Span) -> Bool {
        match &mut self.switches {
            Some(switches) => implies(&switches.literal(span), condition),
            None => condition,
        }
    }

    pub(super) fn add_state(&mut self) -> Encoded<()> {
        let number = self.states.len();
        let now = self
            .terms
            .variable(&format!("now@{number}"), &Type::DateTime);
        let now = now.ok_or_else(|| unsupported("time"))?;
        let mut instances = Vec::with_capacity(self.model.universe.len());
        for id in self.ids() {
            let variables = match number.checked_sub(1) {
                Some(before) if self.is_idle(before, id) => {
                    self.states[before].instances[id.index()].clone()
                }
                _ => InstanceVariables {
                    fields: self.fields(id, number)?,
                    states: self.life_cycle(id, number),
                },
            };
            instances.push(variables);
        }
        self.states.push(Variables { now, instances });
        Ok(())
    }

    fn fields(&mut self, id: InstanceId, number: usize) -> Encoded<Vec<Term>> {
        let instance = self.model.universe.instance(id);
        let spec = self.model.program.spec(instance.spec);
        let mut fields = Vec::with_capacity(spec.fields.len());
        for (index, field) in spec.fields.iter().enumerate() {
            if spec.key == Some(FieldId::at(index)) {
                fields.push(self.encoder().value(&instance.key)?);
                continue;
            }
            let name = format!("{}.{}@{number}", self.name(id), field.name.text);
            let variable = self.terms.variable(&name, &field.ty);
            let variable = variable.ok_or_else(|| Halt::Unsupported {
                what: format!("fields of type {}", field.ty),
                span: Some(field.name.span),
            })?;
            if let Some(values) = self.model.interpreter().domain(id, FieldId::at(index)) {
                let confined = self.one_of(&variable, values)?;
                self.assert(&confined);
            }
            fields.push(variable);
        }
        Ok(fields)
    }

    /// What an instance is called in the problem.
    pub(super) fn name(&self, id: InstanceId) -> String {
        let instance = self.model.universe.instance(id);
        let spec = &self.spec_names[instance.spec.index()];
        format!("{spec}[{}]", instance.key)
    }

    fn life_cycle(&self, id: InstanceId, number: usize) -> Vec<Bool> {
        let spec = self.model.interpreter().spec(id);
        let name = self.name(id);
        let states = spec.states.iter();
        states
            .map(|state| Bool::new_const(format!("{name}:{}@{number}", state.name.text)))
            .collect()
    }

    /// A value is one of these.
    pub(super) fn one_of(&mut self, term: &Term, values: &[Value]) -> Encoded<Bool> {
        if let (Parts::Int(number), Some((least, most))) = (&term.parts, interval(values)) {
            return Ok(all([number.ge(least), number.le(most)]));
        }
        let mut cases = Vec::with_capacity(values.len());
        for value in values {
            let value = self.encoder().value(value)?;
            cases.push(term.same(&value));
        }
        Ok(any(cases))
    }

    /// What must hold at the start, each with the statement or constraint it comes from, if it comes from one.
    pub(super) fn start(&mut self) -> Encoded<Vec<Stated>> {
        let model = self.model;
        let mut conditions = Vec::new();
        if let Some(now) = &model.start.now {
            let now = self.encoder().value(now)?;
            let is_now = self.states[0].now.same(&now);
            conditions.push((is_now, model.start_now_span()));
        }
        for id in self.ids() {
            let view = View::of(&self.states[0]);
            let allowed = model.start.states[id.index()].iter();
            let allowed = any(allowed.map(|at| view.is_in(id, *at).clone()));
            let statement = model.universe.instance(id).span;
            conditions.push((allowed, model.check.from.map(|_| statement)));
        }
        for (id, constraint) in &model.start.constraints {
            conditions.push((self.holds_of(0, *id, constraint)?, Some(constraint.span)));
        }
        for asked in &model.start.unwanted {
            for id in asked.candidates.iter() {
                let met = self.meets(0, *id, asked)?;
                conditions.push((not(&met), Some(asked.span)));
            }
        }
        Ok(conditions)
    }

    /// When a condition holds of an instance in a state.
    pub(super) fn holds_of(
        &mut self,
        state: usize,
        id: InstanceId,
        condition: &Expr,
    ) -> Encoded<Bool> {
        let scope = Scope {
            current: View::of(&self.states[state]),
            next: None,
            this: Some(This::One(id)),
            params: &[],
        };
        Encoder::new(self.model, &mut self.terms).holds(scope, condition)
    }
}

/// The ends of a domain of whole numbers without gaps.
fn interval(values: &[Value]) -> Option<(i64, i64)> {
    let mut numbers = Vec::with_capacity(values.len());
    for value in values {
        let (Value::Integer(number) | Value::Percentage(number)) = value else {
            return None;
        };
        numbers.push(i64::try_from(number).ok()?);
    }
    let (least, most) = (*numbers.iter().min()?, *numbers.iter().max()?);
    numbers.sort_unstable();
    numbers.dedup();
    let without_gaps = most.checked_sub(least)? == i64::try_from(numbers.len()).ok()? - 1;
    without_gaps.then_some((least, most))
}

/// For each specification and event whether a sync of an instance there is names it.
fn events_named_by_syncs(model: &Model<'_>) -> Vec<Vec<bool>> {
    let specifications = &model.program.specifications;
    let events = specifications
        .iter()
        .map(|spec| vec![false; spec.events.len()]);
    let mut named: Vec<Vec<bool>> = events.collect();
    for event in specifications.iter().flat_map(|spec| &spec.events) {
        for sync in event.syncs.iter().filter(|sync| !sync.negated) {
            named[sync.spec.index()][EventId::index(sync.event)] = true;
        }
    }
    named
}
