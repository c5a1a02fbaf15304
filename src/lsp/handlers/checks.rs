//! Checks: lenses above them, running them, their runs and their slices.

use std::sync::Arc;
use std::time::Duration;

use gen_lsp_types as lsp;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Refusal, RequestContext, path};
use crate::diagnostics::FileId;
use crate::ide::lenses::{Lens, lenses};
use crate::ide::slices::{self, Part};
use crate::ide::traces::{self, Step};
use crate::ide::verdicts::{self, CheckName, Failure, Outcome, Verdict};
use crate::lsp::convert::{Places, uri_of};
use crate::lsp::progress::Progress;
use crate::report::diagnostics_text::counted;

pub(in crate::lsp) const RUN: &str = "fretsaw.runCheck";
const TRACE: &str = "fretsaw.showTrace";
const SLICE: &str = "fretsaw.showSlice";

/// The commands that lenses have and `workspace/executeCommand` takes.
pub(in crate::lsp) const COMMANDS: [&str; 3] = [RUN, TRACE, SLICE];

/// The check that a request is about.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(super) struct CheckParams {
    uri: lsp::Uri,
    /// The text of the check on one line.
    check: String,
    /// How many checks before it have the same text.
    #[serde(default)]
    number: usize,
}

impl CheckParams {
    fn of(check: &CheckName) -> CheckParams {
        CheckParams {
            uri: uri_of(&check.path),
            check: check.text.clone(),
            number: check.number,
        }
    }

    fn name(&self) -> Result<CheckName, Refusal> {
        Ok(CheckName {
            path: path(&self.uri)?,
            text: self.check.clone(),
            number: self.number,
        })
    }
}

impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::Failed(match failure {
            Failure::NoSuchCheck => "there is no such check".to_owned(),
            Failure::BadInput(why) => why,
        })
    }
}

// Lenses.

pub(super) fn code_lenses(
    context: &RequestContext,
    params: &lsp::CodeLensParams,
) -> Result<Vec<lsp::CodeLens>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let mut all = Vec::new();
    for lens in lenses(&context.snapshot, &spot, &|| context.is_unwanted())? {
        let range = places.range_in(spot.file, lens.range);
        all.extend(lenses_of(&lens, range));
    }
    Ok(all)
}

fn lenses_of(lens: &Lens, range: lsp::Range) -> Vec<lsp::CodeLens> {
    // A structure of plain texts can always be written.
    let argument = serde_json::to_value(CheckParams::of(&lens.check)).unwrap_or_default();
    let code_lens = |title: String, command: &str| lsp::CodeLens {
        range,
        command: Some(lsp::Command {
            title,
            command: command.to_owned(),
            arguments: Some(vec![argument.clone()]),
            ..lsp::Command::default()
        }),
        data: None,
    };
    let again = if lens.outcome.is_some() { " again" } else { "" };
    let mut all = vec![code_lens(format!("▶ Run{again}"), RUN)];
    if let Some(outcome) = &lens.outcome {
        let command = outcome.trace.as_ref().map_or(RUN, |_| TRACE);
        all.push(code_lens(summary(outcome, lens.is_stale), command));
        if outcome.trace.is_some() {
            all.push(code_lens("Trace".to_owned(), TRACE));
        }
    }
    all.push(code_lens("Slice".to_owned(), SLICE));
    all
}

/// The verdict in a few words.
fn summary(outcome: &Outcome, is_stale: bool) -> String {
    let (sign, word) = match outcome.verdict {
        // The answer is the expected one, and says nothing.
        Verdict::Passed if outcome.notes > 0 => ("⚠", "passed"),
        Verdict::Passed => ("✓", "passed"),
        Verdict::Failed => ("✗", "failed"),
        Verdict::Undecided => ("?", "undecided"),
    };
    let notes = match outcome.notes {
        0 => String::new(),
        count => format!(" with {}", counted(count, "note")),
    };
    let steps = outcome.trace.as_ref().map(|trace| trace.len() - 1);
    let found = match steps {
        Some(1) => ": a run of 1 step".to_owned(),
        Some(steps) => format!(": a run of {steps} steps"),
        None => String::new(),
    };
    let stale = if is_stale { ", stale" } else { "" };
    format!(
        "{sign} {word}{notes}{found} ({}){stale}",
        seconds(outcome.took)
    )
}

fn seconds(duration: Duration) -> String {
    format!("{:.2} s", duration.as_secs_f64())
}

// Commands.

pub(super) fn execute(
    context: &RequestContext,
    params: &lsp::ExecuteCommandParams,
) -> Result<Value, Refusal> {
    let argument = params.arguments.as_ref().and_then(|it| it.first());
    let check: CheckParams = serde_json::from_value(argument.cloned().unwrap_or_default())
        .map_err(|error| Refusal::BadParams(error.to_string()))?;
    match params.command.as_str() {
        RUN => {
            let outcome = outcome_of(context, &check)?;
            let is_good = outcome.verdict == Verdict::Passed && outcome.notes == 0;
            context.show_message(is_good, &outcome.text);
            value(Ran::of(&outcome, context.snapshot.is_stale()))
        }
        TRACE => value(trace(context, &check)?),
        SLICE => value(slice(context, &check)?),
        other => Err(Refusal::Failed(format!("there is no command `{other}`"))),
    }
}

fn value(result: impl Serialize) -> Result<Value, Refusal> {
    serde_json::to_value(result).map_err(|error| Refusal::Failed(error.to_string()))
}

