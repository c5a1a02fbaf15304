//! What leads from one state to the next.
//!
//! There is a truth value for each event of each instance, exactly one of which the environment chooses; the others happen because a
//! sync of one that happens names them. A field keeps its value, or an event that defines it happens. That this is the fastest of the
//! ways to say it was measured: see the benchmarks.

use rustc_hash::FxHashMap;
use z3::ast::Bool;

use super::encode::{Encoded, Encoder, Halt, Scope, This};
use super::logic::{all, any, at_most_one, implies, not};
use super::term::{Parts, Term};
use super::terms::Terms;
use super::unroll::Unrolling;
use super::variables::{EventVariables, InstanceVariables, StepVariables, Variables, View};
use crate::diagnostics::Span;
use crate::engines::Run;
use crate::model::InstanceId;
use crate::semantics::specification::{Event, EventId, ParamId, SpecId, StateId, Sync};

/// The syncs that name events of an instance in a step: the event, and when it is named.
type Calls = Vec<(EventId, Bool)>;

impl Unrolling<'_, '_> {
    /// One more step, and the state after it.
    pub(super) fn add_step(&mut self, run: &Run<'_>) -> Encoded<()> {
        let from = self.states.len() - 1;
        self.add_state()?;
        let variables = self.step_variables(from)?;
        self.steps.push(variables);
        let mut calls: Vec<Calls> = vec![Vec::new(); self.model.universe.len()];
        for id in self.ids() {
            if run.is_stopped() {
                return Err(Halt::Stopped);
            }
            let spec = self.model.universe.instance(id).spec;
            for event in 0..self.steps[from].events[id.index()].len() {
                if !self.once[spec.index()][event] {
                    self.event(from, id, EventId::at(event), &mut calls)?;
                }
            }
        }
        for (spec, event) in self.events_once() {
            self.event_once(from, spec, event, &mut calls)?;
        }
        for (id, calls) in self.ids().zip(&calls) {
            self.causes(from, id, calls);
            if !self.is_idle(from, id) {
                self.frame(from, id);
            }
        }
        self.one_choice(from);
        self.in_order(from);
        self.time(from);
        Ok(())
    }

    pub(super) fn step_variables(&mut self, from: usize) -> Encoded<StepVariables> {
        let mut shared = FxHashMap::default();
        for (spec, event) in self.events_once() {
            shared.insert((spec, event), self.shared_params(from, spec, event)?);
        }
        let mut events = Vec::with_capacity(self.model.universe.len());
        for id in self.ids() {
            if self.is_idle(from, id) {
                events.push(Vec::new());
                continue;
            }
            let spec = self.model.universe.instance(id).spec;
            let count = self.model.program.spec(spec).events.len();
            let own: Encoded<Vec<EventVariables>> = (0..count)
                .map(|event| {
                    let params = shared.get(&(spec, EventId::at(event)));
                    self.event_variables(from, id, EventId::at(event), params)
                })
                .collect();
            events.push(own?);
        }
        Ok(StepVariables { events })
    }

    /// The variables of an event of an instance; the parameters may be shared with others.
    fn event_variables(
        &mut self,
        from: usize,
        id: InstanceId,
        event: EventId,
        shared: Option<&Vec<Term>>,
    ) -> Encoded<EventVariables> {
        let declared = self.model.interpreter().event(id, event);
        // A field may have the same name as an event.
        let name = format!("{} takes {}@{from}", self.name(id), declared.name.text);
        let happens = Bool::new_const(name.clone());
        let spec = self.model.universe.instance(id).spec;
        let named = self.named[spec.index()][event.index()];
        let chosen = self.model.may_trigger(id, event).then(|| {
            if named {
                Bool::new_const(format!("{name} chosen"))
            } else {
                happens.clone()
            }
        });
        let params = if let Some(shared) = shared {
            shared.clone()
        } else {
            let params = self.params(&name, declared)?;
            self.confine(spec, event, &params, &happens)?;
            params
        };
        let targets = self.targets(&name, id, event, &happens);
        Ok(EventVariables {
            chosen,
            happens,
            targets,
            params,
        })
    }

    /// Parameters take values of their domains.
    pub(super) fn confine(
        &mut self,
        spec: SpecId,
        event: EventId,
        params: &[Term],
        happens: &Bool,
    ) -> Encoded<()> {
        let declared = &self.model.program.spec(spec).events[event.index()];
        for (index, param) in declared.params.iter().enumerate() {
            let domains = &self.model.domains;
            if let Some(values) = domains.of_param(spec, event, ParamId::at(index), &param.ty) {
                let confined = self.one_of(&params[index], values)?;
                self.assert(&implies(happens, confined));
            }
        }
        Ok(())
    }

