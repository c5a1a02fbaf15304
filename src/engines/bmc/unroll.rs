//! The transition relation, put out step by step.
//!
//! For every step there is a truth value for each event of each instance, exactly one of which the environment chooses; a life-cycle
//! state is one truth value, too. A field keeps its value, or an event that defines it happens. Everything is only
//! ever added, so that the solver keeps what it has learnt.

use z3::Solver;
use z3::ast::Bool;

use super::atoms::Atoms;
use super::encode::{
    Encoded, Encoder, Scope, Unsupported, Variables, Who, unsupported, variable_name,
};
use super::term::{Parts, Term};
use crate::model::goal::{Goal, Requirement};
use crate::model::{InstanceId, Model, Value};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, FieldId, StateId, Sync};
use crate::semantics::types::Type;

/// What happens between two states.
pub(super) struct StepVariables {
    /// For each instance and event whether the environment chooses it; none where it may not.
    pub(super) chosen: Vec<Vec<Option<Bool>>>,
    /// For each instance and event whether it happens.
    happens: Vec<Vec<Bool>>,
    /// The parameters of each instance and event.
    pub(super) params: Vec<Vec<Vec<Term>>>,
}

/// States and steps so far.
pub(super) struct Unrolling<'e, 'm> {
    model: &'e Model<'m>,
    pub(super) solver: &'e Solver,
    pub(super) atoms: Atoms,
    pub(super) states: Vec<Variables>,
    pub(super) steps: Vec<StepVariables>,
}

impl<'e, 'm> Unrolling<'e, 'm> {
    /// The first state.
    pub(super) fn new(model: &'e Model<'m>, solver: &'e Solver) -> Encoded<Unrolling<'e, 'm>> {
        let mut unrolling = Unrolling {
            model,
            solver,
            atoms: Atoms::default(),
            states: Vec::new(),
            steps: Vec::new(),
        };
        unrolling.add_state()?;
        unrolling.start()?;
        Ok(unrolling)
    }

    fn ids(&self) -> impl Iterator<Item = InstanceId> + use<> {
        (0..self.model.universe.len()).map(InstanceId::at)
    }

    fn encoder(&mut self) -> Encoder<'_, 'm> {
        Encoder::new(self.model, &mut self.atoms)
    }

    fn assert(&self, condition: &Bool) {
        self.solver.assert(condition);
    }

    // States.

    fn add_state(&mut self) -> Encoded<()> {
        let number = self.states.len() as u64;
        let now = Term::fresh(&format!("now@{number}"), &Type::DateTime)
            .ok_or_else(|| unsupported("time"))?;
        let mut variables = Variables {
            now,
            states: Vec::new(),
            fields: Vec::new(),
        };
        for id in self.ids() {
            let fields = self.fields_of(id, number)?;
            variables.fields.push(fields);
            variables.states.push(self.states_of(id, number));
        }
        self.states.push(variables);
        Ok(())
    }

    fn fields_of(&mut self, id: InstanceId, number: u64) -> Encoded<Vec<Term>> {
        let model = self.model;
        let instance = model.universe.instance(id);
        let spec = model.program.spec(instance.spec);
        let mut terms = Vec::with_capacity(spec.fields.len());
        for (index, field) in spec.fields.iter().enumerate() {
            let field_id = FieldId::at(index);
            if spec.key == Some(field_id) {
                terms.push(self.encoder().value(&instance.key)?);
                continue;
            }
            let name = variable_name(model, id, field_id, number);
            let term = Term::fresh(&name, &field.ty).ok_or_else(|| no_terms(&field.ty))?;
            if let Some(range) = term.range(&field.ty) {
                self.assert(&range);
            }
            terms.push(term);
        }
        Ok(terms)
    }

    fn states_of(&self, id: InstanceId, number: u64) -> Vec<Bool> {
        let spec = self
            .model
            .program
            .spec(self.model.universe.instance(id).spec);
        let states: Vec<Bool> = spec
            .states
            .iter()
            .map(|state| {
                Bool::new_const(format!(
                    "{}{}:{}@{number}",
                    spec.name.text, id.0, state.name.text
                ))
            })
            .collect();
        self.exactly_one(&states);
        states
    }

    fn exactly_one(&self, choices: &[Bool]) {
        self.assert(&Bool::or(choices));
        self.at_most_one(choices);
    }

    fn at_most_one(&self, choices: &[Bool]) {
        if choices.len() > 1 {
            self.assert(&z3::ast::atmost(choices, 1));
        }
    }

