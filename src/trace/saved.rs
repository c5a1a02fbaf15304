//! Files that hold runs: what `check` and `simulate` write as JSON.

use serde::Deserialize;

use super::json_trace::Trace;

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
}

/// The runs that a file holds, in order, or what is wrong with it.
pub fn read(text: &str) -> Result<Vec<Saved>, String> {
    let document: Document =
        serde_json::from_str(text).map_err(|error| format!("it holds no run: {error}"))?;
    let entries = document.checks.into_iter().chain([document.only]);
    let saved = entries.filter_map(|entry| {
        Some(Saved {
            line: entry.line,
            property: entry.property,
            trace: entry.trace?,
        })
    });
    let saved: Vec<Saved> = saved.collect();
    if saved.is_empty() {
        return Err("it holds no run: there is no `trace`".to_owned());
    }
    Ok(saved)
}
