//! One check from its model to what is shown of it. This runs in a thread of its own.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use tracing::Span;

use super::selection::Selected;
use super::sliced::Sliced;
use crate::diagnostics::Diagnostic;
use crate::diagnostics::codes::models::TEMPORAL;
use crate::engines::auto::Auto;
use crate::engines::statistics::Statistics;
use crate::engines::{Answer, Engine, Outcome, Progress, Reason, Run, Witness};
use crate::model::Model;
use crate::report::checks::{Checked, StoppedBy, Times, Verdict};
use crate::report::diagnostics_text::Drawing;
use crate::report::restrictions::DomainEffects;
use crate::report::vacuity::{self, Note};
use crate::report::{check_json, check_text, goal_text, harmless, trace_mermaid, trace_text};
use crate::semantics::Analysis;
use crate::semantics::test_module::Check;
use crate::trace::json_trace::{self, Trace, broken_invariant};
use crate::trace::replay::confirmed;

/// The time for a check with bounds, so that nobody waits for ever where nobody looks.
const TIME_WITHIN_BOUNDS: Duration = Duration::from_mins(1);

/// The time for a check without bounds, of which some engines can only ever find that it is reachable.
const TIME_WITHOUT_BOUNDS: Duration = Duration::from_secs(10);

/// How long checks may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum TimeLimit {
    /// As long as is sensible where the user does not say.
    #[default]
    Standard,
    /// Each as long as the user says.
    Every(Duration),
    Unlimited,
}

impl TimeLimit {
    fn of(self, check: &Check) -> Option<Duration> {
        match self {
            TimeLimit::Standard if check.bounds.is_some() => Some(TIME_WITHIN_BOUNDS),
            TimeLimit::Standard => Some(TIME_WITHOUT_BOUNDS),
            TimeLimit::Every(limit) => Some(limit),
            TimeLimit::Unlimited => None,
        }
    }
}

/// The form of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TraceForm {
    Text,
    Json,
    Mermaid,
    None,
}

/// What the user wants.
#[derive(Clone)]
pub(crate) struct Settings {
    pub(crate) engine: Arc<dyn Engine + Send>,
    /// How specifications are sliced, in one word.
    pub(crate) slice: &'static str,
    pub(crate) time_limit: TimeLimit,
    pub(crate) seed: u32,
    pub(crate) trace: TraceForm,
    /// The results become one document.
    pub(crate) as_json: bool,
    pub(crate) full: bool,
    pub(crate) stats: bool,
    /// How long it took to read all texts.
    pub(crate) load: Duration,
    /// How excerpts are drawn.
    pub(crate) drawing: Drawing,
}

impl Settings {
    /// What `fretsaw check` does without options, with the run as a document.
    pub(crate) fn standard(load: Duration) -> Settings {
        Settings {
            engine: Arc::new(Sliced {
                engine: Auto,
                options: crate::slice::Options::default(),
            }),
            slice: "conventional",
            time_limit: TimeLimit::Standard,
            seed: 0,
            trace: TraceForm::Text,
            as_json: true,
            full: false,
            stats: false,
            load,
            drawing: Drawing {
                unicode: true,
                width: 100,
            },
        }
    }

    /// The time that a check may take.
    pub(crate) fn limit(&self, analysis: &Analysis, selected: Selected) -> Option<Duration> {
        self.time_limit.of(selected.check(analysis))
    }
}

/// What is shown of a check.
#[derive(Debug, Default)]
pub(crate) struct Shown {
    /// None where the check could not be run.
    pub(crate) verdict: Option<Verdict>,
    pub(crate) document: Option<check_json::Check>,
    /// The verdict and what helps with it.
    pub(crate) text: String,
    /// The run that was found.
    pub(crate) trace: String,
    /// Why the check could not be run.
    pub(crate) problems: Vec<Diagnostic>,
    /// Why the answer may be an empty one.
    pub(crate) notes: Vec<Note>,
    pub(crate) disagreement: Option<Disagreement>,
}

/// A run that is none, for those who mend us.
#[derive(Debug)]
pub(crate) struct Disagreement {
    pub(crate) selected: Selected,
    pub(crate) objection: String,
    pub(crate) problem: String,
}

/// What a running check and its supervisor tell each other.
#[derive(Debug, Default)]
pub(crate) struct Watch {
    /// The check is to stop.
    pub(crate) stop: AtomicBool,
    /// The user wants it to stop, rather than the clock.
    pub(crate) interrupted: AtomicBool,
    /// One more than the length of the runs that are being looked at.
    length: AtomicU64,
}

impl Watch {
    fn tell(&self, progress: Progress) {
        if let Progress::Encoding(length)
        | Progress::Solving(length)
        | Progress::Exploring(length) = progress
        {
            self.length
                .store(length.saturating_add(1), Ordering::Relaxed);
        }
    }

