//! The events of instances as parts of a step: what they ask for, whom they call, what they change.

use std::sync::Arc;

use super::build::{Builder, elements_of};
use super::context::{Context, InputRole};
use super::expression::{Scope, Translated, Unsupported};
use super::shape::{Shape, Value};
use super::system::{Avoided, Call, Constraint, Definition, Occurrence, Origin, Part, Player};
use super::values;
use super::view::{This, View};
use crate::interpreter::reads_next;
use crate::logic::{Sort, TermId, VariableId};
use crate::model::class::{ClassId, ModelEvent};
use crate::model::{InstanceId, Model, Value as Concrete};
use crate::semantics::expression::{BinaryOp, Expr, ExprKind, Moment};
use crate::semantics::specification::{EventId, FieldId, ParamId, StateId};

impl Builder<'_, '_> {
    /// All events of all instances.
    pub(super) fn occurrences(&mut self) -> Translated<Vec<Occurrence>> {
        let model = self.model;
        let once = super::roles::described_once(model, self.few);
        let mut occurrences = Vec::new();
        for (id, _) in model.universe.iter() {
            let once = &once[model.class_of[id.index()].index()];
            let events = model.class(id).kept_events().map(|(event, _)| event);
            for event in events.filter(|event| !once[event.index()]) {
                occurrences.push(self.occurrence(id, event)?);
            }
        }
        for (class, events) in model.classes.iter().zip(&once) {
            let kept = class.kept_events().map(|(event, _)| event);
            for event in kept.filter(|event| events[event.index()]) {
                occurrences.push(self.occurrence_of_many(class, event)?);
            }
        }
        Ok(occurrences)
    }

    /// An event of one instance.
    fn occurrence(&mut self, id: InstanceId, event: EventId) -> Translated<Occurrence> {
        let player = self.player(id, event);
        let happens = player.happens;
        let name = self.name_of_event(id, event);
        self.described(vec![player], event, happens, &name, This::One(id))
    }

    /// What an event is called that an instance takes.
    pub(super) fn name_of_event(&self, id: InstanceId, event: EventId) -> String {
        let declared = self.model.interpreter().event(id, event);
        // A field may have the same name as an event.
        format!("{} takes {}", self.name(id), declared.name.text)
    }

    /// An instance as one who can take an event.
    pub(super) fn player(&mut self, id: InstanceId, event: EventId) -> Player {
        let name = self.name_of_event(id, event);
        let happens = self.context.input(&name, Sort::Bool, InputRole::Chosen);
        Player {
            instance: id,
            happens,
            chosen: self.chosen(id, event, &name, happens),
            requires: vec![self.moves(id, event)],
            writes: self.writes(id, event),
            fields: self.fields_written(id, event),
            control: self.control(id),
            moves: self.arrows(id, event),
        }
    }

    /// What an event says of those who can take it. Where there are no terms for that, it is avoided.
    pub(super) fn described(
        &mut self,
        players: Vec<Player>,
        event: EventId,
        happens: TermId,
        name: &str,
        this: This<'_>,
    ) -> Translated<Occurrence> {
        let first = players.first().map(|player| player.instance);
        let first = first.ok_or_else(|| super::expression::unsupported("nobody"))?;
        let class = self.model.class_of[first.index()];
        let declared = self.model.event(class, event);
        let mut requires = Vec::new();
        let n_countries = self.context.countries.len();
        let params = self.params(class, event, name, &mut requires)?;
        self.context.restrict_countries(n_countries, happens);
        let (current, next) = (self.current.clone(), self.next.clone());
        let scope = Scope {
            current: View::of(&current),
            next: Some(View::of(&next)),
            this: Some(this),
            params: &params,
        };
        let mut definitions = Vec::new();
        let before = requires.len();
        if let Err(missing) = self.conditions(scope, declared, &mut requires, &mut definitions) {
            requires.truncate(before);
            definitions.clear();
            self.avoid(happens, missing);
        }
        // What a precondition says of a next value is asked of it, but defines nothing.
        let shape = &self.model.shapes[class.index()][event.index()];
        definitions.retain(|definition| shape.defines(definition.field));
        let calls = self.calls(scope, declared, &mut requires)?;
        let types = declared.params.iter().map(|param| param.ty.clone());
        Ok(Occurrence {
            event,
            name: declared.name.clone(),
            param_names: declared.params.iter().map(|it| it.name.clone()).collect(),
            players,
            happens,
            types: types.collect(),
            domains: self.domains(class, event),
            params,
            requires,
            definitions,
            calls,
        })
    }

