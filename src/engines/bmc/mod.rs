//! Bounded checking with Z3: are there so many steps that lead to the goal?
//!
//! `terms.rs` and its neighbours say what values are to the solver, `encode.rs` what expressions are; `unroll.rs`, `step.rs` and
//! `goal.rs` put out the model step by step, and `search.rs` asks. `witness.rs` turns what the solver finds into a run.

mod arithmetic;
mod atoms;
mod calendar;
mod encode;
mod goal;
mod instances;
mod listing;
mod logic;
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

use super::{Answer, Engine, Outcome, Reason, Run};
use crate::model::Model;

/// The engine `bmc`.
#[derive(Debug, Clone, Copy)]
pub struct Bmc {
    /// Events of specifications with more instances than these are described once for all of them, where no step has them twice.
    pub few: usize,
}

impl Default for Bmc {
    fn default() -> Bmc {
        Bmc { few: 12 }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    /// The search has a thread of its own: the solver's context belongs to a thread, and an interruption spoils it.
    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let searched =
            std::thread::scope(|threads| threads.spawn(|| watched(model, run, self.few)).join());
        searched.unwrap_or_else(|_| {
            let why = "the solver broke down".to_owned();
            Answer::unknown(Reason::GaveUp {
                why,
                excluded: None,
            })
        })
    }
}

/// The search, and beside it somebody who interrupts the solver when it is to stop.
fn watched(model: &Model<'_>, run: &Run<'_>, few: usize) -> Answer {
    let context = Context::thread_local();
    std::thread::scope(|threads| {
        let (done, finished) = channel::<()>();
        let (handle, stop) = (context.handle(), run.stop);
        threads.spawn(move || interrupt_when_told(&handle, stop, &finished));
        let answer = search::search(model, run, few);
        drop(done);
        answer
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