    /// The length of the runs that are being looked at.
    pub(crate) fn length(&self) -> Option<u64> {
        self.length.load(Ordering::Relaxed).checked_sub(1)
    }

    fn stopped_by(&self, limit: Option<Duration>) -> StoppedBy {
        match limit {
            Some(limit) if !self.interrupted.load(Ordering::Relaxed) => StoppedBy::TimeLimit(limit),
            _ => StoppedBy::Interrupt,
        }
    }
}

/// Tells how long it took to slice.
#[derive(Debug, Default)]
struct SliceClock(Mutex<(Option<Instant>, Duration)>);

impl SliceClock {
    fn hear(&self, progress: Progress) {
        let mut clock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(since) = clock.0.take() {
            clock.1 += since.elapsed();
        }
        if progress == Progress::Slicing {
            clock.0 = Some(Instant::now());
        }
    }

    fn time(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1
    }
}

/// Answers a check.
pub(crate) fn answer(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    watch: &Watch,
) -> Shown {
    let (test, check) = (selected.test(analysis), selected.check(analysis));
    let _span = span(analysis, selected).entered();
    let begin = Instant::now();
    let model = match Model::build(&analysis.program, test, check) {
        Ok(model) => model,
        Err(problems) => return not_built(analysis, settings, selected, problems),
    };
    let load = settings.load + begin.elapsed();
    let begin = Instant::now();
    let slicing = SliceClock::default();
    let engine = tracing::info_span!("engine", name = settings.engine.name()).entered();
    let answer = settings.engine.check(
        &model,
        &Run {
            stop: &watch.stop,
            seed: settings.seed,
            progress: &|progress| {
                slicing.hear(progress);
                watch.tell(progress);
            },
        },
    );
    drop(engine);
    let answer = confirmed(&model, answer);
    let slice = slicing.time();
    let times = Times {
        load,
        slice,
        solve: begin.elapsed().saturating_sub(slice),
    };
    let notes = vacuity::notes(&model, &answer);
    let effects = effects_of_domain(&model, &answer, watch);
    let outline = Outline {
        answer: &answer,
        times,
        stopped_by: watch.stopped_by(settings.limit(analysis, selected)),
        notes: &notes,
        effects: &effects,
        model: Some(&model),
    };
    show(analysis, settings, selected, &outline)
}

/// The answering of a check, for those who want to know what takes how long.
fn span(analysis: &Analysis, selected: Selected) -> Span {
    let check = selected.check(analysis).span;
    let (file, line) = (
        analysis.sources.file(check.file),
        analysis.sources.line(check),
    );
    let at = format_args!("{}:{line}", file.path().display());
    tracing::info_span!("check", name = selected.name(analysis), %at)
}

/// What the domain of a check does to its answer.
fn effects_of_domain(model: &Model<'_>, answer: &Answer, watch: &Watch) -> DomainEffects {
    match &answer.outcome {
        Outcome::Reachable(run) => DomainEffects::on_run(model, run),
        Outcome::Unreachable(_) => {
            DomainEffects::without_run(model, &|| watch.stop.load(Ordering::Relaxed))
        }
        Outcome::Unknown(_) => DomainEffects::default(),
    }
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
            let silence = Silence {
                reason: Reason::Unsupported { what, span },
                stopped_by: StoppedBy::Interrupt,
                time: Duration::ZERO,
            };
            unanswered(analysis, settings, selected, silence)
        }
        _ => Shown {
            problems,
            ..Shown::default()
        },
    }
}

/// Why a check has no answer of its own, and how long that took.
pub(crate) struct Silence {
    pub(crate) reason: Reason,
    pub(crate) stopped_by: StoppedBy,
    pub(crate) time: Duration,
}

/// What is shown of a check that does not answer itself.
pub(crate) fn unanswered(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    silence: Silence,
) -> Shown {
    let answer = Answer {
        engine: settings.engine.name(),
        outcome: Outcome::Unknown(silence.reason),
        notes: Vec::new(),
        statistics: Statistics::default(),
    };
    let times = Times {
        load: settings.load,
        slice: Duration::ZERO,
        solve: silence.time,
    };
    let outline = Outline {
        answer: &answer,
        times,
        stopped_by: silence.stopped_by,
        notes: &[],
        effects: &DomainEffects::default(),
        model: None,
    };
    show(analysis, settings, selected, &outline)
}

/// What there is to show of a check.
struct Outline<'o> {
    answer: &'o Answer,
    times: Times,
    stopped_by: StoppedBy,
    notes: &'o [Note],
    effects: &'o DomainEffects,
    /// What a run is told in; none where there is no run.
    model: Option<&'o Model<'o>>,
}

