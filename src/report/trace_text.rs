//! Runs as people read them: one line a step, and below it what changed.

use std::collections::BTreeSet;
use std::fmt::Write;

use anstyle::Style;

use super::diagnostics_text::counted;
use super::excerpt::printable;
use crate::diagnostics::{Sources, Span};
use crate::engines::Witness;
use crate::model::steps::{Occurrence, Step};
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::specification::{FieldId, StateId};
use crate::trace::relevant::{Place, Relevant, defined_by};

const BOLD: Style = Style::new().bold();
const DIMMED: Style = Style::new().dimmed();

/// So many instances that do not take part are shown at the start.
const MOST_BYSTANDERS: usize = 10;

/// A run, indented below its verdict. `full` shows whole states.
pub fn render(sources: &Sources, model: &Model<'_>, witness: &Witness, full: bool) -> String {
    let relevant = Relevant::of(model, witness);
    let mut writer = Writer {
        sources,
        model,
        full,
        known: relevant.at_start.clone(),
        relevant,
        text: String::new(),
    };
    writer.start(&witness.start);
    let mut current = &witness.start;
    for (index, (step, next)) in witness.steps.iter().enumerate() {
        writer.step(index + 1, step, current, next);
        current = next;
    }
    writer.text
}

struct Writer<'w> {
    sources: &'w Sources,
    model: &'w Model<'w>,
    full: bool,
    relevant: Relevant,
    /// The fields whose values the reader has been told.
    known: BTreeSet<Place>,
    text: String,
}