/// What came of a check.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Ran {
    verdict: &'static str,
    is_stale: bool,
    seconds: f64,
    text: String,
    document: Value,
}

impl Ran {
    fn of(outcome: &Outcome, is_stale: bool) -> Ran {
        Ran {
            verdict: match outcome.verdict {
                Verdict::Passed => "passed",
                Verdict::Failed => "failed",
                Verdict::Undecided => "undecided",
            },
            is_stale,
            seconds: outcome.took.as_secs_f64(),
            text: outcome.text.clone(),
            document: outcome.document.clone(),
        }
    }
}

/// `fretsaw/runCheck`
pub(super) fn run(context: &RequestContext, params: &CheckParams) -> Result<Ran, Refusal> {
    let outcome = outcome_of(context, params)?;
    // What was written while it ran may have made it stale: whoever asks for the verdict is told exactly.
    Ok(Ran::of(&outcome, context.snapshot.is_stale()))
}

/// Runs a check.
fn outcome_of(context: &RequestContext, params: &CheckParams) -> Result<Arc<Outcome>, Refusal> {
    let name = params.name()?;
    let progress = Progress::begin(context, &name.text);
    let tell = |text: &str| progress.report(text);
    let outcome = verdicts::run(&context.snapshot, &name, &context.stop, &tell)??;
    context.refresh_lenses();
    Ok(outcome)
}

/// `fretsaw/verdict`
pub(super) fn verdict(
    context: &RequestContext,
    params: &CheckParams,
) -> Result<Option<Ran>, Refusal> {
    let known = verdicts::known(&context.snapshot, &params.name()?, &|| {
        context.is_unwanted()
    })?;
    Ok(known.map(|(outcome, is_stale)| Ran::of(&outcome, is_stale)))
}

// Runs.

/// A run whose steps lead to their events.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct TraceResult {
    is_stale: bool,
    text: String,
    steps: Vec<StepResult>,
}

#[derive(Debug, Serialize)]
struct StepResult {
    step: usize,
    label: String,
    /// Where the event is declared; where the check stands for the start.
    #[serde(skip_serializing_if = "Option::is_none")]
    location: Option<lsp::Location>,
    /// The instances whose state or fields it changes.
    changes: Vec<String>,
    synced: Vec<StepResult>,
}

/// `fretsaw/trace`
pub(super) fn trace(
    context: &RequestContext,
    params: &CheckParams,
) -> Result<TraceResult, Refusal> {
    let told = traces::trace(&context.snapshot, &params.name()?, &|| {
        context.is_unwanted()
    })?;
    let none = || Refusal::Failed("no run is known: run the check first".to_owned());
    let told = told.ok_or_else(none)?;
    let places = Places {
        sources: told.project.sources(),
        encoding: context.abilities.encoding,
    };
    Ok(TraceResult {
        is_stale: told.is_stale,
        text: told.text.clone(),
        steps: told.steps.iter().map(|it| step(places, it)).collect(),
    })
}

fn step(places: Places<'_>, told: &Step) -> StepResult {
    StepResult {
        step: told.number,
        label: told.label.clone(),
        location: told.span.map(|span| places.location(span)),
        changes: told.changes.clone(),
        synced: told.synced.iter().map(|it| step(places, it)).collect(),
    }
}

// Slices.

/// What a slice cuts and keeps, by file.
#[derive(Debug, Serialize)]
pub(super) struct SliceResult {
    files: Vec<SlicedFile>,
}

#[derive(Debug, Serialize)]
struct SlicedFile {
    uri: lsp::Uri,
    cut: Vec<PartResult>,
    kept: Vec<PartResult>,
}

#[derive(Debug, Serialize)]
struct PartResult {
    range: lsp::Range,
    what: String,
}

/// `fretsaw/slice`
pub(super) fn slice(
    context: &RequestContext,
    params: &CheckParams,
) -> Result<SliceResult, Refusal> {
    let cut = slices::cut_parts(&context.snapshot, &params.name()?, &|| {
        context.is_unwanted()
    })??;
    let places = Places {
        sources: cut.project.sources(),
        encoding: context.abilities.encoding,
    };
    let part = |part: &Part| PartResult {
        range: places.range(part.span),
        what: part.what.clone(),
    };
    // Both lists are in the order of the files.
    let of = |parts: &[Part], file: FileId| -> Vec<PartResult> {
        let begin = parts.partition_point(|it| it.span.file < file);
        let end = parts.partition_point(|it| it.span.file <= file);
        parts[begin..end].iter().map(part).collect()
    };
    let files = cut.project.modules().iter().map(|module| SlicedFile {
        uri: places.uri(module.file),
        cut: of(&cut.cut, module.file),
        kept: of(&cut.kept, module.file),
    });
    Ok(SliceResult {
        files: files.collect(),
    })
}

/// What of a slice is asked about.
#[derive(Debug, Deserialize)]
pub(super) struct WhyParams {
    #[serde(flatten)]
    check: CheckParams,
    /// `Spec.field` or `Spec.event`.
    name: String,
}

/// Why something is in a slice.
#[derive(Debug, Serialize)]
pub(super) struct WhyResult {
    sentence: String,
    text: String,
}

/// `fretsaw/why`
pub(super) fn why(context: &RequestContext, params: &WhyParams) -> Result<WhyResult, Refusal> {
    let name = params.check.name()?;
    let stop = || context.is_unwanted();
    let (sentence, text) = slices::why_kept(&context.snapshot, &name, &params.name, &stop)??;
    Ok(WhyResult { sentence, text })
}
