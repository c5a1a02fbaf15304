//! How runs start, as values of the variables of a finite program; and which of what a start leaves open makes a difference.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Lowering, field_name, field_span};
use super::obstacle::Obstacle;
use crate::finite::{Together, VariableId};
use crate::interpreter::begin::start_values;
use crate::interpreter::explore;
use crate::model::value::of_type;
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::specification::{FieldId, StateId};

/// A field of an instance.
pub(super) type Field = (InstanceId, FieldId);

/// More states to start from than this are not looked at one by one.
const MOST_STARTS: usize = 20_000;
/// Nor are those in which so many instances stand in all states together: they fill the memory.
const MOST_INSTANCES: usize = 10_000_000;

/// What runs may start with: any combination of these, unless it is said which.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// The states that runs start with, where they are not all combinations.
    pub(super) combined: Vec<State>,
    /// For each instance its life-cycle states.
    pub(super) places: Vec<BTreeSet<StateId>>,
    /// Fields that are fixed or confined by the start.
    pub(super) fields: BTreeMap<Field, BTreeSet<Value>>,
    /// Fields that are left open.
    pub(super) open: BTreeSet<Field>,
    /// The time.
    pub(super) now: BTreeSet<Value>,
}

impl Starts {
    /// The starts of a model.
    pub(super) fn of(model: &Model<'_>, stop: &dyn Fn() -> bool) -> Result<Starts, Obstacle> {
        let most = MOST_STARTS.min(MOST_INSTANCES / model.universe.len().max(1));
        let mut states = explore::starts(model, most, stop)?;
        if states.is_empty() {
            return Err(Obstacle::NoStart);
        }
        let mut starts = Starts::with(model, &states);
        if starts.are_mixed() {
            states = starts.unmixed(model, states)?;
            starts = Starts::with(model, &states);
        }
        if starts.combinations() != states.len() {
            starts.combined = states;
        }
        Ok(starts)
    }

    fn with(model: &Model<'_>, states: &[State]) -> Starts {
        let mut starts = Starts {
            places: vec![BTreeSet::new(); model.universe.len()],
            ..Starts::default()
        };
        for state in states {
            starts.add(model, state);
        }
        starts
    }

    fn combinations(&self) -> usize {
        let places = self.places.iter().map(BTreeSet::len);
        let fields = self.fields.values().map(BTreeSet::len);
        let sizes = places.chain(fields).chain([self.now.len()]);
        sizes.fold(1_usize, usize::saturating_mul)
    }

    /// Whether a field is open in some states, but not in others.
    fn are_mixed(&self) -> bool {
        self.fields.keys().any(|field| self.open.contains(field))
    }

    /// The same states with a value for each field that is open in some of them only.
    fn unmixed(&self, model: &Model<'_>, mut states: Vec<State>) -> Result<Vec<State>, Obstacle> {
        for field in self.fields.keys().filter(|field| self.open.contains(field)) {
            let values = values_of(model, *field)?;
            let (id, place) = (field.0, field.1.index());
            let closed = states.into_iter().flat_map(|state| {
                let is_open = state.instance(id).fields[place] == Value::Open;
                let values = if is_open { values.as_slice() } else { &[] };
                let mut closed: Vec<State> = vec![state; values.len().max(1)];
                for (state, value) in closed.iter_mut().zip(values) {
                    state.instance_mut(id).fields[place] = value.clone();
                }
                closed
            });
            states = closed.take(MOST_STARTS + 1).collect();
            if states.len() > MOST_STARTS {
                return Err(Obstacle::unsupported("so many states to start from"));
            }
        }
        Ok(states)
    }

    fn add(&mut self, model: &Model<'_>, state: &State) {
        self.now.insert(state.now.clone());
        for (id, instance) in state.instances() {
            self.places[id.index()].insert(instance.life_cycle);
            let key = model.interpreter().spec(id).key;
            for (index, value) in instance.fields.iter().enumerate() {
                let field = (id, FieldId::at(index));
                if key == Some(field.1) || !model.class(id).keeps_field(field.1) {
                    continue;
                }
                if *value == Value::Open {
                    self.open.insert(field);
                } else {
                    self.fields.entry(field).or_default().insert(value.clone());
                }
            }
        }
    }
}

/// Some value for a field that nothing reads before it is set.
pub(super) fn placeholder(model: &Model<'_>, (id, field): Field) -> Value {
    let interpreter = model.interpreter();
    let first = interpreter
        .domain(id, field)
        .and_then(<[Value]>::first)
        .cloned();
    first.unwrap_or_else(|| of_type(&interpreter.spec(id).fields[field.index()].ty))
}

/// The values of a field that a start leaves open.
pub(super) fn values_of(model: &Model<'_>, field: Field) -> Result<Vec<Value>, Obstacle> {
    let values = start_values(model, field.0, field.1).ok_or_else(|| {
        let name = field_name(model, field);
        let declared = field_span(model, field);
        Obstacle::NoDomain {
            what: format!("{name}, which the start leaves open"),
            span: Some(declared),
        }
    })?;
    if values.is_empty() {
        return Err(Obstacle::NoStart);
    }
    Ok(values)
}

/// The numbers that a field's variable may begin with, in ascending order.
pub(super) fn codes(lowering: &mut Lowering<'_>, field: usize) -> Vec<i64> {
    let own = &lowering.fields[field];
    let starts = own.starts.iter();
    let mut codes: Vec<i64> = starts.filter_map(|value| own.coding.code(value)).collect();
    if codes.is_empty() {
        let any = placeholder(lowering.model, own.id);
        let listed = lowering.listed(field, any).ok();
        let coding = &lowering.fields[field].coding;
        codes.push(listed.and_then(|it| coding.code(&it)).unwrap_or(0));
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}

impl Starts {
    /// What variables begin with together, where they do not begin with all combinations of their values.
    pub(super) fn together(
        &self,
        lowering: &mut Lowering<'_>,
    ) -> Result<Option<Together>, Obstacle> {
        if self.combined.is_empty() {
            return Ok(None);
        }
        let values = self
            .combined
            .iter()
            .map(|state| self.values(lowering, state));
        let values: Option<Vec<BTreeMap<VariableId, i64>>> = values.collect();
        let values =
            values.ok_or_else(|| Obstacle::unsupported("a start with values of several kinds"))?;
        let variables = values.first().into_iter().flat_map(BTreeMap::keys);
        Ok(Some(Together {
            variables: variables.copied().collect(),
            values: values
                .into_iter()
                .map(|it| it.into_values().collect())
                .collect(),
        }))
    }

    /// What the variables that have several values have in a state to start with.
    fn values(
        &self,
        lowering: &mut Lowering<'_>,
        state: &State,
    ) -> Option<BTreeMap<VariableId, i64>> {
        let mut values = BTreeMap::new();
        for (id, instance) in state.instances() {
            if self.places[id.index()].len() > 1 {
                let control = lowering.controls[id.index()];
                values.insert(control, i64::from(instance.life_cycle.0));
            }
        }
        for (field, _) in self.fields.iter().filter(|(_, values)| values.len() > 1) {
            let place = *lowering.place_of.get(field)?;
            let value = state.instance(field.0).fields[field.1.index()].clone();
            let value = lowering.listed(place, value).ok()?;
            let own = &lowering.fields[place];
            values.insert(own.variable, own.coding.code(&value)?);
        }
        if let Some((variable, times)) = lowering.now.as_ref().filter(|_| self.now.len() > 1) {
            let place = times.iter().position(|(time, _)| *time == state.now)?;
            values.insert(*variable, i64::try_from(place).ok()?);
        }
        Some(values)
    }
}
