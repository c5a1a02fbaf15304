//! Bounded checking with Z3: are there so many steps that lead to the goal?
//!
//! Runs are looked at by growing length, so the first witness is a shortest one. All is asserted once; a truth value a length
//! switches the goal on, and once a length is excluded its goal is denied for good.

mod arithmetic;
mod atoms;
mod calendar;
mod encode;
mod term;
mod unroll;
mod witness;

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use z3::ast::Bool;
use z3::{Context, SatResult, Solver};

use super::{Answer, Engine, Outcome, Progress, Reason, Run, Scope};
use crate::model::Model;
use encode::Unsupported;
use unroll::Unrolling;

/// The engine `bmc`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bmc;

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let done = AtomicBool::new(false);
        let context = Context::thread_local();
        let handle = context.handle();
        std::thread::scope(|threads| {
            // The solver does not look at our flag, so somebody has to knock.
            let (stop, done) = (run.stop, &done);
            threads.spawn(move || {
                while !done.load(Ordering::Relaxed) {
                    if stop.load(Ordering::Relaxed) {
                        handle.interrupt();
                    }
                    std::thread::sleep(Duration::from_millis(5));
                }
            });
            let outcome = search(model, run).unwrap_or_else(|Unsupported(what)| {
                Outcome::Unknown(Reason::Unsupported { what, span: None })
            });
            done.store(true, Ordering::Relaxed);
            Answer {
                outcome,
                notes: Vec::new(),
                statistics: Vec::new(),
            }
        })
    }
}

fn search(model: &Model<'_>, run: &Run<'_>) -> Result<Outcome, Unsupported> {
    let solver = Solver::new();
    let mut parameters = z3::Params::new();
    parameters.set_u32("random_seed", run.seed);
    solver.set_params(&parameters);
    let mut unrolling = Unrolling::new(model, &solver)?;
    let (least, most) = model
        .bounds
        .map_or((0, u64::MAX), |bounds| (bounds.least, bounds.most));
    let mut length = 0_u64;
    loop {
        (run.progress)(Progress::Solving(length));
        let excluded = length.checked_sub(1);
        if run.is_stopped() {
            return Ok(Outcome::Unknown(Reason::Stopped { excluded }));
        }
        if length >= least {
            match look(model, &mut unrolling, length)? {
                Look::Found(outcome) => return Ok(outcome),
                Look::GaveUp if run.is_stopped() => {
                    return Ok(Outcome::Unknown(Reason::Stopped { excluded }));
                }
                Look::GaveUp => {
                    let reason = solver.get_reason_unknown().unwrap_or_default();
                    return Ok(Outcome::Unknown(Reason::GaveUp {
                        why: reason,
                        excluded,
                    }));
                }
                Look::NoRuns => return Ok(Outcome::Unreachable(Scope::AnyDepth)),
                Look::Excluded => {}
            }
        }
        if length >= most {
            return Ok(Outcome::Unreachable(Scope::Bounded));
        }
        unrolling.add_step()?;
        length += 1;
    }
}

/// What came of looking at runs of one length.
enum Look {
    Found(Outcome),
    /// No run of this length reaches the goal.
    Excluded,
    /// There are no runs of this length at all.
    NoRuns,
    GaveUp,
}

fn look(
    model: &Model<'_>,
    unrolling: &mut Unrolling<'_, '_>,
    length: u64,
) -> Result<Look, Unsupported> {
    let at = usize::try_from(length).map_err(|_| Unsupported("so many steps".to_owned()))?;
    let goal = unrolling.goal(at)?;
    let switch = Bool::new_const(format!("goal@{length}"));
    unrolling.solver.assert(switch.implies(goal.clone()));
    Ok(
        match unrolling
            .solver
            .check_assumptions(std::slice::from_ref(&switch))
        {
            SatResult::Sat => match unrolling.solver.get_model() {
                Some(found) => Look::Found(match witness::replay(model, unrolling, &found, at) {
                    Ok(witness) => Outcome::Reachable(witness),
                    Err(objection) => Outcome::Unknown(Reason::Disagreement {
                        objection,
                        problem: String::new(),
                    }),
                }),
                None => Look::GaveUp,
            },
            SatResult::Unsat if unrolling.solver.get_unsat_core().is_empty() => Look::NoRuns,
            SatResult::Unsat => {
                unrolling.solver.assert(goal.not());
                Look::Excluded
            }
            SatResult::Unknown => Look::GaveUp,
        },
    )
}
