//! An experiment as programs read it: `schemas/bench.schema.json` describes the document.

use serde::Serialize;

use super::{Experiment, Measured, Published, Wanted};
use crate::report::JSON_VERSION;

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    experiment: &'static str,
    title: String,
    source: &'static str,
    grows: &'static str,
    runs: u16,
    limit: f64,
    complete: bool,
    series: Vec<Series>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize)]
struct Series {
    title: String,
    expected: &'static str,
    points: Vec<Point>,
}

#[derive(Debug, Serialize)]
struct Point {
    size: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<PublishedFigure>,
    #[serde(skip_serializing_if = "Option::is_none")]
    published_sliced: Option<f64>,
    #[serde(flatten)]
    measured: Times,
    sliced: Vec<Sliced>,
}

#[derive(Debug, Serialize)]
struct Sliced {
    slicing: &'static str,
    #[serde(flatten)]
    measured: Times,
    #[serde(skip_serializing_if = "Option::is_none")]
    times_faster: Option<f64>,
}

#[derive(Debug, Serialize)]
struct Times {
    outcome: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Spread>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phases: Option<Phases>,
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<f64>,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case")]
enum PublishedFigure {
    Seconds(f64),
    NoneWithin(f64),
}

#[derive(Debug, Serialize)]
struct Spread {
    median: f64,
    least: f64,
    most: f64,
}

#[derive(Debug, Serialize)]
struct Phases {
    load: f64,
    slice: f64,
    encode: f64,
    z3: f64,
    explain: f64,
    rest: f64,
}

#[derive(Debug, Serialize)]
struct Target {
    series: String,
    size: u32,
    #[serde(flatten)]
    wanted: WantedFigure,
    verdict: &'static str,
}

/// What is wanted, and what was found.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum WantedFigure {
    LessThan {
        less_than: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds: Option<f64>,
    },
    TimesFaster {
        times_faster: f64,
        #[serde(skip_serializing_if = "Option::is_none")]
        times: Option<f64>,
    },
}

/// The document of an experiment, which may have been interrupted.
pub fn document(experiment: &Experiment, complete: bool) -> Document {
    Document {
        version: JSON_VERSION,
        experiment: experiment.name,
        title: experiment.title.clone(),
        source: experiment.source,
        grows: experiment.grows,
        runs: experiment.runs,
        limit: experiment.limit.as_secs_f64(),
        complete,
        series: experiment.series.iter().map(series).collect(),
        targets: experiment
            .targets
            .iter()
            .map(|wanted| target(experiment, wanted))
            .collect(),
    }
}

fn series(series: &super::Series) -> Series {
    Series {
        title: series.title.clone(),
        expected: if series.reachable {
            "reachable"
        } else {
            "unreachable"
        },
        points: series.points.iter().map(point).collect(),
    }
}

fn point(point: &super::Point) -> Point {
    let sliced = point.sliced.iter().map(|(slicing, measured)| Sliced {
        slicing: slicing.name(),
        measured: times(measured),
        times_faster: point.times_faster(*slicing).map(microseconds),
    });
    Point {
        size: point.size,
        published: point.published.map(|published| match published {
            Published::Seconds(seconds) => PublishedFigure::Seconds(seconds),
            Published::NoneWithin(seconds) => PublishedFigure::NoneWithin(seconds),
        }),
        published_sliced: point.published_sliced,
        measured: times(&point.measured),
        sliced: sliced.collect(),
    }
}

fn times(measured: &Measured) -> Times {
    let (outcome, reason) = match measured {
        Measured::Answered(_) => ("answered", None),
        Measured::TimedOut => ("timeout", None),
        Measured::Failed(why) => ("failed", Some(why.clone())),
    };
    Times {
        outcome,
        reason,
        total: measured.total().map(|total| Spread {
            median: microseconds(total.median),
            least: microseconds(total.least),
            most: microseconds(total.most),
        }),
        phases: phases(measured),
        alone: measured.alone().map(|alone| microseconds(alone.median)),
    }
}

fn phases(measured: &Measured) -> Option<Phases> {
    Some(Phases {
        load: microseconds(measured.phase(|phases| phases.load)?),
        slice: microseconds(measured.phase(|phases| phases.slice)?),
        encode: microseconds(measured.phase(|phases| phases.encode)?),
        z3: microseconds(measured.phase(|phases| phases.z3)?),
        explain: microseconds(measured.phase(|phases| phases.explain)?),
        rest: microseconds(measured.phase(|phases| phases.rest)?),
    })
}

fn target(experiment: &Experiment, target: &super::Target) -> Target {
    let found = experiment.found(target).map(microseconds);
    Target {
        series: target.series.clone(),
        size: target.size,
        wanted: match target.wanted {
            Wanted::LessThan(less_than) => WantedFigure::LessThan {
                less_than,
                seconds: found,
            },
            Wanted::TimesFaster(times_faster) => WantedFigure::TimesFaster {
                times_faster,
                times: found,
            },
        },
        verdict: experiment.verdict(target).word(),
    }
}

/// Seconds with six decimals; what is behind them is noise.
pub(super) fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
