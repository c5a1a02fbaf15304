//! Searches that slice as they go: incremental slicing, and lazy slicing (Huang et al., see `docs/papers.md`) as
//! mended.
//!
//! They look for a state with a property in a slice of a finite program that keeps few variables, and refine it where
//! a run of the slice is not one of the program. What they find is a run of the program, and what they do not find
//! does not exist: the stored states then cover every reachable one.

mod feasible;
pub mod graph;
mod isc;
mod lsc;
mod reads;
mod refine;
mod slice;
mod statistics;
mod store;

pub use refine::Refinement;
pub use slice::Guards;
pub use statistics::Statistics;

use isc::Incremental;
use lsc::Lazy;
use slice::Slice;

use crate::finite::knowledge::Knowledge;
use crate::finite::ranges::Ranges;
use crate::finite::search::{Ending, Limit, Reached, Run, Search};
use crate::finite::starts::Starts;
use crate::finite::values::Values;
use crate::finite::{Expr, Program, State};

/// A way to slice while searching.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Algorithm {
    /// Each slice is searched from the beginning: `isc`.
    Incremental,
    /// One search over all slices: `lsc`.
    Lazy,
    /// The same on the improved slice of section 7: `lscis`.
    LazyImproved,
}

/// What is asked.
pub struct Question<'q> {
    /// The program.
    pub program: &'q Program,
    /// The ranges of its variables.
    pub ranges: &'q Ranges,
    /// The values of its variables. Those that have few and that assignments only read are left open, until a run
    /// shows that they matter; where nothing is known they are all kept from the beginning, as published.
    pub values: &'q Values,
    /// What is looked for: a state in which this holds.
    pub property: &'q Expr,
    /// How guards are weakened.
    pub guards: Guards,
    /// How slices are refined.
    pub refinement: Refinement,
    /// The most states to store.
    pub most_states: u64,
    /// The most bytes to store them in.
    pub most_bytes: u64,
    /// Whether the user wants no more; asked again and again, with how far the search is.
    pub stop: &'q dyn Fn(&Reached) -> bool,
    /// With so many states stored, lazy slicing looks whether it is still on a run of the program, although it found
    /// nothing. So many states of the program are looked at, too, before what a slice leaves open is kept.
    pub patience: u64,
}

/// So many states are stored before it is worth the while to look; see [`Question::patience`].
pub const PATIENCE: u64 = 4096;

/// The answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// The property holds at the end of this run.
    Reachable(Run),
    /// The property holds nowhere.
    Unreachable,
    /// A limit was reached.
    Limit(Limit),
}

impl Algorithm {
    /// How the algorithm weakens guards.
    pub fn guards(self) -> Guards {
        match self {
            Algorithm::Incremental | Algorithm::Lazy => Guards::Whole,
            Algorithm::LazyImproved => Guards::Literals,
        }
    }
}

/// The answer, and how it was found.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The answer.
    pub verdict: Verdict,
    /// What was counted.
    pub statistics: Statistics,
    /// What is stored at the end.
    pub cover: Cover,
    /// Whether the program may run into an error that no slice shows: then that the property holds nowhere is not the
    /// whole truth.
    pub may_fail: bool,
}

impl Outcome {
    /// The answer as any search gives it.
    pub fn as_search(&self, question: &Question<'_>) -> Search {
        let statistics = &self.statistics;
        Search {
            ending: match &self.verdict {
                Verdict::Reachable(run) => Ending::Reachable(run.clone()),
                Verdict::Unreachable => Ending::Unreachable,
                Verdict::Limit(limit) => Ending::Unknown(*limit),
            },
            // What was taken apart was not explored on its own, but it was there.
            states: statistics.explored.max(statistics.stored),
            transitions: statistics.transitions,
            levels: None,
            deadlocks: None,
            stored: statistics.stored,
            evaluations: statistics.property_evaluations + statistics.guard_evaluations,
            refinements: statistics.refinements,
            kept_variables: Some(statistics.kept),
            bytes: question.bytes(statistics),
        }
    }
}

/// States of slices that together cover states of the program.
#[derive(Debug, Clone, Default)]
pub struct Cover {
    /// The variables that each slice keeps.
    pub slices: Vec<Vec<bool>>,
    /// States, each with the number of its slice; what the slice does not keep is zero.
    pub states: Vec<(usize, State)>,
}

