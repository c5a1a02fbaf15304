//! The states of a program as a graph that grows while it is looked at: each state has a number, which stays, and its
//! steps can be asked for again and again. Nested searches, fixed points and reductions stand on this.
//!
//! Steps are computed by generated code each time that they are asked for, which takes less than keeping them; the
//! first time adds the states that they lead to. Whoever wants all states asks for the steps of each number until
//! there are no more:
//!
//! ```
//! # use fretsaw::engines::search::{Graph, StateId};
//! # use fretsaw::finite::Program;
//! # fn all(program: &Program) -> Result<usize, Box<dyn std::error::Error>> {
//! let mut graph = Graph::new(program, &[])?;
//! graph.add_starts()?;
//! let mut steps = Vec::new();
//! let mut next = 0;
//! while next < graph.len() {
//!     graph.steps(StateId(u32::try_from(next)?), &mut steps)?;
//!     next += 1;
//! }
//! # Ok(next)
//! # }
//! ```

use super::compile::{Failed, WithActions};
use super::numbered::{NoSuccessors, Numbered, States};
use super::{Prepared, Unsuitable};
use crate::finite::evaluate::evaluate;
use crate::finite::{ActionId, Expr, Fault, Program, State, VariableId};

/// A state of a graph, by its number. Numbers count up from zero in the order in which states are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StateId(pub u32);

/// A step from a state.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// What happens.
    pub action: ActionId,
    /// The state that it leads to.
    pub to: StateId,
}

impl Step {
    pub(super) fn new(action: u32, to: StateId) -> Step {
        let action = ActionId(action);
        Step { action, to }
    }
}

/// Why a graph cannot be followed further.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GraphError {
    /// The program runs into an error.
    #[error("an action or a proposition cannot be computed: {fault:?}")]
    Fault {
        /// The action that cannot be computed, or nothing if it is a proposition that cannot.
        action: Option<ActionId>,
        /// What goes wrong.
        fault: Fault,
    },
    /// No run of the program comes to the state.
    #[error("no run of the program comes to this state")]
    Foreign,
    /// There are more states than numbers.
    #[error("there are more states than numbers for them")]
    Full,
}

/// The states of a program that were found so far, with propositions over its variables.
pub struct Graph<'p> {
    program: &'p Program,
    propositions: &'p [Expr],
    prepared: Prepared,
    states: Box<dyn States>,
}

impl<'p> Graph<'p> {
    /// A graph without states.
    pub fn new(program: &'p Program, propositions: &'p [Expr]) -> Result<Graph<'p>, Unsuitable> {
        let prepared = Prepared::new(program, propositions, WithActions::Told)?;
        let states: Box<dyn States> = match prepared.packing.words {
            1 => Box::new(Numbered::<1>::default()),
            2 => Box::new(Numbered::<2>::default()),
            3 => Box::new(Numbered::<3>::default()),
            4 => Box::new(Numbered::<4>::default()),
            6 => Box::new(Numbered::<6>::default()),
            8 => Box::new(Numbered::<8>::default()),
            16 => Box::new(Numbered::<16>::default()),
            32 => Box::new(Numbered::<32>::default()),
            64 => Box::new(Numbered::<64>::default()),
            words => return Err(Unsuitable::TooWide(words)),
        };
        Ok(Graph {
            program,
            propositions,
            prepared,
            states,
        })
    }

    /// The number of states that were found.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// Whether no state was found yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        self.states.bytes() as u64
    }

    /// Adds all states that the program begins with. There may be very many of them: where that is to be limited,
    /// [`Graph::add`] takes one.
    pub fn add_starts(&mut self) -> Result<Vec<StateId>, GraphError> {
        let mut found = Vec::new();
        for state in self.program.starts() {
            found.push(self.add(&state)?);
        }
        Ok(found)
    }

    /// The number of a state, which is added if it is new.
    pub fn add(&mut self, state: &State) -> Result<StateId, GraphError> {
        let words = self.prepared.packing.words_of(state);
        let words = words.ok_or(GraphError::Foreign)?;
        self.states.add(&words).ok_or(GraphError::Full)
    }

    /// The number of a state, if it was found.
    pub fn find(&self, state: &State) -> Option<StateId> {
        let words = self.prepared.packing.words_of(state);
        self.states.find(&words?)
    }

    /// The values of all variables.
    pub fn state(&self, id: StateId) -> State {
        self.prepared.packing.unpack(self.states.words(id))
    }

    /// The value of a variable.
    pub fn value(&self, id: StateId, variable: VariableId) -> i64 {
        let field = self.prepared.packing.fields[variable.0 as usize];
        field.value(self.states.words(id))
    }

    /// Replaces `steps` by all steps from a state. Their order is the same whenever they are asked for; several may
    /// lead to one state.
    pub fn steps(&mut self, from: StateId, steps: &mut Vec<Step>) -> Result<(), GraphError> {
        steps.clear();
        let code = self.prepared.compiled.code();
        self.states
            .expand(code, from, steps)
            .map_err(|why| match why {
                NoSuccessors::Full => GraphError::Full,
                NoSuccessors::Failed => self.faulty_action(from),
            })
    }

    /// Whether a proposition, by its number, holds in a state.
    pub fn holds(&self, proposition: usize, id: StateId) -> Result<bool, GraphError> {
        let code = self.prepared.compiled.code();
        let holds = code.holds(proposition, self.states.words(id));
        holds.map_err(|Failed| {
            let fault = evaluate(&self.propositions[proposition], &self.state(id)).err();
            GraphError::Fault {
                action: None,
                fault: fault.unwrap_or(Fault::Range),
            }
        })
    }

    /// The first action that cannot be computed in a state in which one cannot.
    fn faulty_action(&self, from: StateId) -> GraphError {
        let mut successors = self.program.successors(&self.state(from)).into_iter();
        let failed = successors.find_map(|(action, next)| Some((action, next.err()?)));
        let (action, fault) = failed.unwrap_or((ActionId(u32::MAX), Fault::Range));
        GraphError::Fault {
            action: Some(action),
            fault,
        }
    }
}
