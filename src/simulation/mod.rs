//! Layer 7: running a model step by step, for people.
//!
//! A [`Session`] is a run that someone makes: it takes steps, goes back, and knows what can happen next. [`command`]
//! reads what a person types, [`menu`] lists what can be chosen, [`random`] chooses for whoever does not want to, and
//! [`replay`] takes the steps of a saved run. Nothing here prints or reads streams.

pub mod chance;
pub mod command;
pub mod menu;
mod names;
pub mod random;
pub mod replay;

use crate::interpreter::begin::{NoStart, Wishes, begin};
use crate::interpreter::operations;
use crate::interpreter::refusal::Refusal;
use crate::model::run::{Occurrence, Step};
use crate::model::run::{Rest, Run};
use crate::model::{InstanceId, Model, State, Value};
use crate::semantics::expression::BinaryOp;
use crate::semantics::specification::{FieldId, StateId};

/// A run that is being made.
#[derive(Debug, Clone)]
pub struct Session<'m> {
    model: &'m Model<'m>,
    wishes: Wishes,
    run: Run,
    done: Vec<Change>,
    undone: Vec<Change>,
}

/// Something that was done, with what is needed to undo and redo it.
#[derive(Debug, Clone)]
enum Change {
    /// A step was taken.
    Step(Box<(Step, State)>),
    /// The clock was set. The time that it does not show now.
    Time(Value),
    /// Another start was chosen. The one that it is not now.
    Start(Box<(Wishes, State)>),
}

/// Why the clock or the start cannot be changed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fixed {
    /// Time never goes back.
    #[error("it is {now}, and time never goes back")]
    Past {
        /// The time.
        now: Value,
    },
    /// The check says when a run starts.
    #[error("the check says that a run starts at {now}; the clock can go on after the first step")]
    StartTime {
        /// The time.
        now: Value,
    },
    /// The time lies beyond all numbers, or a term was none.
    #[error("there is no such time")]
    NoTime,
    /// The run has left its start.
    #[error("the run has started; `undo` to its start first")]
    Started,
    /// The start cannot be so.
    #[error("the check does not allow such a start")]
    NotAllowed,
    /// Perhaps it can; what else has to be chosen was not found.
    #[error("no values were found for the rest of such a start; set more of them")]
    NotFound,
}

