//! How runs start, as values of the variables of a finite program; and which of what a start leaves open makes a difference.

use std::collections::{BTreeMap, BTreeSet};

use super::context::{Coding, Context, Field};
use super::draft::Draft;
use super::obstacle::Obstacle;
use super::symbol::Symbol;
use crate::model::begin::start_values;
use crate::model::value::of_type;
use crate::model::{InstanceId, Model, State, Value, explore};
use crate::semantics::specification::{FieldId, StateId};

/// More states to start from than this are not looked at one by one.
const MOST_STARTS: usize = 20_000;

/// What runs may start with: any combination of these.
#[derive(Debug, Default)]
pub(super) struct Starts {
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
    /// The starts of a model, if they are all combinations of some values.
    pub(super) fn of(model: &Model<'_>) -> Result<Starts, Obstacle> {
        let states = explore::starts(model, MOST_STARTS)?;
        if states.is_empty() {
            return Err(Obstacle::unsupported("a start that is impossible"));
        }
        let mut starts = Starts {
            places: vec![BTreeSet::new(); model.universe.len()],
            ..Starts::default()
        };
        for state in &states {
            starts.add(model, state);
        }
        let places = starts.places.iter().map(BTreeSet::len);
        let fields = starts.fields.values().map(BTreeSet::len);
        let sizes = places.chain(fields).chain([starts.now.len()]);
        let combinations = sizes.fold(1_usize, usize::saturating_mul);
        let is_mixed = starts
            .fields
            .keys()
            .any(|field| starts.open.contains(field));
        if combinations != states.len() || is_mixed {
            return Err(Obstacle::unsupported(
                "a start in which the values of several variables depend on each other",
            ));
        }
        Ok(starts)
    }

    fn add(&mut self, model: &Model<'_>, state: &State) {
        self.now.insert(state.now.clone());
        for (id, instance) in state.instances() {
            self.places[id.index()].insert(instance.life_cycle);
            let key = model.interpreter().spec(id).key;
            for (index, value) in instance.fields.iter().enumerate() {
                let field = (id, FieldId::at(index));
                if key == Some(field.1) {
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

/// Gives values to those fields that are open at the start and may be read before they are set; tells whether there are any.
pub(super) fn close(
    context: &mut Context<'_>,
    starts: &Starts,
    drafts: &[Draft],
) -> Result<bool, Obstacle> {
    let open = open_at(context, starts, drafts);
    let reads = context.reads.borrow().clone();
    let mut has_closed = false;
    for (field, states) in reads {
        let is_open = |at: &StateId| {
            let here = open.get(&(field.0, *at));
            here.is_some_and(|fields| fields.contains(&field.1))
        };
        let Some(known) = context.fields.get_mut(&field) else {
            continue;
        };
        if !known.is_open || !states.iter().any(is_open) {
            continue;
        }
        let values = start_values(context.model, field.0, field.1).ok_or_else(|| {
            let name = super::field_name(context.model, field);
            Obstacle::NoDomain {
                what: format!("{name}, which the start leaves open"),
            }
        })?;
        if values.is_empty() {
            return Err(Obstacle::unsupported("a start that is impossible"));
        }
        for value in &values {
            known.learn(&Symbol::Known(value.clone()))?;
        }
        known.starts = values;
        known.is_open = false;
        has_closed = true;
    }
    Ok(has_closed)
}

/// For each instance and life-cycle state that it may get to, the fields that may still be as the start left them.
fn open_at(
    context: &Context<'_>,
    starts: &Starts,
    drafts: &[Draft],
) -> BTreeMap<(InstanceId, StateId), BTreeSet<FieldId>> {
    let mut open: BTreeMap<(InstanceId, StateId), BTreeSet<FieldId>> = BTreeMap::new();
    for ((id, _), places) in context.model.universe.iter().zip(&starts.places) {
        let own = context
            .fields
            .range((id, FieldId(0))..=(id, FieldId(u32::MAX)));
        let own = own
            .filter(|(_, known)| known.is_open)
            .map(|((_, field), _)| *field);
        let own: BTreeSet<FieldId> = own.collect();
        for place in places {
            open.insert((id, *place), own.clone());
        }
    }
    let mut has_grown = true;
    while has_grown {
        has_grown = false;
        for draft in drafts {
            for (id, from) in &draft.places {
                let Some(before) = open.get(&(*id, *from)) else {
                    continue;
                };
                let is_set = |field: &&FieldId| draft.next.fields.contains_key(&(*id, **field));
                let after: BTreeSet<FieldId> = before
                    .iter()
                    .filter(|field| !is_set(field))
                    .copied()
                    .collect();
                let to = draft.next.places.get(id).unwrap_or(from);
                let is_new = !open.contains_key(&(*id, *to));
                let known = open.entry((*id, *to)).or_default();
                let count = known.len();
                known.extend(after);
                has_grown |= is_new || known.len() > count;
            }
        }
    }
    open
}

/// The numbers that a field's variable may begin with, in ascending order.
pub(super) fn codes(
    model: &Model<'_>,
    field: Field,
    coding: &Coding,
    values: &[Value],
) -> Vec<i64> {
    let mut codes: Vec<i64> = values
        .iter()
        .filter_map(|value| coding.code(value))
        .collect();
    if codes.is_empty() {
        let any = placeholder(model, field);
        codes.push(coding.code(&any).unwrap_or(0));
    }
    codes.sort_unstable();
    codes.dedup();
    codes
}