    /// Nothing is said of an event. Whoever looks at the system takes note that it is not to happen.
    fn avoid(&mut self, happens: TermId, missing: Unsupported) {
        self.avoided.push(Avoided { happens, missing });
    }

    /// When the environment chooses an event; none where it may not. Where nothing else makes it happen, that is when
    /// it happens.
    fn chosen(
        &mut self,
        id: InstanceId,
        event: EventId,
        name: &str,
        happens: TermId,
    ) -> Option<TermId> {
        let class = self.model.class_of[id.index()];
        let is_named = self.named[class.index()][event.index()];
        self.model.may_trigger(id, event).then(|| {
            if is_named {
                let name = format!("{name} by choice");
                self.context.input(&name, Sort::Bool, InputRole::Chosen)
            } else {
                happens
            }
        })
    }

    /// What preconditions, postconditions and negated syncs ask for, and which of them define a field.
    fn conditions(
        &mut self,
        scope: Scope<'_>,
        declared: &ModelEvent<'_>,
        requires: &mut Vec<Constraint>,
        definitions: &mut Vec<Definition>,
    ) -> Translated<()> {
        let mut translator = self.translator();
        for statement in declared.statements() {
            let origin = Origin::Statement(statement.span);
            for condition in conjuncts_of(&statement.condition) {
                if let Some((field, value)) = defined_field(condition) {
                    let ty = value.ty.clone();
                    let value = translator.value(scope, value)?;
                    definitions.push(Definition {
                        place: requires.len(),
                        field,
                        defined: value.defined(&mut translator.context.terms),
                        value,
                        ty,
                    });
                }
                let term = translator.holds(scope, condition)?;
                requires.push(Constraint { term, origin });
            }
        }
        for sync in declared.negated_syncs() {
            let term = translator.is_impossible(scope.before(), sync)?;
            let origin = Origin::Statement(sync.span);
            requires.push(Constraint { term, origin });
        }
        Ok(())
    }

    /// Whom an event calls.
    fn calls(
        &mut self,
        scope: Scope<'_>,
        declared: &ModelEvent<'_>,
        requires: &mut Vec<Constraint>,
    ) -> Translated<Vec<Call>> {
        let mut calls = Vec::new();
        for sync in declared.calls() {
            let called = self.translator().called(scope, sync)?;
            requires.push(Constraint {
                term: called.defined,
                origin: Origin::Sync(sync.span),
            });
            let (event, span) = (sync.event, sync.span);
            calls.push(Call {
                called,
                event,
                span,
            });
        }
        Ok(calls)
    }

    /// Where the life cycle leads: to one of these states, and to each only from where an arrow does.
    fn moves(&mut self, id: InstanceId, event: EventId) -> Constraint {
        let shape = self.model.interpreter().shape(id, event);
        let mut targets: Vec<StateId> = shape.moves.iter().map(|(_, to)| *to).collect();
        targets.sort_unstable();
        targets.dedup();
        let (current, next) = (View::of(&self.current), View::of(&self.next));
        let terms = &mut self.context.terms;
        let arrives = targets.iter().map(|to| next.is_in(terms, id, *to));
        let arrives: Vec<TermId> = arrives.collect();
        let mut conditions = vec![terms.or(arrives.iter().copied())];
        for (to, arrives) in targets.iter().zip(arrives) {
            let from = shape.moves.iter().filter(|(_, target)| target == to);
            let from: Vec<TermId> = from.map(|(at, _)| current.is_in(terms, id, *at)).collect();
            let from = terms.or(from);
            conditions.push(if targets.len() == 1 {
                from
            } else {
                terms.implies(arrives, from)
            });
        }
        Constraint {
            term: terms.and(conditions),
            origin: Origin::LifeCycle(self.model.interpreter().event(id, event).listed),
        }
    }

    /// The values that the parameters of an event take, as far as that is said.
    fn domains(&self, class: ClassId, event: EventId) -> Vec<Option<Arc<[Concrete]>>> {
        let declared = self.model.event(class, event);
        let params = declared.params.iter().enumerate();
        let domains = params.map(|(index, param)| {
            let domains = &self.model.domains;
            let domain = domains.of_param(class.spec, event, ParamId::at(index), &param.ty);
            domain.map(Arc::from)
        });
        domains.collect()
    }

