//! Runs that checks found, with the places of the events that happen in them.

use std::sync::Arc;

use super::verdicts::{CheckName, checks, known};
use super::{Project, Snapshot, Stale, Stop};
use crate::diagnostics::Span;
use crate::report::trace_text::what_follows;
use crate::semantics::Program;
use crate::trace::json_trace::{RestOfTrace, Trace, TraceEvent, TraceInstance};

/// A step of a run.
#[derive(Debug)]
pub struct Step {
    /// The number of steps up to here.
    pub number: usize,
    /// What happens: `Account[NL01].withdraw(amount = EUR 5.00)`.
    pub label: String,
    /// Where the event is declared; where the check stands for the start.
    pub span: Option<Span>,
    /// What is different afterwards.
    pub changes: Vec<String>,
    /// What happens at the same time.
    pub synced: Vec<Step>,
}

/// A run.
#[derive(Debug)]
pub struct KnownRun {
    /// Where the places are.
    pub project: Arc<Project>,
    /// Something that the check reads has changed since.
    pub is_stale: bool,
    /// The run as the command line shows it.
    pub text: String,
    /// The start and the steps.
    pub steps: Vec<Step>,
}

/// The run that a check found when it was last run.
pub fn trace(
    snapshot: &Snapshot,
    name: &CheckName,
    stop: &Stop<'_>,
) -> Result<Option<KnownRun>, Stale> {
    let Some((outcome, is_stale)) = known(snapshot, name, stop)? else {
        return Ok(None);
    };
    let project = snapshot.with_imports_only(&name.path, stop)?;
    Ok(outcome.trace.as_ref().map(|trace| KnownRun {
        is_stale,
        text: outcome.trace_text.clone(),
        steps: steps(&project, name, (trace, outcome.rest)),
        project,
    }))
}

fn steps(project: &Project, name: &CheckName, (trace, rest): (&Trace, RestOfTrace)) -> Vec<Step> {
    let mut before: &[TraceInstance] = &[];
    let mut steps = Vec::new();
    for entry in trace {
        let mut step = match &entry.event {
            Some(event) => step(project.program(), entry.step, event),
            None => Step {
                number: entry.step,
                label: "start".to_owned(),
                span: place_of(project, name),
                changes: Vec::new(),
                synced: Vec::new(),
            },
        };
        step.changes = changes(before, &entry.instances);
        before = &entry.instances;
        steps.push(step);
    }
    steps.extend(what_follows(rest.into()).map(|label| Step {
        number: steps.len(),
        label,
        span: None,
        changes: Vec::new(),
        synced: Vec::new(),
    }));
    steps
}

fn place_of(project: &Project, name: &CheckName) -> Option<Span> {
    let file = project.file(&name.path)?;
    let root = project.module(file)?.parse.root();
    let mut checks = checks(&name.path, &root).into_iter();
    let (_, range) = checks.find(|(known, _)| known == name)?;
    Some(Span::new(file, range))
}

fn step(program: &Program, number: usize, event: &TraceEvent) -> Step {
    let arguments = event.arguments.iter();
    let arguments = arguments.map(|(name, value)| format!("{name} = {value}"));
    let arguments = arguments.collect::<Vec<_>>().join(", ");
    let synced = event.synced.iter();
    Step {
        number,
        label: format!("{}[{}].{}({arguments})", event.spec, event.key, event.name),
        span: declared(program, event),
        changes: Vec::new(),
        synced: synced.map(|it| step(program, number, it)).collect(),
    }
}

/// Where an event is declared. The texts may have changed since it happened.
fn declared(program: &Program, event: &TraceEvent) -> Option<Span> {
    let mut specs = program.specifications.iter();
    let spec = specs.find(|spec| spec.name.text == event.spec)?;
    let id = spec.event_named(&event.name)?;
    Some(spec.events[id.index()].name.span)
}

/// What differs between two states.
fn changes(before: &[TraceInstance], after: &[TraceInstance]) -> Vec<String> {
    let mut changes = Vec::new();
    for now in after {
        let name = format!("{}[{}]", now.spec, now.key);
        let known = before
            .iter()
            .find(|it| it.spec == now.spec && it.key == now.key);
        if known.is_none_or(|known| known.state != now.state) {
            changes.push(format!("{name} is {}", now.state));
        }
        for (field, value) in &now.fields {
            if known.is_none_or(|known| known.fields.get(field) != Some(value)) {
                changes.push(format!("{name}.{field} = {value}"));
            }
        }
    }
    changes
}
