//! One check from its model to its answer. This runs in a thread of its own.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use tracing::Span;

use super::effects::DomainEffects;
use super::selection::Selected;
use super::settings::Settings;
use super::watch::{SliceClock, Watch};
use crate::diagnostics::Diagnostic;
use crate::engines::Control;
use crate::engines::statistics::Statistics;
use crate::model::Model;
use crate::model::property::Property;
use crate::outcome::{Outcome, Reason, Vacuity, Witness};
use crate::semantics::Analysis;

/// What came of a check. It is data: `report` words it, with the analysis whose check it is.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The check.
    pub check: Selected,
    /// The name of the engine that answered.
    pub engine: &'static str,
    /// How specifications were sliced, in one word.
    pub slice: &'static str,
    /// What was found. A run is one of the model of the check, and the interpreter took every step of it again.
    pub outcome: Outcome,
    /// Whether that was expected.
    pub verdict: Verdict,
    /// Who stopped it, where that is why it is not known.
    pub stopped_by: Option<StoppedBy>,
    /// How long it took.
    pub times: Times,
    /// How much work it was.
    pub statistics: Statistics,
    /// Why an answer that there is no run may say little.
    pub vacuity: Vec<Vacuity>,
    /// What is surprising of the model, where that may be why there is no run.
    pub surprises: Vec<Diagnostic>,
    /// What the domain of the check does to the answer.
    pub effects: DomainEffects,
}

/// Why a check has no answer: it has no model.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}", messages(.problems))]
pub struct NoModel {
    /// The check.
    pub check: Selected,
    /// What is wrong with it.
    pub problems: Vec<Diagnostic>,
}

fn messages(problems: &[Diagnostic]) -> String {
    let messages = problems.iter().map(|it| it.message.as_str());
    messages.collect::<Vec<_>>().join("; ")
}

/// How long the parts of an answer took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// To read and check the texts, and to make the model.
    pub load: Duration,
    /// To slice.
    pub slice: Duration,
    /// To find the answer.
    pub solve: Duration,
}

/// Who tells an engine to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// The user.
    Interrupt,
    /// The clock.
    TimeLimit(Duration),
}

/// What an answer means for a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is the expected one.
    Passed,
    /// It is the other one.
    Failed,
    /// There is none.
    Undecided,
}

/// A run that is none, for those who mend us.
#[derive(Debug, Clone, Copy)]
pub struct Disagreement<'a> {
    /// The check.
    pub check: Selected,
    /// What the interpreter objects to.
    pub objection: &'a str,
    /// The problem as the engine saw it.
    pub problem: &'a str,
}

impl Answer {
    /// The run that was found.
    pub fn run(&self) -> Option<&Witness> {
        match &self.outcome {
            Outcome::Reachable(run) => Some(run),
            Outcome::Unreachable(_) | Outcome::Unknown(_) => None,
        }
    }

    /// The defect of this program that keeps it from an answer, if that is why it has none.
    pub fn disagreement(&self) -> Option<Disagreement<'_>> {
        match &self.outcome {
            Outcome::Unknown(Reason::Disagreement { objection, problem }) => Some(Disagreement {
                check: self.check,
                objection,
                problem,
            }),
            _ => None,
        }
    }
}

impl Times {
    /// All of it.
    pub fn total(&self) -> Duration {
        self.load + self.slice + self.solve
    }
}

impl Verdict {
    /// What an outcome means where a run is expected, or none is.
    pub fn of(outcome: &Outcome, expects_run: bool) -> Verdict {
        let reached = match outcome {
            Outcome::Reachable(_) => true,
            Outcome::Unreachable(_) => false,
            Outcome::Unknown(_) => return Verdict::Undecided,
        };
        if reached == expects_run {
            Verdict::Passed
        } else {
            Verdict::Failed
        }
    }
}

/// Answers a check.
pub(super) fn answer(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    watch: &Watch,
) -> Result<Answer, NoModel> {
    let (test, check) = (selected.test(analysis), selected.check(analysis));
    let _span = span(analysis, selected).entered();
    let begin = Instant::now();
    let model = match Model::build(&analysis.program, test, check) {
        Ok(model) => model,
        Err(error) => {
            return Err(NoModel {
                check: selected,
                problems: error.diagnostics(),
            });
        }
    };
    if let Property::Temporal(_) = model.property {
        return Ok(about_runs(analysis, settings, selected));
    }
    let load = settings.load + begin.elapsed();
    let begin = Instant::now();
    let slicing = SliceClock::default();
    let progress = |progress| {
        slicing.hear(progress);
        watch.tell(progress);
    };
    let control = Control {
        seed: settings.seed,
        progress: &progress,
        ..Control::stopped_by(&watch.stop)
    };
    let found = settings.method.answer(&model, &control);
    let slice = slicing.time();
    let times = Times {
        load,
        slice,
        solve: begin.elapsed().saturating_sub(slice),
    };
    // A run speaks for itself.
    let (vacuity, surprises) = match &found.outcome {
        Outcome::Reachable(_) => (Vec::new(), Vec::new()),
        Outcome::Unreachable(_) | Outcome::Unknown(_) => (found.notes, model.notes.clone()),
    };
    let limit = settings.limit(analysis, selected);
    Ok(Answer {
        check: selected,
        engine: found.engine,
        slice: settings.slice,
        verdict: Verdict::of(&found.outcome, check.expects_run()),
        stopped_by: is_stopped(&found.outcome).then(|| watch.stopped_by(limit)),
        times,
        statistics: found.statistics,
        vacuity,
        surprises,
        effects: effects_of_domain(&model, &found.outcome, watch),
        outcome: found.outcome,
    })
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

fn is_stopped(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Unknown(Reason::Stopped { .. }))
}

/// What the domain of a check does to its answer.
fn effects_of_domain(model: &Model<'_>, outcome: &Outcome, watch: &Watch) -> DomainEffects {
    match outcome {
        Outcome::Reachable(run) => DomainEffects::on_run(model, run),
        Outcome::Unreachable(_) => {
            DomainEffects::without_run(model, &|| watch.stop.load(Ordering::Relaxed))
        }
        Outcome::Unknown(_) => DomainEffects::default(),
    }
}

/// A check that asks about whole runs, which no engine can tell yet: neither slices nor systems keep what it depends
/// on.
fn about_runs(analysis: &Analysis, settings: &Settings, selected: Selected) -> Answer {
    let why = Unanswered {
        reason: Reason::about_runs(selected.check(analysis).span),
        stopped_by: None,
        time: Duration::ZERO,
    };
    unanswered(analysis, settings, selected, why)
}

/// Why a check has no answer of its own, and how long that took.
pub(super) struct Unanswered {
    pub(super) reason: Reason,
    pub(super) stopped_by: Option<StoppedBy>,
    pub(super) time: Duration,
}

/// The answer to a check that does not answer itself.
pub(super) fn unanswered(
    analysis: &Analysis,
    settings: &Settings,
    selected: Selected,
    why: Unanswered,
) -> Answer {
    let outcome = Outcome::Unknown(why.reason);
    Answer {
        check: selected,
        engine: settings.method.checker.name(),
        slice: settings.slice,
        verdict: Verdict::of(&outcome, selected.check(analysis).expects_run()),
        stopped_by: why.stopped_by,
        times: Times {
            load: settings.load,
            slice: Duration::ZERO,
            solve: why.time,
        },
        statistics: Statistics::default(),
        vacuity: Vec::new(),
        surprises: Vec::new(),
        effects: DomainEffects::default(),
        outcome,
    }
}
