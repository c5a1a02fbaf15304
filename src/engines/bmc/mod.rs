//! Bounded checking with Z3: are there so many steps that lead to the goal?
//!
//! `terms.rs` and its neighbours say what values are to the solver, `encode.rs` what expressions are; `unroll.rs`, `step.rs` and
//! `goal.rs` put out the model step by step, and `search.rs` asks. `witness.rs` turns what the solver finds into a run.

mod arithmetic;
mod atoms;
mod calendar;
mod dead_events;
mod encode;
mod goal;
mod instances;
mod listing;
mod logic;
mod needed_events;
mod possible;
mod quantifiers;
mod roles;
mod search;
mod step;
mod term;
mod terms;
mod truth;
mod unroll;
mod vacuity;
mod variables;
mod witness;

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use z3::{Context, ContextHandle};

use super::{Answer, Engine, Outcome, Reason, Run, Vacuity};
use crate::model::Model;

/// The engine `bmc`.
#[derive(Debug, Clone, Copy)]
pub struct Bmc {
    /// Events of specifications with more instances than these are described once for all of them, where no step has them twice.
    pub few: usize,
    /// Whether it looks for what makes an answer an empty one.
    pub explains: bool,
}

impl Default for Bmc {
    fn default() -> Bmc {
        Bmc {
            few: 12,
            explains: true,
        }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn explains(&self) -> bool {
        self.explains
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        in_own_thread(run, || search::search(model, run, *self)).unwrap_or_else(|| {
            let why = "the solver broke down".to_owned();
            Answer::unknown(Reason::GaveUp {
                why,
                excluded: None,
            })
        })
    }
}

/// Why it may say little that nothing reaches the goal of a model, whoever found that out.
pub(super) fn vacuity(outcome: &Outcome, model: &Model<'_>, run: &Run<'_>) -> Vec<Vacuity> {
    match outcome {
        Outcome::Unreachable(_) => {
            in_own_thread(run, || search::vacuity_notes(model, run)).unwrap_or_default()
        }
        Outcome::Reachable(_) | Outcome::Unknown(_) => Vec::new(),
    }
}

/// That no state of a model can be its goal, where that is so.
pub(super) fn contradictory_goal(model: &Model<'_>, run: &Run<'_>) -> Option<Vacuity> {
    in_own_thread(run, || search::contradictory_goal(model, run)).flatten()
}

/// The solver's context belongs to a thread, and an interruption spoils it, so each use of it has a thread of its own.
/// Gives nothing where the solver broke down.
fn in_own_thread<T: Send>(run: &Run<'_>, work: impl FnOnce() -> T + Send) -> Option<T> {
    std::thread::scope(|threads| threads.spawn(|| watched(run, work)).join()).ok()
}

/// Does some work with the solver, and beside it there is somebody who interrupts the solver when it is to stop.
fn watched<T>(run: &Run<'_>, work: impl FnOnce() -> T) -> T {
    let context = Context::thread_local();
    std::thread::scope(|threads| {
        let (done, finished) = channel::<()>();
        let (handle, stop) = (context.handle(), run.stop);
        threads.spawn(move || interrupt_when_told(&handle, stop, &finished));
        let result = work();
        drop(done);
        result
    })
}

/// The solver does not look at our flag, so somebody has to knock.
fn interrupt_when_told(solver: &ContextHandle<'_>, stop: &AtomicBool, finished: &Receiver<()>) {
    const OFTEN: Duration = Duration::from_millis(5);
    while finished.recv_timeout(OFTEN) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) {
            solver.interrupt();
        }
    }
}

impl Answer {
    fn unknown(reason: Reason) -> Answer {
        Answer {
            engine: "bmc",
            outcome: Outcome::Unknown(reason),
            notes: Vec::new(),
            statistics: Vec::new(),
        }
    }
}
