//! From a model to its transition system.

use std::ops::Range;
use std::sync::Arc;

use smol_str::SmolStr;

use super::context::{Context, InputRole};
use super::expression::{Scope, Translated, Translator, unsupported};
use super::shape::{Shape, Value};
use super::system::{Call, Constraint, Occurrence, Origin, Part, System, Variable};
use super::values;
use super::view::{InstanceTerms, StateTerms, This, View};
use crate::logic::rewrite::Substitution;
use crate::logic::{FiniteSort, Sort, Symbol, TermId, Terms, VariableId};
use crate::model::{InstanceId, Model, Value as Concrete};
use crate::semantics::specification::{Event, EventId, FieldId, ParamId, SpecId};
use crate::semantics::types::Type;

/// How a model is translated.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How many entries a set or map has room for whose elements could be anything.
    pub room: usize,
}

impl System {
    /// The transition system of a model.
    pub fn of(model: &Model<'_>, options: Options) -> Translated<System> {
        let mut builder = Builder::new(model, options)?;
        let mut occurrences = Vec::new();
        for (id, instance) in model.universe.iter() {
            for event in 0..model.program.spec(instance.spec).events.len() {
                occurrences.push(builder.occurrence(id, EventId::at(event))?);
            }
        }
        let start = builder.start()?;
        let goal = builder.goal()?;
        Ok(System {
            goal,
            start,
            occurrences,
            context: builder.context,
            variables: builder.variables,
            current: Arc::unwrap_or_clone(builder.current),
            next: Arc::unwrap_or_clone(builder.next),
            always: builder.always,
        })
    }
}

impl System {
    /// A term over the current state, read in the next one.
    pub fn in_next(&mut self, term: TermId) -> TermId {
        to_next(&mut Substitution::default(), &mut self.context.terms, term)
    }
}

/// A system that is being put together.
pub(super) struct Builder<'b, 'm> {
    pub(super) model: &'b Model<'m>,
    pub(super) context: Context,
    variables: Vec<Variable>,
    /// Shared, since every event reads them.
    pub(super) current: Arc<StateTerms>,
    next: Arc<StateTerms>,
    /// For each instance where its variables are.
    of_instance: Vec<Range<usize>>,
    always: Vec<Constraint>,
    /// For each specification and event whether a sync names it.
    named: Vec<Vec<bool>>,
    spec_names: Vec<String>,
}

/// The variables of a state.
impl<'b, 'm> Builder<'b, 'm> {
    fn new(model: &'b Model<'m>, options: Options) -> Translated<Builder<'b, 'm>> {
        let mut context = Context::new(options.room);
        let zero = context.terms.int(0);
        let nothing = StateTerms {
            now: Value::total(&mut context.terms, Shape::Int(zero)),
            instances: Vec::new(),
            life_cycles: Vec::new(),
        };
        let mut builder = Builder {
            model,
            context,
            variables: Vec::new(),
            current: Arc::new(nothing.clone()),
            next: Arc::new(nothing),
            of_instance: Vec::new(),
            always: Vec::new(),
            named: events_named_by_syncs(model),
            spec_names: model.program.spec_names(),
        };
        builder.declare()?;
        Ok(builder)
    }

    fn declare(&mut self) -> Translated<()> {
        let now = self.variable(Part::Now, "now".to_owned(), Sort::Int);
        let mut current = StateTerms {
            now: Value::total(&mut self.context.terms, Shape::Int(now)),
            instances: Vec::new(),
            life_cycles: Vec::new(),
        };
        let sorts = self.life_cycle_sorts();
        for (id, instance) in self.model.universe.iter() {
            let first = self.variables.len();
            let sort = sorts[instance.spec.index()];
            let name = self.name(id);
            let life_cycle = self.variable(Part::LifeCycle(id), name, Sort::Finite(sort));
            let fields = self.fields(id)?;
            current.life_cycles.push(sort);
            current.instances.push(InstanceTerms { life_cycle, fields });
            self.of_instance.push(first..self.variables.len());
        }
        self.next = Arc::new(self.in_the_next_state(&current));
        self.current = Arc::new(current);
        Ok(())
    }

    /// A sort for the states of each life cycle.
    fn life_cycle_sorts(&mut self) -> Vec<FiniteSort> {
        let specs = self.model.program.specifications.iter().enumerate();
        let sorts = specs.map(|(index, spec)| {
            let states = spec.states.iter().map(|state| state.name.text.clone());
            let states: Vec<SmolStr> = states.collect();
            self.context
                .terms
                .finite_sort(&format!("{} states", self.spec_names[index]), states)
        });
        sorts.collect()
    }

    /// What an instance is called.
    fn name(&self, id: InstanceId) -> String {
        let instance = self.model.universe.instance(id);
        format!(
            "{}[{}]",
            self.spec_names[instance.spec.index()],
            instance.key
        )
    }

    fn variable(&mut self, part: Part, name: String, sort: Sort) -> TermId {
        let id = VariableId(u32::try_from(self.variables.len()).unwrap_or(u32::MAX));
        self.variables.push(Variable { name, sort, part });
        self.context.terms.symbol(Symbol::Current(id), sort)
    }

