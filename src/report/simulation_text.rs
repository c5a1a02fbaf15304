//! What a simulation shows: states, what can happen, and what just did.

use std::collections::BTreeSet;
use std::fmt::Write;

use anstyle::Style;

use super::diagnostics_text::counted;
use super::telling::{instance_name, one_line};
use crate::model::run::Run;
use crate::model::run::{Occurrence, Step};
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::specification::{EventId, FieldId, Param, StateId};
use crate::simulation::Session;
use crate::simulation::menu::Menu;

const BOLD: Style = Style::new().bold();
const DIMMED: Style = Style::new().dimmed();

/// So many instances are shown of a state, unless the user wants all.
const MOST_INSTANCES: usize = 20;

/// The state that a run has reached, as far as it is relevant.
pub fn relevant_state(session: &Session<'_>) -> String {
    relevant(session.model(), session.run(), session.state())
}

/// A state, as far as it is relevant in a run: the instances that took part, the last ones first, and then others.
fn relevant(model: &Model<'_>, run: &Run, shown: &State) -> String {
    let occurrences = run.steps.iter().rev();
    let occurrences = occurrences.flat_map(|(step, _)| &step.occurrences);
    let mut ids = BTreeSet::new();
    let all = model.universe.iter().map(|(id, _)| id);
    for id in occurrences.map(|taken| taken.instance).chain(all) {
        if ids.len() == MOST_INSTANCES {
            break;
        }
        ids.insert(id);
    }
    let further = model.universe.len() - ids.len();
    let mut text = state(model, shown, ids);
    if further > 0 {
        let further = counted(further, "further instance");
        let _ = writeln!(text, "and {further}; `state all` shows them");
    }
    text
}

/// Some instances of a state, with all of their fields.
pub fn state(
    model: &Model<'_>,
    state: &State,
    ids: impl IntoIterator<Item = InstanceId>,
) -> String {
    let mut text = format!("now = {}\n", state.now);
    for id in ids {
        let name = instance_name(model, id);
        let life_cycle = state_name(model, id, state.life_cycle(id));
        let _ = write!(text, "{BOLD}{name}{BOLD:#}  {life_cycle}");
        let spec = model.interpreter().spec(id);
        let fields = spec.fields.iter().zip(&state.instance(id).fields);
        for (index, (field, value)) in fields.enumerate() {
            if spec.key != Some(FieldId::at(index)) {
                let _ = write!(text, ", {} = {}", field.name.text, one_line(value));
            }
        }
        text.push('\n');
    }
    text
}

/// How far a run has come, for a check of something that has a name.
pub fn conclusion(session: &Session<'_>, name: &str) -> String {
    let model = session.model();
    let taken = session.run().steps.len();
    let steps = counted(taken, "step");
    let (met, unmet) = if asks_of_invariants(model) {
        let (met, unmet) = ("an invariant is broken", "no invariant is broken");
        (met.to_owned(), unmet.to_owned())
    } else {
        (
            format!("`{name}` is reached"),
            format!("`{name}` is not reached"),
        )
    };
    let within_bounds = session.goal_after();
    let Some(first) = within_bounds.or_else(|| session.run().find(|state| model.is_goal(state)))
    else {
        return format!("{steps}; {unmet}\n");
    };
    let after = if first == taken {
        steps
    } else {
        format!("{first} of {steps}")
    };
    let but = match within_bounds {
        None => ", but not within the bounds of the check",
        Some(_) if model.check.expects_run() || asks_of_invariants(model) => "",
        Some(_) => ", but should be unreachable",
    };
    format!("{met} after {after}{but}\n")
}

/// That a run has just come to what the check asks for.
pub fn arrival(model: &Model<'_>, name: &str) -> String {
    if asks_of_invariants(model) {
        "an invariant is broken here; `goal` tells which\n".to_owned()
    } else {
        format!("this is the goal, `{name}`\n")
    }
}

/// Whether a run shows that its check fails, wherever on its way.
pub fn refutes(session: &Session<'_>) -> bool {
    !session.model().check.expects_run() && session.goal_after().is_some()
}

fn asks_of_invariants(model: &Model<'_>) -> bool {
    model.property.broken().is_some()
}

/// What can happen, as a numbered list.
pub fn menu(model: &Model<'_>, menu: &Menu) -> String {
    if menu.entries.is_empty() && menu.further == 0 {
        return "no event is possible\n".to_owned();
    }
    let width = menu.entries.len().to_string().len();
    let mut text = String::new();
    for (index, entry) in menu.entries.iter().enumerate() {
        let number = index + 1;
        let name = event_name(model, entry.instance, entry.event);
        let params = &model
            .interpreter()
            .event(entry.instance, entry.event)
            .params;
        let inside = match &entry.arguments {
            Some(arguments) => assignments(params, arguments),
            None => parameters(params),
        };
        let _ = writeln!(text, "{BOLD}{number:>width$}{BOLD:#}  {name}({inside})");
    }
    if menu.further > 0 {
        let further = counted(menu.further, "further instance");
        let _ = writeln!(
            text,
            "and what {further} can do; `events Spec[key]` lists it for one"
        );
    }
    text
}

