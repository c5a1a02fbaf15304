//! All runs of a model, breadth first: the plainest way to an answer, and the one that others are compared with.
//!
//! What a start leaves open stays open ([`Value::Open`]) until something depends on it. Only then values are tried,
//! those of its domain or those that the start confines it to; where there is no finite set of them, the question
//! cannot be answered this way. Time is open, too, once a step has been taken.

use std::cell::Cell;

use rustc_hash::FxHashSet;

use super::arguments::arguments;
use super::begin::{blank, start_values};
use super::evaluate::OpenRead;
use super::refusal::Reason;
use super::steps::Interpreter;
use super::times::times;
use super::watch::too_long;
use crate::model::Model;
use crate::model::domains::NoDomain;
use crate::model::run::Run;
use crate::model::run::{Occurrence, Step};
use crate::model::state::{InstanceState, State};
use crate::model::value::{InstanceId, Value};
use crate::semantics::specification::EventId;

/// Why there is no answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Unfinished {
    /// Something has no finite set of values.
    NoDomain(NoDomain),
    /// There are more states than we may look at.
    TooManyStates,
    /// The states take more memory than we may use.
    TooManyBytes,
    /// We were told to stop.
    Stopped,
    /// The question is about whole runs, which is not answered by the state that a run reaches.
    AboutRuns,
}

/// How far a search may go.
#[derive(Clone, Copy)]
pub struct Limits<'l> {
    /// The most states that it looks at.
    pub most_states: usize,
    /// The most bytes that they may take, about.
    pub most_bytes: u64,
    /// Whether it is to stop; asked at every state.
    pub stop: &'l dyn Fn() -> bool,
    /// Hears the length of the runs that are looked at next, once all shorter ones were.
    pub depth: &'l dyn Fn(u64),
}

impl Limits<'_> {
    /// As far as it gets.
    const NONE: Limits<'static> = Limits {
        most_states: usize::MAX,
        most_bytes: u64::MAX,
        stop: &|| false,
        depth: &|_| {},
    };
}

impl Unfinished {
    /// What is missing, where nothing else can be in the way.
    fn into_missing(self) -> NoDomain {
        match self {
            Unfinished::NoDomain(missing) => missing,
            Unfinished::TooManyStates
            | Unfinished::TooManyBytes
            | Unfinished::Stopped
            | Unfinished::AboutRuns => NoDomain {
                what: "what follows, of which there is too much".to_owned(),
            },
        }
    }
}

impl From<NoDomain> for Unfinished {
    fn from(missing: NoDomain) -> Unfinished {
        Unfinished::NoDomain(missing)
    }
}

/// All steps from a state, each with the state it leads to, in a fixed order. Time stands still in them.
pub fn successors(model: &Model<'_>, state: &State) -> Result<Vec<(Step, State)>, NoDomain> {
    let explorer = Explorer::new(model, None);
    let found = explorer.successors(state, Found::new(&Limits::NONE, 0));
    match found.map_err(Unfinished::into_missing)? {
        Visit::Successors(mut successors) => {
            for (_, next) in &mut successors {
                next.now = state.now.clone();
            }
            Ok(successors)
        }
        Visit::Split(_) => Err(NoDomain {
            what: "a value that is open".to_owned(),
        }),
    }
}

/// The states that runs begin with; what nothing of the start depends on is left open in them.
pub fn starts(
    model: &Model<'_>,
    most: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<State>, Unfinished> {
    Explorer::new(model, times(model)).starts(most, stop)
}

/// Times that stand for all others, where the time makes a difference and a few do; see [`Model`].
pub fn times_to_try(model: &Model<'_>) -> Option<Vec<Value>> {
    times(model)
}

/// A shortest run to the goal within the bounds of the check; none where there is no run at all. Every value of it is
/// chosen.
pub fn shortest_run(model: &Model<'_>, most_states: usize) -> Result<Option<Run>, Unfinished> {
    let limits = Limits {
        most_states,
        ..Limits::NONE
    };
    shortest_run_within(model, &limits)
}

/// The same, by somebody who can stop it.
pub fn shortest_run_within(
    model: &Model<'_>,
    limits: &Limits<'_>,
) -> Result<Option<Run>, Unfinished> {
    if model.property.reach().is_none() {
        return Err(Unfinished::AboutRuns);
    }
    Breadth::new(model, limits).run()
}

/// What is found at a state.
enum Visit {
    /// Something depends on a value that is open: the same state with each value that it may have.
    Split(Vec<State>),
    /// The steps from here.
    Successors(Vec<(Step, State)>),
}

/// The steps from a state, as far as there is room for them: each comes with a whole state.
struct Found<'l> {
    steps: Vec<(Step, State)>,
    limits: &'l Limits<'l>,
    /// About how many bytes all states take.
    bytes: u64,
}