    /// The variable that says where an instance is in its life cycle.
    fn control(&self, id: InstanceId) -> VariableId {
        let first = self.of_instance[id.index()].start;
        VariableId(u32::try_from(first).unwrap_or(u32::MAX))
    }

    /// The arrows of an event, as values of that variable before and after.
    fn arrows(&self, id: InstanceId, event: EventId) -> Vec<(u32, u32)> {
        let moves = &self.model.interpreter().shape(id, event).moves;
        moves.iter().map(|(from, to)| (from.0, to.0)).collect()
    }

    /// The fields that the postconditions of an event define.
    fn fields_written(&self, id: InstanceId, event: EventId) -> Vec<FieldId> {
        let groups = &self.model.interpreter().shape(id, event).groups;
        let fields = groups.iter().flat_map(|group| group.fields.clone());
        fields.collect()
    }

    /// New inputs for the parameters of an event.
    fn params(
        &mut self,
        class: ClassId,
        event: EventId,
        name: &str,
        requires: &mut Vec<Constraint>,
    ) -> Translated<Vec<Value>> {
        let declared = self.model.event(class, event);
        let mut params = Vec::with_capacity(declared.params.len());
        for (index, param) in declared.params.iter().enumerate() {
            if !declared.kept_params[index] {
                params.push(Value::total(&mut self.context.terms, Shape::Nothing));
                continue;
            }
            let domains = &self.model.domains;
            let domain = domains.of_param(class.spec, event, ParamId::at(index), &param.ty);
            let elements = domain.and_then(elements_of);
            let name = format!("{name}({})", param.name.text);
            let mut make = |context: &mut Context, name: &str, sort: Sort| {
                context.input(name, sort, InputRole::Chosen)
            };
            let context = &mut self.context;
            let made = values::variable(context, &param.ty, &name, elements.as_deref(), &mut make);
            let made = made.ok_or_else(|| Unsupported {
                what: format!("parameters of type {}", param.ty),
                span: Some(param.name.span),
            })?;
            requires.push(Constraint {
                term: made.invariant,
                origin: Origin::Type,
            });
            if let Some(domain) = domain {
                let term = self.one_of(&made.value, domain)?;
                let origin = Origin::Domain;
                requires.push(Constraint { term, origin });
            }
            params.push(made.value);
        }
        Ok(params)
    }

    /// The variables that an event may change: the control variable, and the fields that its postconditions define.
    fn writes(&self, id: InstanceId, event: EventId) -> Vec<VariableId> {
        let fields = self.fields_written(id, event);
        let own = self.of_instance[id.index()].clone();
        let written = own.filter(|at| match self.variables[*at].part {
            Part::Control(_) => true,
            Part::Field(_, field, _) => fields.contains(&field),
            Part::Now => false,
        });
        written
            .map(|index| VariableId(u32::try_from(index).unwrap_or(u32::MAX)))
            .collect()
    }
}

/// The conditions of which a condition is the conjunction.
fn conjuncts_of(condition: &Expr) -> Vec<&Expr> {
    let mut found = Vec::new();
    let mut waiting = vec![condition];
    while let Some(next) = waiting.pop() {
        match &next.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => waiting.extend([&**right, &**left]),
            _ => found.push(next),
        }
    }
    found
}

/// The field and the value of a condition `new this.f == e`, where e does not read the next state.
fn defined_field(condition: &Expr) -> Option<(FieldId, &Expr)> {
    let ExprKind::Binary(BinaryOp::Equal, left, right) = &condition.kind else {
        return None;
    };
    for (side, other) in [(left, right), (right, left)] {
        if let ExprKind::Field(base, field, Moment::Next) = &side.kind
            && base.kind == ExprKind::This
            && !reads_next(other)
        {
            return Some((*field, other));
        }
    }
    None
}

/// For each class and event whether a sync names it.
pub(super) fn events_named_by_syncs(model: &Model<'_>) -> Vec<Vec<bool>> {
    let events = model.classes.iter();
    let events = events.map(|class| vec![false; class.events.len()]);
    let mut named: Vec<Vec<bool>> = events.collect();
    for event in model.classes.iter().flat_map(|class| &class.events) {
        for sync in event.calls() {
            named[ClassId::of(sync.spec).index()][sync.event.index()] = true;
        }
    }
    named
}
