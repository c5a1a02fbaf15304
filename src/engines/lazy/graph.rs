//! The states of a program or of a slice of it, with the steps between them: what state graphs are drawn of.

use indexmap::IndexSet;

use super::slice::Slice;
use super::statistics::Statistics;
use super::{Question, starts};
use crate::finite::{ActionId, Program, State};

/// States and the steps between them.
#[derive(Debug, Clone)]
pub struct Graph {
    /// By variable, whether it has a value in the states; others are zero.
    pub keeps: Vec<bool>,
    /// The states, those to begin with first, then by how far they are from these.
    pub states: Vec<State>,
    /// How many states there are to begin with.
    pub starts: usize,
    /// Where actions lead from one state to another, by their numbers.
    pub steps: Vec<(usize, ActionId, usize)>,
    /// The first so many states have all their steps here; what is further away than was wanted has none.
    pub followed: usize,
}

/// How much of a graph is wanted.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    /// So many states at most, or nothing.
    pub most_states: usize,
    /// Only what so many steps lead to.
    pub longest: Option<u64>,
}

/// There are more states than were wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("there are more states than were wanted")]
pub struct TooLarge;

impl Graph {
    /// The graph of a program. What runs into an error leads nowhere.
    pub fn of_program(program: &Program, extent: Extent) -> Result<Graph, TooLarge> {
        let keeps = vec![true; program.variables.len()];
        collect(keeps, program.starts(), extent, |state| {
            let successors = program.successors(state).into_iter();
            let real = successors.filter_map(|(action, next)| Some((action, next.ok()?)));
            real.collect()
        })
    }

    /// The graph of the slice that a search for an answer begins with.
    pub fn of_first_slice(question: &Question<'_>, extent: Extent) -> Result<Graph, TooLarge> {
        of_slice(question, &question.first_slice(), extent)
    }

    /// The graph of the slice that keeps some variables, with all that have to be kept for their assignments.
    pub fn of_slice(
        question: &Question<'_>,
        keeps: Vec<bool>,
        extent: Extent,
    ) -> Result<Graph, TooLarge> {
        let slice = Slice::new(question, keeps);
        of_slice(question, &slice, extent)
    }
}

fn of_slice(question: &Question<'_>, slice: &Slice, extent: Extent) -> Result<Graph, TooLarge> {
    let begin = starts(question.program, slice);
    let mut statistics = Statistics::default();
    collect(slice.keeps.clone(), begin, extent, |state| {
        let mut found = Vec::new();
        for action in &slice.actions {
            let next = slice.successors(question, state, action, &mut statistics);
            found.extend(next.into_iter().map(|next| (action.id, next)));
        }
        found
    })
}

fn collect(
    keeps: Vec<bool>,
    begin: impl Iterator<Item = State>,
    extent: Extent,
    mut successors: impl FnMut(&State) -> Vec<(ActionId, State)>,
) -> Result<Graph, TooLarge> {
    // One more than may be drawn is enough to tell that there are too many.
    let most = extent.most_states;
    let mut states: IndexSet<State> = begin.take(most + 1).collect();
    let starts = states.len();
    let mut steps = Vec::new();
    let mut from = 0;
    // States are found by how far they are: those before the end of a level took as many steps as the level has.
    let (mut level, mut end_of_level) = (0, starts);
    while from < states.len() {
        if states.len() > most {
            return Err(TooLarge);
        }
        if from == end_of_level {
            (level, end_of_level) = (level + 1, states.len());
        }
        if extent.longest == Some(level) {
            break;
        }
        for (action, next) in successors(&states[from].clone()) {
            let (to, _) = states.insert_full(next);
            steps.push((from, action, to));
        }
        from += 1;
    }
    Ok(Graph {
        keeps,
        states: states.into_iter().collect(),
        starts,
        steps,
        followed: from,
    })
}
