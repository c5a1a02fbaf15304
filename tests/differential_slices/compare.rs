//! One check answered on the original and on each of its slices.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fretsaw::dependence::Dependences;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::sliced::Sliced;
use fretsaw::engines::{Engine, Outcome, Reason, Run};
use fretsaw::model::Model;
use fretsaw::semantics::test_module::Bounds;
use fretsaw::slice::parts::Parts;
use fretsaw::slice::{Options, Reconnection, Slice};

use crate::runs::objection;

/// So far the engine looks where the check has no bound.
const DEPTH: u64 = 8;
/// So long the engine may take.
const LIMIT: Duration = Duration::from_secs(10);

/// How models are sliced, each with a name.
pub(crate) const WAYS: [(&str, Options); 4] = [
    ("conventional", way(Dependences::Fine, false)),
    ("conventional, coarse", way(Dependences::Coarse, false)),
    ("amorphous", way(Dependences::Fine, true)),
    ("amorphous, coarse", way(Dependences::Coarse, true)),
];

const fn way(dependences: Dependences, is_amorphous: bool) -> Options {
    let reconnection = if is_amorphous {
        Reconnection::Amorphous
    } else {
        Reconnection::Conventional
    };
    Options {
        dependences,
        reconnection,
    }
}

/// What came of a comparison.
pub(crate) enum Comparison {
    /// All agree: the length of the run, if there is one, and for each way to slice the share of fields and events that was kept.
    Agree {
        steps: Option<usize>,
        kept: Vec<f64>,
        refinements: u64,
    },
    /// The original was not answered.
    Unknown,
    /// A slice says something else, or nothing where the original was answered.
    Differ(String),
}

/// Answers a check on the original and on its slices.
pub(crate) fn compare(model: &Model<'_>) -> Comparison {
    let mut bounded = model.clone();
    bounded.bounds = Some(model.bounds.unwrap_or(Bounds {
        least: 0,
        most: DEPTH,
    }));
    let original = match answer(&Bmc::default(), &bounded).0 {
        Outcome::Reachable(witness) => Some(witness.steps.len()),
        Outcome::Unreachable(_) => None,
        Outcome::Unknown(_) => return Comparison::Unknown,
    };
    let mut kept = Vec::new();
    let mut refinements = 0;
    for (name, options) in WAYS {
        let slice = Slice::of(&bounded, options);
        kept.push(share(&bounded, &slice.parts));
        let sliced = Sliced {
            engine: Bmc::default(),
            options,
        };
        let (outcome, n_refinements) = answer(&sliced, &bounded);
        if let Some(how) = difference(&bounded, original, outcome) {
            return Comparison::Differ(format!("{name}: {how}"));
        }
        refinements += n_refinements;
    }
    Comparison::Agree {
        steps: original,
        kept,
        refinements,
    }
}

/// How much of the fields and events of a model is kept.
fn share(model: &Model<'_>, parts: &Parts) -> f64 {
    let size = |parts: &Parts| {
        let sizes = parts.sizes(model);
        u32::try_from(sizes.fields + sizes.events).map_or(f64::NAN, f64::from)
    };
    size(parts) / size(&Parts::whole(model)).max(1.0)
}

fn difference(model: &Model<'_>, original: Option<usize>, outcome: Outcome) -> Option<String> {
    match outcome {
        Outcome::Unknown(Reason::Disagreement { objection, .. }) => Some(objection),
        Outcome::Unknown(Reason::Stopped { .. }) => None,
        Outcome::Unknown(reason) => Some(format!("unknown, {reason:?}")),
        Outcome::Unreachable(_) => original.map(|steps| format!("nothing instead of {steps}")),
        Outcome::Reachable(run) => {
            let steps = run.steps.len();
            if let Some(why) = objection(model, &run) {
                return Some(format!("a run that is none: {why}"));
            }
            let expected = original.map_or("none".to_owned(), |steps| steps.to_string());
            (original != Some(steps)).then(|| format!("{steps} steps instead of {expected}"))
        }
    }
}

/// An engine's answer, or none after the limit, and how often it refined its slice.
fn answer(engine: &dyn Engine, model: &Model<'_>) -> (Outcome, u64) {
    let stop = AtomicBool::new(false);
    let run = Run {
        stop: &stop,
        seed: 0,
        progress: &|_| {},
    };
    let (done, finished) = channel::<()>();
    std::thread::scope(|threads| {
        let (stop, finished) = (&stop, finished);
        threads.spawn(move || {
            if finished.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let answer = engine.check(model, &run);
        drop(done);
        let statistics = answer.statistics.iter();
        let refinements = statistics.filter(|(name, _)| *name == "refinements");
        (answer.outcome, refinements.map(|(_, n)| n).sum())
    })
}