fn show(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    outline: &Outline<'_>,
) -> Shown {
    let checked = Checked {
        sources: &analysis.sources,
        program: &analysis.program,
        test: selected.test(analysis),
        check: selected.check(analysis),
        answer: outline.answer,
        slice: settings.slice,
        times: outline.times,
        stopped_by: outline.stopped_by,
        notes: outline.notes,
        effects: outline.effects,
    };
    let mut text = check_text::verdict_line(&checked);
    text += &checked.restrictions().effects_of_domain();
    text.extend(check_text::help(&checked));
    if settings.stats {
        text.push_str(&check_text::statistics(&checked));
    }
    let run = found_run(outline);
    let invariant = run.and_then(|(model, run)| broken_invariant(model, run.last()));
    let trace_document = trace_document(settings, run);
    Shown {
        verdict: Some(checked.verdict()),
        document: Some(check_json::check(&checked, invariant, trace_document)),
        text,
        trace: run.map_or_else(String::new, |run| trace(&checked, settings, run)),
        problems: Vec::new(),
        notes: outline.notes.to_vec(),
        disagreement: disagreement(selected, outline.answer),
    }
}

/// A run and what it is told in.
type FoundRun<'o> = (&'o Model<'o>, &'o Witness);

fn found_run<'o>(outline: &Outline<'o>) -> Option<FoundRun<'o>> {
    match &outline.answer.outcome {
        Outcome::Reachable(witness) => Some((outline.model?, witness)),
        _ => None,
    }
}

/// The run in the form that the user wants.
fn trace(checked: &Checked<'_>, settings: &Settings, run: FoundRun<'_>) -> String {
    let ((model, witness), sources) = (run, checked.sources);
    match settings.trace {
        TraceForm::Text => {
            trace_text::render(sources, model, witness, settings.full)
                + &goal_text::render(sources, model, witness.last(), settings.drawing)
        }
        TraceForm::Mermaid => trace_mermaid::render(model, witness, &check_text::title(checked)),
        TraceForm::Json => match harmless::json(&json_trace(run)) {
            Ok(line) => line + "\n",
            // Names and texts can always be written.
            Err(_) => String::new(),
        },
        TraceForm::None => String::new(),
    }
}

fn trace_document(settings: &Settings, run: Option<FoundRun<'_>>) -> Option<Trace> {
    let is_wanted = settings.as_json && settings.trace != TraceForm::None;
    run.filter(|_| is_wanted).map(json_trace)
}

fn json_trace((model, witness): FoundRun<'_>) -> Trace {
    json_trace::write(model, witness)
}

fn disagreement(selected: Selected, answer: &Answer) -> Option<Disagreement> {
    match &answer.outcome {
        Outcome::Unknown(Reason::Disagreement { objection, problem }) => Some(Disagreement {
            selected,
            objection: objection.clone(),
            problem: problem.clone(),
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::time::Duration;

    use super::{Settings, TimeLimit};
    use crate::checking::selection;
    use crate::semantics::analyse;
    use crate::semantics::load::MemoryFiles;

    /// A check with a bound and one without.
    const TESTS: &str = "module Tests\n\nimport Lamp\n\nstate lit {\n    lit Lamp;\n}\n\n\
        check lit reachable in max 3 steps;\n\ncheck lit reachable;\n";

    const LAMP: &str = "module Lamp\n\nspecification Lamp {\n    fields {\n        number: Integer @key\n    }\n    \
        events {\n        light[]\n    }\n    lifeCycle {\n        initial dark -> lit: light\n        final lit\n    }\n}\n\n\
        event light() {\n}\n";

    fn limits(time_limit: TimeLimit) -> Vec<Option<u64>> {
        let mut files = MemoryFiles::default();
        files.insert("/Lamp.ebl", LAMP);
        files.insert("/Tests.tebl", TESTS);
        let analysis = analyse(&files, &[PathBuf::from("/Tests.tebl")], &[]);
        assert!(!analysis.has_errors(), "{:?}", analysis.diagnostics);
        let checks = selection::select(&analysis, &[], None).unwrap();
        let settings = Settings {
            time_limit,
            ..Settings::standard(Duration::ZERO)
        };
        let limits = checks.iter().map(|it| settings.limit(&analysis, *it));
        limits.map(|it| it.map(|it| it.as_secs())).collect()
    }

    #[test]
    fn every_check_has_a_time_limit_unless_the_user_wants_none() {
        let standard = Settings::standard(Duration::ZERO).time_limit;
        assert_eq!(limits(standard), [Some(60), Some(10)]);
        let given = TimeLimit::Every(Duration::from_secs(7));
        assert_eq!(limits(given), [Some(7), Some(7)]);
        assert_eq!(limits(TimeLimit::Unlimited), [None, None]);
    }
}
