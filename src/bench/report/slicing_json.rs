//! How long the slicer takes, as programs read it: `schemas/bench-slicing.schema.json` describes the document.

use std::time::Duration;

use serde::Serialize;

use super::json::microseconds;
use super::slicing::{self, SlicingExperiment};
use crate::report::JSON_VERSION;

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    experiment: &'static str,
    runs: u16,
    complete: bool,
    growth: Vec<Growth>,
    checks: Vec<Compared>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize)]
struct Growth {
    size: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    slice: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    with_texts: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Compared {
    place: String,
    unsliced: Vec<f64>,
    sliced: Vec<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    by_seed: Vec<[f64; 2]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Target {
    what: String,
    at_most: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<f64>,
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
