//! What can happen in a state, for those who choose one event rather than look at all of them.

use super::arguments;
use super::effort::Effort;
use super::guesses::Guesses;
use super::refusal::Refusal;
use super::solve::Possible;
use crate::model::Model;
use crate::model::run::Occurrence;
use crate::model::state::State;
use crate::model::value::{InstanceId, Value};
use crate::semantics::specification::EventId;

/// How an event can happen on an instance.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Offer {
    /// With these arguments.
    Choices {
        /// At least one, in a fixed order.
        arguments: Vec<Vec<Value>>,
        /// Whether there are no others.
        complete: bool,
    },
    /// Perhaps, with arguments that someone has to think of: there are infinitely many.
    Arguments,
}

/// How an event can happen on an instance, with at most so many choices of arguments; nothing where it cannot.
pub fn offer(
    model: &Model<'_>,
    state: &State,
    instance: InstanceId,
    event: EventId,
    most: usize,
) -> Option<Offer> {
    if !model.may_trigger(instance, event) {
        return None;
    }
    let interpreter = model.interpreter();
    let Ok(choices) = arguments::arguments(&interpreter, state, instance, event) else {
        return Some(Offer::Arguments);
    };
    let mut possible = choices.into_iter().filter(|arguments| {
        let occurrence = Occurrence {
            instance,
            event,
            arguments: arguments.clone(),
        };
        // What cannot be told is offered; whoever takes it will be told.
        interpreter.is_possible(state, occurrence) != Possible::No
    });
    let arguments: Vec<Vec<Value>> = possible.by_ref().take(most).collect();
    let complete = possible.next().is_none();
    (!arguments.is_empty()).then_some(Offer::Choices {
        arguments,
        complete,
    })
}

/// Why an event is not possible on an instance, whatever its arguments; nothing where it may be.
pub fn refusal(
    model: &Model<'_>,
    state: &State,
    instance: InstanceId,
    event: EventId,
) -> Option<Refusal> {
    arguments::refusal(&model.interpreter(), state, instance, event)
}

/// Some arguments worth trying, in a fixed order. Whether the event can happen with them is for the interpreter to
/// say.
pub fn guessed_arguments(
    model: &Model<'_>,
    state: &State,
    instance: InstanceId,
    event: EventId,
    guesses: &Guesses,
) -> Vec<Vec<Value>> {
    arguments::guessed_arguments(&model.interpreter(), state, instance, event, guesses, None)
}

/// The same as far as some effort goes: none where nothing of that is left.
pub fn guessed_with_effort(
    model: &Model<'_>,
    state: &State,
    (instance, event): (InstanceId, EventId),
    guesses: &Guesses,
    effort: &Effort,
) -> Vec<Vec<Value>> {
    let (interpreter, effort) = (model.interpreter(), Some(effort));
    arguments::guessed_arguments(&interpreter, state, instance, event, guesses, effort)
}
