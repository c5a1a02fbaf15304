//! Explorations as programs read them: `schemas/explore.schema.json` describes the document.

use std::time::Duration;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::explore::{Explored, Found, value_name};
use super::{JSON_VERSION, diagnostics_json, restrictions};
use crate::diagnostics::Sources;
use crate::finite::{ActionId, Program, State};
use crate::trace::json_trace;

/// What `fretsaw explore --format json` prints. One that is interrupted prints what is known so far.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "An exploration")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    file: String,
    #[schemars(extend("enum" = ["bc", "isc", "lsc", "lscis"]))]
    algorithm: &'static str,
    /// What was looked for; only where something was.
    #[serde(skip_serializing_if = "Option::is_none")]
    property: Option<String>,
    /// Without a property `explored`, unless the model could not be explored to its end. Of `invariants hold`:
    /// `reachable` where an invariant is broken, `unreachable` where all hold.
    #[schemars(extend("enum" = ["reachable", "unreachable", "unknown", "explored"]))]
    verdict: &'static str,
    /// Whether a state in which nothing can happen can be reached; only with `--deadlock`. The run leads there if it
    /// can. Without a property the verdict is the same; with one, a deadlock ends the search, and the verdict on the
    /// property is unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(extend("enum" = ["reachable", "unreachable", "unknown"]))]
    deadlock: Option<&'static str>,
    /// Whether the answer holds for runs of any length, or only within the bounds of the check.
    #[schemars(extend("enum" = ["bounded", "any-depth"]))]
    scope: &'static str,
    #[serde(flatten)]
    under: restrictions::Document,
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<String>,
    /// Why the verdict is unknown; only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Different states that were found. For algorithms that slice: states of slices that were looked at, one that is
    /// looked at again after a refinement counts again.
    states: u64,
    /// Every action that can happen in a state counts, wherever it leads.
    transitions: u64,
    /// The most states that were stored at any time.
    stored: u64,
    /// How often the property or the guard of an action was looked at.
    evaluations: u64,
    /// How often a slice was refined.
    refinements: u64,
    /// States in which nothing can happen. Nothing where that is not known: for algorithms that slice, and where
    /// states were found at the bound of a check, unless `--deadlock` asks for them.
    deadlocks: Option<u64>,
    /// How many steps the deepest state takes; only for breadth-first search.
    #[serde(skip_serializing_if = "Option::is_none")]
    levels: Option<u64>,
    /// The length of the run; only where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    /// The run to what was looked for, or to an error of the model. The first entry is the start, and each further
    /// one a step and the state after it. Runs of test modules look as `fretsaw check` has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace>,
    /// Milliseconds.
    millis: Millis,
    bytes_per_state: f64,
    /// What is wrong with the texts, or with the model at work.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// The run of a model, or of a check.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Trace {
    OfModel(Vec<TraceStep>),
    OfCheck(json_trace::Trace),
}

impl Trace {
    fn steps(&self) -> usize {
        let len = match self {
            Trace::OfModel(steps) => steps.len(),
            Trace::OfCheck(steps) => steps.len(),
        };
        len.saturating_sub(1)
    }
}

#[derive(Debug, Serialize, JsonSchema)]
#[schemars(rename = "ModelStep")]
struct TraceStep {
    step: usize,
    /// Nothing at the start.
    action: Option<Action>,
    /// The values of all variables, by their names: numbers, and states of processes by name. Nothing where the
    /// action runs into an error.
    state: Option<IndexMap<String, Value>>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Action {
    name: String,
    /// Where it is written: one place, or both sides of a synchronisation.
    places: Vec<SourceLocation>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SourceLocation {
    file: String,
    #[schemars(range(min = 1))]
    line: u32,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum Value {
    Named(String),
    Number(i64),
}

/// Milliseconds.
#[derive(Debug, Serialize, JsonSchema)]
struct Millis {
    load: f64,
    search: f64,
    total: f64,
}

/// The document for an exploration.
pub fn document(explored: &Explored<'_>) -> Document {
    let search = explored.found.map(|found| found.search);
    let trace = explored
        .found
        .and_then(|found| trace(explored.sources, &found));
    let number = |read: fn(&crate::finite::Search) -> u64| search.map_or(0, read);
    Document {
        version: JSON_VERSION,
        file: explored.file.clone(),
        algorithm: explored.algorithm,
        property: explored.property.map(str::to_owned),
        verdict: explored.verdict(),
        deadlock: explored.deadlock(),
        scope: if explored.restrictions.bounds.is_some() {
            "bounded"
        } else {
            "any-depth"
        },
        under: explored.restrictions.document(),
        invariant: explored.invariant(),
        reason: explored.reason(),
        states: number(|it| it.states),
        transitions: number(|it| it.transitions),
        stored: number(|it| it.stored),
        evaluations: number(|it| it.evaluations),
        refinements: number(|it| it.refinements),
        deadlocks: search.map_or(Some(0), |search| search.deadlocks),
        levels: search.and_then(|search| search.levels),
        steps: trace.as_ref().map(Trace::steps),
        trace,
        millis: Millis {
            load: millis(explored.load),
            search: millis(explored.search),
            total: millis(explored.load + explored.search),
        },
        bytes_per_state: explored.found.map_or(0.0, |found| found.bytes_per_state()),
        diagnostics: diagnostics_json::list(explored.sources, explored.diagnostics),
    }
}

fn trace(sources: &Sources, found: &Found<'_>) -> Option<Trace> {
    if let Some(check) = found.check {
        let run = check.run.map(|run| json_trace::write(check.model, run));
        return run.map(Trace::OfCheck);
    }
    let (run, faulty) = found.run()?;
    let program = found.program;
    let mut trace = vec![TraceStep {
        step: 0,
        action: None,
        state: Some(state(program, &run.start)),
    }];
    let asserted = found.asserted();
    let steps = run.steps.iter().map(|(id, after)| (*id, Some(after)));
    let last = faulty.map(|id| (id, asserted.as_ref()));
    for (id, after) in steps.chain(last) {
        trace.push(TraceStep {
            step: trace.len(),
            action: Some(action(sources, program, id)),
            state: after.map(|after| state(program, after)),
        });
    }
    Some(Trace::OfModel(trace))
}

fn state(program: &Program, state: &State) -> IndexMap<String, Value> {
    let values = program.variable_ids().zip(state);
    let named = values.map(|(id, value)| {
        let name = value_name(program, id, *value);
        let value = name.map_or(Value::Number(*value), |name| Value::Named(name.to_owned()));
        (program.variable(id).name.clone(), value)
    });
    named.collect()
}

fn action(sources: &Sources, program: &Program, id: ActionId) -> Action {
    let action = program.action(id);
    let places = action.spans.iter().map(|span| SourceLocation {
        file: sources.file(span.file).path().display().to_string(),
        line: sources.line(*span),
    });
    Action {
        name: action.name.clone(),
        places: places.collect(),
    }
}

/// Milliseconds with three decimals.
fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