impl<'m> Session<'m> {
    /// A run that has just begun.
    pub fn new(model: &'m Model<'m>) -> Result<Session<'m>, NoStart> {
        let start = begin(model, &Wishes::default())?;
        Ok(Session {
            wishes: Wishes::default(),
            ..Session::with_run(model, Run::new(start, Vec::new()))
        })
    }

    /// A run that has been made before.
    pub fn with_run(model: &'m Model<'m>, run: Run) -> Session<'m> {
        let steps = run.steps.iter().cloned();
        let done = steps.map(|step| Change::Step(Box::new(step))).collect();
        Session {
            model,
            wishes: all_of(&run.start),
            run,
            done,
            undone: Vec::new(),
        }
    }

    /// What the run is a run of.
    pub fn model(&self) -> &'m Model<'m> {
        self.model
    }

    /// The run up to here.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// The state that the run has reached.
    pub fn state(&self) -> &State {
        self.run.last()
    }

    fn state_mut(&mut self) -> &mut State {
        match self.run.steps.last_mut() {
            Some((_, state)) => state,
            None => &mut self.run.start,
        }
    }

    /// Whether the run may end here: this is the goal, after a number of steps that the check allows.
    pub fn is_at_goal(&self) -> bool {
        self.was_at_goal(self.run.steps.len())
    }

    /// Whether the run might have ended after so many steps.
    pub fn was_at_goal(&self, steps: usize) -> bool {
        let bounds = self.model.bounds;
        let may_end =
            bounds.is_none_or(|bounds| (bounds.least..=bounds.most).contains(&(steps as u64)));
        let state = self.run.after(steps).filter(|_| may_end);
        state.is_some_and(|state| self.model.is_goal(state))
    }

    /// After how many steps the run might have ended first. What comes later does not make it another answer to the
    /// check.
    pub fn goal_after(&self) -> Option<usize> {
        (0..=self.run.steps.len()).find(|steps| self.was_at_goal(*steps))
    }

    /// The state in which the run is what the check asks for, the first of several; otherwise the last one.
    pub fn telling_state(&self) -> &State {
        let first = self.goal_after();
        let first = first.and_then(|steps| self.run.after(steps));
        first.unwrap_or_else(|| self.state())
    }

    /// Where an event would lead, or why it cannot happen.
    pub fn next_states(&self, first: Occurrence) -> Result<(Step, Vec<State>), Refusal> {
        self.model.interpreter().next_states(self.state(), first)
    }

    /// Takes a step to one of its next states.
    pub fn take(&mut self, step: Step, next: State) {
        self.change(Change::Step(Box::new((step, next))));
    }

    /// Does something new; what was undone before is gone.
    fn change(&mut self, change: Change) {
        self.undone.clear();
        self.redo_change(change);
    }

    /// Takes back what was done last; whether there was anything.
    pub fn undo(&mut self) -> bool {
        let Some(change) = self.done.pop() else {
            return false;
        };
        self.run.rest = Rest::Unsaid;
        let undone = match change {
            Change::Step(_) => match self.run.steps.pop() {
                // The clock may have been set since; the step leads to the state as it is now.
                Some(step) => Change::Step(Box::new(step)),
                None => return false,
            },
            swapped => self.swap(swapped),
        };
        self.undone.push(undone);
        true
    }

    /// Does again what was undone last; whether there was anything.
    pub fn redo(&mut self) -> bool {
        let Some(change) = self.undone.pop() else {
            return false;
        };
        self.redo_change(change);
        true
    }

    fn redo_change(&mut self, change: Change) {
        self.run.rest = Rest::Unsaid;
        let done = match change {
            Change::Step(step) => {
                self.run.steps.push((*step).clone());
                Change::Step(step)
            }
            swapped => self.swap(swapped),
        };
        self.done.push(done);
    }

    /// Exchanges the clock or the start for another one.
    fn swap(&mut self, change: Change) -> Change {
        match change {
            Change::Time(mut time) => {
                std::mem::swap(&mut self.state_mut().now, &mut time);
                Change::Time(time)
            }
            Change::Start(mut start) => {
                std::mem::swap(&mut self.wishes, &mut start.0);
                std::mem::swap(&mut self.run.start, &mut start.1);
                Change::Start(start)
            }
            step @ Change::Step(_) => step,
        }
    }

    /// Sets the clock.
    pub fn set_time(&mut self, time: Value) -> Result<(), Fixed> {
        if self.run.steps.is_empty() {
            return self.set_start_time(time);
        }
        let now = self.state().now.clone();
        match operations::binary(BinaryOp::GreaterEqual, &time, &now) {
            Some(Value::Boolean(true)) => {}
            Some(_) => return Err(Fixed::Past { now }),
            None => return Err(Fixed::NoTime),
        }
        self.change(Change::Time(time));
        Ok(())
    }

    fn set_start_time(&mut self, time: Value) -> Result<(), Fixed> {
        if let Some(now) = &self.model.start.now
            && *now != time
        {
            return Err(Fixed::StartTime { now: now.clone() });
        }
        self.wish(|wishes| wishes.now = Some(time))
    }

    /// Lets time pass.
    pub fn advance(&mut self, term: &Value) -> Result<(), Fixed> {
        let later = operations::binary(BinaryOp::Add, &self.state().now, term);
        self.set_time(later.ok_or(Fixed::NoTime)?)
    }

    /// Chooses the value of a field at the start.
    pub fn set_field(&mut self, id: InstanceId, field: FieldId, value: Value) -> Result<(), Fixed> {
        self.wish(|wishes| {
            wishes.fields.insert((id, field), value);
        })
    }

    /// Chooses the life-cycle state of an instance at the start.
    pub fn set_state(&mut self, id: InstanceId, state: StateId) -> Result<(), Fixed> {
        self.wish(|wishes| {
            wishes.states.insert(id, state);
        })
    }

    fn wish(&mut self, add: impl FnOnce(&mut Wishes)) -> Result<(), Fixed> {
        if !self.run.steps.is_empty() {
            return Err(Fixed::Started);
        }
        let mut wishes = self.wishes.clone();
        add(&mut wishes);
        let start = begin(self.model, &wishes).map_err(|none| match none {
            NoStart::Impossible => Fixed::NotAllowed,
            NoStart::NotFound => Fixed::NotFound,
        })?;
        self.change(Change::Start(Box::new((wishes, start))));
        Ok(())
    }
}

/// The wish that a start is as it is.
fn all_of(start: &State) -> Wishes {
    let fields = start.instances().flat_map(|(id, at)| {
        let fields = at.fields.iter().enumerate();
        fields.map(move |(index, value)| ((id, FieldId::at(index)), value.clone()))
    });
    Wishes {
        now: Some(start.now.clone()),
        states: start
            .instances()
            .map(|(id, at)| (id, at.life_cycle))
            .collect(),
        fields: fields.collect(),
    }
}
