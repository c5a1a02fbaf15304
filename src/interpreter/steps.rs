//! Steps: one event with all that it syncs, and whether it leads from one state to another.
//!
//! A negated sync `not S[k].e(args)` is a statement like any other: where k or an argument is undefined, or there is
//! no `S[k]`, it is undefined and so does not hold, just as its positive form does not. Otherwise it holds if e, taken
//! by itself in the state before, together with all that it syncs in turn, has no next values. Conditions of `S[k]`
//! that are undefined do not hold, so they make e impossible and the negated sync true.

use std::cell::Cell;

use super::evaluate::{Environment, OpenRead};
use super::explain;
use super::guesses::Guesses;
use super::refusal::{Reason, Refusal};
use super::solve::{self, Possible};
use super::watch::watched;
use crate::diagnostics::Span;
use crate::model::class::{Class, ClassId, ModelEvent};
use crate::model::domains::{Domains, NoDomain};
use crate::model::run::{Occurrence, Step};
use crate::model::shape::Shape;
use crate::model::state::State;
use crate::model::universe::Universe;
use crate::model::value::{InstanceId, Value};
use crate::semantics::expression::Expr;
use crate::semantics::specification::{EventId, FieldId, Program, Specification, Statement, Sync};

/// What steps are taken in: the specification and its instances. This is the definition of what a specification does.
#[derive(Debug, Clone)]
pub struct Interpreter<'m> {
    /// The checked specification.
    pub program: &'m Program,
    /// The instances there are.
    pub universe: &'m Universe,
    /// What there is of each specification.
    pub classes: &'m [Class<'m>],
    /// The class of each instance.
    pub class_of: &'m [ClassId],
    /// The form of each event, by class.
    pub shapes: &'m [Vec<Shape>],
    /// The values that variables are restricted to.
    pub domains: &'m Domains,
    /// Is told when something is read that was not chosen.
    pub read_open: Option<&'m Cell<Option<OpenRead>>>,
}

