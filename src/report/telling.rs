//! The words about the parts of a run that all its forms for people share.

use std::collections::BTreeSet;

use super::harmless::harmless;
use crate::model::run::Occurrence;
use crate::model::{InstanceId, Model, State, Value};
use crate::outcome::Witness;
use crate::semantics::specification::{FieldId, StateId};
use crate::trace::json_trace::spec_name;
use crate::trace::relevant::{InstanceField, Relevant, defined_by};

/// Tells a run from its start to its end, and keeps in mind what the reader knows.
pub(super) struct Telling<'t> {
    pub(super) model: &'t Model<'t>,
    pub(super) relevant: Relevant,
    /// The fields whose values the reader has been told.
    known: BTreeSet<InstanceField>,
}

impl<'t> Telling<'t> {
    pub(super) fn new(model: &'t Model<'t>, witness: &Witness) -> Telling<'t> {
        let relevant = Relevant::of(model, witness);
        Telling {
            model,
            known: relevant.at_start.clone(),
            relevant,
        }
    }

    /// `opened, balance = EUR 50.00`: the state of an instance, and what matters of its fields at the start.
    pub(super) fn at_start(&self, state: &State, id: InstanceId) -> String {
        let fields = self.relevant.at_start.iter();
        let fields: Vec<FieldId> = fields
            .filter(|(owner, _)| *owner == id)
            .map(|(_, field)| *field)
            .collect();
        self.instance(state, id, &fields)
    }

    /// An instance with all its fields.
    pub(super) fn whole(&self, state: &State, id: InstanceId) -> String {
        let n_fields = state.instance(id).fields.len();
        let fields: Vec<FieldId> = (0..n_fields).map(FieldId::at).collect();
        self.instance(state, id, &fields)
    }

    /// The state of an instance and some of its fields. The key is in its name already.
    fn instance(&self, state: &State, id: InstanceId, fields: &[FieldId]) -> String {
        let spec = self.model.interpreter().spec(id);
        let mut parts = vec![self.state_name(id, state.life_cycle(id)).to_owned()];
        for field in fields.iter().filter(|field| spec.key != Some(**field)) {
            let name = &spec.fields[field.index()].name.text;
            let value = &state.instance(id).fields[field.index()];
            parts.push(format!("{name} = {}", one_line(value)));
        }
        parts.join(", ")
    }

    /// What an event changed on its instance, a line each.
    pub(super) fn changes(
        &mut self,
        occurrence: &Occurrence,
        current: &State,
        next: &State,
    ) -> Vec<String> {
        let id = occurrence.instance;
        let mut lines = Vec::new();
        let (from, to) = (current.life_cycle(id), next.life_cycle(id));
        if from != to {
            let (from, to) = (self.state_name(id, from), self.state_name(id, to));
            lines.push(format!("state: {from} -> {to}"));
        }
        let spec = self.model.interpreter().spec(id);
        for (id, field) in defined_by(self.model, occurrence) {
            let name = &spec.fields[field.index()].name.text;
            let before = &current.instance(id).fields[field.index()];
            let after = &next.instance(id).fields[field.index()];
            // What was there before is worth telling only if the reader has seen it.
            if self.known.insert((id, field)) {
                lines.push(format!("{name} = {}", one_line(after)));
            } else if before != after {
                lines.push(format!(
                    "{name}: {} -> {}",
                    one_line(before),
                    one_line(after)
                ));
            }
        }
        lines
    }

    /// `withdraw(amount = EUR 42.00)`
    pub(super) fn call(&self, occurrence: &Occurrence) -> String {
        let interpreter = self.model.interpreter();
        let event = interpreter.event(occurrence.instance, occurrence.event);
        let arguments: Vec<String> = event
            .params
            .iter()
            .zip(&occurrence.arguments)
            .map(|(param, value)| format!("{} = {}", param.name.text, one_line(value)))
            .collect();
        format!("{}({})", event.name.text, arguments.join(", "))
    }

    /// How time went on, where that matters.
    pub(super) fn time(&self, current: &State, next: &State) -> Option<String> {
        let is_told = self.relevant.time && current.now != next.now;
        is_told.then(|| format!("now: {} -> {}", current.now, next.now))
    }

    fn state_name(&self, id: InstanceId, state: StateId) -> &'t str {
        let states = &self
            .model
            .program
            .spec(self.model.universe.instance(id).spec)
            .states;
        states
            .get(state.index())
            .map_or("?", |state| &state.name.text)
    }
}

/// `Account[2]`
pub(super) fn instance_name(model: &Model<'_>, id: InstanceId) -> String {
    let key = &model.universe.instance(id).key;
    format!("{}[{}]", spec_name(model, id), one_line(key))
}

/// The value of a part of a condition, in one line. Unlike a field it may be an instance, or hold some.
pub(super) fn part_value(model: &Model<'_>, value: Option<&Value>) -> String {
    let part = |value: &Value| part_value(model, Some(value));
    match value {
        None => "undefined".to_owned(),
        Some(Value::Instance(id)) => instance_name(model, *id),
        Some(Value::Set(elements)) => {
            let elements: Vec<String> = elements.iter().map(part).collect();
            format!("{{{}}}", elements.join(", "))
        }
        Some(Value::Map(entries)) => {
            let entries = entries.iter();
            let entries = entries.map(|(key, value)| format!("{} : {}", part(key), part(value)));
            format!("({})", entries.collect::<Vec<_>>().join(", "))
        }
        Some(plain) => one_line(plain),
    }
}

/// A value of a field or parameter in one line.
pub(super) fn one_line(value: &Value) -> String {
    harmless(&value.to_string()).replace('\n', "\\n")
}
