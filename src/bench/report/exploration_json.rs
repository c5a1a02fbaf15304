//! How fast states are explored, as programs read it: `schemas/bench-exploration.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::exploration::{self, Exploration, ExplorationTarget, Wanted};
use super::json::microseconds;
use crate::report::JSON_VERSION;

/// What `fretsaw bench exploration --format json` prints. All times are seconds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "How fast states are explored")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    #[schemars(extend("const" = "exploration"))]
    experiment: &'static str,
    /// How often each is measured.
    #[schemars(range(min = 1))]
    runs: u16,
    /// False where it was interrupted; then some is missing.
    complete: bool,
    models: Vec<Model>,
    /// Why there is nothing of SPIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    no_spin: Option<String>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Model {
    name: String,
    /// The states that the model is known to have.
    states: u64,
    /// Whether somebody found other states.
    miscounted: bool,
    one_thread: Measured,
    two_threads: Measured,
    spin: Measured,
    /// Our states per second of processor time with one thread, by those of SPIN.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_spin: Option<f64>,
    /// How many times faster two threads are by the clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    speed_up: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Measured {
    runs: Vec<Timed>,
    /// By processor time.
    #[serde(skip_serializing_if = "Option::is_none")]
    states_per_second: Option<f64>,
    /// Why there are not all runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Timed {
    states: u64,
    transitions: u64,
    bytes_per_state: f64,
    /// Processor time of the whole process.
    processor: f64,
    /// How long exploring took by the clock.
    search: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Target {
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
    /// Missing where it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<f64>,
    #[schemars(extend("enum" = ["met", "missed", "not measured"]))]
    verdict: &'static str,
}

/// The document of an experiment, which may have been interrupted.
pub fn document(exploration: &Exploration, complete: bool) -> Document {
    let models = exploration.models.iter().map(|it| Model {
        name: it.name.clone(),
        states: it.states,
        miscounted: it.is_miscounted(),
        one_thread: runs(&it.one),
        two_threads: runs(&it.two),
        spin: runs(&it.spin),
        times_spin: it.times_spin().map(microseconds),
        speed_up: it.speed_up().map(microseconds),
    });
    Document {
        version: JSON_VERSION,
        experiment: "exploration",
        runs: exploration.runs,
        complete,
        models: models.collect(),
        no_spin: exploration.no_spin.clone(),
        targets: exploration.targets().into_iter().map(target).collect(),
    }
}

fn runs(runs: &exploration::Runs) -> Measured {
    let done = runs.done.iter().map(|it| Timed {
        states: it.states,
        transitions: it.transitions,
        bytes_per_state: it.bytes_per_state,
        processor: microseconds(it.processor.as_secs_f64()),
        search: microseconds(it.search.as_secs_f64()),
    });
    Measured {
        runs: done.collect(),
        states_per_second: runs.rate().map(f64::round),
        failure: runs.failure.clone(),
    }
}

fn target(target: ExplorationTarget) -> Target {
    let (at_least, at_most) = match target.wanted {
        Wanted::AtLeast(least) => (Some(least), None),
        Wanted::AtMost(most) => (None, Some(most)),
    };
    Target {
        verdict: target.verdict().word(),
        what: target.what,
        at_least,
        at_most,
        found: target.found.map(microseconds),
    }
}