impl<'m> Interpreter<'m> {
    /// The specification of an instance.
    pub fn spec(&self, id: InstanceId) -> &'m Specification {
        self.program.spec(self.universe.instance(id).spec)
    }

    /// What there is of the specification of an instance.
    pub fn class(&self, id: InstanceId) -> &'m Class<'m> {
        &self.classes[self.class_of[id.index()].index()]
    }

    /// The event of an instance.
    pub fn event(&self, id: InstanceId, event: EventId) -> &'m ModelEvent<'m> {
        &self.class(id).events[event.index()]
    }

    /// The form of an instance's event.
    pub fn shape(&self, id: InstanceId, event: EventId) -> &'m Shape {
        &self.shapes[self.class_of[id.index()].index()][event.index()]
    }

    /// Where expressions of an occurrence are read.
    pub fn environment<'s>(
        &'s self,
        current: &'s State,
        next: Option<&'s State>,
        occurrence: &'s Occurrence,
    ) -> Environment<'s> {
        Environment {
            program: self.program,
            universe: self.universe,
            current,
            next,
            this: Some(occurrence.instance),
            params: &occurrence.arguments,
            read_open: self.read_open,
        }
    }

    /// Everything that happens together with an event, as far as the state before tells: syncs are followed, life
    /// cycles and conditions that do not speak of the next state are checked.
    pub fn enable(&self, current: &State, first: Occurrence) -> Result<Step, Refusal> {
        let who = (first.instance, first.event);
        self.unless_too_long(who, |interpreter| interpreter.follow_syncs(current, first))
    }

    /// An answer about an event of an instance, unless it takes a range that is too long to be counted through.
    fn unless_too_long<T>(
        &self,
        (instance, event): (InstanceId, EventId),
        ask: impl FnOnce(&Interpreter<'_>) -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        watched(self, ask).unwrap_or_else(|NoDomain { what }| {
            Err(Refusal {
                instance,
                event,
                reason: Reason::Undecided { what },
            })
        })
    }

    fn follow_syncs(&self, current: &State, first: Occurrence) -> Result<Step, Refusal> {
        let mut step = Step {
            occurrences: vec![first],
            callers: vec![None],
        };
        let mut at = 0;
        while at < step.occurrences.len() {
            let occurrence = step.occurrences[at].clone();
            self.check_arguments(&occurrence)?;
            self.check_guards(current, &occurrence)?;
            let event = self.event(occurrence.instance, occurrence.event);
            for sync in event.calls() {
                let partner = self.partner(current, &occurrence, sync)?;
                if step
                    .occurrences
                    .iter()
                    .any(|other| other.instance == partner.instance)
                {
                    return Err(refuse(&occurrence, Reason::SecondEvent { span: sync.span }));
                }
                step.occurrences.push(partner);
                step.callers.push(Some(at));
            }
            at += 1;
        }
        for occurrence in &step.occurrences {
            self.check_negated(current, occurrence)?;
        }
        Ok(step)
    }

    /// There is an argument for each parameter, within its domain.
    fn check_arguments(&self, occurrence: &Occurrence) -> Result<(), Refusal> {
        let spec = self.universe.instance(occurrence.instance).spec;
        let event = self.event(occurrence.instance, occurrence.event);
        for (id, param) in event.params() {
            let domain = self.domains.of_param(spec, occurrence.event, id, &param.ty);
            let argument = occurrence.arguments.get(id.index());
            if argument.is_none_or(|value| domain.is_some_and(|domain| !domain.contains(value))) {
                let what = param.name.text.to_string();
                return Err(refuse(occurrence, Reason::OutsideDomain { what }));
            }
        }
        Ok(())
    }

    /// The life cycle, and the conditions that only read the state before.
    fn check_guards(&self, current: &State, occurrence: &Occurrence) -> Result<(), Refusal> {
        let at = current.life_cycle(occurrence.instance);
        let shape = self.shape(occurrence.instance, occurrence.event);
        if !shape.moves.iter().any(|(from, _)| *from == at) {
            return Err(refuse(occurrence, Reason::LifeCycle { at }));
        }
        let event = self.event(occurrence.instance, occurrence.event);
        let posts = shape
            .guards
            .iter()
            .map(|index| event.postconditions[*index]);
        for statement in event.preconditions.iter().copied().chain(posts) {
            if !solve::reads_next(&statement.condition) {
                self.check_condition(current, None, occurrence, statement)?;
            }
        }
        Ok(())
    }

    pub(super) fn check_condition(
        &self,
        current: &State,
        next: Option<&State>,
        occurrence: &Occurrence,
        statement: &Statement,
    ) -> Result<(), Refusal> {
        let environment = self.environment(current, next, occurrence);
        match condition(&environment, &statement.condition, statement.span) {
            Some(reason) => Err(refuse(occurrence, reason)),
            None => Ok(()),
        }
    }

    /// Who takes part through a sync, with which arguments. Key and arguments are read in the current state of the
    /// caller.
    fn partner(
        &self,
        current: &State,
        caller: &Occurrence,
        sync: &Sync,
    ) -> Result<Occurrence, Refusal> {
        let environment = self.environment(current, None, caller);
        let key = environment.value(&sync.key);
        let found = key
            .as_ref()
            .and_then(|key| self.universe.find(sync.spec, key));
        let Some(instance) = found else {
            return Err(refuse(
                caller,
                Reason::NoPartner {
                    span: sync.span,
                    key,
                },
            ));
        };
        let params = &self.event(instance, sync.event).kept_params;
        let arguments = arguments(&environment, caller, &sync.arguments, params)?;
        Ok(Occurrence {
            instance,
            event: sync.event,
            arguments,
        })
    }

    /// `not S[k].e(args)`: `S[k]` is there, and e is not possible on it, for no next values.
    fn check_negated(&self, current: &State, caller: &Occurrence) -> Result<(), Refusal> {
        let event = self.event(caller.instance, caller.event);
        for sync in event.negated_syncs() {
            let partner = self.partner(current, caller, sync)?;
            let reason = match self.is_possible(current, partner) {
                Possible::No => continue,
                Possible::Yes => Reason::PartnerCould { span: sync.span },
                Possible::Undecided { what } => Reason::Undecided { what },
            };
            return Err(refuse(caller, reason));
        }
        Ok(())
    }

    /// Whether an event can happen at all, for some next values.
    pub fn is_possible(&self, current: &State, occurrence: Occurrence) -> Possible {
        match self.enable(current, occurrence) {
            Ok(step) => solve::has_next(self, current, &step),
            Err(Refusal {
                reason: Reason::Undecided { what },
                ..
            }) => Possible::Undecided { what },
            Err(_) => Possible::No,
        }
    }

    /// All next states of an event with all that it syncs, in a fixed order, or why there are none. Time stands still
    /// in them; in a run it may go on from there.
    pub fn next_states(
        &self,
        current: &State,
        first: Occurrence,
    ) -> Result<(Step, Vec<State>), Refusal> {
        let step = self.enable(current, first)?;
        match solve::next_states(self, current, &step) {
            Ok(states) if states.is_empty() => {
                Err(refuse(&step.occurrences[0], Reason::NoNextValues))
            }
            Ok(states) => Ok((step, states)),
            Err(NoDomain { what }) => Err(refuse(&step.occurrences[0], Reason::Undecided { what })),
        }
    }

    /// Some next states of an event with all that it syncs, where values that are too many to be tried are guessed.
    /// That there are no others does not follow.
    pub(super) fn some_next_states(
        &self,
        current: &State,
        first: Occurrence,
        guesses: &Guesses,
    ) -> Option<(Step, Vec<State>)> {
        let step = self.enable(current, first).ok()?;
        let states = solve::some_next_states(self, current, &step, guesses);
        Some((step, states))
    }

    /// Whether a step leads from one state to another: everything that must hold holds, and nothing else has changed.
    pub fn check(&self, current: &State, first: Occurrence, next: &State) -> Result<Step, Refusal> {
        let step = self.enable(current, first)?;
        let who = (step.occurrences[0].instance, step.occurrences[0].event);
        self.unless_too_long(who, |interpreter| {
            interpreter.check_step(current, &step, next)
        })?;
        Ok(step)
    }

    fn check_step(&self, current: &State, step: &Step, next: &State) -> Result<(), Refusal> {
        for occurrence in &step.occurrences {
            self.check_move(current, next, occurrence)?;
            let event = self.event(occurrence.instance, occurrence.event);
            for statement in event.statements() {
                self.check_condition(current, Some(next), occurrence, statement)?;
            }
        }
        for occurrence in &step.occurrences {
            self.check_domains(next, occurrence)?;
        }
        self.check_frame(current, next, step)
    }

    fn check_move(
        &self,
        current: &State,
        next: &State,
        occurrence: &Occurrence,
    ) -> Result<(), Refusal> {
        let id = occurrence.instance;
        let taken = (current.life_cycle(id), next.life_cycle(id));
        if self.shape(id, occurrence.event).moves.contains(&taken) {
            return Ok(());
        }
        Err(refuse(occurrence, Reason::LifeCycle { at: taken.1 }))
    }

    /// Fields that no postcondition defines, and instances that take no event, keep everything.
    fn check_frame(&self, current: &State, next: &State, step: &Step) -> Result<(), Refusal> {
        let changed = |what: String| refuse(&step.occurrences[0], Reason::Changed { what });
        for (id, before) in current.instances() {
            let after = next.instance(id);
            let Some(occurrence) = step
                .occurrences
                .iter()
                .find(|occurrence| occurrence.instance == id)
            else {
                if before != after {
                    let (name, key) = (&self.spec(id).name.text, &self.universe.instance(id).key);
                    return Err(changed(format!("{name}[{key}], which takes no event")));
                }
                continue;
            };
            let shape = self.shape(id, occurrence.event);
            let mut fields = (0..before.fields.len()).map(FieldId::at);
            let is_changed = |field: &FieldId| {
                before.fields[field.index()] != after.fields[field.index()]
                    && !shape.defines(*field)
            };
            if let Some(field) = fields.find(is_changed) {
                return Err(changed(self.field_name(id, field)));
            }
        }
        match (&current.now, &next.now) {
            (Value::DateTime(before), Value::DateTime(after)) if before <= after => Ok(()),
            _ => Err(changed("now, which never goes back".to_owned())),
        }
    }

    /// An event has arguments of their domains and gives fields values of theirs.
    pub(super) fn check_within_domains(
        &self,
        next: &State,
        occurrence: &Occurrence,
    ) -> Result<(), Refusal> {
        self.check_arguments(occurrence)?;
        self.check_domains(next, occurrence)
    }

    /// Fields that an event defines take values of their domains.
    fn check_domains(&self, next: &State, occurrence: &Occurrence) -> Result<(), Refusal> {
        let id = occurrence.instance;
        for group in &self.shape(id, occurrence.event).groups {
            for field in &group.fields {
                let value = &next.instance(id).fields[field.index()];
                if self
                    .domain(id, *field)
                    .is_some_and(|domain| !domain.contains(value))
                {
                    let what = self.field_name(id, *field);
                    return Err(refuse(occurrence, Reason::OutsideDomain { what }));
                }
            }
        }
        Ok(())
    }

    /// The values that a field is restricted to, if it is. Keys are not: the universe gives them.
    pub fn domain(&self, id: InstanceId, field: FieldId) -> Option<&'m [Value]> {
        let spec = self.universe.instance(id).spec;
        let declared = self.program.spec(spec);
        if declared.key == Some(field) {
            return None;
        }
        self.domains
            .of_field(spec, field, &declared.fields[field.index()].ty)
    }

    /// `Specification.field`
    pub(super) fn field_name(&self, id: InstanceId, field: FieldId) -> String {
        let spec = self.spec(id);
        format!(
            "{}.{}",
            spec.name.text,
            spec.fields[field.index()].name.text
        )
    }
}

/// The values of the arguments of a sync, for the parameters that are there.
fn arguments(
    environment: &Environment<'_>,
    caller: &Occurrence,
    arguments: &[Expr],
    kept: &[bool],
) -> Result<Vec<Value>, Refusal> {
    let value = |(argument, is_kept): (&Expr, &bool)| {
        if !is_kept {
            return Ok(Value::Open);
        }
        let span = argument.span;
        let undefined = || refuse(caller, Reason::UndefinedArgument { span });
        environment.value(argument).ok_or_else(undefined)
    };
    arguments.iter().zip(kept).map(value).collect()
}

/// Why a condition does not hold; nothing where it does.
pub(crate) fn condition(
    environment: &Environment<'_>,
    condition: &Expr,
    span: Span,
) -> Option<Reason> {
    let truth = environment.truth(condition);
    (truth != Some(true)).then(|| Reason::Condition {
        span,
        undefined: truth.is_none(),
        parts: explain::parts(environment, condition),
    })
}

fn refuse(occurrence: &Occurrence, reason: Reason) -> Refusal {
    Refusal {
        instance: occurrence.instance,
        event: occurrence.event,
        reason,
    }
}
