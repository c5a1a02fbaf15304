//! What slicing lazily brings, as programs read it: `schemas/bench-lazy-slicing.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::json::microseconds;
use super::lazy::{LazyExperiment, PublishedSearch, Searched, Subject, Way};
use crate::report::JSON_VERSION;

/// What `fretsaw bench lazy-slicing --format json` prints. All times are seconds.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "What slicing lazily brings")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    #[schemars(extend("const" = "lazy-slicing"))]
    experiment: &'static str,
    /// After this time a search is ended.
    #[schemars(range(min = 1))]
    limit: u64,
    /// False where it was interrupted; then some is missing.
    complete: bool,
    models: Vec<Model>,
    /// What each way takes for all properties, by what `bc` takes: geometric means over those that it answers.
    summaries: Vec<Summary>,
    targets: Vec<Target>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Model {
    name: String,
    /// In the words of the paper.
    parameters: String,
    properties: Vec<SearchedProperty>,
    published_states: u64,
    /// Rows of the paper, whose properties are not known.
    published: Vec<Published>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct SearchedProperty {
    name: &'static str,
    /// What is looked for.
    property: String,
    /// Whether it takes few variables to tell that it holds nowhere.
    local: bool,
    searches: Vec<Search>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Search {
    #[schemars(extend("enum" = ["bc", "isc", "lsc", "lscis", "isc-fewest", "lsc-fewest", "lscis-fewest"]))]
    way: &'static str,
    /// Figures are there only where it is answered.
    #[schemars(extend("enum" = ["answered", "timeout", "memory", "failed"]))]
    outcome: &'static str,
    #[serde(flatten)]
    found: Option<Found>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Found {
    reachable: bool,
    /// The most states held at any time.
    stored: u64,
    /// How often the property was evaluated.
    evaluations: u64,
    refinements: u64,
    /// Variables that the last slice keeps.
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<u64>,
    seconds: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Published {
    number: u32,
    isc: Figures,
    lsc: Figures,
    lscis: Figures,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Figures {
    evaluations: u32,
    seconds: f64,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Summary {
    way: &'static str,
    answered: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stored: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<f64>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Target {
    what: String,
    at_least: f64,
    /// Missing where it was not measured.
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<f64>,
    #[schemars(extend("enum" = ["met", "missed", "not measured"]))]
    verdict: &'static str,
}

/// The document of an experiment, which may have been interrupted.
pub fn document(experiment: &LazyExperiment, complete: bool) -> Document {
    let summaries = experiment.summaries().into_iter().map(|it| Summary {
        way: it.way.name(),
        answered: it.answered,
        stored: it.stored.map(microseconds),
        time: it.time.map(microseconds),
    });
    let targets = experiment.targets().into_iter().map(|target| Target {
        verdict: target.verdict().word(),
        what: target.what,
        at_least: target.least,
        found: target.found.map(microseconds),
    });
    Document {
        version: JSON_VERSION,
        experiment: "lazy-slicing",
        limit: experiment.limit.as_secs(),
        complete,
        models: experiment.models.iter().map(model).collect(),
        summaries: summaries.collect(),
        targets: targets.collect(),
    }
}

fn model(subject: &Subject) -> Model {
    let properties = subject.properties.iter().map(|it| SearchedProperty {
        name: it.name,
        property: it.text.clone(),
        local: it.is_local,
        searches: it.searches.iter().map(search).collect(),
    });
    Model {
        name: subject.name.clone(),
        parameters: subject.parameters.clone(),
        properties: properties.collect(),
        published_states: subject.published_states,
        published: subject.published.iter().map(published).collect(),
    }
}

fn search((way, searched): &(Way, Searched)) -> Search {
    let (outcome, reason) = match searched {
        Searched::Answered(_) => ("answered", None),
        Searched::TimedOut => ("timeout", None),
        Searched::OutOfMemory => ("memory", None),
        Searched::Failed(why) => ("failed", Some(why.clone())),
    };
    let found = searched.answer().map(|found| Found {
        reachable: found.is_reachable,
        stored: found.stored,
        evaluations: found.evaluations,
        refinements: found.refinements,
        kept: found.kept,
        seconds: microseconds(found.time.as_secs_f64()),
    });
    Search {
        way: way.name(),
        outcome,
        found,
        reason,
    }
}

fn published(search: &PublishedSearch) -> Published {
    let [isc, lsc, lscis] = search.figures.map(|(evaluations, milliseconds)| Figures {
        evaluations,
        seconds: f64::from(milliseconds) / 1e3,
    });
    Published {
        number: search.number,
        isc,
        lsc,
        lscis,
    }
}