    fn start(&mut self) -> Encoded<()> {
        let model = self.model;
        if let Some(now) = &model.start.now {
            let now = self.encoder().value(now)?;
            self.assert(&self.states[0].now.same(&now));
        }
        for id in self.ids() {
            let allowed = model.start.states[id.index()].iter();
            let allowed: Vec<Bool> = allowed
                .map(|at| self.states[0].states[id.index()][at.index()].clone())
                .collect();
            self.assert(&Bool::or(&allowed));
        }
        for (id, constraint) in &model.start.constraints {
            let holds = self.holds_of(0, *id, constraint)?;
            self.assert(&holds);
        }
        for asked in &model.start.unwanted {
            for id in asked.candidates.iter() {
                let met = self.meets(0, *id, asked)?;
                self.assert(&met.not());
            }
        }
        Ok(())
    }

    /// When a condition holds of an instance in a state.
    fn holds_of(&mut self, state: usize, id: InstanceId, condition: &Expr) -> Encoded<Bool> {
        let Unrolling {
            model,
            atoms,
            states,
            ..
        } = self;
        let scope = Scope {
            current: &states[state],
            next: None,
            this: Some(Who::Known(id)),
            params: &[],
        };
        Encoder::new(model, atoms).holds(&scope, condition)
    }

    // Goals.

    /// When a state is the goal.
    pub(super) fn goal(&mut self, state: usize) -> Encoded<Bool> {
        let model = self.model;
        match &model.goal {
            Goal::State {
                now,
                wanted,
                unwanted,
            } => {
                let mut all = Vec::new();
                if let Some(now) = now {
                    let now = self.encoder().value(now)?;
                    all.push(self.states[state].now.same(&now));
                }
                for asked in unwanted {
                    for id in asked.candidates.iter() {
                        all.push(self.meets(state, *id, asked)?.not());
                    }
                }
                self.wanted(state, wanted, &mut all)?;
                Ok(Bool::and(&all))
            }
            Goal::BrokenInvariant => self.broken_invariant(state),
        }
    }

