//! States that runs reach, found by trying all values where they are finitely many, and otherwise a few that the texts
//! name.
//!
//! Each of them is a state of a run: the interpreter takes every step. Others may be missing.

use std::cell::Cell;

use rustc_hash::FxHashSet;

use crate::interpreter::Interpreter;
use crate::interpreter::arguments::{arguments, guessed_arguments};
use crate::interpreter::begin::{Wishes, begin, start_values};
use crate::interpreter::evaluate::OpenRead;
use crate::interpreter::explore;
use crate::interpreter::guesses::Guesses;
use crate::interpreter::times::{reads_time, times};
use crate::model::Model;
use crate::model::run::{Occurrence, Step};
use crate::model::state::State;
use crate::model::value::{InstanceId, Value};
use crate::semantics::specification::{EventId, FieldId};
use crate::semantics::types::Type;

/// Beyond so many states, or so many steps that were tried, it would take longer than the answer.
const MOST_STATES: usize = 2_000;
const MOST_ATTEMPTS: usize = 20_000;

/// So many values are guessed for something that is open.
const MOST_GUESSED: usize = 12;

/// So many starts are made by hand where there is no end of them.
const MOST_STARTS: usize = 60;

pub(super) struct Sample<'m> {
    pub(super) model: &'m Model<'m>,
    guesses: Guesses,
    /// Times worth trying where the time makes a difference.
    times: Vec<Value>,
    watch: Cell<Option<OpenRead>>,
    attempts: Cell<usize>,
    stop: &'m dyn Fn() -> bool,
}

