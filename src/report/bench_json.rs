//! An experiment as programs read it: `schemas/bench.schema.json` describes the document.

use serde::Serialize;

use super::JSON_VERSION;
use super::bench::{self, Experiment, Measured, Published};

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
    encode: f64,
    z3: f64,
    explain: f64,
    rest: f64,
}

#[derive(Debug, Serialize)]
struct Target {
    series: String,
    size: u32,
    less_than: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
    verdict: &'static str,
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

fn series(series: &bench::Series) -> Series {
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

fn point(point: &bench::Point) -> Point {
    let (outcome, reason) = match &point.measured {
        Measured::Answered(_) => ("answered", None),
        Measured::TimedOut => ("timeout", None),
        Measured::Failed(why) => ("failed", Some(why.clone())),
    };
    Point {
        size: point.size,
        published: point.published.map(|published| match published {
            Published::Seconds(seconds) => PublishedFigure::Seconds(seconds),
            Published::NoneWithin(seconds) => PublishedFigure::NoneWithin(seconds),
        }),
        outcome,
        reason,
        total: point.total().map(|total| Spread {
            median: microseconds(total.median),
            least: microseconds(total.least),
            most: microseconds(total.most),
        }),
        phases: phases(point),
        alone: point.alone().map(|alone| microseconds(alone.median)),
    }
}

fn phases(point: &bench::Point) -> Option<Phases> {
    Some(Phases {
        load: microseconds(point.phase(|phases| phases.load)?),
        encode: microseconds(point.phase(|phases| phases.encode)?),
        z3: microseconds(point.phase(|phases| phases.z3)?),
        explain: microseconds(point.phase(|phases| phases.explain)?),
        rest: microseconds(point.phase(|phases| phases.rest)?),
    })
}

fn target(experiment: &Experiment, target: &bench::Target) -> Target {
    Target {
        series: target.series.clone(),
        size: target.size,
        less_than: target.seconds,
        seconds: experiment.seconds(target).map(microseconds),
        verdict: experiment.verdict(target).word(),
    }
}

/// Seconds with six decimals; what is behind them is noise.
fn microseconds(seconds: f64) -> f64 {
    (seconds * 1e6).round() / 1e6
}