    /// Each requirement is met by an instance of its own: truth values choose which.
    fn wanted(
        &mut self,
        state: usize,
        wanted: &[Requirement<'_>],
        all: &mut Vec<Bool>,
    ) -> Encoded<()> {
        let mut chosen_of: Vec<Vec<Bool>> = vec![Vec::new(); self.model.universe.len()];
        for (number, asked) in wanted.iter().enumerate() {
            if let [only] = &*asked.candidates {
                let met = self.meets(state, *only, asked)?;
                chosen_of[only.index()].push(Bool::from_bool(true));
                all.push(met);
                continue;
            }
            let mut choices = Vec::new();
            for id in asked.candidates.iter() {
                let chosen = Bool::new_const(format!("meets{number}:{}@{state}", id.0));
                let met = self.meets(state, *id, asked)?;
                all.push(chosen.implies(met));
                chosen_of[id.index()].push(chosen.clone());
                choices.push(chosen);
            }
            all.push(Bool::or(&choices));
        }
        all.extend(
            chosen_of
                .iter()
                .filter(|chosen| chosen.len() > 1)
                .map(|chosen| z3::ast::atmost(chosen, 1)),
        );
        Ok(())
    }

    fn meets(&mut self, state: usize, id: InstanceId, asked: &Requirement<'_>) -> Encoded<Bool> {
        let there = asked
            .states
            .iter()
            .map(|at| self.states[state].states[id.index()][at.index()].clone());
        let mut all = vec![Bool::or(&there.collect::<Vec<_>>())];
        for constraint in &asked.constraints {
            all.push(self.holds_of(state, id, constraint)?);
        }
        Ok(Bool::and(&all))
    }

    fn broken_invariant(&mut self, state: usize) -> Encoded<Bool> {
        let model = self.model;
        let mut broken = Vec::new();
        for (id, instance) in model.universe.iter() {
            let spec = model.program.spec(instance.spec);
            let initial = (0..spec.states.len()).filter(|at| spec.states[*at].initial);
            let initial: Vec<Bool> = initial
                .map(|at| self.states[state].states[id.index()][at].clone())
                .collect();
            let mut fails = Vec::new();
            for statement in spec
                .invariants
                .iter()
                .flat_map(|invariant| &invariant.conditions)
            {
                fails.push(self.holds_of(state, id, &statement.condition)?.not());
            }
            broken.push(Bool::and(&[Bool::or(&initial).not(), Bool::or(&fails)]));
        }
        Ok(Bool::or(&broken))
    }

    // Steps.

    /// One more step and the state after it.
    pub(super) fn add_step(&mut self) -> Encoded<()> {
        let from = self.steps.len();
        self.add_state()?;
        let variables = self.step_variables(from)?;
        let choices: Vec<Bool> = variables
            .chosen
            .iter()
            .flatten()
            .flatten()
            .cloned()
            .collect();
        self.exactly_one(&choices);
        self.steps.push(variables);
        let mut calls: Vec<Vec<(EventId, Bool)>> = vec![Vec::new(); self.model.universe.len()];
        for id in self.ids() {
            for event in 0..self.steps[from].happens[id.index()].len() {
                self.event(from, id, EventId::at(event), &mut calls)?;
            }
        }
        for id in self.ids() {
            self.causes(from, id, &calls[id.index()]);
            self.frame(from, id);
        }
        if let (Parts::Int(before), Parts::Int(after)) = (
            &self.states[from].now.parts,
            &self.states[from + 1].now.parts,
        ) {
            self.assert(&after.ge(before.clone()));
        }
        Ok(())
    }

    fn step_variables(&mut self, from: usize) -> Encoded<StepVariables> {
        let model = self.model;
        let mut variables = StepVariables {
            chosen: Vec::new(),
            happens: Vec::new(),
            params: Vec::new(),
        };
        for id in self.ids() {
            let spec = model.program.spec(model.universe.instance(id).spec);
            let (mut chosen, mut happens, mut params) = (Vec::new(), Vec::new(), Vec::new());
            for (index, event) in spec.events.iter().enumerate() {
                let event_id = EventId::at(index);
                let name = format!("{}{}.{}@{from}", spec.name.text, id.0, event.name.text);
                chosen.push(
                    model
                        .may_trigger(id, event_id)
                        .then(|| Bool::new_const(format!("choose {name}"))),
                );
                happens.push(Bool::new_const(name.clone()));
                let mut terms = Vec::new();
                for (number, param) in event.params.iter().enumerate() {
                    let term = Term::fresh(&format!("{name}.{}", param.name.text), &param.ty)
                        .ok_or_else(|| no_terms(&param.ty))?;
                    if let Some(range) = term.range(&param.ty) {
                        self.assert(&range);
                    }
                    self.confine(id, event_id, number, &param.ty, &term, chosen.last())?;
                    terms.push(term);
                }
                params.push(terms);
            }
            variables.chosen.push(chosen);
            variables.happens.push(happens);
            variables.params.push(params);
        }
        Ok(variables)
    }

    /// A parameter that the environment chooses is taken from its domain.
    fn confine(
        &mut self,
        id: InstanceId,
        event: EventId,
        param: usize,
        ty: &Type,
        term: &Term,
        chosen: Option<&Option<Bool>>,
    ) -> Encoded<()> {
        let spec = self.model.universe.instance(id).spec;
        let param = crate::semantics::specification::ParamId::at(param);
        let Some(values) = self.model.domains.of_param(spec, event, param, ty) else {
            return Ok(());
        };
        if *ty == Type::Boolean {
            return Ok(());
        }
        let values: Vec<Value> = values.to_vec();
        let mut cases = Vec::new();
        for value in &values {
            let value = self.encoder().value(value)?;
            cases.push(term.same(&value));
        }
        if let Some(Some(chosen)) = chosen {
            self.assert(&chosen.implies(Bool::or(&cases)));
        }
        Ok(())
    }

    /// What must hold if an event happens.
    fn event(
        &mut self,
        from: usize,
        id: InstanceId,
        event: EventId,
        calls: &mut [Vec<(EventId, Bool)>],
    ) -> Encoded<()> {
        let model = self.model;
        let happens = self.steps[from].happens[id.index()][event.index()].clone();
        let interpreter = model.interpreter();
        let (definition, shape) = (interpreter.event(id, event), interpreter.shape(id, event));
        let moves: Vec<Bool> = shape
            .moves
            .iter()
            .map(|(at, to)| self.moves(from, id, *at, *to))
            .collect();
        self.assert(&happens.implies(Bool::or(&moves)));
        for statement in definition
            .preconditions
            .iter()
            .chain(&definition.postconditions)
        {
            let holds = self.holds_in_step(from, id, event, &statement.condition)?;
            self.assert(&happens.implies(holds));
        }
        for sync in &definition.syncs {
            if sync.negated {
                return Err(unsupported("negated syncs"));
            }
            self.sync(from, id, event, sync, calls)?;
        }
        Ok(())
    }

    fn moves(&self, from: usize, id: InstanceId, at: StateId, to: StateId) -> Bool {
        let before = self.states[from].states[id.index()][at.index()].clone();
        let after = self.states[from + 1].states[id.index()][to.index()].clone();
        Bool::and(&[before, after])
    }

    fn holds_in_step(
        &mut self,
        from: usize,
        id: InstanceId,
        event: EventId,
        condition: &Expr,
    ) -> Encoded<Bool> {
        let Unrolling {
            model,
            atoms,
            states,
            steps,
            ..
        } = self;
        let scope = Scope {
            current: &states[from],
            next: Some(&states[from + 1]),
            this: Some(Who::Known(id)),
            params: &steps[from].params[id.index()][event.index()],
        };
        Encoder::new(model, atoms).holds(&scope, condition)
    }

    /// A positive sync: whoever has the key takes the event, with these arguments.
    fn sync(
        &mut self,
        from: usize,
        id: InstanceId,
        event: EventId,
        sync: &Sync,
        calls: &mut [Vec<(EventId, Bool)>],
    ) -> Encoded<()> {
        let happens = self.steps[from].happens[id.index()][event.index()].clone();
        let (key, arguments, candidates) = {
            let Unrolling {
                model,
                atoms,
                states,
                steps,
                ..
            } = self;
            let params = &steps[from].params[id.index()][event.index()];
            let scope = Scope {
                current: &states[from],
                next: None,
                this: Some(Who::Known(id)),
                params,
            };
            let mut encoder = Encoder::new(model, atoms);
            let key = encoder.term(&scope, &sync.key)?;
            let arguments: Encoded<Vec<Term>> = sync
                .arguments
                .iter()
                .map(|argument| encoder.term(&scope, argument))
                .collect();
            let candidates = encoder.candidates(&Who::ByKey(sync.spec, key.clone()))?;
            (key, arguments?, candidates)
        };
        let mut found = Vec::new();
        for (partner, is_it) in candidates {
            let is_it = is_it.unwrap_or_else(|| Bool::from_bool(true));
            let call = Bool::and(&[happens.clone(), is_it.clone()]);
            let params = &self.steps[from].params[partner.index()][sync.event.index()];
            for (param, argument) in params.iter().zip(&arguments) {
                self.assert(&call.implies(param.same(argument)));
            }
            calls[partner.index()].push((sync.event, call));
            found.push(is_it);
        }
        self.assert(&happens.implies(Bool::or(&found)));
        for defined in std::iter::once(&key)
            .chain(&arguments)
            .filter_map(defined_of)
        {
            self.assert(&happens.implies(defined));
        }
        Ok(())
    }

    /// An event happens because it is chosen or because a sync names it, and an instance has one cause at most.
    fn causes(&self, from: usize, id: InstanceId, calls: &[(EventId, Bool)]) {
        let step = &self.steps[from];
        let (chosen, happens) = (&step.chosen[id.index()], &step.happens[id.index()]);
        for (index, happens) in happens.iter().enumerate() {
            let mut causes: Vec<Bool> = chosen[index].iter().cloned().collect();
            causes.extend(
                calls
                    .iter()
                    .filter(|(event, _)| event.index() == index)
                    .map(|(_, call)| call.clone()),
            );
            self.assert(&happens.eq(Bool::or(&causes)));
        }
        if !calls.is_empty() {
            let chosen: Vec<Bool> = chosen.iter().flatten().cloned().collect();
            let mut causes: Vec<Bool> = calls.iter().map(|(_, call)| call.clone()).collect();
            causes.push(Bool::or(&chosen));
            self.at_most_one(&causes);
        }
    }

    /// What no event changes stays as it is.
    fn frame(&self, from: usize, id: InstanceId) {
        let interpreter = self.model.interpreter();
        let happens = &self.steps[from].happens[id.index()];
        let (before, after) = (&self.states[from], &self.states[from + 1]);
        let moved = Bool::or(happens);
        for (a, b) in before.states[id.index()]
            .iter()
            .zip(&after.states[id.index()])
        {
            self.assert(&Bool::or(&[moved.clone(), a.eq(b.clone())]));
        }
        let spec = interpreter.spec(id);
        let mut writers: Vec<Vec<Bool>> = vec![Vec::new(); spec.fields.len()];
        for (event, happens) in happens.iter().enumerate() {
            for group in &interpreter.shape(id, EventId::at(event)).groups {
                for field in &group.fields {
                    writers[field.index()].push(happens.clone());
                }
            }
        }
        for (index, mut may) in writers.into_iter().enumerate() {
            if spec.key != Some(FieldId::at(index)) {
                may.push(before.fields[id.index()][index].same(&after.fields[id.index()][index]));
                self.assert(&Bool::or(&may));
            }
        }
    }
}

/// When a term is defined; none where it always is.
fn defined_of(term: &Term) -> Option<Bool> {
    let truth = match &term.parts {
        Parts::Truth(truth) => truth.defined(),
        _ => None,
    };
    super::term::both(term.defined.clone(), truth)
}

fn no_terms(ty: &Type) -> Unsupported {
    unsupported(&format!("variables of type {ty}"))
}