impl Writer<'_> {
    /// A line, indented so many times.
    fn line(&mut self, depth: usize, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 2 * depth);
    }

    fn start(&mut self, state: &State) {
        self.line(1, &format!("{BOLD}step 0{BOLD:#}"));
        if self.full {
            return self.whole_state(2, state);
        }
        if self.relevant.time {
            self.line(2, &format!("now = {}", shown(&state.now)));
        }
        let ids = || self.model.universe.iter().map(|(id, _)| id);
        let takes_part = |id: &InstanceId| self.relevant.instances.contains(id);
        let n_bystanders = ids().filter(|id| !takes_part(id)).count();
        let mut room = MOST_BYSTANDERS;
        let listed: Vec<InstanceId> = ids()
            .filter(|id| {
                let is_listed = takes_part(id) || room > 0;
                room -= usize::from(is_listed && !takes_part(id));
                is_listed
            })
            .collect();
        for id in listed {
            let fields = self.relevant.at_start.iter();
            let fields = fields.filter(|(owner, _)| *owner == id);
            let fields: Vec<FieldId> = fields.map(|(_, field)| *field).collect();
            self.line(2, &self.instance(state, id, &fields));
        }
        let left_out = n_bystanders.saturating_sub(MOST_BYSTANDERS);
        if left_out > 0 {
            self.line(
                2,
                &format!("and {} that take no part", counted(left_out, "instance")),
            );
        }
    }

    fn whole_state(&mut self, depth: usize, state: &State) {
        self.line(depth, &format!("now = {}", shown(&state.now)));
        for (id, at) in state.instances() {
            let fields: Vec<FieldId> = (0..at.fields.len()).map(FieldId::at).collect();
            self.line(depth, &self.instance(state, id, &fields));
        }
    }

    /// An instance with its state and some of its fields. The key is in its name already.
    fn instance(&self, state: &State, id: InstanceId, fields: &[FieldId]) -> String {
        let spec = self.model.interpreter().spec(id);
        let mut text = format!(
            "{}  {}",
            self.name(id),
            self.state_name(id, state.life_cycle(id))
        );
        for field in fields.iter().filter(|field| spec.key != Some(**field)) {
            let name = &spec.fields[field.index()].name.text;
            let value = &state.instance(id).fields[field.index()];
            let _ = write!(text, ", {name} = {}", shown(value));
        }
        text
    }

    fn step(&mut self, number: usize, step: &Step, current: &State, next: &State) {
        if let Some(first) = step.occurrences.first() {
            let event = self.event(first);
            self.line(1, &format!("{BOLD}step {number}{BOLD:#}  {event}"));
        }
        if self.full {
            self.partners(2, step, 0, |_, _, _| {});
            return self.whole_state(2, next);
        }
        if self.relevant.time && current.now != next.now {
            let times = format!("now: {} -> {}", shown(&current.now), shown(&next.now));
            self.line(2, &times);
        }
        self.changes(2, &step.occurrences[0], current, next);
        self.partners(2, step, 0, |writer, depth, occurrence| {
            writer.changes(depth, occurrence, current, next);
        });
    }

    /// The events that an occurrence syncs, each with what is below it.
    fn partners(
        &mut self,
        depth: usize,
        step: &Step,
        caller: usize,
        below: impl Fn(&mut Self, usize, &Occurrence) + Copy,
    ) {
        for (at, partner) in step.occurrences.iter().enumerate() {
            if step.callers[at] != Some(caller) {
                continue;
            }
            let by = &step.occurrences[caller];
            let by = format!("{}.{}", self.name(by.instance), self.event_name(by));
            let event = self.event(partner);
            self.line(depth, &format!("{event} {DIMMED}called by {by}{DIMMED:#}"));
            below(self, depth + 1, partner);
            self.partners(depth + 1, step, at, below);
        }
    }

    /// What an occurrence changed on its instance.
    fn changes(&mut self, depth: usize, occurrence: &Occurrence, current: &State, next: &State) {
        let id = occurrence.instance;
        let (from, to) = (current.life_cycle(id), next.life_cycle(id));
        if from != to {
            let (from, to) = (self.state_name(id, from), self.state_name(id, to));
            self.line(depth, &format!("state: {from} -> {to}"));
        }
        for (id, field) in defined_by(self.model, occurrence) {
            let name = &self.model.interpreter().spec(id).fields[field.index()]
                .name
                .text;
            let before = &current.instance(id).fields[field.index()];
            let after = &next.instance(id).fields[field.index()];
            // What was there before is worth telling only if the reader has seen it.
            if self.known.insert((id, field)) {
                self.line(depth, &format!("{name} = {}", shown(after)));
            } else if before != after {
                let change = format!("{name}: {} -> {}", shown(before), shown(after));
                self.line(depth, &change);
            }
        }
    }

    /// `Account[2].withdraw(amount = EUR 42.00)  [bank/Library.ebl:14]`
    fn event(&self, occurrence: &Occurrence) -> String {
        let interpreter = self.model.interpreter();
        let event = interpreter.event(occurrence.instance, occurrence.event);
        let arguments: Vec<String> = event
            .params
            .iter()
            .zip(&occurrence.arguments)
            .map(|(param, value)| format!("{} = {}", param.name.text, shown(value)))
            .collect();
        format!(
            "{}.{}({})  {DIMMED}[{}]{DIMMED:#}",
            self.name(occurrence.instance),
            event.name.text,
            arguments.join(", "),
            self.place(event.name.span)
        )
    }

    fn event_name(&self, occurrence: &Occurrence) -> &str {
        let interpreter = self.model.interpreter();
        &interpreter
            .event(occurrence.instance, occurrence.event)
            .name
            .text
    }

    fn place(&self, span: Span) -> String {
        let path = self.sources.file(span.file).path().display().to_string();
        format!("{}:{}", printable(&path), self.sources.line(span))
    }

    fn state_name(&self, id: InstanceId, state: StateId) -> &str {
        let states = &self.model.interpreter().spec(id).states;
        states
            .get(state.index())
            .map_or("?", |state| &state.name.text)
    }

    fn name(&self, id: InstanceId) -> String {
        instance_name(self.model, id)
    }
}

/// `Account[2]`
pub fn instance_name(model: &Model<'_>, id: InstanceId) -> String {
    let key = &model.universe.instance(id).key;
    format!("{}[{}]", model.interpreter().spec(id).name.text, shown(key))
}

/// A value in one line.
pub fn shown(value: &Value) -> String {
    printable(&value.to_string()).replace('\n', "\\n")
}