impl<'m> Sample<'m> {
    pub(super) fn new(model: &'m Model<'m>, stop: &'m dyn Fn() -> bool) -> Sample<'m> {
        let guesses = Guesses::from(model);
        let guessed = || {
            if reads_time(model) {
                first(guesses.of(&Type::DateTime))
            } else {
                Vec::new()
            }
        };
        let times = times(model).unwrap_or_else(guessed);
        Sample {
            model,
            guesses,
            times,
            watch: Cell::new(None),
            attempts: Cell::new(0),
            stop,
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.attempts.get() > MOST_ATTEMPTS || (self.stop)()
    }

    /// Calls `visit` with states that a step may still be taken from, nearest first.
    pub(super) fn walk(&self, visit: &mut dyn FnMut(&State)) {
        let most = self.model.bounds.map_or(u64::MAX, |bounds| bounds.most);
        let mut seen: FxHashSet<State> = FxHashSet::default();
        let mut layer = self.starts();
        let mut depth = 0;
        while !layer.is_empty() && depth < most {
            layer.retain(|state| seen.insert(state.clone()));
            let mut open = layer;
            open.reverse();
            layer = Vec::new();
            while let Some(state) = open.pop() {
                if self.is_over() || seen.len() > MOST_STATES {
                    return;
                }
                match self.successors(&state) {
                    Ok(next) => {
                        visit(&state);
                        layer.extend(next.into_iter().filter(|next| !seen.contains(next)));
                    }
                    Err(read) => open.extend(self.split(&state, read).into_iter().rev()),
                }
            }
            depth += 1;
        }
    }

    /// The starts as exploration has them, or else some that a search for one finds.
    fn starts(&self) -> Vec<State> {
        match explore::starts(self.model, MOST_STATES, self.stop) {
            Ok(starts) => starts,
            Err(_) => self.starts_by_hand(),
        }
    }

    /// Starts with all values chosen: the plainest one, and those that differ from it in a value worth trying.
    fn starts_by_hand(&self) -> Vec<State> {
        let wishes = self.wishes().take(MOST_STARTS);
        let wishes = std::iter::once(Wishes::default()).chain(wishes);
        let wishes = wishes.take_while(|_| !self.is_over());
        wishes
            .filter_map(|wishes| begin(self.model, &wishes).ok())
            .collect()
    }

    fn wishes(&self) -> impl Iterator<Item = Wishes> {
        let ids = || self.model.universe.iter().map(|(id, _)| id);
        let states = ids().flat_map(|id| {
            let allowed = self.model.start.states[id.index()].iter();
            allowed.map(move |state| Wishes {
                states: [(id, *state)].into(),
                ..Wishes::default()
            })
        });
        let fields = ids().flat_map(move |id| {
            let spec = self.model.interpreter().spec(id);
            let fields = (0..spec.fields.len()).map(FieldId::at);
            let fields = fields.filter(|field| spec.key != Some(*field));
            fields.flat_map(move |field| self.wished_values(id, field))
        });
        states.chain(fields)
    }

    fn wished_values(&self, id: InstanceId, field: FieldId) -> impl Iterator<Item = Wishes> {
        let values = self.values(id, field).into_iter();
        values.map(move |value| Wishes {
            fields: [((id, field), value)].into(),
            ..Wishes::default()
        })
    }

    /// The values that a field may have at the start, or some of them.
    fn values(&self, id: InstanceId, field: FieldId) -> Vec<Value> {
        start_values(self.model, id, field).unwrap_or_else(|| {
            let spec = self.model.interpreter().spec(id);
            first(self.guesses.of(&spec.fields[field.index()].ty))
        })
    }

    /// The same state with values for what was open: nothing that happened before depends on it.
    pub(super) fn split(&self, state: &State, read: OpenRead) -> Vec<State> {
        let with = |value: Value| {
            let mut chosen = state.clone();
            match read {
                OpenRead::Field(id, field) => chosen.instance_mut(id).fields[field.index()] = value,
                OpenRead::Now | OpenRead::TooLong(_) => chosen.now = value,
            }
            chosen
        };
        let values = match read {
            OpenRead::Field(id, field) => self.values(id, field),
            OpenRead::Now => self.times.clone(),
            OpenRead::TooLong(_) => Vec::new(),
        };
        values.into_iter().map(with).collect()
    }

    /// The interpreter of the check, which tells what was open.
    pub(super) fn interpreter(&self) -> Interpreter<'_> {
        Interpreter {
            read_open: Some(&self.watch),
            ..self.model.interpreter()
        }
    }

    fn successors(&self, state: &State) -> Result<Vec<State>, OpenRead> {
        let interpreter = self.interpreter();
        let mut found = Vec::new();
        for (id, event) in self.events() {
            for first in self.calls(state, id, event)? {
                let next = self.next_states(&interpreter, state, first)?;
                let next = next.map_or_else(Vec::new, |(_, states)| states);
                found.extend(next.iter().flat_map(|next| self.later(next)));
            }
            if self.is_over() {
                break;
            }
        }
        Ok(found)
    }

    /// A state at its time and at later ones.
    fn later<'s>(&'s self, state: &'s State) -> impl Iterator<Item = State> + 's {
        // Time that was never looked at is still open, and no time is later than that.
        let later = self.times.iter().filter(|time| **time > state.now);
        std::iter::once(&state.now).chain(later).map(|now| {
            let mut state = state.clone();
            state.now = now.clone();
            state
        })
    }

    /// The events that the environment may choose.
    pub(super) fn events(&self) -> impl Iterator<Item = (InstanceId, EventId)> {
        let all = self.model.universe.iter().flat_map(|(id, _)| {
            let events = 0..self.model.class(id).events.len();
            events.map(move |event| (id, EventId::at(event)))
        });
        all.filter(|(id, event)| self.model.may_trigger(*id, *event))
    }

    /// An event with arguments to try; what is open and matters for them, otherwise.
    pub(super) fn calls(
        &self,
        state: &State,
        instance: InstanceId,
        event: EventId,
    ) -> Result<Vec<Occurrence>, OpenRead> {
        let interpreter = self.interpreter();
        let mut choices = arguments(&interpreter, state, instance, event);
        if choices.is_err() && self.watch.get().is_none() {
            let guesses = &self.guesses;
            let guessed = guessed_arguments(&interpreter, state, instance, event, guesses, None);
            choices = Ok(guessed);
        }
        self.unless_open()?;
        let choices = choices.unwrap_or_default().into_iter();
        let call = |arguments| Occurrence {
            instance,
            event,
            arguments,
        };
        Ok(choices.map(call).collect())
    }

    /// A step and where it leads, as far as is found; what is open and matters for that, otherwise.
    pub(super) fn next_states(
        &self,
        interpreter: &Interpreter<'_>,
        state: &State,
        first: Occurrence,
    ) -> Result<Option<(Step, Vec<State>)>, OpenRead> {
        self.attempts.set(self.attempts.get() + 1);
        let found = match interpreter.next_states(state, first.clone()) {
            Ok(found) => Some(found),
            Err(refusal) if refusal.is_undecided() && self.watch.get().is_none() => {
                interpreter.some_next_states(state, first, &self.guesses)
            }
            Err(_) => None,
        };
        self.unless_open()?;
        Ok(found)
    }

    /// What was read although nobody chose it. A range that is too long is not open: what depends on it is not known.
    fn unless_open(&self) -> Result<(), OpenRead> {
        match self.watch.take() {
            Some(read @ (OpenRead::Field(..) | OpenRead::Now)) => Err(read),
            Some(OpenRead::TooLong(_)) | None => Ok(()),
        }
    }
}

fn first(mut values: Vec<Value>) -> Vec<Value> {
    values.truncate(MOST_GUESSED);
    values
}
