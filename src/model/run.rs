//! A run: a first state, steps with the states that they lead to, and what comes after them.

use super::state::State;
use super::value::{InstanceId, Value};
use crate::semantics::specification::EventId;

/// An event that an instance takes, with its arguments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Occurrence {
    /// Who takes it.
    pub instance: InstanceId,
    /// What it takes.
    pub event: EventId,
    /// The values of the parameters.
    pub arguments: Vec<Value>,
}

/// A step: the occurrences in the order in which syncs name them, callers first. The first is the one
/// that the environment chose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// All events that happen.
    pub occurrences: Vec<Occurrence>,
    /// For each occurrence the one whose sync names it; none for the first.
    pub callers: Vec<Option<usize>>,
}

/// A run: where it starts, and its steps, each with the state it leads to.
#[derive(Debug, Clone)]
pub struct Run {
    /// The first state.
    pub start: State,
    /// The steps, and the states after them.
    pub steps: Vec<(Step, State)>,
    /// What comes after them.
    pub rest: Rest,
}

/// What comes after the last step of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Rest {
    /// Nobody says: what the run is to show, it has shown.
    #[default]
    Unsaid,
    /// The run goes on for ever. It ends in the state that it was in after so many steps, and takes the steps from
    /// there again and again.
    Loop(usize),
    /// Nothing can happen any more.
    End,
}

impl Run {
    /// A run that says nothing of what comes after its steps.
    pub fn new(start: State, steps: Vec<(Step, State)>) -> Run {
        Run {
            start,
            steps,
            rest: Rest::Unsaid,
        }
    }

    /// The state that it ends in.
    pub fn last(&self) -> &State {
        self.steps.last().map_or(&self.start, |(_, state)| state)
    }

    /// The state after so many steps, if it has as many.
    pub fn after(&self, steps: usize) -> Option<&State> {
        let Some(last) = steps.checked_sub(1) else {
            return Some(&self.start);
        };
        self.steps.get(last).map(|(_, state)| state)
    }

    /// After how many steps it is first in such a state.
    pub fn find(&self, wanted: impl Fn(&State) -> bool) -> Option<usize> {
        let states = self.steps.iter().map(|(_, state)| state);
        let mut states = std::iter::once(&self.start).chain(states);
        states.position(wanted)
    }
}