/// A step and what it changed.
pub fn step(
    model: &Model<'_>,
    number: usize,
    step: &Step,
    before: &State,
    after: &State,
) -> String {
    let mut text = String::new();
    if before.now != after.now {
        let _ = writeln!(text, "now: {} -> {}", before.now, after.now);
    }
    for (index, occurrence) in step.occurrences.iter().enumerate() {
        let call = call(model, occurrence);
        let caller = step.callers.get(index).copied().flatten();
        let _ = match caller.and_then(|caller| step.occurrences.get(caller)) {
            None => writeln!(text, "{BOLD}step {number}{BOLD:#}  {call}"),
            Some(by) => {
                let by = event_name(model, by.instance, by.event);
                writeln!(text, "  {call}  {DIMMED}called by {by}{DIMMED:#}")
            }
        };
        for change in changes(model, occurrence.instance, before, after) {
            let indent = if caller.is_none() { "  " } else { "    " };
            let _ = writeln!(text, "{indent}{change}");
        }
    }
    text
}

/// Where a step can lead, as a numbered list of differences.
pub fn next_states(model: &Model<'_>, before: &State, step: &Step, states: &[State]) -> String {
    let width = states.len().min(MOST_INSTANCES).to_string().len();
    let mut text = format!("there are {} next states:\n", states.len());
    for (index, after) in states.iter().enumerate().take(MOST_INSTANCES) {
        let changes: Vec<String> = step
            .occurrences
            .iter()
            .filter_map(|occurrence| {
                let changes = changes(model, occurrence.instance, before, after);
                let name = instance_name(model, occurrence.instance);
                (!changes.is_empty()).then(|| format!("{name}  {}", changes.join(", ")))
            })
            .collect();
        let number = index + 1;
        let shown = if changes.is_empty() {
            "nothing changes".to_owned()
        } else {
            changes.join("; ")
        };
        let _ = writeln!(text, "{BOLD}{number:>width$}{BOLD:#}  {shown}");
    }
    if let Some(further) = states.len().checked_sub(MOST_INSTANCES + 1) {
        let _ = writeln!(text, "and {} more", further + 1);
    }
    text
}

/// What is different about an instance.
fn changes(model: &Model<'_>, id: InstanceId, before: &State, after: &State) -> Vec<String> {
    let mut changes = Vec::new();
    let (from, to) = (before.life_cycle(id), after.life_cycle(id));
    if from != to {
        let (from, to) = (state_name(model, id, from), state_name(model, id, to));
        changes.push(format!("state: {from} -> {to}"));
    }
    let values = before.instance(id).fields.iter();
    let values = values.zip(&after.instance(id).fields);
    let fields = model.interpreter().spec(id).fields.iter().zip(values);
    for (field, (from, to)) in fields.filter(|(_, (from, to))| from != to) {
        let (from, to) = (one_line(from), one_line(to));
        changes.push(format!("{}: {from} -> {to}", field.name.text));
    }
    changes
}

/// `Account[2].withdraw(amount = EUR 42.00)`
pub(super) fn call(model: &Model<'_>, occurrence: &Occurrence) -> String {
    let name = event_name(model, occurrence.instance, occurrence.event);
    let event = model
        .interpreter()
        .event(occurrence.instance, occurrence.event);
    let arguments = assignments(event.params, &occurrence.arguments);
    format!("{name}({arguments})")
}

/// `Account[2].withdraw`
pub fn event_name(model: &Model<'_>, id: InstanceId, event: EventId) -> String {
    let event = &model.interpreter().event(id, event).name.text;
    format!("{}.{event}", instance_name(model, id))
}

/// `amount = EUR 42.00`
pub(super) fn assignments(params: &[Param], arguments: &[Value]) -> String {
    let assignments = params.iter().zip(arguments);
    let assignments: Vec<String> = assignments
        .map(|(param, value)| format!("{} = {}", param.name.text, one_line(value)))
        .collect();
    assignments.join(", ")
}

/// `amount: Money`
fn parameters(params: &[Param]) -> String {
    let shown: Vec<String> = params
        .iter()
        .map(|param| format!("{}: {}", param.name.text, param.ty))
        .collect();
    shown.join(", ")
}

pub(super) fn state_name<'m>(model: &'m Model<'_>, id: InstanceId, state: StateId) -> &'m str {
    let spec = model.program.spec(model.universe.instance(id).spec);
    let state = spec.states.get(state.index());
    state.map_or("?", |state| state.name.text.as_str())
}
