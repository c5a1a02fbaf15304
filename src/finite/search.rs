//! What a search over the states of a finite program is asked, and what it answers, whoever does it.

use super::evaluate::evaluate;
use super::{ActionId, Expr, Fault, State};

/// What is asked.
pub struct Query<'q> {
    /// What is looked for: a state in which one of these holds. They are looked at in this order; without any,
    /// everything is explored.
    pub propositions: &'q [Expr],
    /// Whether a state in which nothing can happen is looked for, too.
    pub wants_deadlock: bool,
    /// Which states come first.
    pub order: Order,
    /// The most steps to take, where states are looked at by that.
    pub longest: Option<u64>,
    /// The most states to store.
    pub most_states: Option<u64>,
    /// The most bytes to store states in.
    pub most_bytes: Option<u64>,
    /// Whether the user wants no more; it is asked again and again, with how far the search is.
    pub stop: &'q mut dyn FnMut(&Reached) -> bool,
}

impl<'q> Query<'q> {
    /// A breadth-first search without limits.
    pub fn new(propositions: &'q [Expr], stop: &'q mut dyn FnMut(&Reached) -> bool) -> Query<'q> {
        Query {
            propositions,
            wants_deadlock: false,
            order: Order::Breadth,
            longest: None,
            most_states: None,
            most_bytes: None,
            stop,
        }
    }

    /// Whether something is looked for, so that not to find it is an answer.
    pub fn has_goal(&self) -> bool {
        !self.propositions.is_empty() || self.wants_deadlock
    }
}

/// The first of some propositions that holds in a state, by its number; an error where one before it cannot be
/// computed.
pub fn first_that_holds(propositions: &[Expr], state: &[i64]) -> Result<Option<usize>, Fault> {
    for (number, proposition) in propositions.iter().enumerate() {
        if evaluate(proposition, state)? != 0 {
            return Ok(Some(number));
        }
    }
    Ok(None)
}

/// Which states come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// Those that take the fewest steps.
    Breadth,
    /// Those found last.
    Depth,
}

/// How far a search is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Reached {
    /// States found.
    pub states: u64,
    /// How many steps the state that is looked at takes, where states are looked at by that.
    pub depth: u64,
    /// The bytes that the states take.
    pub bytes: u64,
}

/// What was found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Search {
    /// How it ended.
    pub ending: Ending,
    /// Different states that were found.
    pub states: u64,
    /// Steps between them: every action that can happen in a state counts, wherever it leads.
    pub transitions: u64,
    /// How many steps the deepest state takes, where states were looked at by that.
    pub levels: Option<u64>,
    /// States in which nothing can happen; not known where slices are searched, or where it was not looked at what can
    /// happen in the last states.
    pub deadlocks: Option<u64>,
    /// The most states that were stored at any time.
    pub stored: u64,
    /// How often a proposition or the guard of an action was looked at; one that comes after what holds counts as
    /// well.
    pub evaluations: u64,
    /// How often a slice was refined, where one was searched.
    pub refinements: u64,
    /// How many variables the last slice kept, where one was searched.
    pub kept_variables: Option<u64>,
    /// The bytes that the states take.
    pub bytes: u64,
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// Nothing was looked for, and everything was explored.
    Explored,
    /// One of the propositions holds at the end of a run; [`first_that_holds`] tells which.
    Reachable(Run),
    /// Nothing can happen at the end of a run, and that was looked for.
    Deadlock(Run),
    /// No proposition holds anywhere, and nothing else that was looked for was found.
    Unreachable,
    /// The model runs into an error: the last action of the run has no state after it.
    Fault {
        /// The run to the state in which it happens.
        run: Run,
        /// The action that cannot be computed, or nothing if it is a proposition that cannot.
        action: Option<ActionId>,
        /// What goes wrong.
        fault: Fault,
    },
    /// A limit was reached.
    Unknown(Limit),
}

/// What a search ran into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// The most states that were wanted.
    States,
    /// The most bytes that were wanted.
    Memory,
    /// The user wanted no more.
    Stopped,
    /// Whether the model runs into an error: slices do not show that, and it took too much to look at all states.
    Errors,
}

/// A run: a state to begin with, and what happened then.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The state that it begins in.
    pub start: State,
    /// The actions, each with the state after it.
    pub steps: Vec<(ActionId, State)>,
}

impl Run {
    /// The state that it ends in.
    pub fn end(&self) -> &State {
        self.steps.last().map_or(&self.start, |(_, state)| state)
    }
}
