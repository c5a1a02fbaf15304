//! The search: runs are looked at by growing length, so the first one found is a shortest one.
//!
//! All is asserted once. A truth value for each length switches the goal on, and once a length is excluded its goal is denied for
//! good, so that the solver keeps what it has learnt.

use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

use super::Bmc;
use super::encode::Halt;
use super::unroll::{Layout, Unrolling};
use super::vacuity;
use super::witness::{NoRun, replay};
use crate::engines::{Answer, Outcome, Progress, Reason, Run, Scope, Vacuity};
use crate::model::Model;

/// The room of sets and maps at first, and beyond which we give up.
const ROOM: (usize, usize) = (4, 32);

/// More than this is a problem that no solver gets through; it would only fill the memory.
const MOST_ASSERTIONS: u64 = 20_000_000;

/// Answers the check of a model.
pub(super) fn search(model: &Model<'_>, run: &Run<'_>, engine: Bmc) -> Answer {
    let mut room = ROOM.0;
    loop {
        let solver = solver(run.seed);
        let mut search = Search {
            model,
            run,
            solver: &solver,
            excluded: None,
            statistics: Vec::new(),
        };
        let outcome = search
            .run(Layout {
                room,
                few: engine.few,
                in_turn: true,
            })
            .unwrap_or_else(|halt| search.halted(halt));
        let wants_room =
            matches!(&outcome, Outcome::Unknown(Reason::TooLarge { what, .. }) if what == NO_ROOM);
        if wants_room && room < ROOM.1 {
            room *= 2;
            continue;
        }
        return Answer {
            engine: "bmc",
            notes: match &outcome {
                Outcome::Unreachable(_) if engine.explains => vacuity_notes(model, run),
                _ => Vec::new(),
            },
            outcome,
            statistics: search.statistics,
        };
    }
}

/// That nothing reaches the goal may be because hardly anything happens.
pub(super) fn vacuity_notes(model: &Model<'_>, run: &Run<'_>) -> Vec<Vacuity> {
    (run.progress)(Progress::Explaining);
    // Where something cannot be described to the solver, there is nothing to say.
    vacuity::notes(model, run, ROOM.0).unwrap_or_default()
}

/// That no state can be the goal, where that is so.
pub(super) fn contradictory_goal(model: &Model<'_>, run: &Run<'_>) -> Option<Vacuity> {
    let because = vacuity::contradictory_goal(model, run, ROOM.0).ok()??;
    Some(Vacuity::NoGoal { because })
}

const NO_ROOM: &str = "it depends on sets or maps that are too large";

pub(super) fn solver(seed: u32) -> Solver {
    let solver = Solver::new();
    let mut parameters = Params::new();
    parameters.set_u32("random_seed", seed);
    solver.set_params(&parameters);
    solver
}

struct Search<'s, 'm> {
    model: &'s Model<'m>,
    run: &'s Run<'s>,
    solver: &'s Solver,
    /// No run of so many steps or fewer reaches the goal.
    excluded: Option<u64>,
    statistics: Vec<(&'static str, u64)>,
}

/// What came of looking at runs of one length.
enum Look {
    Found(Outcome),
    /// No run of this length reaches the goal.
    Excluded,
    /// There are no runs of this length at all.
    NoRuns,
    GaveUp(String),
}

impl Search<'_, '_> {
    fn run(&mut self, layout: Layout) -> Result<Outcome, Halt> {
        let bounds = self.model.bounds;
        let (least, most) = bounds.map_or((0, u64::MAX), |bounds| (bounds.least, bounds.most));
        (self.run.progress)(Progress::Encoding(0));
        let mut unrolling = Unrolling::from_start(self.model, self.solver, layout)?;
        let mut length = 0_u64;
        loop {
            self.tell(&unrolling, length);
            if self.run.is_stopped() {
                return Err(Halt::Stopped);
            }
            let look = if length >= least {
                self.look(&mut unrolling, length)?
            } else {
                self.look_for_any(length)
            };
            match look {
                Look::Found(outcome) => return Ok(outcome),
                Look::GaveUp(_) if self.run.is_stopped() => return Err(Halt::Stopped),
                Look::GaveUp(why) => return Ok(self.gave_up(why)),
                Look::NoRuns if least == 0 => return Ok(Outcome::Unreachable(Scope::AnyDepth)),
                Look::NoRuns => return Ok(Outcome::Unreachable(Scope::Bounded)),
                // What was only passed on the way to longer runs is not excluded.
                Look::Excluded => self.excluded = (least == 0).then_some(length),
            }
            if length >= most {
                return Ok(Outcome::Unreachable(Scope::Bounded));
            }
            if unrolling.assertions > MOST_ASSERTIONS {
                return Ok(self.too_large("the problem has become too large for a solver"));
            }
            length += 1;
            (self.run.progress)(Progress::Encoding(length));
            unrolling.add_step(self.run)?;
        }
    }