impl<'l> Found<'l> {
    /// Nothing yet, where other states take so many bytes.
    fn new(limits: &'l Limits<'l>, bytes: u64) -> Found<'l> {
        Found {
            steps: Vec::new(),
            limits,
            bytes,
        }
    }

    fn add(&mut self, step: &Step, states: Vec<State>) -> Result<(), Unfinished> {
        self.bytes += states.iter().map(State::bytes).sum::<u64>();
        if self.bytes > self.limits.most_bytes {
            return Err(Unfinished::TooManyBytes);
        }
        let steps = states.into_iter().map(|next| (step.clone(), next));
        self.steps.extend(steps);
        Ok(())
    }
}

struct Explorer<'m> {
    model: &'m Model<'m>,
    /// The times that are tried, where the time makes a difference and a few stand for all.
    times: Option<Vec<Value>>,
    watch: Cell<Option<OpenRead>>,
}

impl<'m> Explorer<'m> {
    fn new(model: &'m Model<'m>, times: Option<Vec<Value>>) -> Explorer<'m> {
        Explorer {
            model,
            times,
            watch: Cell::new(None),
        }
    }

    fn interpreter(&self) -> Interpreter<'_> {
        Interpreter {
            read_open: Some(&self.watch),
            ..self.model.interpreter()
        }
    }

    /// The states to start from, with what nothing depends on left open.
    fn starts(&self, most: usize, stop: &dyn Fn() -> bool) -> Result<Vec<State>, Unfinished> {
        let mut waiting = self.life_cycles(most)?;
        waiting.reverse();
        let mut starts = Vec::new();
        while let Some(state) = waiting.pop() {
            if stop() {
                return Err(Unfinished::Stopped);
            }
            let is_start = self.model.is_start_watched(&state, Some(&self.watch));
            match self.watch.take() {
                Some(read) => waiting.extend(self.split(&state, read)?.into_iter().rev()),
                None if is_start => starts.push(state),
                None => {}
            }
            if starts.len() + waiting.len() > most {
                return Err(Unfinished::TooManyStates);
            }
        }
        Ok(starts)
    }

    /// Every choice of life-cycle states, with keys and nothing else.
    fn life_cycles(&self, most: usize) -> Result<Vec<State>, Unfinished> {
        let mut choices: Vec<Vec<InstanceState>> = vec![Vec::new()];
        for ((id, _), allowed) in self.model.universe.iter().zip(&self.model.start.states) {
            if choices.len().saturating_mul(allowed.len()) > most {
                return Err(Unfinished::TooManyStates);
            }
            let mut longer = Vec::with_capacity(choices.len() * allowed.len());
            for mut choice in choices {
                let Some((last, others)) = allowed.split_last() else {
                    continue;
                };
                for at in others {
                    longer.push(choice.clone());
                    if let Some(copy) = longer.last_mut() {
                        copy.push(blank(self.model, id, *at));
                    }
                }
                // Most instances have no choice, and thousands of them are not copied each time.
                choice.push(blank(self.model, id, *last));
                longer.push(choice);
            }
            choices = longer;
        }
        let times = match &self.model.start.now {
            Some(now) => vec![now.clone()],
            None => self.times.clone().unwrap_or(vec![Value::Open]),
        };
        let states = choices.into_iter().flat_map(|instances| {
            let at = |now: &Value| State::new(now.clone(), instances.clone());
            times.iter().map(at).collect::<Vec<_>>()
        });
        Ok(states.collect())
    }

    /// The times at which a state can be that is reached at this one: time never goes back.
    fn later(&self, now: &Value) -> Vec<Value> {
        match &self.times {
            Some(times) => times.iter().filter(|time| *time >= now).cloned().collect(),
            None => vec![Value::Open],
        }
    }

    /// The same state with each value that something open may have.
    fn split(&self, state: &State, read: OpenRead) -> Result<Vec<State>, NoDomain> {
        let (id, field) = match read {
            OpenRead::Field(id, field) => (id, field),
            OpenRead::TooLong(_) => return Err(too_long()),
            OpenRead::Now => {
                let what = "the time".to_owned();
                return Err(NoDomain { what });
            }
        };
        let values = start_values(self.model, id, field).ok_or_else(|| NoDomain {
            what: format!(
                "{}, which the start leaves open",
                self.interpreter().field_name(id, field)
            ),
        })?;
        let states = values.into_iter().map(|value| {
            let mut chosen = state.clone();
            chosen.instance_mut(id).fields[field.index()] = value;
            chosen
        });
        Ok(states.collect())
    }

    fn successors(&self, state: &State, mut found: Found<'_>) -> Result<Visit, Unfinished> {
        for (id, _) in self.model.universe.iter() {
            if (found.limits.stop)() {
                return Err(Unfinished::Stopped);
            }
            for event in 0..self.model.class(id).events.len() {
                let event = EventId::at(event);
                if self.model.may_trigger(id, event) {
                    self.steps_of(state, id, event, &mut found)?;
                }
                if let Some(read) = self.watch.take() {
                    return Ok(Visit::Split(self.split(state, read)?));
                }
            }
        }
        Ok(Visit::Successors(found.steps))
    }

    /// The steps that begin with an event of an instance; what comes back counts only where nothing open was read.
    fn steps_of(
        &self,
        state: &State,
        id: InstanceId,
        event: EventId,
        found: &mut Found<'_>,
    ) -> Result<(), Unfinished> {
        let interpreter = self.interpreter();
        let choices = match arguments(&interpreter, state, id, event) {
            // The values were missing because something open was.
            Err(_) if self.watch.get().is_some() => return Ok(()),
            choices => choices?,
        };
        for arguments in choices {
            let first = Occurrence {
                instance: id,
                event,
                arguments,
            };
            match interpreter.next_states(state, first) {
                Ok((step, states)) => found.add(&step, states)?,
                Err(_) if self.watch.get().is_some() => return Ok(()),
                Err(refusal) => {
                    if let Reason::Undecided { what } = refusal.reason {
                        return Err(NoDomain { what }.into());
                    }
                }
            }
        }
        Ok(())
    }
}