    /// Where an event can lead. Only where that is a choice are there variables for it.
    fn targets(
        &mut self,
        name: &str,
        id: InstanceId,
        event: EventId,
        happens: &Bool,
    ) -> Vec<(StateId, Bool)> {
        let moves = &self.model.interpreter().shape(id, event).moves;
        let mut targets: Vec<StateId> = moves.iter().map(|(_, to)| *to).collect();
        targets.sort_unstable();
        targets.dedup();
        if let [only] = targets.as_slice() {
            return vec![(*only, happens.clone())];
        }
        let states = &self.model.interpreter().spec(id).states;
        let variable = |target: &StateId| {
            let state = &states[target.index()].name.text;
            Bool::new_const(format!("{name} to {state}"))
        };
        let leads: Vec<Bool> = targets.iter().map(variable).collect();
        self.assert(&happens.eq(any(leads.clone())));
        self.assert(&at_most_one(&leads));
        targets.into_iter().zip(leads).collect()
    }

    /// What must hold if an event happens.
    fn event(
        &mut self,
        from: usize,
        id: InstanceId,
        event: EventId,
        calls: &mut [Calls],
    ) -> Encoded<()> {
        let variables = &self.steps[from].events[id.index()][event.index()];
        let (happens, params) = (variables.happens.clone(), variables.params.clone());
        let declared = self.model.interpreter().event(id, event);
        self.moves(from, id, event);
        let conditions = self.statements(from, This::One(id), &params, declared);
        self.demand(&happens, conditions)?;
        for sync in declared.syncs.iter().filter(|sync| !sync.negated) {
            self.sync(from, This::One(id), &happens, &params, sync, calls)?;
        }
        Ok(())
    }

    /// An event leads somewhere only from where the life cycle offers it.
    pub(super) fn moves(&mut self, from: usize, id: InstanceId, event: EventId) {
        let offered = self.offered(from, id, event);
        self.assert(&offered);
    }

    /// That the life cycle offers an event, if it happens.
    pub(super) fn offered(&self, from: usize, id: InstanceId, event: EventId) -> Bool {
        let shape = self.model.interpreter().shape(id, event);
        let variables = &self.steps[from].events[id.index()][event.index()];
        let current = View::of(&self.states[from]);
        all(variables.targets.iter().map(|(target, leads)| {
            let moves = shape.moves.iter().filter(move |(_, to)| to == target);
            let there = moves.map(|(at, _)| current.is_in(id, *at).clone());
            implies(leads, any(there.collect::<Vec<_>>()))
        }))
    }

    /// Preconditions, postconditions and negated syncs of an event, each with where it is written.
    pub(super) fn statements(
        &mut self,
        from: usize,
        this: This<'_>,
        params: &[Term],
        event: &Event,
    ) -> Encoded<Vec<(Bool, Span)>> {
        let scope = scope_of(&self.states, from, this, params);
        let mut encoder = Encoder::new(self.model, &mut self.terms);
        let mut conditions = Vec::new();
        for statement in event.preconditions.iter().chain(&event.postconditions) {
            conditions.push((encoder.holds(scope, &statement.condition)?, statement.span));
        }
        let before = Scope {
            next: None,
            ..scope
        };
        for sync in event.syncs.iter().filter(|sync| sync.negated) {
            conditions.push((encoder.is_impossible(before, sync)?, sync.span));
        }
        Ok(conditions)
    }

    /// A positive sync: whoever has the key takes the event, with these arguments.
    pub(super) fn sync(
        &mut self,
        from: usize,
        this: This<'_>,
        happens: &Bool,
        params: &[Term],
        sync: &Sync,
        calls: &mut [Calls],
    ) -> Encoded<()> {
        let scope = scope_of(&self.states, from, this, params);
        let called = Encoder::new(self.model, &mut self.terms).called(scope, sync)?;
        let (partners, arguments) = (&called.partners, &called.arguments);
        let is_once = self.once[sync.spec.index()][sync.event.index()];
        let mut passed = Vec::new();
        for (partner, is_it) in partners {
            let call = all([happens.clone(), is_it.clone()]);
            let Some(own) = self.steps[from].event(*partner, sync.event) else {
                passed.push(not(&call));
                continue;
            };
            if !is_once {
                let same = are_passed(&mut self.terms, sync, arguments, &own.params);
                passed.push(implies(&call, same));
            }
            calls[partner.index()].push((sync.event, call));
        }
        if is_once {
            // All partners have the same parameters, so it has to be said only once.
            let mut shared = partners.iter();
            let shared = shared
                .find_map(|(partner, _)| self.steps[from].event(*partner, sync.event))
                .map(|event| &event.params);
            if let Some(shared) = shared {
                let same = are_passed(&mut self.terms, sync, arguments, shared);
                passed.push(implies(happens, same));
            }
        }
        passed.push(implies(happens, called.defined.clone()));
        for condition in passed {
            self.assert(&condition);
        }
        Ok(())
    }