    fn gave_up(&self, why: String) -> Outcome {
        Outcome::Unknown(Reason::GaveUp {
            why,
            excluded: self.excluded,
        })
    }

    fn too_large(&self, what: &str) -> Outcome {
        Outcome::Unknown(Reason::TooLarge {
            what: what.to_owned(),
            excluded: self.excluded,
        })
    }

    fn halted(&self, halt: Halt) -> Outcome {
        Outcome::Unknown(match halt {
            Halt::Unsupported { what, span } => Reason::Unsupported { what, span },
            Halt::Stopped => Reason::Stopped {
                excluded: self.excluded,
            },
        })
    }

    fn tell(&mut self, unrolling: &Unrolling<'_, '_>, length: u64) {
        self.statistics = vec![
            ("steps", length),
            ("instances", self.model.universe.len() as u64),
            ("assertions", unrolling.assertions),
        ];
    }

    /// Runs that are too short to count: all that matters is whether there are any, and that now and then.
    fn look_for_any(&self, length: u64) -> Look {
        if !length.is_power_of_two() {
            return Look::Excluded;
        }
        (self.run.progress)(Progress::Solving(length));
        match self.solver.check() {
            SatResult::Unsat => Look::NoRuns,
            _ => Look::Excluded,
        }
    }

    fn look(&self, unrolling: &mut Unrolling<'_, '_>, length: u64) -> Result<Look, Halt> {
        let at = unrolling.states.len() - 1;
        let goal = unrolling.goal(at)?;
        let switch = Bool::new_const(format!("goal@{length}"));
        unrolling.assert(&switch.implies(goal.clone()));
        let mut assumptions = vec![switch.clone()];
        assumptions.extend(unrolling.terms.fits.clone());
        (self.run.progress)(Progress::Solving(length));
        let mut answer = self.solver.check_assumptions(&assumptions);
        if answer == SatResult::Unsat && assumptions.len() > 1 && self.blames_room(&assumptions[1])
        {
            // Perhaps it was not to blame after all.
            answer = match self.solver.check_assumptions(&assumptions[..1]) {
                SatResult::Sat => {
                    let halt = unrolling.avoided.clone();
                    let too_large = || Look::Found(self.too_large(NO_ROOM));
                    return halt.map_or_else(|| Ok(too_large()), Err);
                }
                other => other,
            };
        }
        Ok(match answer {
            SatResult::Sat => self.found(unrolling, at),
            SatResult::Unsat if self.solver.get_unsat_core().is_empty() => Look::NoRuns,
            SatResult::Unsat => {
                // With sets that may be larger than they look, the goal is not denied by its negation.
                let denied = if assumptions.len() > 1 { switch } else { goal };
                unrolling.assert(&denied.not());
                Look::Excluded
            }
            SatResult::Unknown => {
                let why = self.solver.get_reason_unknown();
                Look::GaveUp(why.unwrap_or_else(|| "it did not say why".to_owned()))
            }
        })
    }

    fn blames_room(&self, fits: &Bool) -> bool {
        self.solver.get_unsat_core().contains(fits)
    }

    fn found(&self, unrolling: &Unrolling<'_, '_>, length: usize) -> Look {
        (self.run.progress)(Progress::Explaining);
        let Some(found) = self.solver.get_model() else {
            return Look::GaveUp("it gave no model".to_owned());
        };
        match replay(unrolling, &found, length) {
            Ok(witness) => Look::Found(Outcome::Reachable(witness)),
            // A solver that is interrupted does not tell all of it any more.
            Err(_) if self.run.is_stopped() => Look::GaveUp("it was interrupted".to_owned()),
            Err(NoRun::NotWritten(value)) => {
                Look::GaveUp(format!("it found {value}, which no value can be"))
            }
            Err(NoRun::Undecided(what)) => Look::Found(Outcome::Unknown(Reason::NoDomain { what })),
            Err(NoRun::Refused(objection)) => Look::Found(Outcome::Unknown(Reason::Disagreement {
                objection,
                problem: self.solver.to_smt2(),
            })),
        }
    }
}
