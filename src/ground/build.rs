//! From a model to its transition system.

use std::ops::Range;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::context::Context;
use super::expression::{Translated, Translator, unsupported};
use super::operations;
use super::property::{Lengths, Property};
use super::shape::{Shape, Value};
use super::steps::events_named_by_syncs;
use super::system::{
    Alike, Avoided, Constraint, Member, Occurrence, Origin, Part, Place, System, Variable,
};
use super::values;
use super::view::{InstanceTerms, StateTerms};
use crate::logic::rewrite::Substitution;
use crate::logic::{FiniteSort, Node, Sort, Symbol, TermId, Terms, VariableId};
use crate::model::{InstanceId, Model, Value as Concrete};
use crate::modelling::symmetry::Symmetry;
use crate::semantics::specification::{EventId, FieldId};
use crate::semantics::types::Type;

/// How a model is translated.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// How many entries a set or map has room for whose elements could be anything.
    pub room: usize,
    /// Events of specifications with more instances than these are described once for all of them, where no step has
    /// them twice.
    pub few: usize,
}

impl Default for Options {
    fn default() -> Options {
        Options { room: 4, few: 12 }
    }
}

impl System {
    /// The transition system of a model.
    pub fn of(model: &Model<'_>, options: Options) -> Translated<System> {
        let system = System::with_texts(model, options, &[])?;
        let texts = system.context.terms.atoms_of(system.context.texts);
        let texts: Vec<SmolStr> = texts.map(|(_, text)| text.clone()).collect();
        let mut countries = system.context.countries.iter();
        let has_bound = countries.any(|country| {
            let text = system.context.terms.node(country.text);
            matches!(text, Node::Symbol(Symbol::Bound(_), _))
        });
        // Inside of a quantifier nothing can be said later of texts that turn up after it.
        if has_bound && !texts.is_empty() {
            return System::with_texts(model, options, &texts);
        }
        Ok(system)
    }

    /// The transition system of a model, where some texts are known from the beginning.
    fn with_texts(model: &Model<'_>, options: Options, texts: &[SmolStr]) -> Translated<System> {
        let mut builder = Builder::new(model, options, texts)?;
        let occurrences = builder.occurrences()?;
        let start = builder.start()?;
        let wanted = builder.goal()?;
        builder.countries_are_written_as_such();
        let mut system = System {
            properties: vec![Property::Reach {
                wanted,
                lengths: lengths(model),
            }],
            enumeration: None,
            start,
            places: places(&occurrences),
            alike: builder.alike(&occurrences),
            occurrences,
            context: builder.context,
            variables: builder.variables,
            current: Arc::unwrap_or_clone(builder.current),
            next: Arc::unwrap_or_clone(builder.next),
            always: builder.always,
            relation: Vec::new(),
            avoided: builder.avoided,
        };
        system.relate();
        Ok(system)
    }

    /// A term over the current state, read in the next one.
    pub fn in_next(&mut self, term: TermId) -> TermId {
        self.context.in_next(term)
    }
}

/// How many steps a run may have.
fn lengths(model: &Model<'_>) -> Lengths {
    model.bounds.map_or(Lengths::ANY, |bounds| Lengths {
        least: bounds.least,
        most: Some(bounds.most),
    })
}

/// Where the events of instances are.
fn places(occurrences: &[Occurrence]) -> FxHashMap<(InstanceId, EventId), Place> {
    let mut places = FxHashMap::default();
    for (at, occurrence) in occurrences.iter().enumerate() {
        for (player, own) in occurrence.players.iter().enumerate() {
            let place = Place {
                occurrence: at,
                player,
            };
            places.insert((own.instance, occurrence.event), place);
        }
    }
    places
}

/// A system that is being put together.
pub(super) struct Builder<'b, 'm> {
    pub(super) model: &'b Model<'m>,
    pub(super) context: Context,
    pub(super) variables: Vec<Variable>,
    /// Shared, since every event reads them.
    pub(super) current: Arc<StateTerms>,
    pub(super) next: Arc<StateTerms>,
    /// For each instance where its variables are.
    pub(super) of_instance: Vec<Range<usize>>,
    always: Vec<Constraint>,
    /// For each class and event whether a sync names it.
    pub(super) named: Vec<Vec<bool>>,
    pub(super) spec_names: Vec<String>,
    /// See [`Options::few`].
    pub(super) few: usize,
    pub(super) avoided: Vec<Avoided>,
}