    /// An event happens because it is chosen or because a sync names it, and an instance has one cause at most.
    fn causes(&mut self, from: usize, id: InstanceId, calls: &[(EventId, Bool)]) {
        let events = &self.steps[from].events[id.index()];
        let mut conditions = Vec::new();
        for (index, event) in events.iter().enumerate() {
            let named = calls.iter().filter(|(of, _)| of.index() == index);
            let mut causes: Vec<Bool> = named.map(|(_, call)| call.clone()).collect();
            causes.extend(event.chosen.clone());
            if causes.as_slice() != std::slice::from_ref(&event.happens) {
                conditions.push(event.happens.eq(any(causes)));
            }
        }
        if !calls.is_empty() {
            let mut causes: Vec<Bool> = calls.iter().map(|(_, call)| call.clone()).collect();
            let chosen = any(events.iter().filter_map(|event| event.chosen.clone()));
            if chosen.as_bool().is_none() {
                causes.push(chosen);
            }
            conditions.push(at_most_one(&causes));
        }
        if !self.in_turn {
            let happens: Vec<Bool> = events.iter().map(|event| event.happens.clone()).collect();
            conditions.push(at_most_one(&happens));
        }
        for condition in conditions {
            self.assert(&condition);
        }
    }

    /// A life cycle goes where an event leads, and what no event changes stays as it is.
    fn frame(&mut self, from: usize, id: InstanceId) {
        let interpreter = self.model.interpreter();
        let events = &self.steps[from].events[id.index()];
        let before = &self.states[from].instances[id.index()];
        let after = &self.states[from + 1].instances[id.index()];
        let mut arrivals: Vec<Vec<Bool>> = vec![Vec::new(); before.states.len()];
        let mut writers: Vec<Vec<Bool>> = vec![Vec::new(); before.fields.len()];
        for (index, event) in events.iter().enumerate() {
            for (target, leads) in &event.targets {
                arrivals[target.index()].push(leads.clone());
            }
            let groups = &interpreter.shape(id, EventId::at(index)).groups;
            for field in groups.iter().flat_map(|group| &group.fields) {
                writers[field.index()].push(event.happens.clone());
            }
        }
        let stays = not(&any(events.iter().map(|event| event.happens.clone())));
        let mut conditions = life_cycle(before, after, &stays, arrivals);
        let declared = &interpreter.spec(id).fields;
        let fields = before.fields.iter().zip(&after.fields).zip(writers);
        for (field, ((old, new), mut ways)) in declared.iter().zip(fields) {
            ways.push(self.terms.same(&field.ty, old, new));
            conditions.push(any(ways));
        }
        for condition in conditions {
            self.assert(&condition);
        }
    }

    fn one_choice(&mut self, from: usize) {
        let events = self.steps[from].events.iter().flatten();
        let chosen: Vec<Bool> = events.filter_map(|event| event.chosen.clone()).collect();
        self.assert(&any(chosen.clone()));
        if self.in_turn {
            self.assert(&at_most_one(&chosen));
        }
    }

    /// Time never goes back.
    fn time(&mut self, from: usize) {
        let (before, after) = (&self.states[from].now, &self.states[from + 1].now);
        if let (Parts::Int(before), Parts::Int(after)) = (&before.parts, &after.parts) {
            let forward = before.le(after.clone());
            self.assert(&forward);
        }
    }
}

/// How a life cycle moves: where an event leads, and nowhere where none happens.
fn life_cycle(
    before: &InstanceVariables,
    after: &InstanceVariables,
    stays: &Bool,
    arrivals: Vec<Vec<Bool>>,
) -> Vec<Bool> {
    /// Up to so many states it is faster to say that there is one at a time than how each is arrived at.
    const FEW: usize = 16;
    let states = before.states.iter().zip(&after.states).zip(arrivals);
    if before.states.len() > FEW {
        let arrived = states.map(|((old, new), mut ways)| {
            ways.push(all([old.clone(), stays.clone()]));
            new.eq(any(ways))
        });
        return arrived.collect();
    }
    let mut conditions = vec![any(after.states.clone()), at_most_one(&after.states)];
    for ((old, new), ways) in states {
        conditions.push(implies(stays, old.eq(new.clone())));
        conditions.extend(ways.iter().map(|leads| implies(leads, new.clone())));
    }
    conditions
}

/// That the parameters of an event are the arguments of a sync.
fn are_passed(terms: &mut Terms, sync: &Sync, arguments: &[Term], params: &[Term]) -> Bool {
    let passed = sync.arguments.iter().zip(arguments).zip(params);
    all(passed
        .map(|((argument, given), own)| terms.same(&argument.ty, own, given))
        .collect::<Vec<_>>())
}

/// The scope of an event that `this` takes.
fn scope_of<'s>(
    states: &'s [Variables],
    from: usize,
    this: This<'s>,
    params: &'s [Term],
) -> Scope<'s> {
    Scope {
        current: View::of(&states[from]),
        next: states.get(from + 1).map(View::of),
        this: Some(this),
        params,
    }
}
