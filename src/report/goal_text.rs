//! Why the last state of a run is what was looked for: the instances that meet the goal, or the invariant that is
//! broken.

use std::fmt::Write;

use super::diagnostics_text::{Drawing, counted, remark};
use super::harmless::place;
use super::source_line::source_line;
use super::telling::{instance_name, one_line, part_value};
use crate::diagnostics::{Label, Sources};
use crate::interpreter::explain::{self, Part};
use crate::model::property::Requirement;
use crate::model::{InstanceId, Model, State};
use crate::semantics::expression::ExprKind;
use crate::semantics::specification::FieldId;
use crate::trace::relevant::on_instance;

/// So many instances that meet the goal are shown.
const MOST_INSTANCES: usize = 10;

/// Why a state is the goal, to be shown below the run that leads to it.
pub fn render(sources: &Sources, model: &Model<'_>, last: &State, drawing: Drawing) -> String {
    match model.property.described() {
        Some(goal) => met(sources, model, last, &goal.wanted),
        None => broken(sources, model, last, drawing),
    }
}

/// The instances that meet the statements of the goal, each with what the statement speaks of.
fn met(sources: &Sources, model: &Model<'_>, last: &State, wanted: &[Requirement<'_>]) -> String {
    let met_by = model.met_by(last).unwrap_or_default();
    let mut text = String::from("  goal\n");
    for (asked, id) in wanted.iter().zip(&met_by).take(MOST_INSTANCES) {
        let (name, told) = (instance_name(model, *id), told(model, last, *id, asked));
        let place = place(sources, asked.span);
        // Writing to a string does not fail.
        let _ = writeln!(text, "    {name}  {told}  [{place}]");
    }
    let left_out = met_by.len().saturating_sub(MOST_INSTANCES);
    if left_out > 0 {
        let _ = writeln!(text, "    and {}", counted(left_out, "more instance"));
    }
    if met_by.is_empty() {
        String::new()
    } else {
        text
    }
}

/// The state of an instance, and the fields that a statement speaks of.
fn told(model: &Model<'_>, state: &State, id: InstanceId, asked: &Requirement<'_>) -> String {
    let spec = model.interpreter().spec(id);
    let at = state.instance(id);
    let mut text = spec.states[at.life_cycle.index()].name.text.to_string();
    for field in fields(asked) {
        if spec.key != Some(field) {
            let name = &spec.fields[field.index()].name.text;
            let _ = write!(text, ", {name} = {}", one_line(&at.fields[field.index()]));
        }
    }
    text
}

/// The fields of its instance that a statement speaks of, in order.
fn fields(asked: &Requirement<'_>) -> Vec<FieldId> {
    let mut fields = Vec::new();
    for constraint in &asked.constraints {
        constraint.walk(&mut |part| match &part.kind {
            ExprKind::Field(base, field, _) if base.kind == ExprKind::This => fields.push(*field),
            _ => {}
        });
    }
    fields.sort_unstable();
    fields.dedup();
    fields
}

/// The statement of an invariant that does not hold, with the values of its parts.
fn broken(sources: &Sources, model: &Model<'_>, last: &State, drawing: Drawing) -> String {
    let Some((id, index)) = model.broken_invariant(last) else {
        return String::new();
    };
    let invariant = &model.interpreter().spec(id).invariants[index];
    let environment = on_instance(model, last, id);
    let mut statements = invariant.conditions.iter();
    let Some(statement) = statements.find(|it| !environment.holds(&it.condition)) else {
        return String::new();
    };
    let blamed = explain::blame(&environment, &statement.condition);
    let what = if blamed.undefined {
        "undefined"
    } else {
        "false"
    };
    let elements = told_values(sources, model, &blamed.elements);
    let values = told_values(sources, model, &blamed.values);
    let mut told = format!("this is {what}");
    if !elements.is_empty() {
        let _ = write!(told, " where {}", elements.join(" and "));
    }
    if !values.is_empty() {
        let _ = write!(told, ": {}", values.join(", "));
    }
    let label = Label {
        span: blamed.part.span,
        text: told,
    };
    let name = &invariant.name.text;
    let message = format!(
        "the invariant `{name}` of {} is broken",
        instance_name(model, id)
    );
    remark(sources, &message, &label, drawing)
}

/// `this.balance is EUR 3.00`: the values of parts of a condition that do not tell them themselves.
fn told_values(sources: &Sources, model: &Model<'_>, parts: &[Part]) -> Vec<String> {
    let mut values = Vec::new();
    for (span, value) in parts {
        let value = part_value(model, value.as_ref());
        let text = source_line(sources.text_at(*span));
        if value != text {
            values.push(format!("{text} is {value}"));
        }
    }
    values
}
