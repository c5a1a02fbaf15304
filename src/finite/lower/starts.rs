//! How runs start, as values of the variables of a finite program; and which of what a start leaves open makes a
//! difference.

use std::collections::{BTreeMap, BTreeSet};

use super::context::Lowering;
use crate::finite::{Together, VariableId};
use crate::ground::enumeration::{Enumeration, MOST_STARTS, control};
use crate::ground::{Concrete, FieldId, InstanceId, Obstacle, State, System};

/// A field of an instance.
pub(super) type Field = (InstanceId, FieldId);

/// What runs may start with: any combination of these, unless it is said which.
#[derive(Debug, Default)]
pub(super) struct Starts {
    /// The states that runs start with, where they are not all combinations.
    pub(super) combined: Vec<State>,
    /// For each instance the values of its control variable.
    pub(super) places: Vec<BTreeSet<u32>>,
    /// Fields that are fixed or confined by the start.
    pub(super) fields: BTreeMap<Field, BTreeSet<Concrete>>,
    /// Fields that are left open.
    pub(super) open: BTreeSet<Field>,
    /// The time.
    pub(super) now: BTreeSet<Concrete>,
}

impl Starts {
    /// The starts of a system.
    pub(super) fn of(system: &System) -> Result<Starts, Obstacle> {
        let known = system.enumeration.as_ref();
        let known = known.ok_or_else(Obstacle::not_enumerated)?;
        let mut states = known.starts.clone();
        let mut starts = Starts::with(known, &states);
        if starts.are_mixed() {
            states = starts.unmixed(known, states)?;
            starts = Starts::with(known, &states);
        }
        if starts.combinations() != states.len() {
            starts.combined = states;
        }
        Ok(starts)
    }

    fn with(known: &Enumeration, states: &[State]) -> Starts {
        let mut starts = Starts {
            places: vec![BTreeSet::new(); known.instances.len()],
            ..Starts::default()
        };
        for state in states {
            starts.add(known, state);
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
    fn unmixed(&self, known: &Enumeration, mut states: Vec<State>) -> Result<Vec<State>, Obstacle> {
        for field in self.fields.keys().filter(|field| self.open.contains(field)) {
            let values = values_of(known, *field)?;
            let (id, place) = (field.0, field.1.index());
            let closed = states.into_iter().flat_map(|state| {
                let is_open = state.instance(id).fields[place] == Concrete::Open;
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

    fn add(&mut self, known: &Enumeration, state: &State) {
        self.now.insert(state.now.clone());
        for (id, instance) in state.instances() {
            self.places[id.index()].insert(control(state, id));
            for declared in &known.instances[id.index()].fields {
                let field = (id, declared.id);
                let value = &instance.fields[declared.id.index()];
                if *value == Concrete::Open {
                    self.open.insert(field);
                } else {
                    self.fields.entry(field).or_default().insert(value.clone());
                }
            }
        }
    }
}

/// The values of a field that a start leaves open.
pub(super) fn values_of(
    known: &Enumeration,
    (id, field): Field,
) -> Result<Vec<Concrete>, Obstacle> {
    let instance = &known.instances[id.index()];
    let field = instance.field(field);
    let field = field.ok_or_else(|| Obstacle::unsupported("a field without a value"))?;
    let values = field.start_values().ok_or_else(|| {
        let name = field.full_name(instance);
        Obstacle::NoDomain {
            what: format!("{name}, which the start leaves open"),
            span: Some(field.name.span),
        }
    })?;
    if values.is_empty() {
        return Err(Obstacle::NoStart);
    }
    Ok(values)
}

/// The numbers that a field's variable may begin with, in ascending order.
pub(super) fn codes(lowering: &mut Lowering, field: usize) -> Vec<i64> {
    let own = &lowering.fields[field];
    let starts = own.starts.iter();
    let mut codes: Vec<i64> = starts.filter_map(|value| own.coding.code(value)).collect();
    if codes.is_empty() {
        let any = own.declared.any_value();
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
    pub(super) fn together(&self, lowering: &mut Lowering) -> Result<Option<Together>, Obstacle> {
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
    fn values(&self, lowering: &mut Lowering, state: &State) -> Option<BTreeMap<VariableId, i64>> {
        let mut values = BTreeMap::new();
        for (id, _) in state.instances() {
            if self.places[id.index()].len() > 1 {
                let variable = lowering.controls[id.index()];
                values.insert(variable, i64::from(control(state, id)));
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
