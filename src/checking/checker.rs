//! What answers checks of models. An engine does, on a system that is made of the model; its run is led back to the
//! model, and the interpreter takes every step of it.

use std::sync::Arc;

use crate::engines::statistics::Statistics;
use crate::engines::{Control, Engine, Finding, Needs, Progress, Why};
use crate::ground::run::Chosen;
use crate::ground::{Obstacle, Options, PropertyId, System, SystemRun, smtlib};
use crate::interpreter::refusal;
use crate::interpreter::replay::Objection;
use crate::model::Model;
use crate::model::run::Rest;
use crate::outcome::{Conclusion, Outcome, Reason, Scope, Witness};

/// Something that answers checks of models.
pub trait Checker: Sync {
    /// The name by which it is chosen.
    fn name(&self) -> &'static str;

    /// Answers the check of a model.
    fn check(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion;
}

impl<C: Checker + ?Sized + Send> Checker for Arc<C> {
    fn name(&self) -> &'static str {
        (**self).name()
    }

    fn check(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        (**self).check(model, control)
    }
}

impl<E: Engine> Checker for E {
    fn name(&self) -> &'static str {
        Engine::name(self)
    }

    fn check(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        let asked = ask(self, model, control);
        Conclusion {
            engine: Engine::name(self),
            outcome: asked.outcome.unwrap_or_else(unknown),
            notes: Vec::new(),
            statistics: asked.statistics,
        }
    }
}

/// The room of sets and maps beyond which we give up.
const MOST_ROOM: usize = 32;

/// What is asked of systems that are made of models.
const CHECK: PropertyId = PropertyId(0);

/// What came of asking an engine.
pub(super) struct Asked {
    /// What it found, in terms of the model; or why it found nothing.
    pub(super) outcome: Result<Outcome, Why>,
    pub(super) statistics: Statistics,
}

/// Asks an engine about a model. Where the answer depends on sets that are larger than there is room for, they get
/// more.
pub(super) fn ask(engine: &dyn Engine, model: &Model<'_>, control: &Control<'_>) -> Asked {
    let mut room = Options::default().room;
    loop {
        (control.progress)(Progress::Encoding(0));
        let translating = tracing::info_span!("translate").entered();
        let system = translated(engine.needs(), model, room, control);
        drop(translating);
        let system = match system {
            Ok(system) => system,
            Err(why) => return unasked(engine, model, why),
        };
        let found = engine.find(&system, CHECK, control);
        let statistics = found.statistics;
        let outcome = match found.finding {
            Finding::Undecided(Why::NeedsRoom { .. }) if room < MOST_ROOM => {
                room *= 2;
                continue;
            }
            Finding::Undecided(why) => Err(why),
            Finding::Excluded { .. } => Ok(Outcome::Unreachable(Scope::Bounded)),
            Finding::Proved { .. } => Ok(Outcome::Unreachable(Scope::AnyDepth)),
            Finding::Reached(run) => reached(model, &system, &run, control),
        };
        return Asked {
            outcome,
            statistics,
        };
    }
}

/// The system of a model.
fn translated(
    needs: Needs,
    model: &Model<'_>,
    room: usize,
    control: &Control<'_>,
) -> Result<System, Why> {
    let system = match needs {
        Needs::Terms { few } => {
            System::of(model, Options { room, few }).map_err(|missing| Why::Unsupported {
                what: missing.what,
                span: missing.span,
            })
        }
        Needs::States => System::enumerated(model, &|| control.is_stopped()).map_err(Why::Obstacle),
    };
    system.map_err(|why| match why {
        _ if control.is_stopped() => Why::Stopped { excluded: None },
        why => why,
    })
}

/// What there is to say where there is no system that an engine could be asked about.
fn unasked(engine: &dyn Engine, model: &Model<'_>, why: Why) -> Asked {
    let statistics = match engine.needs() {
        Needs::States => Statistics::of_size(model.universe.len()),
        Needs::Terms { .. } => Statistics::default(),
    };
    let outcome = match why {
        Why::Obstacle(Obstacle::NoStart) => Ok(Outcome::Unreachable(scope(model))),
        why => Err(why),
    };
    Asked {
        outcome,
        statistics,
    }
}