/// Searches by one of the algorithms. Guards and refinement are those of the question, whichever it is.
pub fn search(algorithm: Algorithm, question: &Question<'_>) -> Outcome {
    let (verdict, mut statistics, cover) = match algorithm {
        Algorithm::Incremental => {
            let mut search = Incremental::new(question);
            let verdict = search.run();
            let mut states: Vec<State> = search.found.into_iter().collect();
            states.sort_unstable();
            let cover = Cover {
                slices: vec![search.slice.keeps],
                states: states.into_iter().map(|state| (0, state)).collect(),
            };
            (verdict, search.statistics, cover)
        }
        Algorithm::Lazy | Algorithm::LazyImproved => {
            let mut search = Lazy::new(question);
            let verdict = search.run();
            let stored = search.store.stored();
            let cover = Cover {
                states: stored.map(|(slice, it)| (slice, it.clone())).collect(),
                slices: search.slices.into_iter().map(|it| it.keeps).collect(),
            };
            (verdict, search.statistics, cover)
        }
    };
    let finest = cover.slices.last().map_or(&[][..], Vec::as_slice);
    statistics.kept = finest.iter().filter(|keeps| **keeps).count() as u64;
    Outcome {
        may_fail: question.may_fail(),
        verdict,
        statistics,
        cover,
    }
}

impl Question<'_> {
    /// Whether the program, or the property, may run into an error. What a slice leaves out may do so, too, and the
    /// slice does not show it.
    fn may_fail(&self) -> bool {
        let everywhere = Knowledge::new(self.program, self.ranges.whole.clone());
        self.ranges.may_fail(self.program) || everywhere.may_fail(self.property)
    }

    /// So many states of the program are looked at to tell whether a run of a slice is real, before what it leaves
    /// open is kept instead: often that is all that is wrong with the run.
    fn most_for_open(&self, statistics: &Statistics) -> u64 {
        let at_once = self.patience.max(statistics.stored);
        statistics.concrete.saturating_add(at_once)
    }

    /// The slice to begin with: it keeps what the property reads.
    fn first_slice(&self) -> Slice {
        let read = self.property.variables();
        let keeps = self.program.variable_ids().map(|it| read.contains(&it));
        Slice::new(self, keeps.collect())
    }

    /// About how many bytes states take: a stored one is there twice, with what it depends on.
    fn bytes(&self, statistics: &Statistics) -> u64 {
        self.bytes_of(statistics.stored + statistics.held)
    }

    fn bytes_of(&self, states: u64) -> u64 {
        let of_state = 2 * (8 * self.program.variables.len() + size_of::<State>()) + 64;
        states * of_state as u64
    }

    /// The limit that a search has reached, if it has.
    fn limit(&self, statistics: &Statistics, depth: usize) -> Option<Limit> {
        let reached = Reached {
            states: statistics.stored,
            depth: depth as u64,
            bytes: self.bytes(statistics),
        };
        self.exceeded(&reached, statistics.explored)
    }

    /// The limit that is reached by states of the program that are looked at besides the stored ones.
    fn limit_aside(&self, statistics: &Statistics, number: usize, aside: usize) -> Option<Limit> {
        let reached = Reached {
            states: statistics.stored,
            depth: 0,
            bytes: self.bytes_of(statistics.stored + statistics.held + aside as u64),
        };
        self.exceeded(&reached, number as u64)
    }

    /// The limit that was reached. Whether the user wants no more is only asked now and then, by a number that counts
    /// up.
    fn exceeded(&self, reached: &Reached, number: u64) -> Option<Limit> {
        const OFTEN: u64 = 256;
        if reached.states > self.most_states {
            return Some(Limit::States);
        }
        if reached.bytes > self.most_bytes {
            return Some(Limit::Memory);
        }
        let asks = number.is_multiple_of(OFTEN);
        (asks && (self.stop)(reached)).then_some(Limit::Stopped)
    }
}

/// What runs begin with, as a slice has it.
fn starts(program: &Program, slice: &Slice) -> Starts {
    program.starts_as(|index, value| Some(if slice.keeps[index] { value } else { 0 }))
}

impl Cover {
    /// Whether a state of the program is covered.
    pub fn covers(&self, state: &State) -> bool {
        self.states.iter().any(|(slice, known)| {
            let kept = self.slices[*slice].iter();
            let pairs = state.iter().zip(known).zip(kept);
            pairs.filter(|(_, keeps)| **keeps).all(|((a, b), _)| a == b)
        })
    }
}
