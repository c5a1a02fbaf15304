//! Runs as people read them: one line a step, and below it what changed.

use std::fmt::Write;

use anstyle::Style;

use super::diagnostics_text::{Drawing, counted};
use super::harmless;
use super::telling::{Telling, instance_name};
use crate::diagnostics::{Sources, Span};
use crate::model::run::{Occurrence, Rest, Step};
use crate::model::{InstanceId, Model, State};
use crate::outcome::Witness;

const BOLD: Style = Style::new().bold();
const DIMMED: Style = Style::new().dimmed();

/// So many instances that do not take part are shown at the start.
const MOST_BYSTANDERS: usize = 10;

/// A run, indented below its verdict. `full` shows whole states.
pub fn render(
    sources: &Sources,
    model: &Model<'_>,
    witness: &Witness,
    full: bool,
    drawing: Drawing,
) -> String {
    let mut writer = Writer {
        sources,
        model,
        full,
        bold: drawing.style(BOLD),
        dimmed: drawing.style(DIMMED),
        telling: Telling::new(model, witness),
        text: String::new(),
    };
    writer.start(&witness.start);
    let mut current = &witness.start;
    for (index, (step, next)) in witness.steps.iter().enumerate() {
        writer.turn(witness.rest, index);
        writer.step(index + 1, step, current, next);
        current = next;
    }
    writer.rest(witness.rest);
    writer.text
}

/// What comes after the last step of a run, in words; nothing where nobody says.
pub fn what_follows(rest: Rest) -> Option<String> {
    match rest {
        Rest::Unsaid => None,
        Rest::Loop(back) => Some(format!("and again from step {}, for ever", back + 1)),
        Rest::End => Some("nothing can happen any more".to_owned()),
    }
}

struct Writer<'w> {
    sources: &'w Sources,
    model: &'w Model<'w>,
    full: bool,
    bold: Style,
    dimmed: Style,
    telling: Telling<'w>,
    text: String,
}

impl Writer<'_> {
    /// A line, indented so many times.
    fn line(&mut self, depth: usize, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 2 * depth);
    }

    fn start(&mut self, state: &State) {
        let bold = self.bold;
        self.line(1, &format!("{bold}step 0{bold:#}"));
        if self.full {
            return self.whole_state(state);
        }
        if self.telling.relevant.time {
            self.line(2, &format!("now = {}", state.now));
        }
        let (listed, n_left_out) = self.listed_at_start();
        for id in listed {
            let told = self.telling.at_start(state, id);
            self.line(2, &format!("{}  {told}", instance_name(self.model, id)));
        }
        if n_left_out > 0 {
            let others = counted(n_left_out, "more instance");
            let dimmed = self.dimmed;
            self.line(2, &format!("{dimmed}and {others}{dimmed:#}"));
        }
    }

    /// Marks the state after so many steps, if it is the one that a loop comes back to.
    fn turn(&mut self, rest: Rest, steps: usize) {
        if rest == Rest::Loop(steps) {
            let dimmed = self.dimmed;
            self.line(1, &format!("{dimmed}for ever:{dimmed:#}"));
        }
    }

    /// What comes after the last step.
    fn rest(&mut self, rest: Rest) {
        if let Some(told) = what_follows(rest) {
            let dimmed = self.dimmed;
            self.line(1, &format!("{dimmed}{told}{dimmed:#}"));
        }
    }

    /// All instances that take part and a few others, and how many are left out.
    fn listed_at_start(&self) -> (Vec<InstanceId>, usize) {
        let mut room = MOST_BYSTANDERS;
        let mut listed = Vec::new();
        for (id, _) in self.model.universe.iter() {
            if self.telling.relevant.instances.contains(&id) {
                listed.push(id);
            } else if room > 0 {
                room -= 1;
                listed.push(id);
            }
        }
        let n_left_out = self.model.universe.len() - listed.len();
        (listed, n_left_out)
    }

    fn whole_state(&mut self, state: &State) {
        self.line(2, &format!("now = {}", state.now));
        for (id, _) in state.instances() {
            let told = self.telling.whole(state, id);
            self.line(2, &format!("{}  {told}", instance_name(self.model, id)));
        }
    }

    fn step(&mut self, number: usize, step: &Step, current: &State, next: &State) {
        let Some(first) = step.occurrences.first() else {
            return;
        };
        let event = self.event(first);
        let bold = self.bold;
        self.line(1, &format!("{bold}step {number}{bold:#}  {event}"));
        if self.full {
            self.partners(2, step, 0, None);
            return self.whole_state(next);
        }
        if let Some(time) = self.telling.time(current, next) {
            self.line(2, &time);
        }
        self.changes(2, first, (current, next));
        self.partners(2, step, 0, Some((current, next)));
    }

    /// The events that one syncs, each with what it changed and what it syncs in turn.
    fn partners(
        &mut self,
        depth: usize,
        step: &Step,
        caller: usize,
        states: Option<(&State, &State)>,
    ) {
        for (at, partner) in step.occurrences.iter().enumerate() {
            if step.callers[at] != Some(caller) {
                continue;
            }
            let event = self.event(partner);
            let by = instance_name(self.model, step.occurrences[caller].instance);
            let dimmed = self.dimmed;
            self.line(depth, &format!("{event} {dimmed}called by {by}{dimmed:#}"));
            if let Some(states) = states {
                self.changes(depth + 1, partner, states);
            }
            self.partners(depth + 1, step, at, states);
        }
    }

    fn changes(&mut self, depth: usize, occurrence: &Occurrence, states: (&State, &State)) {
        for line in self.telling.changes(occurrence, states.0, states.1) {
            self.line(depth, &line);
        }
    }

    /// `Account[2].withdraw(amount = EUR 42.00)  [bank/Library.ebl:14]`
    fn event(&self, occurrence: &Occurrence) -> String {
        let interpreter = self.model.interpreter();
        let event = interpreter.event(occurrence.instance, occurrence.event);
        let dimmed = self.dimmed;
        format!(
            "{}.{}  {dimmed}[{}]{dimmed:#}",
            instance_name(self.model, occurrence.instance),
            self.telling.call(occurrence),
            self.place(event.name.span)
        )
    }

    fn place(&self, span: Span) -> String {
        harmless::place(self.sources, span)
    }
}
