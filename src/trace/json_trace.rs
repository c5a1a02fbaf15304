//! Runs as the `trace` of our JSON documents: written, and read back.
//!
//! A [`Trace`] names everything as the language does, so that people can read it and other programs can write it.
//! [`read`] only finds what the names mean; whether the steps are possible is for the interpreter to say.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::model::read_value::{Unreadable, read_value};
use crate::model::run::{Occurrence, Rest, Run, Step};
use crate::model::state::InstanceState;
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::specification::{EventId, FieldId, SpecId, Specification, StateId};
use crate::semantics::types::Type;

/// A run: its first entry is the start, and each further one a step.
pub type Trace = Vec<TraceStep>;

/// A step and the state that it leads to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct TraceStep {
    /// The number of steps up to here.
    pub step: usize,
    /// Nothing at the start.
    pub event: Option<TraceEvent>,
    /// The time. Where it is missing, it stands still.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub now: Option<String>,
    /// The instances afterwards. One that is missing, or a field of it, is as it was before.
    #[serde(default)]
    pub instances: Vec<TraceInstance>,
}

/// An event that an instance takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct TraceEvent {
    /// The specification of the instance.
    pub spec: String,
    /// The key of the instance.
    pub key: String,
    /// The name of the event.
    pub name: String,
    /// Values as the language writes them.
    #[serde(default)]
    pub arguments: IndexMap<String, String>,
    /// What happens at the same time because of it.
    #[serde(default)]
    pub synced: Vec<TraceEvent>,
}

/// The state of an instance.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct TraceInstance {
    /// Its specification.
    pub spec: String,
    /// Its key.
    pub key: String,
    /// Where it is in its life cycle.
    pub state: String,
    /// Values as the language writes them.
    #[serde(default)]
    pub fields: IndexMap<String, String>,
}

/// What comes after the steps of a trace. Documents tell it beside the trace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema, Deserialize)]
pub struct RestOfTrace {
    /// The run goes on for ever: it ends in the state that it was in after this step, and takes the steps from there
    /// again and again.
    #[serde(rename = "loop", default, skip_serializing_if = "Option::is_none")]
    pub back_to: Option<usize>,
    /// Nothing can happen after the last step; only where that is what the run shows.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ends: bool,
}

impl From<Rest> for RestOfTrace {
    fn from(rest: Rest) -> RestOfTrace {
        RestOfTrace {
            back_to: match rest {
                Rest::Loop(back) => Some(back),
                Rest::Unsaid | Rest::End => None,
            },
            ends: rest == Rest::End,
        }
    }
}

impl From<RestOfTrace> for Rest {
    fn from(rest: RestOfTrace) -> Rest {
        match rest.back_to {
            Some(back) => Rest::Loop(back),
            None if rest.ends => Rest::End,
            None => Rest::Unsaid,
        }
    }
}

/// A run as a trace.
pub fn write(model: &Model<'_>, run: &Run) -> Trace {
    let start = entry(model, 0, None, &run.start);
    let steps = run.steps.iter().enumerate();
    let steps = steps.map(|(index, (step, state))| entry(model, index + 1, Some(step), state));
    std::iter::once(start).chain(steps).collect()
}

fn entry(model: &Model<'_>, number: usize, step: Option<&Step>, state: &State) -> TraceStep {
    TraceStep {
        step: number,
        event: step.map(|step| event(model, step, 0)),
        now: Some(state.now.to_string()),
        instances: state
            .instances()
            .map(|(id, at)| instance(model, id, at))
            .collect(),
    }
}

/// The occurrence at an index of a step, with all that it syncs.
pub fn event(model: &Model<'_>, step: &Step, at: usize) -> TraceEvent {
    let occurrence = &step.occurrences[at];
    let declared = model
        .interpreter()
        .event(occurrence.instance, occurrence.event);
    let names = declared
        .params
        .iter()
        .map(|param| param.name.text.to_string());
    let values = occurrence.arguments.iter().map(Value::to_string);
    let callers = step.callers.iter().enumerate();
    let synced = callers.filter(|(_, caller)| **caller == Some(at));
    TraceEvent {
        spec: spec_name(model, occurrence.instance),
        key: key_text(model, occurrence.instance),
        name: declared.name.text.to_string(),
        arguments: names.zip(values).collect(),
        synced: synced.map(|(at, _)| event(model, step, at)).collect(),
    }
}

fn instance(model: &Model<'_>, id: InstanceId, at: &InstanceState) -> TraceInstance {
    let spec = model.interpreter().spec(id);
    let names = spec.fields.iter().map(|field| field.name.text.to_string());
    let values = at.fields.iter().map(Value::to_string);
    let state = spec.states.get(at.life_cycle.index());
    TraceInstance {
        spec: spec_name(model, id),
        key: key_text(model, id),
        state: state.map_or_else(String::new, |state| state.name.text.to_string()),
        fields: names.zip(values).collect(),
    }
}