    fn fields(&mut self, id: InstanceId) -> Translated<Vec<Option<Value>>> {
        let instance = self.model.universe.instance(id);
        let spec = self.model.program.spec(instance.spec);
        let mut fields = Vec::with_capacity(spec.fields.len());
        for (index, field) in spec.fields.iter().enumerate() {
            let at = FieldId::at(index);
            if spec.key == Some(at) {
                let key = values::known(&mut self.context, &instance.key);
                fields.push(Some(
                    key.ok_or_else(|| unsupported("a key without a value"))?,
                ));
                continue;
            }
            let name = format!("{}.{}", self.name(id), field.name.text);
            fields.push(self.field(id, at, &field.ty, &name)?);
        }
        Ok(fields)
    }

    /// The variables of a field; none where its type has no values.
    fn field(
        &mut self,
        id: InstanceId,
        field: FieldId,
        ty: &Type,
        name: &str,
    ) -> Translated<Option<Value>> {
        let domain = self.model.interpreter().domain(id, field);
        let elements = domain.and_then(elements_of);
        let (variables, mut place) = (&mut self.variables, 0);
        let mut make = |context: &mut Context, name: &str, sort: Sort| {
            let variable = VariableId(u32::try_from(variables.len()).unwrap_or(u32::MAX));
            variables.push(Variable {
                name: name.to_owned(),
                sort,
                part: Part::Field(id, field, place),
            });
            place += 1;
            context.terms.symbol(Symbol::Current(variable), sort)
        };
        let made = values::variable(&mut self.context, ty, name, elements.as_deref(), &mut make);
        let Some(made) = made else {
            return Ok(None);
        };
        self.always.push(Constraint {
            term: made.invariant,
            origin: Origin::Type,
        });
        if let Some(domain) = domain {
            let term = self.one_of(&made.value, domain)?;
            let origin = Origin::Domain;
            self.always.push(Constraint { term, origin });
        }
        Ok(Some(made.value))
    }

    /// The same state after the step.
    fn in_the_next_state(&mut self, state: &StateTerms) -> StateTerms {
        let mut substitution = Substitution::default();
        let terms = &mut self.context.terms;
        let mut change = |term: TermId| to_next(&mut substitution, terms, term);
        let instances = state.instances.iter().map(|instance| InstanceTerms {
            life_cycle: change(instance.life_cycle),
            fields: instance
                .fields
                .iter()
                .map(|field| field.as_ref().map(|value| value.map(&mut change)))
                .collect(),
        });
        let instances = instances.collect();
        StateTerms {
            now: state.now.map(&mut change),
            instances,
            life_cycles: state.life_cycles.clone(),
        }
    }

    /// A value is one of these.
    fn one_of(&mut self, value: &Value, values: &[Concrete]) -> Translated<TermId> {
        if let (Shape::Int(number), Some((least, most))) = (&value.shape, interval(values)) {
            let terms = &mut self.context.terms;
            let (least, most) = (terms.int(least), terms.int(most));
            let (low, high) = (
                terms.less_equal(least, *number),
                terms.less_equal(*number, most),
            );
            return Ok(terms.and([low, high]));
        }
        let mut cases = Vec::with_capacity(values.len());
        for known in values {
            let known = self.translator().known(known)?;
            cases.push(super::shape::same(
                &mut self.context,
                &value.shape,
                &known.shape,
            ));
        }
        Ok(self.context.terms.or(cases))
    }

    pub(super) fn translator(&mut self) -> Translator<'_, 'm> {
        Translator::new(self.model, &mut self.context)
    }
}

/// Steps.
impl Builder<'_, '_> {
    fn occurrence(&mut self, id: InstanceId, event: EventId) -> Translated<Occurrence> {
        let spec = self.model.universe.instance(id).spec;
        let declared = self.model.interpreter().event(id, event);
        let name = format!("{} takes {}", self.name(id), declared.name.text);
        let happens = self.context.input(&name, Sort::Bool, InputRole::Chosen);
        let chosen = self.chosen(id, event, &name, happens);
        let mut requires = vec![self.moves(id, event)];
        let params = self.params(spec, event, &name, &mut requires)?;
        let (current, next) = (self.current.clone(), self.next.clone());
        let scope = Scope {
            current: View::of(&current),
            next: Some(View::of(&next)),
            this: Some(This::One(id)),
            params: &params,
        };
        let calls = self.statements(scope, declared, &mut requires)?;
        Ok(Occurrence {
            instance: id,
            event,
            happens,
            chosen,
            requires,
            calls,
            writes: self.writes(id, event),
            types: declared
                .params
                .iter()
                .map(|param| param.ty.clone())
                .collect(),
            params,
        })
    }

    /// When the environment chooses an event; none where it may not. Where nothing else makes it happen, that is when it happens.
    fn chosen(
        &mut self,
        id: InstanceId,
        event: EventId,
        name: &str,
        happens: TermId,
    ) -> Option<TermId> {
        let spec = self.model.universe.instance(id).spec;
        let is_named = self.named[spec.index()][event.index()];
        self.model.may_trigger(id, event).then(|| {
            if is_named {
                let name = format!("{name} by choice");
                self.context.input(&name, Sort::Bool, InputRole::Chosen)
            } else {
                happens
            }
        })
    }