/// How far it holds that everything was looked at and nothing found.
pub(super) fn scope(model: &Model<'_>) -> Scope {
    match model.bounds {
        Some(_) => Scope::Bounded,
        None => Scope::AnyDepth,
    }
}

/// What was found, once the interpreter has taken every step of the run.
fn reached(
    model: &Model<'_>,
    system: &System,
    run: &SystemRun,
    control: &Control<'_>,
) -> Result<Outcome, Why> {
    match led_back_to_goal(model, system, run) {
        Ok(witness) => Ok(Outcome::Reachable(witness)),
        // Whoever is stopped may not tell all of a run any more.
        Err(_) if control.is_stopped() => Err(Why::Stopped { excluded: None }),
        Err(NoRun::Undecided(what)) => Ok(Outcome::Unknown(Reason::NoDomain { what })),
        Err(NoRun::Refused(objection)) => Ok(Outcome::Unknown(Reason::Disagreement {
            objection,
            problem: smtlib::write(system),
        })),
    }
}

/// Why a run of a system is none of its model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoRun {
    /// The interpreter does not accept it.
    Refused(String),
    /// The interpreter cannot tell, for want of a finite domain of this.
    Undecided(String),
}

impl From<Objection> for NoRun {
    fn from(objection: Objection) -> NoRun {
        match objection {
            Objection::Undecided(what) => NoRun::Undecided(what),
            objection => NoRun::Refused(objection.to_string()),
        }
    }
}

/// A run that goes on for ever, with the state that it comes back to at its end once more, as runs of models have it.
fn closed(run: &SystemRun) -> Option<SystemRun> {
    let again = run.states.get(run.loops_to?)?.clone();
    let mut closed = run.clone();
    closed.states.push(again);
    Some(closed)
}

/// The run of a model that a run of its system describes, once the interpreter has taken every step of it.
pub fn led_back(model: &Model<'_>, system: &System, run: &SystemRun) -> Result<Witness, NoRun> {
    let chosen = match closed(run) {
        Some(closed) => system.run(model, &closed),
        None => system.run(model, run),
    };
    let Chosen { states, choices } =
        chosen.map_err(|missing| NoRun::Refused(format!("no run: {missing:?}")))?;
    let mut steps = Vec::with_capacity(choices.len());
    for (index, (pair, first)) in states.windows(2).zip(choices).enumerate() {
        let step = model.interpreter().check(&pair[0], first, &pair[1]);
        let step = step.map_err(|refusal| match refusal.reason {
            refusal::Reason::Undecided { what } => NoRun::Undecided(what),
            _ => NoRun::Refused(format!("step {}: {refusal:?}", index + 1)),
        })?;
        steps.push((step, pair[1].clone()));
    }
    let start = states.into_iter().next();
    let start = start.ok_or_else(|| NoRun::Refused("no states".to_owned()))?;
    let rest = run.loops_to.map_or(Rest::Unsaid, Rest::Loop);
    Ok(Witness { start, steps, rest })
}

/// The same, where it has to lead from a start to the goal.
fn led_back_to_goal(model: &Model<'_>, system: &System, run: &SystemRun) -> Result<Witness, NoRun> {
    let witness = led_back(model, system, run)?;
    if !model.is_start(&witness.start) {
        return Err(NoRun::Refused("the first state is no start".to_owned()));
    }
    if !model.is_goal(witness.last()) {
        return Err(NoRun::Refused("the last state is not the goal".to_owned()));
    }
    Ok(witness)
}

/// What it means for an answer that an engine found nothing.
pub(super) fn unknown(why: Why) -> Outcome {
    Outcome::Unknown(match why {
        Why::Stopped { excluded } => Reason::Stopped { excluded },
        Why::GaveUp { why, excluded } => Reason::GaveUp { why, excluded },
        Why::TooLarge { what, excluded } => Reason::TooLarge { what, excluded },
        Why::NeedsRoom { excluded } => Reason::TooLarge {
            what: "it depends on sets or maps that are too large".to_owned(),
            excluded,
        },
        Why::Obstacle(obstacle) => obstacle.into(),
        Why::Leaves => Reason::TooLarge {
            what: "there are runs in which numbers become too large".to_owned(),
            excluded: None,
        },
        Why::Unsupported { what, span } => Reason::Unsupported { what, span },
    })
}
