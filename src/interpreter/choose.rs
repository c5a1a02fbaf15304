//! Values for what a run left open.

use std::collections::BTreeSet;

use super::steps::Interpreter;
use crate::model::run::{Run, Step};
use crate::model::value::{InstanceId, Value, of_type};
use crate::model::{Model, State};
use crate::semantics::specification::FieldId;

impl Run {
    /// Chooses what was left open: values that were tried later from where they were first open on, anything for the
    /// rest, and a time that stands still.
    pub(super) fn choose(&mut self, model: &Model<'_>) {
        let mut after: Option<State> = None;
        for index in (0..=self.steps.len()).rev() {
            let written = self
                .steps
                .get(index)
                .map_or_else(BTreeSet::new, |(step, _)| {
                    written(&model.interpreter(), step)
                });
            let state = match index.checked_sub(1) {
                Some(before) => &mut self.steps[before].1,
                None => &mut self.start,
            };
            close(model, state, after.as_ref(), &written);
            after = Some(state.clone());
        }
        let mut now = match &self.start.now {
            Value::Open => Value::DateTime(0.into()),
            known => known.clone(),
        };
        for state in
            std::iter::once(&mut self.start).chain(self.steps.iter_mut().map(|step| &mut step.1))
        {
            if state.now == Value::Open {
                state.now = now.clone();
            }
            now = state.now.clone();
        }
    }
}

/// The fields that a step defines anew.
fn written(interpreter: &Interpreter<'_>, step: &Step) -> BTreeSet<(InstanceId, FieldId)> {
    let mut fields = BTreeSet::new();
    for taken in &step.occurrences {
        let groups = &interpreter.shape(taken.instance, taken.event).groups;
        let defined = groups.iter().flat_map(|group| &group.fields);
        fields.extend(defined.map(|field| (taken.instance, *field)));
    }
    fields
}

/// Gives every open field of a state the value that it has afterwards, or any, where a step defines it anew.
fn close(
    model: &Model<'_>,
    state: &mut State,
    after: Option<&State>,
    written: &BTreeSet<(InstanceId, FieldId)>,
) {
    let interpreter = model.interpreter();
    for (id, _) in model.universe.iter() {
        for index in 0..interpreter.spec(id).fields.len() {
            let field = FieldId::at(index);
            let value = &mut state.instance_mut(id).fields[index];
            if *value != Value::Open || !model.class(id).keeps_field(field) {
                continue;
            }
            let later = after.filter(|_| !written.contains(&(id, field)));
            let later = later.and_then(|after| after.field(id, field)).cloned();
            *value = later.unwrap_or_else(|| any_value(&interpreter, id, field));
        }
    }
}

/// The first value of the domain of a field, or the plainest of its type.
pub(super) fn any_value(interpreter: &Interpreter<'_>, id: InstanceId, field: FieldId) -> Value {
    let domain = interpreter.domain(id, field);
    let first = domain.and_then(<[Value]>::first).cloned();
    first.unwrap_or_else(|| of_type(&interpreter.spec(id).fields[field.index()].ty))
}
