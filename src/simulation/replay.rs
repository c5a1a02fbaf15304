//! Saved runs, step by step: each is checked by the interpreter, and the first that is not possible is told.

use crate::interpreter::missing::Missing;
use crate::interpreter::refusal::Refusal;
use crate::interpreter::replay::{Objection, replay_rest};
use crate::model::Model;
use crate::model::run::Occurrence;
use crate::model::run::Run;
use crate::trace::json_trace::{self, Recorded, RecordedStep, TraceEvent, TraceStep};

/// Where a saved run is not a run of its check.
#[derive(Debug, Clone)]
pub struct Mismatch {
    /// The run up to there.
    pub run: Option<Run>,
    /// What is wrong with what follows.
    pub problem: Problem,
}

/// What can be wrong with a saved run.
#[derive(Debug, Clone)]
pub enum Problem {
    /// It starts where the check does not.
    Start(Missing),
    /// The environment may not choose the event.
    Trigger(Occurrence),
    /// The event cannot happen, or does not lead where the run says.
    Step(Occurrence, Refusal),
    /// The run does not go on as it says, or it goes on where it says that it does not.
    Rest(Objection),
    /// Other events are synced than the run says.
    Synced {
        /// What the run says.
        told: Vec<TraceEvent>,
        /// What is.
        found: Vec<TraceEvent>,
    },
}

/// Takes the steps of a saved run. `trace` is what it was read from.
pub fn replay(
    model: &Model<'_>,
    recorded: &Recorded,
    trace: &[TraceStep],
) -> Result<Run, Box<Mismatch>> {
    if let Some(missing) = model.missing_at_start(&recorded.start) {
        let problem = Problem::Start(missing);
        return Err(Box::new(Mismatch { run: None, problem }));
    }
    let mut run = Run::new(recorded.start.clone(), Vec::new());
    let told = trace.iter().skip(1).map(|entry| entry.event.as_ref());
    for (step, told) in recorded.steps.iter().zip(told) {
        if let Some(problem) = take(model, &mut run, step, told) {
            let run = Some(run);
            return Err(Box::new(Mismatch { run, problem }));
        }
    }
    let told = Run {
        rest: recorded.rest,
        ..run
    };
    match replay_rest(model, &told) {
        Ok(()) => Ok(told),
        Err(objection) => Err(Box::new(Mismatch {
            run: Some(Run::new(told.start, told.steps)),
            problem: Problem::Rest(objection),
        })),
    }
}

/// Takes one step, or tells what is wrong with it.
fn take(
    model: &Model<'_>,
    run: &mut Run,
    recorded: &RecordedStep,
    told: Option<&TraceEvent>,
) -> Option<Problem> {
    let first = recorded.first.clone();
    if !model.may_trigger(first.instance, first.event) {
        return Some(Problem::Trigger(first));
    }
    let current = run.last();
    let interpreter = model.interpreter();
    match interpreter.check(current, first.clone(), &recorded.next) {
        Ok(step) => {
            let found = json_trace::event(model, &step, 0).synced;
            run.steps.push((step, recorded.next.clone()));
            other_syncs(told, found)
        }
        Err(refusal) => Some(Problem::Step(first, refusal)),
    }
}

/// A saved run need not say what is synced, but what it says must be so.
fn other_syncs(told: Option<&TraceEvent>, found: Vec<TraceEvent>) -> Option<Problem> {
    let told = &told?.synced;
    (!told.is_empty() && *told != found).then(|| Problem::Synced {
        told: told.clone(),
        found,
    })
}