/// The key of an instance as the language writes it.
fn key_text(model: &Model<'_>, id: InstanceId) -> String {
    model.universe.instance(id).key.to_string()
}

/// The name of an instance's specification, with its module where two specifications of one name have instances.
pub fn spec_name(model: &Model<'_>, id: InstanceId) -> String {
    let own = model.universe.instance(id).spec;
    let spec = model.program.spec(own);
    let is_ambiguous =
        specs(model).any(|(other, declared)| other != own && declared.name.text == spec.name.text);
    if is_ambiguous {
        format!("{}.{}", spec.module, spec.name.text)
    } else {
        spec.name.text.to_string()
    }
}

/// `Account.notOverdrawn`: the invariant that a state breaks, if the check asks about invariants.
pub fn broken_invariant(model: &Model<'_>, state: &State) -> Option<String> {
    let (id, index) = model.broken_invariant(state)?;
    let invariant = &model.interpreter().spec(id).invariants[index].name.text;
    Some(format!("{}.{invariant}", spec_name(model, id)))
}

/// The specifications that have instances.
fn specs<'m>(model: &'m Model<'_>) -> impl Iterator<Item = (SpecId, &'m Specification)> {
    let specs = model.program.specifications.iter().enumerate();
    let specs = specs.map(|(index, spec)| (SpecId::at(index), spec));
    specs.filter(|(id, _)| !model.universe.instances_of(*id).is_empty())
}

/// A run as it was written down: what the environment chose, and where it led. What was synced follows from that.
#[derive(Debug, Clone)]
pub struct Recorded {
    /// The first state.
    pub start: State,
    /// The steps.
    pub steps: Vec<RecordedStep>,
    /// What comes after them. A trace does not say it: it stands beside the trace.
    pub rest: Rest,
}

/// A step as it was written down.
#[derive(Debug, Clone)]
pub struct RecordedStep {
    /// What the environment chose.
    pub first: Occurrence,
    /// The state afterwards.
    pub next: State,
}

/// Why a trace does not speak of a model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceError {
    /// The entry that is wrong.
    pub step: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What can be wrong with an entry of a trace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Problem {
    /// The trace has no entries.
    #[error("there is no start")]
    Empty,
    /// The first entry has an event.
    #[error("the start has an event")]
    EventAtStart,
    /// A further entry has none.
    #[error("there is no event")]
    NoEvent,
    /// No specification with instances has this name.
    #[error("no instance of this check is a `{0}`")]
    UnknownSpec(String),
    /// There is no instance with this key.
    #[error("this check has no instance {spec}[{key}]")]
    UnknownInstance {
        /// The specification.
        spec: String,
        /// The key.
        key: String,
    },
    /// A specification has no event, state, field or parameter of this name.
    #[error("{owner} has no {what} `{name}`")]
    Unknown {
        /// What it should belong to.
        owner: String,
        /// What it should be.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A parameter has no argument, or a field no value at the start.
    #[error("there is no value for `{0}`")]
    Missing(String),
    /// A text is no value of its type.
    #[error("`{name}`: {problem}")]
    Unreadable {
        /// What the value is for.
        name: String,
        /// What is wrong with it.
        problem: Unreadable,
    },
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "entry {} of the trace: {}", self.step, self.problem)
    }
}

impl std::error::Error for TraceError {}

/// The states and events that a trace names.
pub fn read(model: &Model<'_>, trace: &[TraceStep]) -> Result<Recorded, TraceError> {
    let at = |step: usize| move |problem: Problem| TraceError { step, problem };
    let (first, rest) = trace.split_first().ok_or_else(|| at(0)(Problem::Empty))?;
    let start = read_start(model, first).map_err(at(0))?;
    let mut steps: Vec<RecordedStep> = Vec::new();
    for (index, entry) in rest.iter().enumerate() {
        let before = steps.last().map_or(&start, |step| &step.next);
        let step = read_step(model, entry, before).map_err(at(index + 1))?;
        steps.push(step);
    }
    let rest = Rest::Unsaid;
    Ok(Recorded { start, steps, rest })
}

fn read_start(model: &Model<'_>, entry: &TraceStep) -> Result<State, Problem> {
    if entry.event.is_some() {
        return Err(Problem::EventAtStart);
    }
    // What nobody says of the time is as when the clock begins.
    let now = model.start.now.clone();
    let now = now.unwrap_or_else(|| Value::DateTime(0.into()));
    let mut start = State::new(now, unsaid(model));
    read_state(model, entry, &mut start)?;
    match missing(model, &start) {
        Some(missing) => Err(Problem::Missing(missing)),
        None => Ok(start),
    }
}

