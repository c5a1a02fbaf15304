//! Files that hold runs: what `check` and `simulate` write as JSON, documents as well as the bare runs of
//! `check --trace json`.

use serde::Deserialize;

use super::json_trace::{RestOfTrace, Trace};

/// A run in a file, and the check that it is a run of.
#[derive(Debug, Clone, Deserialize)]
pub struct Saved {
    /// The line of the check.
    #[serde(default)]
    pub line: Option<u32>,
    /// What the check asks for.
    #[serde(default)]
    pub property: Option<String>,
    /// The run.
    pub trace: Trace,
    /// What comes after its steps.
    #[serde(flatten)]
    pub rest: RestOfTrace,
}

/// A file: a run, or the results of several checks, not all of which have one.
#[derive(Debug, Deserialize)]
struct Document {
    #[serde(default)]
    checks: Vec<Entry>,
    #[serde(flatten)]
    only: Entry,
}

#[derive(Debug, Deserialize)]
struct Entry {
    #[serde(default)]
    line: Option<u32>,
    #[serde(default)]
    property: Option<String>,
    #[serde(default)]
    trace: Option<Trace>,
    #[serde(flatten)]
    rest: RestOfTrace,
}

/// The runs that a file holds, in order, or what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Saved>, String> {
    let no_run = |error: serde_json::Error| format!("it holds no run: {error}");
    if text.trim_start().starts_with('[') {
        let traces = serde_json::Deserializer::from_str(text).into_iter();
        let saved = traces.map(|trace| {
            trace.map(|trace| Saved {
                line: None,
                property: None,
                trace,
                rest: RestOfTrace::default(),
            })
        });
        return saved.collect::<Result<_, _>>().map_err(no_run);
    }
    let document: Document = serde_json::from_str(text).map_err(no_run)?;
    let entries = document.checks.into_iter().chain([document.only]);
    let saved = entries.filter_map(|entry| {
        Some(Saved {
            line: entry.line,
            property: entry.property,
            trace: entry.trace?,
            rest: entry.rest,
        })
    });
    let saved: Vec<Saved> = saved.collect();
    if saved.is_empty() {
        return Err("it holds no run: there is no `trace`".to_owned());
    }
    Ok(saved)
}