/// A state that was reached, and how.
struct Node {
    state: State,
    came: Option<(usize, Step)>,
}

/// The search: one layer of states after the other.
struct Breadth<'m> {
    explorer: Explorer<'m>,
    limits: Limits<'m>,
    nodes: Vec<Node>,
    seen: FxHashSet<State>,
    layer: Vec<usize>,
    /// About how many bytes the states take.
    bytes: u64,
}

impl<'m> Breadth<'m> {
    fn new(model: &'m Model<'m>, limits: &Limits<'m>) -> Breadth<'m> {
        Breadth {
            explorer: Explorer::new(model, times(model)),
            limits: *limits,
            nodes: Vec::new(),
            seen: FxHashSet::default(),
            layer: Vec::new(),
            bytes: 0,
        }
    }

    fn run(mut self) -> Result<Option<Run>, Unfinished> {
        let bounds = self.explorer.model.bounds;
        let (least, most) = bounds.map_or((0, u64::MAX), |bounds| (bounds.least, bounds.most));
        for state in self
            .explorer
            .starts(self.limits.most_states, self.limits.stop)?
        {
            self.add(state, None)?;
        }
        let mut depth = 0;
        while !self.layer.is_empty() && depth <= most {
            (self.limits.depth)(depth);
            let layer = std::mem::take(&mut self.layer);
            if depth < least {
                // A run may pass a state twice as long as it has to be longer anyway.
                self.seen.clear();
            }
            if let Some(goal) = self.visit(layer, depth >= least, depth < most)? {
                return Ok(Some(self.run_to(goal)));
            }
            depth += 1;
        }
        Ok(None)
    }

    fn add(&mut self, state: State, came: Option<(usize, Step)>) -> Result<(), Unfinished> {
        if self.seen.insert(state.clone()) {
            if self.nodes.len() >= self.limits.most_states {
                return Err(Unfinished::TooManyStates);
            }
            // It is there twice.
            self.bytes += 2 * state.bytes();
            if self.bytes > self.limits.most_bytes {
                return Err(Unfinished::TooManyBytes);
            }
            self.layer.push(self.nodes.len());
            self.nodes.push(Node { state, came });
        }
        Ok(())
    }

    /// Looks at the states of a layer; gives the first that is the goal, or fills the next layer.
    fn visit(
        &mut self,
        mut layer: Vec<usize>,
        may_end: bool,
        may_go_on: bool,
    ) -> Result<Option<usize>, Unfinished> {
        layer.reverse();
        while let Some(at) = layer.pop() {
            if (self.limits.stop)() {
                return Err(Unfinished::Stopped);
            }
            let state = self.nodes[at].state.clone();
            if may_end && self.explorer.is_goal(&state) {
                return Ok(Some(at));
            }
            let visit = match self.explorer.watch.take() {
                Some(read) => Visit::Split(self.explorer.split(&state, read)?),
                None if may_go_on => {
                    let found = Found::new(&self.limits, self.bytes);
                    self.explorer.successors(&state, found)?
                }
                None => continue,
            };
            match visit {
                Visit::Split(states) => {
                    for state in states.into_iter().rev() {
                        let came = self.nodes[at].came.clone();
                        layer.push(self.nodes.len());
                        self.nodes.push(Node { state, came });
                    }
                }
                Visit::Successors(found) => {
                    let times = self.explorer.later(&state.now);
                    for (step, next) in found {
                        for now in &times {
                            let mut next = next.clone();
                            next.now = now.clone();
                            self.add(next, Some((at, step.clone())))?;
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    fn run_to(&self, goal: usize) -> Run {
        let mut steps = Vec::new();
        let mut at = goal;
        while let Some((before, step)) = &self.nodes[at].came {
            steps.push((step.clone(), self.nodes[at].state.clone()));
            at = *before;
        }
        steps.reverse();
        let mut run = Run::new(self.nodes[at].state.clone(), steps);
        run.choose(self.explorer.model);
        run
    }
}

impl Explorer<'_> {
    /// Whether a state is the goal; not, if that depends on something open, and then that is noted.
    fn is_goal(&self, state: &State) -> bool {
        self.watch.set(None);
        let is_goal = self.model.is_goal_watched(state, Some(&self.watch));
        is_goal && self.watch.get().is_none()
    }
}