/// Instances of which nothing is known yet.
fn unsaid(model: &Model<'_>) -> Vec<InstanceState> {
    let nothing = model.universe.iter().map(|(id, _)| InstanceState {
        life_cycle: StateId(u32::MAX),
        fields: vec![Value::Open; model.interpreter().spec(id).fields.len()],
    });
    nothing.collect()
}

/// An instance that a start does not mention, or a field of one.
fn missing(model: &Model<'_>, start: &State) -> Option<String> {
    start.instances().find_map(|(id, at)| {
        let spec = model.interpreter().spec(id);
        let instance = format!("{}[{}]", spec_name(model, id), key_text(model, id));
        if at.life_cycle.index() >= spec.states.len() {
            return Some(instance);
        }
        let mut fields = spec.fields.iter().zip(&at.fields);
        let (field, _) = fields.find(|(field, value)| {
            **value == Value::Open && crate::model::value::of_type(&field.ty) != Value::Open
        })?;
        Some(format!("{instance}.{}", field.name.text))
    })
}

fn read_step(
    model: &Model<'_>,
    entry: &TraceStep,
    before: &State,
) -> Result<RecordedStep, Problem> {
    let event = entry.event.as_ref().ok_or(Problem::NoEvent)?;
    let first = read_event(model, event)?;
    let mut next = before.clone();
    read_state(model, entry, &mut next)?;
    Ok(RecordedStep { first, next })
}

fn read_state(model: &Model<'_>, entry: &TraceStep, state: &mut State) -> Result<(), Problem> {
    if let Some(now) = &entry.now {
        state.now = value(&Type::DateTime, "now", now)?;
    }
    for told in &entry.instances {
        let id = find_instance(model, &told.spec, &told.key)?;
        let spec = model.interpreter().spec(id);
        let found = spec.state_named(&told.state);
        let at = state.instance_mut(id);
        at.life_cycle = found.ok_or_else(|| unknown(spec, "state", &told.state))?;
        for (name, text) in &told.fields {
            let field = spec.field_named(name);
            let field: FieldId = field.ok_or_else(|| unknown(spec, "field", name))?;
            let ty = &spec.fields[field.index()].ty;
            at.fields[field.index()] = value(ty, name, text)?;
        }
    }
    Ok(())
}

fn read_event(model: &Model<'_>, told: &TraceEvent) -> Result<Occurrence, Problem> {
    let instance = find_instance(model, &told.spec, &told.key)?;
    let spec = model.interpreter().spec(instance);
    let event = spec.event_named(&told.name);
    let event: EventId = event.ok_or_else(|| unknown(spec, "event", &told.name))?;
    let params = &spec.events[event.index()].params;
    let mut names = told.arguments.keys();
    let stranger = names.find(|name| !params.iter().any(|param| param.name.text == **name));
    if let Some(name) = stranger {
        return Err(Problem::Unknown {
            owner: format!("{}.{}", spec.name.text, told.name),
            what: "parameter",
            name: name.clone(),
        });
    }
    let arguments = params.iter().map(|param| {
        let name = param.name.text.as_str();
        let text = told.arguments.get(name);
        let text = text.ok_or_else(|| Problem::Missing(name.to_owned()))?;
        value(&param.ty, name, text)
    });
    Ok(Occurrence {
        instance,
        event,
        arguments: arguments.collect::<Result<_, _>>()?,
    })
}

/// The instance of a specification, which is named with its module or without it.
pub fn find_instance(model: &Model<'_>, spec: &str, key: &str) -> Result<InstanceId, Problem> {
    let is_named = |declared: &Specification| {
        declared.name.text == spec
            || spec
                .strip_suffix(declared.name.text.as_str())
                .and_then(|module| module.strip_suffix('.'))
                == Some(declared.module.as_str())
    };
    let mut named = specs(model)
        .filter(|(_, declared)| is_named(declared))
        .peekable();
    if named.peek().is_none() {
        return Err(Problem::UnknownSpec(spec.to_owned()));
    }
    let mut found = named.filter_map(|(id, declared)| {
        let key_field = &declared.fields[declared.key?.index()];
        let key = read_value(&key_field.ty, key).ok()?;
        model.universe.find(id, &key)
    });
    found.next().ok_or_else(|| Problem::UnknownInstance {
        spec: spec.to_owned(),
        key: key.to_owned(),
    })
}

fn unknown(spec: &Specification, what: &'static str, name: &str) -> Problem {
    Problem::Unknown {
        owner: spec.name.text.to_string(),
        what,
        name: name.to_owned(),
    }
}

fn value(ty: &Type, name: &str, text: &str) -> Result<Value, Problem> {
    read_value(ty, text).map_err(|problem| Problem::Unreadable {
        name: name.to_owned(),
        problem,
    })
}
