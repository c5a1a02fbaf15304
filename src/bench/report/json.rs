//! An experiment as programs read it: `schemas/bench.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::{Experiment, Measured, Published, Wanted};
use crate::report::JSON_VERSION;

/// What `fretsaw bench --format json` prints. All times are seconds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "A published experiment, run again")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    #[schemars(extend("enum" = ["thesis-1", "thesis-2"]))]
    experiment: &'static str,
    title: String,
    /// Where the published figures stand, and what they count.
    source: &'static str,
    /// What the size of a point counts.
    #[schemars(extend("enum" = ["depth", "size"]))]
    grows: &'static str,
    /// How often each point is measured.
    #[schemars(range(min = 1))]
    runs: u16,
    /// After this time a run is ended.
    limit: f64,
    /// False where it was interrupted; then points are missing.
    complete: bool,
    series: Vec<Series>,
    targets: Vec<Target>,
}

/// Points that differ only in what grows.
#[derive(Debug, Serialize, JsonSchema)]
struct Series {
    title: String,
    #[schemars(extend("enum" = ["reachable", "unreachable"]))]
    expected: &'static str,
    points: Vec<Point>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Point {
    size: u32,
    /// Only where there is a figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    published: Option<PublishedFigure>,
    /// What others needed to slice, to build the slice and to check it; only where there is a figure.
    #[serde(skip_serializing_if = "Option::is_none")]
    published_sliced: Option<f64>,
    #[serde(flatten)]
    measured: Times,
    /// Median of how long Z3 alone takes for the same problem, in a process that reads it from a file; only where it
    /// answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    alone: Option<f64>,
    sliced: Vec<Sliced>,
}

/// The same specification, sliced before it is checked.
#[derive(Debug, Serialize, JsonSchema)]
struct Sliced {
    /// By variables, with events of the original or bridges between what is left; or by whole events.
    #[schemars(extend("enum" = ["conventional", "amorphous", "coarse"]))]
    slicing: &'static str,
    #[serde(flatten)]
    measured: Times,
    /// How many times as fast as without slicing; only where both answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    times_faster: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Times {
    #[schemars(extend("enum" = ["answered", "timeout", "failed"]))]
    outcome: &'static str,
    /// Why it failed; only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<Spread>,
    #[serde(skip_serializing_if = "Option::is_none")]
    phases: Option<Phases>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum PublishedFigure {
    /// How long it took.
    Seconds(f64),
    /// There was no answer after this time.
    NoneWithin(f64),
}

/// How long the whole process took; only where it answered.
#[derive(Debug, Serialize, JsonSchema)]
struct Spread {
    median: f64,
    least: f64,
    most: f64,
}

/// Medians of how long its parts took, measured in processes of their own; only where it answered.
#[derive(Debug, Serialize, JsonSchema)]
struct Phases {
    /// To read and check the texts, and to make the model.
    load: f64,
    /// To slice the model.
    slice: f64,
    /// To describe runs to Z3.
    encode: f64,
    /// The time inside Z3.
    z3: f64,
    /// To replay the run, or to look for what makes the answer an empty one.
    explain: f64,
    /// To start, to load libraries, to print, to end.
    rest: f64,
}

/// What we want of a point.
#[derive(Debug, Serialize, JsonSchema)]
struct Target {
    series: String,
    size: u32,
    #[serde(flatten)]
    wanted: WantedFigure,
    #[schemars(extend("enum" = ["met", "missed", "not measured"]))]
    verdict: &'static str,
}

/// What is wanted, and what was found.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum WantedFigure {
    LessThan {
        /// The whole process without slicing takes less than so many seconds.
        less_than: f64,
        /// What was measured; missing where there was no answer.
        #[serde(skip_serializing_if = "Option::is_none")]
        seconds: Option<f64>,
    },
    TimesFaster {
        /// With conventional slicing it is at least so many times as fast.
        times_faster: f64,
        /// What was measured; missing where there was no answer.
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
        alone: point
            .measured
            .solver_only()
            .map(|it| microseconds(it.median)),
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
