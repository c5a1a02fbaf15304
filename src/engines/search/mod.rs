//! Fast search over the states of finite programs: states of a few words, compiled successors, a set made for them,
//! several threads.
//!
//! It answers what [`crate::finite::search`] asks, and exactly as the plain search there does, only sooner.
//! What takes more than one search looks at the same states and steps by the numbers of a [`Graph`].

mod breadth;
mod compile;
mod depth;
mod graph;
mod numbered;
mod packing;
mod visited;
mod witness;

pub use graph::{Graph, GraphError, StateId, Step};

use breadth::{Breadth, Counts, Found, Limits};
use compile::{Compiled, WithActions};
use depth::Depth;
use packing::Packing;
use visited::Packed;
use witness::Witness;

use crate::finite::ranges::Ranges;
use crate::finite::search::{Ending, Order, Query, Run, Search};
use crate::finite::{Expr, Program};

/// Why a program cannot be searched this way.
#[derive(Debug, thiserror::Error)]
pub enum Unsuitable {
    /// A state takes too many bits.
    #[error("a state takes {0} words of 64 bits, too many")]
    TooWide(usize),
    /// There is no code for it.
    #[error("no code could be generated: {0}")]
    NoCode(String),
}

/// Searches through the states of a program, on some threads.
pub fn search(
    program: &Program,
    query: &mut Query<'_>,
    threads: usize,
) -> Result<Search, Unsuitable> {
    let _span = tracing::info_span!("search").entered();
    let prepared = Prepared::new(program, query.propositions, WithActions::Untold)?;
    let explorer = Explorer {
        program,
        packing: &prepared.packing,
        compiled: &prepared.compiled,
        threads,
    };
    // A number of words that is known beforehand makes the table fast.
    match prepared.packing.words {
        1 => Ok(explorer.search::<1>(query)),
        2 => Ok(explorer.search::<2>(query)),
        3 => Ok(explorer.search::<3>(query)),
        4 => Ok(explorer.search::<4>(query)),
        6 => Ok(explorer.search::<6>(query)),
        8 => Ok(explorer.search::<8>(query)),
        16 => Ok(explorer.search::<16>(query)),
        32 => Ok(explorer.search::<32>(query)),
        64 => Ok(explorer.search::<64>(query)),
        words => Err(Unsuitable::TooWide(words)),
    }
}

/// What it takes to compute with packed states of a program.
struct Prepared {
    packing: Packing,
    compiled: Compiled,
}

impl Prepared {
    fn new(
        program: &Program,
        propositions: &[Expr],
        with_actions: WithActions,
    ) -> Result<Prepared, Unsuitable> {
        let ranges = Ranges::of(program);
        let packing = Packing::new(program, &ranges.whole);
        let compiled = Compiled::new(program, propositions, (&ranges, &packing), with_actions)
            .map_err(|error| Unsuitable::NoCode(error.to_string()))?;
        Ok(Prepared { packing, compiled })
    }
}

struct Explorer<'e> {
    program: &'e Program,
    packing: &'e Packing,
    compiled: &'e Compiled,
    threads: usize,
}

impl Explorer<'_> {
    fn search<const W: usize>(&self, query: &mut Query<'_>) -> Search {
        match query.order {
            Order::Breadth => self.breadth::<W>(query),
            Order::Depth => self.depth::<W>(query),
        }
    }

    fn breadth<const W: usize>(&self, query: &mut Query<'_>) -> Search {
        let code = self.compiled.code();
        // The way to a state is found by looking at the levels before it once more. Nobody asks for it if there is
        // nothing to find.
        let asks_for_way = query.has_goal() || code.can_fail();
        let mut search = Breadth::<W>::new(code, self.threads, asks_for_way, query);
        let found = search.begin(self.starts(), &mut limits(query));
        let found = found.unwrap_or_else(|| search.run(&mut limits(query)));
        let ending = self.ending(found, query, |witness, state| {
            witness.shortest(&search.levels, state)
        });
        let deadlocks = search.counts.deadlocks;
        Search {
            levels: Some(search.levels.len() as u64 - 1),
            deadlocks: (!search.is_cut()).then_some(deadlocks),
            ..self.counted(
                ending,
                search.states(),
                search.bytes(),
                search.counts,
                query,
            )
        }
    }

    fn depth<const W: usize>(&self, query: &mut Query<'_>) -> Search {
        let code = self.compiled.code();
        let mut search = Depth::<W>::new(code, query.wants_deadlock);
        let mut found = Found::Everything;
        for state in self.starts::<W>() {
            found = search.run(state, &mut limits(query));
            if !matches!(found, Found::Everything) {
                break;
            }
        }
        let ending = self.ending(found, query, |witness, _| {
            witness.along(&search.run_of_states())
        });
        self.counted(
            ending,
            search.states(),
            search.bytes(),
            search.counts,
            query,
        )
    }

    /// What a search that ended so tells, given the run to a state.
    fn ending<const W: usize>(
        &self,
        found: Found<W>,
        query: &Query<'_>,
        run_to: impl FnOnce(&Witness<'_>, Packed<W>) -> Run,
    ) -> Ending {
        let witness = Witness {
            program: self.program,
            packing: self.packing,
            code: self.compiled.code(),
        };
        match found {
            Found::Everything if query.has_goal() => Ending::Unreachable,
            Found::Everything => Ending::Explored,
            Found::Wanted(state) => Ending::Reachable(run_to(&witness, state)),
            Found::Deadlock(state) => Ending::Deadlock(run_to(&witness, state)),
            Found::Fault(state) => witness.fault(run_to(&witness, state), query.propositions),
            Found::Limit(limit) => Ending::Unknown(limit),
        }
    }

    fn starts<const W: usize>(&self) -> impl Iterator<Item = Packed<W>> {
        let states = self.program.starts();
        states.map(|state| self.packing.pack(&state))
    }

    fn counted(
        &self,
        ending: Ending,
        states: u64,
        bytes: u64,
        counts: Counts,
        query: &Query<'_>,
    ) -> Search {
        let of_propositions = counts.tested * query.propositions.len() as u64;
        Search {
            ending,
            states,
            transitions: counts.transitions,
            levels: None,
            deadlocks: Some(counts.deadlocks),
            stored: states,
            evaluations: of_propositions + counts.expanded * self.program.actions.len() as u64,
            refinements: 0,
            kept_variables: None,
            bytes,
        }
    }
}

fn limits<'q>(query: &'q mut Query<'_>) -> Limits<'q> {
    Limits {
        most_states: query.most_states.unwrap_or(u64::MAX),
        most_bytes: query.most_bytes.unwrap_or(u64::MAX),
        stop: &mut *query.stop,
    }
}
