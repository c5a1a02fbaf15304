//! The search: runs are looked at by growing length, so the first one found is a shortest one.
//!
//! All is asserted once. A truth value for each length switches the goal on, and once a length is excluded its goal is denied for
//! good, so that the solver keeps what it has learnt.

use super::Bmc;
use crate::engines::statistics::{SolverWork, Statistics};
use crate::engines::{Answer, Outcome, Progress, Reason, Run, Scope, Witness, vacuity};
use crate::ground::expression::Unsupported;
use crate::ground::run::Chosen;
use crate::ground::{Options, System};
use crate::interpreter::refusal;
use crate::logic::TermId;
use crate::model::Model;
use crate::solver::reading::NotWritten;
use crate::solver::session::Settings;
use crate::solver::unrolling::{Literal, Satisfiable, Unrolling};

/// The room of sets and maps at first, and beyond which we give up.
const ROOM: (usize, usize) = (4, 32);

/// More than this is a problem that no solver gets through; it would only fill the memory.
const MOST_ASSERTIONS: u64 = 20_000_000;

/// Answers the check of a model.
pub(super) fn search(model: &Model<'_>, run: &Run<'_>, engine: Bmc) -> Answer {
    let mut room = ROOM.0;
    loop {
        let mut search = Search {
            model,
            run,
            excluded: None,
            statistics: Statistics::default(),
        };
        let options = Options {
            room,
            few: engine.few,
        };
        let outcome = search
            .run(options)
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
                Outcome::Unreachable(_) if engine.explains => vacuity::notes(model, run),
                _ => Vec::new(),
            },
            outcome,
            statistics: search.statistics,
        };
    }
}

const NO_ROOM: &str = "it depends on sets or maps that are too large";

struct Search<'s, 'm> {
    model: &'s Model<'m>,
    run: &'s Run<'s>,
    /// No run of so many steps or fewer reaches the goal.
    excluded: Option<u64>,
    statistics: Statistics,
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

/// Why a search ended without an answer.
enum Halt {
    Unsupported(Unsupported),
    Stopped,
}

impl From<Unsupported> for Halt {
    fn from(missing: Unsupported) -> Halt {
        Halt::Unsupported(missing)
    }
}

impl Search<'_, '_> {
    fn run(&mut self, options: Options) -> Result<Outcome, Halt> {
        let bounds = self.model.bounds;
        let (least, most) = bounds.map_or((0, u64::MAX), |bounds| (bounds.least, bounds.most));
        (self.run.progress)(Progress::Encoding(0));
        let translating = tracing::info_span!("translate").entered();
        let system = System::of(self.model, options)?;
        drop(translating);
        let settings = Settings {
            seed: self.run.seed,
            most_work: None,
        };
        let mut unrolling = Unrolling::of(&system, settings);
        for constraint in &system.start {
            unrolling.assert(constraint.term, 0);
        }
        let mut length = 0_u64;
        loop {
            self.tell(&unrolling, length);
            if self.run.is_stopped() {
                return Err(Halt::Stopped);
            }
            let look = if length >= least {
                self.look(&system, &mut unrolling, length)?
            } else {
                self.look_for_any(&mut unrolling, length)
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
                // Where no run is so long, none is longer.
                let has_ended = least == 0 && unrolling.check(&[]) == Satisfiable::No;
                return Ok(Outcome::Unreachable(if has_ended {
                    Scope::AnyDepth
                } else {
                    Scope::Bounded
                }));
            }
            if unrolling.assertions > MOST_ASSERTIONS {
                return Ok(self.too_large("the problem has become too large for a solver"));
            }
            length += 1;
            (self.run.progress)(Progress::Encoding(length));
            unrolling.add_step_in_order();
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
            Halt::Unsupported(Unsupported { what, span }) => Reason::Unsupported { what, span },
            Halt::Stopped => Reason::Stopped {
                excluded: self.excluded,
            },
        })
    }

    fn tell(&mut self, unrolling: &Unrolling<'_>, length: u64) {
        self.statistics = Statistics {
            instances: Some(self.model.universe.len() as u64),
            solver: Some(SolverWork {
                steps: length,
                assertions: unrolling.assertions,
            }),
            ..Statistics::default()
        };
    }

    /// Runs that are too short to count: all that matters is whether there are any, and that now and then.
    fn look_for_any(&self, unrolling: &mut Unrolling<'_>, length: u64) -> Look {
        if !length.is_power_of_two() {
            return Look::Excluded;
        }
        (self.run.progress)(Progress::Solving(length));
        match unrolling.check(&[]) {
            Satisfiable::No => Look::NoRuns,
            _ => Look::Excluded,
        }
    }

