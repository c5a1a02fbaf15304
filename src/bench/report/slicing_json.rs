//! How long the slicer takes, as programs read it: `schemas/bench-slicing.schema.json` describes the document.

use std::time::Duration;

use schemars::JsonSchema;
use serde::Serialize;

use super::json::microseconds;
use super::slicing::{self, SlicingExperiment};
use crate::report::JSON_VERSION;

/// What `fretsaw bench slicing --format json` prints. All times are seconds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "How long the slicer takes")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    #[schemars(extend("const" = "slicing"))]
    experiment: &'static str,
    /// How often everything is measured.
    #[schemars(range(min = 1))]
    runs: u16,
    /// False where it was interrupted; then some is missing.
    complete: bool,
    /// Members of benchmark II, by growing size. Times are medians, and missing where there are none.
    growth: Vec<Growth>,
    /// Checks as whole processes, one time for each run.
    checks: Vec<Compared>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Growth {
    #[schemars(range(min = 1))]
    size: u32,
    /// From the model to the model of the slice: graphs, criteria, slice, reconnection.
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<f64>,
    /// From the model to the texts of the slice.
    #[serde(skip_serializing_if = "Option::is_none")]
    with_texts: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Compared {
    /// The test module and the line.
    place: String,
    unsliced: Vec<f64>,
    sliced: Vec<f64>,
    /// The fastest times without and with slicing by each of several seeds, where the default one spoke against
    /// slicing.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_seed: Vec<[f64; 2]>,
    /// How much longer it takes with slicing than without: the fastest runs, or the medians over seeds where there
    /// are several; missing where there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Target {
    what: String,
    at_most: f64,
    /// Missing where it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<f64>,
    #[schemars(extend("enum" = ["met", "missed", "not measured"]))]
    verdict: &'static str,
}

/// The document of an experiment, which may have been interrupted.
pub fn document(experiment: &SlicingExperiment, complete: bool) -> Document {
    let growth = experiment.growth.iter().map(|growth| Growth {
        size: growth.size,
        slice: growth.slice().map(microseconds),
        with_texts: growth.with_texts().map(microseconds),
    });
    let targets = experiment.targets().into_iter().map(|target| Target {
        verdict: target.verdict().word(),
        what: target.what,
        at_most: target.most,
        found: target.found.map(microseconds),
    });
    Document {
        version: JSON_VERSION,
        experiment: "slicing",
        runs: experiment.runs,
        complete,
        growth: growth.collect(),
        checks: experiment.checks.iter().map(compared).collect(),
        targets: targets.collect(),
    }
}

fn compared(check: &slicing::Compared) -> Compared {
    let seconds = |times: &[Duration]| {
        let times = times.iter();
        times.map(|time| microseconds(time.as_secs_f64())).collect()
    };
    Compared {
        place: check.place.clone(),
        unsliced: seconds(&check.unsliced),
        sliced: seconds(&check.sliced),
        by_seed: check.by_seed.iter().map(both).collect(),
        difference: check.difference().map(microseconds),
    }
}

fn both((unsliced, sliced): &(Duration, Duration)) -> [f64; 2] {
    [unsliced, sliced].map(|time| microseconds(time.as_secs_f64()))
}