/// The variables of a state.
impl<'b, 'm> Builder<'b, 'm> {
    fn new(
        model: &'b Model<'m>,
        options: Options,
        texts: &[SmolStr],
    ) -> Translated<Builder<'b, 'm>> {
        let mut context = Context::new(options.room);
        for text in texts {
            context.terms.atom(context.texts, text);
        }
        let zero = context.terms.int(0);
        let nothing = StateTerms {
            now: Value::total(&mut context.terms, Shape::Int(zero)),
            instances: Vec::new(),
            control_sorts: Vec::new(),
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
            few: options.few,
            avoided: Vec::new(),
        };
        builder.declare()?;
        Ok(builder)
    }

    fn declare(&mut self) -> Translated<()> {
        let now = self.variable(Part::Now, "now".to_owned(), Sort::Int);
        let mut current = StateTerms {
            now: Value::total(&mut self.context.terms, Shape::Int(now)),
            instances: Vec::new(),
            control_sorts: Vec::new(),
        };
        let sorts = self.sorts_of_controls();
        for (id, instance) in self.model.universe.iter() {
            let first = self.variables.len();
            let sort = sorts[instance.spec.index()];
            let name = self.name(id);
            let control = self.variable(Part::Control(id), name, Sort::Finite(sort));
            let fields = self.fields(id)?;
            current.control_sorts.push(sort);
            current.instances.push(InstanceTerms { control, fields });
            self.of_instance.push(first..self.variables.len());
        }
        self.next = Arc::new(self.in_the_next_state(&current));
        self.current = Arc::new(current);
        self.compare_with_next();
        Ok(())
    }

    /// Fields stay as they are where nothing changes them, so it matters whether a date is the one of the next state.
    fn compare_with_next(&mut self) {
        let (current, next) = (self.current.clone(), self.next.clone());
        for (id, instance) in self.model.universe.iter() {
            let fields = self.model.program.spec(instance.spec).fields.iter();
            let kept = &self.model.class(id).fields;
            for (index, field) in fields.enumerate().filter(|(index, _)| kept[*index]) {
                let own = |state: &StateTerms| state.instances[id.index()].fields[index].clone();
                if let (Some(old), Some(new)) = (own(&current), own(&next)) {
                    operations::same(&mut self.context, &field.ty, &old.shape, &new.shape);
                }
            }
        }
    }

    /// The instances that nothing tells apart.
    fn alike(&self, occurrences: &[Occurrence]) -> Vec<Alike> {
        let mut happens: Vec<Vec<TermId>> = vec![Vec::new(); self.model.universe.len()];
        for player in occurrences.iter().flat_map(|it| &it.players) {
            happens[player.instance.index()].push(player.happens);
        }
        let symmetry = Symmetry::of(self.model);
        let kinds = symmetry.kinds(self.model).into_iter();
        let alike = kinds.map(|(ids, busy)| Alike {
            busy,
            members: ids
                .iter()
                .map(|id| Member {
                    happens: happens[id.index()].clone(),
                    variables: self.of_instance[id.index()].clone(),
                })
                .collect(),
        });
        alike.collect()
    }

    /// What is the country of an account number is none of the texts that are written otherwise.
    fn countries_are_written_as_such(&mut self) {
        let others = self.context.texts_unlike_countries();
        for country in self.context.countries.clone() {
            let terms = &mut self.context.terms;
            if !matches!(terms.node(country.text), Node::Symbol(Symbol::Bound(_), _)) {
                let said = country.unlike(terms, &others);
                self.context.facts.push(said);
            }
        }
    }

    /// For each specification the sort of the control variables of its instances: the states of its life cycle.
    fn sorts_of_controls(&mut self) -> Vec<FiniteSort> {
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
    pub(super) fn name(&self, id: InstanceId) -> String {
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
            if !self.model.class(id).keeps_field(at) {
                fields.push(Some(Value::total(&mut self.context.terms, Shape::Nothing)));
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
            control: change(instance.control),
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
            control_sorts: state.control_sorts.clone(),
        }
    }

    /// A value is one of these.
    pub(super) fn one_of(&mut self, value: &Value, values: &[Concrete]) -> Translated<TermId> {
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
pub(super) fn elements_of(domain: &[Concrete]) -> Option<Vec<Concrete>> {
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
