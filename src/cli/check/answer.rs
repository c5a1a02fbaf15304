//! One check from its model to what is shown of it. This runs in a thread of its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::TraceForm;
use super::select::Selected;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::models::TEMPORAL;
use crate::engines::bmc::Bmc;
use crate::engines::{Answer, Engine, Outcome, Progress, Reason, Run};
use crate::model::Model;
use crate::report::checks::{Checked, StoppedBy, Times, Verdict};
use crate::report::diagnostics_text::Drawing;
use crate::report::{check_json, check_text, trace_text};
use crate::semantics::Analysis;
use crate::trace::replay::confirmed;

/// The time for a check without bounds, of which some engines can only ever find that it is reachable.
const TIME_WITHOUT_BOUNDS: Duration = Duration::from_secs(60);

/// What the user wants.
#[derive(Debug, Clone)]
pub(super) struct Settings {
    pub(super) timeout: Option<Duration>,
    pub(super) seed: u32,
    pub(super) trace: TraceForm,
    pub(super) full: bool,
    pub(super) stats: bool,
    /// How long it took to read all texts.
    pub(super) load: Duration,
    /// How excerpts are drawn.
    pub(super) drawing: Drawing,
}

impl Settings {
    /// The time that a check may take.
    pub(super) fn limit(&self, analysis: &Analysis, selected: Selected) -> Option<Duration> {
        let is_bounded = selected.check(analysis).bounds.is_some();
        self.timeout
            .or((!is_bounded).then_some(TIME_WITHOUT_BOUNDS))
    }
}

/// What is shown of a check.
#[derive(Debug, Default)]
pub(super) struct Shown {
    /// None where the check could not be run.
    pub(super) verdict: Option<Verdict>,
    pub(super) document: Option<check_json::Check>,
    /// The verdict and what helps with it.
    pub(super) text: String,
    /// The run that was found.
    pub(super) trace: String,
    /// Why the check could not be run.
    pub(super) problems: Vec<Diagnostic>,
    /// Why the answer may be an empty one.
    pub(super) notes: Vec<Diagnostic>,
    pub(super) disagreement: Option<Disagreement>,
}

/// A run that is none, for those who mend us.
#[derive(Debug)]
pub(super) struct Disagreement {
    pub(super) selected: Selected,
    pub(super) objection: String,
    pub(super) problem: String,
}

/// What a running check and its supervisor tell each other.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The check is to stop.
    pub(super) stop: AtomicBool,
    /// The user wants it to stop, rather than the clock.
    pub(super) interrupted: AtomicBool,
    /// One more than the length of the runs that are being looked at.
    length: AtomicU64,
}

impl Watch {
    fn tell(&self, progress: Progress) {
        if let Progress::Encoding(length) | Progress::Solving(length) = progress {
            self.length
                .store(length.saturating_add(1), Ordering::Relaxed);
        }
    }

    /// The length of the runs that are being looked at.
    pub(super) fn length(&self) -> Option<u64> {
        self.length.load(Ordering::Relaxed).checked_sub(1)
    }

    fn stopped_by(&self, limit: Option<Duration>) -> StoppedBy {
        match limit {
            Some(limit) if !self.interrupted.load(Ordering::Relaxed) => StoppedBy::TimeLimit(limit),
            _ => StoppedBy::Interrupt,
        }
    }
}

/// Answers a check.
pub(super) fn answer(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    watch: &Watch,
) -> Shown {
    let (test, check) = (selected.test(analysis), selected.check(analysis));
    let begin = Instant::now();
    let model = match Model::build(&analysis.program, test, check) {
        Ok(model) => model,
        Err(problems) => return not_built(analysis, settings, selected, problems),
    };
    let load = settings.load + begin.elapsed();
    let begin = Instant::now();
    let engine = Bmc;
    let answer = engine.check(
        &model,
        &Run {
            stop: &watch.stop,
            seed: settings.seed,
            progress: &|progress| watch.tell(progress),
        },
    );
    let answer = confirmed(&model, answer);
    let times = Times {
        load,
        slice: Duration::ZERO,
        solve: begin.elapsed(),
    };
    let stopped_by = watch.stopped_by(settings.limit(analysis, selected));
    let mut shown = show(analysis, settings, selected, &answer, times, stopped_by);
    if let Outcome::Reachable(witness) = &answer.outcome
        && settings.trace == TraceForm::Text
    {
        shown.trace = trace_text::render(&analysis.sources, &model, witness, settings.full);
    }
    shown
}

/// A check without a model. What is merely not built yet leaves it undecided; anything else is a mistake in the texts.
fn not_built(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    problems: Vec<Diagnostic>,
) -> Shown {
    match problems.as_slice() {
        [only] if only.code.id == TEMPORAL.id => {
            let what = "`forever`, `eventually`, `until` and `unless`".to_owned();
            let span = Some(only.primary.span);
            let reason = Reason::Unsupported { what, span };
            unanswered(analysis, settings, selected, reason, StoppedBy::Interrupt)
        }
        _ => Shown {
            problems,
            ..Shown::default()
        },
    }
}

/// What is shown of a check that does not answer itself.
pub(super) fn unanswered(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    reason: Reason,
    stopped_by: StoppedBy,
) -> Shown {
    let answer = Answer {
        outcome: Outcome::Unknown(reason),
        notes: Vec::new(),
        statistics: Vec::new(),
    };
    let times = Times {
        load: settings.load,
        ..Times::default()
    };
    show(analysis, settings, selected, &answer, times, stopped_by)
}

fn show(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    answer: &Answer,
    times: Times,
    stopped_by: StoppedBy,
) -> Shown {
    let checked = Checked {
        sources: &analysis.sources,
        test: selected.test(analysis),
        check: selected.check(analysis),
        answer,
        engine: Bmc.name(),
        slice: "none",
        times,
        stopped_by,
        notes: &[],
    };
    let mut text = check_text::verdict_line(&checked);
    text.extend(check_text::help(&checked));
    if settings.stats {
        text.push_str(&check_text::statistics(&checked));
    }
    let disagreement = match &answer.outcome {
        Outcome::Unknown(Reason::Disagreement { objection, problem }) => Some(Disagreement {
            selected,
            objection: objection.clone(),
            problem: problem.clone(),
        }),
        _ => None,
    };
    Shown {
        verdict: Some(checked.verdict()),
        document: Some(check_json::check(&checked)),
        text,
        disagreement,
        ..Shown::default()
    }
}