    /// What preconditions, postconditions and syncs ask for; gives the events that are called.
    fn statements(
        &mut self,
        scope: Scope<'_>,
        declared: &Event,
        requires: &mut Vec<Constraint>,
    ) -> Translated<Vec<Call>> {
        let mut calls = Vec::new();
        let mut translator = self.translator();
        for statement in declared
            .preconditions
            .iter()
            .chain(&declared.postconditions)
        {
            requires.push(Constraint {
                term: translator.holds(scope, &statement.condition)?,
                origin: Origin::Statement(statement.span),
            });
        }
        for sync in &declared.syncs {
            if sync.negated {
                requires.push(Constraint {
                    term: translator.is_impossible(scope.before(), sync)?,
                    origin: Origin::Statement(sync.span),
                });
                continue;
            }
            let called = translator.called(scope, sync)?;
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

    /// Where the life cycle leads.
    fn moves(&mut self, id: InstanceId, event: EventId) -> Constraint {
        let shape = self.model.interpreter().shape(id, event);
        let (current, next) = (View::of(&self.current), View::of(&self.next));
        let terms = &mut self.context.terms;
        let mut arrows = Vec::with_capacity(shape.moves.len());
        for (from, to) in &shape.moves {
            let (here, there) = (current.is_in(terms, id, *from), next.is_in(terms, id, *to));
            arrows.push(terms.and([here, there]));
        }
        Constraint {
            term: terms.or(arrows),
            origin: Origin::LifeCycle(self.model.interpreter().event(id, event).listed),
        }
    }

    fn params(
        &mut self,
        spec: SpecId,
        event: EventId,
        name: &str,
        requires: &mut Vec<Constraint>,
    ) -> Translated<Vec<Value>> {
        let declared = &self.model.program.spec(spec).events[event.index()];
        let mut params = Vec::with_capacity(declared.params.len());
        for (index, param) in declared.params.iter().enumerate() {
            let domain = self
                .model
                .domains
                .of_param(spec, event, ParamId::at(index), &param.ty);
            let elements = domain.and_then(elements_of);
            let name = format!("{name}({})", param.name.text);
            let mut make = |context: &mut Context, name: &str, sort: Sort| {
                context.input(name, sort, InputRole::Chosen)
            };
            let context = &mut self.context;
            let made = values::variable(context, &param.ty, &name, elements.as_deref(), &mut make);
            let made = made.ok_or_else(|| super::expression::Unsupported {
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

    /// The variables that an event may change: the life cycle, and the fields that its postconditions define.
    fn writes(&self, id: InstanceId, event: EventId) -> Vec<VariableId> {
        let groups = &self.model.interpreter().shape(id, event).groups;
        let fields: Vec<FieldId> = groups
            .iter()
            .flat_map(|group| group.fields.clone())
            .collect();
        let own = self.of_instance[id.index()].clone();
        let written = own.filter(|at| match self.variables[*at].part {
            Part::LifeCycle(_) => true,
            Part::Field(_, field, _) => fields.contains(&field),
            Part::Now => false,
        });
        written
            .map(|index| VariableId(u32::try_from(index).unwrap_or(u32::MAX)))
            .collect()
    }
}

/// A term over the current state, read in the next one.
fn to_next(substitution: &mut Substitution, terms: &mut Terms, term: TermId) -> TermId {
    substitution.apply(terms, term, &mut |terms, symbol| match symbol {
        Symbol::Current(id) => {
            let current = terms.symbol_sort(symbol)?;
            Some(terms.symbol(Symbol::Next(id), current))
        }
        _ => None,
    })
}

/// The elements or keys of all values of a domain of sets or maps, each once.
fn elements_of(domain: &[Concrete]) -> Option<Vec<Concrete>> {
    let mut all = std::collections::BTreeSet::new();
    for value in domain {
        match value {
            Concrete::Set(elements) => all.extend(elements.iter().cloned()),
            Concrete::Map(entries) => all.extend(entries.keys().cloned()),
            _ => return None,
        }
    }
    Some(all.into_iter().collect())
}

/// The ends of a domain of whole numbers without gaps.
fn interval(values: &[Concrete]) -> Option<(i64, i64)> {
    let mut numbers = Vec::with_capacity(values.len());
    for value in values {
        let (Concrete::Integer(number) | Concrete::Percentage(number)) = value else {
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

/// For each specification and event whether a sync names it.
fn events_named_by_syncs(model: &Model<'_>) -> Vec<Vec<bool>> {
    let specifications = &model.program.specifications;
    let events = specifications
        .iter()
        .map(|spec| vec![false; spec.events.len()]);
    let mut named: Vec<Vec<bool>> = events.collect();
    for event in specifications.iter().flat_map(|spec| &spec.events) {
        for sync in event.syncs.iter().filter(|sync| !sync.negated) {
            named[sync.spec.index()][sync.event.index()] = true;
        }
    }
    named
}
