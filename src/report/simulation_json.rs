//! Simulations as JSON: the run, and what became of it.

use serde::Serialize;

use super::JSON_VERSION;
use crate::trace::json_trace::Trace;

/// A simulation. `schemas/simulation.schema.json` describes it.
#[derive(Debug, Serialize)]
pub struct Document {
    /// The version of all our documents.
    pub version: u32,
    /// The test module.
    pub file: String,
    /// The line of the check.
    pub line: u32,
    /// What the check asks for.
    pub property: String,
    /// Where chance began, if it chose the steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many steps were taken.
    pub steps: usize,
    /// Whether the run comes to the goal, within the bounds of the check.
    pub goal: bool,
    /// After how many steps it does first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_after: Option<usize>,
    /// The invariant that is broken first, `Account.notOverdrawn`, if the check asks about invariants.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// Where a saved run is none, in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<String>,
    /// The run.
    pub trace: Trace,
}

impl Document {
    /// A run of no steps.
    pub fn new(file: String, line: u32, property: String) -> Document {
        Document {
            version: JSON_VERSION,
            file,
            line,
            property,
            seed: None,
            steps: 0,
            goal: false,
            goal_after: None,
            invariant: None,
            mismatch: None,
            trace: Trace::new(),
        }
    }
}
