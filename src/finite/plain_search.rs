//! A search that does exactly what the definition says, state by state: the reference for those that are fast.

use std::collections::VecDeque;
use std::hash::BuildHasherDefault;

use indexmap::IndexSet;
use rustc_hash::FxHasher;

use super::search::{Ending, Limit, Order, Query, Reached, Run, Search, first_that_holds};
use super::{ActionId, Fault, Program, State};

/// After so many states the user is asked whether to go on.
const PATIENCE: u64 = 1024;

/// Searches through the states of a program.
pub fn search(program: &Program, query: &mut Query<'_>) -> Search {
    let mut plain = Plain {
        program,
        found: IndexSet::default(),
        parents: Vec::new(),
        open: VecDeque::new(),
        result: Search {
            ending: Ending::Explored,
            states: 0,
            transitions: 0,
            levels: (query.order == Order::Breadth).then_some(0),
            deadlocks: Some(0),
            stored: 0,
            evaluations: 0,
            refinements: 0,
            kept_variables: None,
            bytes: 0,
        },
    };
    let ending = plain.run(query);
    plain.result.ending = match ending {
        Err(ending) => *ending,
        Ok(()) if query.has_goal() => Ending::Unreachable,
        Ok(()) => Ending::Explored,
    };
    plain.result.bytes = plain.bytes();
    plain.result
}

struct Plain<'p> {
    program: &'p Program,
    found: IndexSet<State, BuildHasherDefault<FxHasher>>,
    /// For each state the one before it and the action between them; none for those to begin with.
    parents: Vec<Option<(usize, ActionId)>>,
    /// The states whose successors are not known, with the steps that they take.
    open: VecDeque<(usize, u64)>,
    result: Search,
}

/// An early end.
type Unless<T> = Result<T, Box<Ending>>;

impl Plain<'_> {
    fn run(&mut self, query: &mut Query<'_>) -> Unless<()> {
        for state in self.program.starts() {
            self.add(state, None, 0, query)?;
            if self.result.states.is_multiple_of(PATIENCE) && (query.stop)(&self.reached(0)) {
                return Err(Box::new(Ending::Unknown(Limit::Stopped)));
            }
        }
        let mut n_looked_at = 0;
        while let Some((index, depth)) = self.next(query.order) {
            if n_looked_at % PATIENCE == 0 && (query.stop)(&self.reached(depth)) {
                return Err(Box::new(Ending::Unknown(Limit::Stopped)));
            }
            n_looked_at += 1;
            self.look_at(index, depth, query)?;
        }
        Ok(())
    }

    fn next(&mut self, order: Order) -> Option<(usize, u64)> {
        match order {
            Order::Breadth => self.open.pop_front(),
            Order::Depth => self.open.pop_back(),
        }
    }

    fn look_at(&mut self, index: usize, depth: u64, query: &Query<'_>) -> Unless<()> {
        if let Some(levels) = &mut self.result.levels {
            *levels = depth.max(*levels);
        }
        let is_last = query.longest.is_some_and(|longest| depth >= longest);
        if is_last && !query.wants_deadlock {
            self.result.deadlocks = None;
            return Ok(());
        }
        let successors = self.program.successors(&self.found[index]);
        self.result.evaluations += self.program.actions.len() as u64;
        if successors.is_empty() {
            self.result.deadlocks = self.result.deadlocks.map(|count| count + 1);
            if query.wants_deadlock {
                return Err(Box::new(Ending::Deadlock(self.run_to(index))));
            }
        }
        if is_last {
            return Ok(());
        }
        for (action, next) in successors {
            self.result.transitions += 1;
            match next {
                Ok(state) => self.add(state, Some((index, action)), depth + 1, query)?,
                Err(fault) => return Err(Box::new(self.fault(index, Some(action), fault))),
            }
        }
        Ok(())
    }

    fn add(
        &mut self,
        state: State,
        parent: Option<(usize, ActionId)>,
        depth: u64,
        query: &Query<'_>,
    ) -> Unless<()> {
        if self.found.contains(&state) {
            return Ok(());
        }
        if query
            .most_states
            .is_some_and(|most| self.result.states >= most)
        {
            return Err(Box::new(Ending::Unknown(Limit::States)));
        }
        if query.most_bytes.is_some_and(|most| self.bytes() >= most) {
            return Err(Box::new(Ending::Unknown(Limit::Memory)));
        }
        let (index, _) = self.found.insert_full(state);
        self.parents.push(parent);
        self.open.push_back((index, depth));
        self.result.states += 1;
        self.result.stored = self.result.states;
        self.result.evaluations += query.propositions.len() as u64;
        match first_that_holds(query.propositions, &self.found[index]) {
            Ok(None) => Ok(()),
            Ok(Some(_)) => {
                if let Some(levels) = &mut self.result.levels {
                    *levels = depth.max(*levels);
                }
                Err(Box::new(Ending::Reachable(self.run_to(index))))
            }
            Err(fault) => Err(Box::new(self.fault(index, None, fault))),
        }
    }

    fn fault(&self, index: usize, action: Option<ActionId>, fault: Fault) -> Ending {
        let run = self.run_to(index);
        Ending::Fault { run, action, fault }
    }

    fn run_to(&self, index: usize) -> Run {
        let mut steps = Vec::new();
        let mut index = index;
        while let Some((before, action)) = self.parents[index] {
            steps.push((action, self.found[index].clone()));
            index = before;
        }
        steps.reverse();
        Run {
            start: self.found[index].clone(),
            steps,
        }
    }

    fn reached(&self, depth: u64) -> Reached {
        Reached {
            states: self.result.states,
            depth,
            bytes: self.bytes(),
        }
    }

    /// The values, the vectors that hold them, and the two tables.
    fn bytes(&self) -> u64 {
        let of_state = self.program.variables.len() * 8 + size_of::<State>() + 16;
        let of_parent = size_of::<Option<(usize, ActionId)>>();
        ((of_state + of_parent) * self.found.len()) as u64
    }
}
