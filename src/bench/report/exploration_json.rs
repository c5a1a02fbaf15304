//! How fast states are explored, as programs read it: `schemas/bench-exploration.schema.json` describes the document.

use serde::Serialize;

use super::exploration::{self, Exploration, ExplorationTarget, Wanted};
use super::json::microseconds;
use crate::report::JSON_VERSION;

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    experiment: &'static str,
    runs: u16,
    complete: bool,
    models: Vec<Model>,
    #[serde(skip_serializing_if = "Option::is_none")]
    no_spin: Option<String>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize)]
struct Model {
    name: String,
    states: u64,
    miscounted: bool,
    one_thread: Measured,
    two_threads: Measured,
    spin: Measured,
    #[serde(skip_serializing_if = "Option::is_none")]
    times_spin: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    speed_up: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Measured {
    runs: Vec<Timed>,
    #[serde(skip_serializing_if = "Option::is_none")]
    states_per_second: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure: Option<String>,
}

#[derive(Debug, Serialize)]
struct Timed {
    states: u64,
    transitions: u64,
    bytes_per_state: f64,
    processor: f64,
    search: f64,
}

#[derive(Debug, Serialize)]
struct Target {
    what: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_most: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<f64>,
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
