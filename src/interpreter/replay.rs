//! Whether something is a run of a check: the interpreter takes every step of it again.

use std::fmt;

use super::explore::successors;
use super::refusal::{self, Refusal};
use crate::model::domains::fits;
use crate::model::run::Step;
use crate::model::run::{Rest, Run};
use crate::model::{Model, NoDomain, State};

/// What is wrong with a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Objection {
    /// The check asks for runs of another length.
    Length(usize),
    /// A state, by its number, does not have the instances and fields of the model.
    Misshapen(usize),
    /// No run of this check starts like this.
    NoStart,
    /// A step, by its number, has no event of any instance.
    NoEvent(usize),
    /// A step, by its number, is none that the environment may choose.
    NoTrigger(usize),
    /// A step, by its number, is not possible.
    Refused(usize, Box<Refusal>),
    /// More, less or something else happens in a step, by its number, than what it was said to be.
    OtherStep(usize),
    /// The last state is not what the check asks for.
    NoGoal,
    /// The run does not end in the state that it is said to have been in after so many steps.
    NoLoop(usize),
    /// Something can happen after the last step, which is said to be impossible.
    NoEnd,
    /// The check asks about whole runs, which the state that this one ends in does not answer.
    AboutRuns,
    /// It cannot be told whether it is a run: this has too many values to be looked at.
    Undecided(String),
}

impl fmt::Display for Objection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Objection::Length(length) => write!(f, "{length} steps are not within the bounds"),
            Objection::Misshapen(number) => {
                write!(
                    f,
                    "state {number} does not have the instances of the universe"
                )
            }
            Objection::NoStart => f.write_str("the first state is no start"),
            Objection::NoEvent(number) => write!(f, "step {number} has no event"),
            Objection::NoTrigger(number) => {
                write!(f, "the event of step {number} does not happen by itself")
            }
            Objection::Refused(number, refusal) => {
                write!(f, "step {number} is not possible: {:?}", refusal.reason)
            }
            Objection::OtherStep(number) => {
                write!(f, "step {number} syncs other events than it should")
            }
            Objection::NoGoal => f.write_str("the last state is not the goal"),
            Objection::NoLoop(back) => {
                write!(f, "the last state is not that after step {back}")
            }
            Objection::NoEnd => f.write_str("something can happen after the last step"),
            Objection::AboutRuns => f.write_str("the check asks about whole runs"),
            Objection::Undecided(what) => write!(f, "there is no finite domain for {what}"),
        }
    }
}

/// Takes every step of a run again, and looks at its length and its ends.
pub fn replay(model: &Model<'_>, run: &Run) -> Result<(), Objection> {
    let _span = tracing::info_span!("replay").entered();
    let length = run.steps.len();
    let bounds = model.bounds;
    if bounds.is_some_and(|bounds| !(bounds.least..=bounds.most).contains(&(length as u64))) {
        return Err(Objection::Length(length));
    }
    let states = run.steps.iter().map(|(_, state)| state);
    let mut states = std::iter::once(&run.start).chain(states);
    if let Some(number) = states.position(|state| !has_shape(model, state)) {
        return Err(Objection::Misshapen(number));
    }
    if !decided(model.decide_start(&run.start))? {
        return Err(Objection::NoStart);
    }
    let mut current = &run.start;
    for (index, (step, next)) in run.steps.iter().enumerate() {
        replay_step(model, index + 1, current, step, next)?;
        current = next;
    }
    replay_rest(model, run)?;
    let Some(goal) = model.property.reach() else {
        return Err(Objection::AboutRuns);
    };
    if decided(model.decide(current, goal))? {
        Ok(())
    } else {
        Err(Objection::NoGoal)
    }
}

/// Whether a run comes back to where it says, or cannot go on where it says so.
///
/// The time is a part of the state, so in a loop it stands still. Time passes with steps only, so where nothing can
/// happen, nothing will.
pub fn replay_rest(model: &Model<'_>, run: &Run) -> Result<(), Objection> {
    match run.rest {
        Rest::Unsaid => Ok(()),
        Rest::Loop(back) => {
            let is_back = back < run.steps.len() && run.after(back) == Some(run.last());
            if is_back {
                Ok(())
            } else {
                Err(Objection::NoLoop(back))
            }
        }
        Rest::End => {
            let steps = successors(model, run.last());
            let steps = steps.map_err(|missing| Objection::Undecided(missing.what))?;
            if steps.is_empty() {
                Ok(())
            } else {
                Err(Objection::NoEnd)
            }
        }
    }
}

fn decided(answer: Result<bool, NoDomain>) -> Result<bool, Objection> {
    answer.map_err(|missing| Objection::Undecided(missing.what))
}

/// Whether a state has a place in the life cycle and a value of its type for each field of each instance, so that it
/// can be looked at.
fn has_shape(model: &Model<'_>, state: &State) -> bool {
    let mut instances = state.instances();
    state.instances().count() == model.universe.len()
        && instances.all(|(id, at)| {
            let spec = model.interpreter().spec(id);
            let mut fields = spec.fields.iter().zip(&at.fields);
            at.life_cycle.index() < spec.states.len()
                && at.fields.len() == spec.fields.len()
                && fields.all(|(field, value)| fits(&field.ty, value))
        })
}

fn replay_step(
    model: &Model<'_>,
    number: usize,
    current: &State,
    step: &Step,
    next: &State,
) -> Result<(), Objection> {
    let interpreter = model.interpreter();
    let first = step.occurrences.first();
    let first = first.filter(|first| {
        let exists = first.instance.index() < model.universe.len();
        exists && first.event.index() < model.class(first.instance).events.len()
    });
    let first = first.ok_or(Objection::NoEvent(number))?;
    if !model.may_trigger(first.instance, first.event) {
        return Err(Objection::NoTrigger(number));
    }
    match interpreter.check(current, first.clone(), next) {
        Ok(replayed) if replayed == *step => Ok(()),
        Ok(_) => Err(Objection::OtherStep(number)),
        Err(refusal) => Err(match refusal.reason {
            refusal::Reason::Undecided { what } => Objection::Undecided(what),
            _ => Objection::Refused(number, Box::new(refusal)),
        }),
    }
}
