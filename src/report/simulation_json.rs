//! Simulations as JSON: the run, and what became of it.

use schemars::JsonSchema;
use serde::Serialize;

use super::JSON_VERSION;
use crate::trace::json_trace::{RestOfTrace, Trace};

/// What `fretsaw simulate --format json` prints and what its command `save` writes. `--replay` reads it.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "A simulation")]
pub struct Document {
    /// The version of all our documents.
    #[schemars(extend("const" = JSON_VERSION))]
    pub version: u32,
    /// The test module.
    pub file: String,
    /// The line of the check.
    #[schemars(range(min = 1))]
    pub line: u32,
    /// The state that the check asks for, or `invariants hold`.
    pub property: String,
    /// Where chance began; only where it chose all steps.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How many steps were taken.
    pub steps: usize,
    /// Whether the run comes to what the check asks for, a broken invariant for `invariants hold`, within the bounds
    /// of the check: at its end or on the way.
    pub goal: bool,
    /// After how many steps the run comes to what the check asks for first; only where `goal` is true.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub goal_after: Option<usize>,
    /// The invariant that is broken first, as `Account.notOverdrawn`; only for `invariants hold`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub invariant: Option<String>,
    /// Why the step after the last one cannot be taken; only where a saved run is no run of the check.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mismatch: Option<String>,
    /// The run.
    pub trace: Trace,
    /// What comes after its steps.
    #[serde(flatten)]
    pub rest: RestOfTrace,
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
            rest: RestOfTrace::default(),
        }
    }
}