    fn look(
        &self,
        system: &System,
        unrolling: &mut Unrolling<'_>,
        length: u64,
    ) -> Result<Look, Halt> {
        let at = unrolling.last();
        let goal = unrolling.switch();
        for part in &system.goal {
            unrolling.assert_if(std::slice::from_ref(&goal), part.term, at);
        }
        (self.run.progress)(Progress::Solving(length));
        let goal_alone = std::slice::from_ref(&goal);
        let limits: Vec<Literal> = [unrolling.fits(), unrolling.described()]
            .into_iter()
            .flatten()
            .cloned()
            .collect();
        let mut answer = unrolling.check(&[goal_alone, &limits].concat());
        if answer == Satisfiable::No && limits.iter().any(|it| unrolling.core().contains(it)) {
            // Perhaps they were not to blame after all.
            answer = unrolling.check(goal_alone);
            if answer == Satisfiable::Yes {
                return self.limited(system, unrolling, goal);
            }
        }
        Ok(match answer {
            Satisfiable::Yes => self.found(system, unrolling),
            Satisfiable::No if unrolling.core().is_empty() => Look::NoRuns,
            Satisfiable::No => {
                if limits.is_empty() {
                    let goal: Vec<TermId> = system.goal.iter().map(|part| part.term).collect();
                    unrolling.deny_all(&goal, at);
                } else {
                    // With sets that may be larger than they look, the goal is not denied by its negation.
                    unrolling.deny(&goal);
                }
                Look::Excluded
            }
            Satisfiable::Unknown(why) => Look::GaveUp(why),
        })
    }

    /// There is a run only where sets are larger than there is room for, or where an event happens that there are no terms for: the room
    /// can grow.
    fn limited(
        &self,
        system: &System,
        unrolling: &mut Unrolling<'_>,
        goal: Literal,
    ) -> Result<Look, Halt> {
        let described = unrolling.described().cloned();
        let missing = system.avoided.first().map(|it| it.missing.clone());
        let (Some(described), Some(missing)) = (described, missing) else {
            return Ok(Look::Found(self.too_large(NO_ROOM)));
        };
        match unrolling.check(&[goal, described]) {
            Satisfiable::Yes => Ok(Look::Found(self.too_large(NO_ROOM))),
            _ => Err(missing.into()),
        }
    }

    fn found(&self, system: &System, unrolling: &mut Unrolling<'_>) -> Look {
        (self.run.progress)(Progress::Explaining);
        let Some(mut found) = unrolling.found() else {
            return Look::GaveUp("it gave no model".to_owned());
        };
        let run = match found.valuations() {
            Ok(values) => system.run(self.model, values),
            Err(NotWritten(value)) => {
                return Look::GaveUp(format!("it found {value}, which no value can be"));
            }
        };
        let replayed = match run {
            Ok(run) => replay(self.model, run),
            Err(missing) => Err(NoRun::Refused(format!("no run: {missing:?}"))),
        };
        match replayed {
            Ok(witness) => Look::Found(Outcome::Reachable(witness)),
            // A solver that is interrupted does not tell all of it any more.
            Err(_) if self.run.is_stopped() => Look::GaveUp("it was interrupted".to_owned()),
            Err(NoRun::Undecided(what)) => Look::Found(Outcome::Unknown(Reason::NoDomain { what })),
            Err(NoRun::Refused(objection)) => Look::Found(Outcome::Unknown(Reason::Disagreement {
                objection,
                problem: unrolling.script(),
            })),
        }
    }
}

/// Why a run is none.
enum NoRun {
    /// The interpreter does not accept it.
    Refused(String),
    /// The interpreter cannot tell, for want of a finite domain of this.
    Undecided(String),
}

/// A run as the interpreter sees it.
fn replay(model: &Model<'_>, Chosen { states, choices }: Chosen) -> Result<Witness, NoRun> {
    let mut steps = Vec::with_capacity(choices.len());
    for (index, (pair, first)) in states.windows(2).zip(choices).enumerate() {
        let step = model.interpreter().check(&pair[0], first, &pair[1]);
        let step = step.map_err(|refusal| match refusal.reason {
            refusal::Reason::Undecided { what } => NoRun::Undecided(what),
            _ => NoRun::Refused(format!("step {}: {refusal:?}", index + 1)),
        })?;
        steps.push((step, pair[1].clone()));
    }
    if !model.is_start(&states[0]) {
        return Err(NoRun::Refused("the first state is no start".to_owned()));
    }
    if !states.last().is_some_and(|last| model.is_goal(last)) {
        return Err(NoRun::Refused("the last state is not the goal".to_owned()));
    }
    Ok(Witness {
        start: states[0].clone(),
        steps,
    })
}
