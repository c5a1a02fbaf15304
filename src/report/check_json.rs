//! Answers to checks as programs read them: `schemas/check.schema.json` describes the document.

use std::time::Duration;

use indexmap::IndexMap;
use serde::Serialize;

use super::checks::{Checked, Verdict};
use super::{JSON_VERSION, diagnostics_json, restrictions};
use crate::diagnostics::{self, Sources};
use crate::engines::Outcome;
use crate::trace::json_trace::Trace;

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    checks: Vec<Check>,
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// A check and its answer.
#[derive(Debug, Serialize)]
pub struct Check {
    file: String,
    line: u32,
    property: String,
    expected: &'static str,
    verdict: &'static str,
    scope: &'static str,
    passed: bool,
    #[serde(flatten)]
    under: restrictions::Document,
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    engine: &'static str,
    slice: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace>,
    millis: Millis,
    stats: IndexMap<&'static str, u64>,
    notes: Vec<diagnostics_json::Diagnostic>,
}

#[derive(Debug, Serialize)]
struct Millis {
    load: f64,
    slice: f64,
    solve: f64,
    total: f64,
}

impl Check {
    /// The run that was found, if it was wanted.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }
}

/// The document for these checks.
pub fn document(
    checks: Vec<Check>,
    sources: &Sources,
    diagnostics: &[diagnostics::Diagnostic],
) -> Document {
    Document {
        version: JSON_VERSION,
        checks,
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}

/// A check and its answer, with the invariant that the run breaks, and the run itself if it is wanted.
pub fn check(checked: &Checked<'_>, invariant: Option<String>, trace: Option<Trace>) -> Check {
    let word = |reached: bool| if reached { "reachable" } else { "unreachable" };
    let (verdict, steps) = match &checked.answer.outcome {
        Outcome::Reachable(witness) => (word(true), Some(witness.steps.len())),
        Outcome::Unreachable(_) => (word(false), None),
        Outcome::Unknown(_) => ("unknown", None),
    };
    let any_depth = checked.is_for_any_depth();
    let notes = checked.notes.iter().map(|note| note.diagnostic.clone());
    let notes: Vec<_> = notes.collect();
    Check {
        file: checked.file(),
        line: checked.line(),
        property: checked.goal().unwrap_or("invariants hold").to_owned(),
        expected: word(checked.expects_run()),
        verdict,
        scope: if any_depth { "any-depth" } else { "bounded" },
        passed: checked.verdict() == Verdict::Passed,
        under: checked.restrictions().document(),
        invariant,
        reason: checked.reason(),
        engine: checked.answer.engine,
        slice: checked.slice,
        steps,
        trace,
        millis: Millis {
            load: millis(checked.times.load),
            slice: millis(checked.times.slice),
            solve: millis(checked.times.solve),
            total: millis(checked.times.total()),
        },
        stats: checked.answer.statistics.iter().copied().collect(),
        notes: diagnostics_json::list(checked.sources, &notes),
    }
}

/// Milliseconds with three decimals.
fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
