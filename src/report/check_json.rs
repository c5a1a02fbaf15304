//! Answers to checks as programs read them: `schemas/check.schema.json` describes the document.

use std::time::Duration;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::Serialize;

use super::checks::Checked;
use super::{JSON_VERSION, diagnostics_json, restrictions, statistics, vacuity};
use crate::checking::Verdict;
use crate::diagnostics::{self, Sources};
use crate::outcome::Outcome;
use crate::trace::json_trace::{self, RestOfTrace, Trace};

/// What `fretsaw check --format json` prints. One that is interrupted prints what is known so far.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Answers to checks")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    /// In the order of the texts.
    checks: Vec<Check>,
    /// What is wrong with the texts. With an error, no check was run; or it is about a check, which then is not among
    /// the answers.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// A check and its answer.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Check {
    file: String,
    #[schemars(range(min = 1))]
    line: u32,
    /// The state that is looked for, or `invariants hold`: then a broken invariant is what is looked for.
    property: String,
    /// For `invariants hold` always `unreachable`.
    #[schemars(extend("enum" = ["reachable", "unreachable"]))]
    expected: &'static str,
    /// Of `invariants hold`: `reachable` where an invariant is broken, `unreachable` where all hold.
    #[schemars(extend("enum" = ["reachable", "unreachable", "unknown"]))]
    verdict: &'static str,
    /// How far the answer `unreachable` holds: within the bounds of the check, or for runs of any length. For other
    /// answers, whether the check has bounds.
    #[schemars(extend("enum" = ["bounded", "any-depth"]))]
    scope: &'static str,
    /// Whether the verdict is the expected one. Unknown is not.
    passed: bool,
    #[serde(flatten)]
    under: restrictions::Document,
    /// The invariant that the run breaks, as `Account.notOverdrawn`; only for `invariants hold`.
    #[serde(skip_serializing_if = "Option::is_none")]
    invariant: Option<String>,
    /// Why the verdict is unknown; only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    engine: &'static str,
    #[schemars(extend("enum" = ["none", "conventional", "amorphous"]))]
    slice: &'static str,
    /// The length of the run; only where it is reachable.
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<usize>,
    /// The run; only where it is reachable, and not with `--trace none`. The first entry is the start, and each
    /// further one a step and the state after it. `fretsaw simulate` reads it.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<Trace>,
    #[serde(flatten)]
    rest: RestOfTrace,
    /// Milliseconds. To load is to read and check all texts, and to make the model of this check.
    millis: Millis,
    /// Numbers of the engine.
    stats: IndexMap<&'static str, u64>,
    /// Why the answer may say less than it seems to, in the form of `diagnostics.schema.json`.
    notes: Vec<diagnostics_json::Diagnostic>,
}

/// Milliseconds. To load is to read and check all texts, and to make the model of this check.
#[derive(Debug, Serialize, JsonSchema)]
struct Millis {
    load: f64,
    slice: f64,
    solve: f64,
    total: f64,
}

impl Check {
    /// The run that was found, if it is wanted.
    pub fn trace(&self) -> Option<&Trace> {
        self.trace.as_ref()
    }

    /// What comes after its steps.
    pub fn rest(&self) -> RestOfTrace {
        self.rest
    }

    /// The same without the run, where that is not wanted.
    #[must_use]
    pub fn without_trace(self) -> Check {
        Check {
            trace: None,
            rest: RestOfTrace::default(),
            ..self
        }
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

/// A check and its answer.
pub fn check(checked: &Checked<'_>) -> Check {
    let word = |reached: bool| if reached { "reachable" } else { "unreachable" };
    let (verdict, steps) = match &checked.answer.outcome {
        Outcome::Reachable(witness) => (word(true), Some(witness.steps.len())),
        Outcome::Unreachable(_) => (word(false), None),
        Outcome::Unknown(_) => ("unknown", None),
    };
    let any_depth = checked.is_for_any_depth();
    let notes = vacuity::notes(checked).into_iter();
    let notes: Vec<_> = notes.map(|note| note.diagnostic).collect();
    let times = &checked.answer.times;
    Check {
        file: checked.file(),
        line: checked.line(),
        property: checked.property().to_owned(),
        expected: word(checked.expects_run()),
        verdict,
        scope: if any_depth { "any-depth" } else { "bounded" },
        passed: checked.answer.verdict == Verdict::Passed,
        under: checked.restrictions().document(),
        invariant: checked.invariant(),
        reason: checked.reason(),
        engine: checked.answer.engine,
        slice: checked.answer.slice,
        steps,
        rest: checked
            .run()
            .map_or_else(RestOfTrace::default, |(_, run)| run.rest.into()),
        trace: checked
            .run()
            .map(|(model, run)| json_trace::write(model, run)),
        millis: Millis {
            load: millis(times.load),
            slice: millis(times.slice),
            solve: millis(times.solve),
            total: millis(times.total()),
        },
        stats: statistics::named(&checked.answer.statistics)
            .into_iter()
            .collect(),
        notes: diagnostics_json::list(checked.sources(), &notes),
    }
}

/// Milliseconds with three decimals.
fn millis(duration: Duration) -> f64 {
    (duration.as_secs_f64() * 1e6).round() / 1e3
}
