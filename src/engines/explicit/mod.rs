//! Exploration state by state: breadth-first search with the interpreter.
//!
//! It needs finite domains for all that a run depends on. What it finds is a shortest run, and where it finds none without a bound there is
//! none at any depth.

use std::cell::Cell;

use super::{Answer, Engine, Outcome, Progress, Reason, Run, Scope, bmc};
use crate::model::Model;
use crate::model::explore::{Limits, Unfinished, shortest_run_within};

/// The engine `explicit`.
#[derive(Debug, Clone, Copy)]
pub struct Explicit {
    /// The most states that it looks at.
    pub most_states: usize,
}

impl Default for Explicit {
    fn default() -> Explicit {
        Explicit {
            most_states: 1_000_000,
        }
    }
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        /// Beyond so many instances in all states together the memory fills.
        const MOST_INSTANCES: usize = 10_000_000;
        let depth = Cell::new(0);
        let instances = model.universe.len().max(1);
        let limits = Limits {
            most_states: self.most_states.min(MOST_INSTANCES / instances),
            stop: &|| run.is_stopped(),
            depth: &|reached| {
                depth.set(reached);
                (run.progress)(Progress::Exploring(reached));
            },
        };
        let outcome = match shortest_run_within(model, &limits) {
            Ok(Some(found)) => Outcome::Reachable(found),
            Ok(None) if model.bounds.is_some() => Outcome::Unreachable(Scope::Bounded),
            Ok(None) => Outcome::Unreachable(Scope::AnyDepth),
            Err(unfinished) => {
                let looked_at = depth.get().checked_sub(1);
                let from_the_start = model.bounds.is_none_or(|bounds| bounds.least == 0);
                let excluded = looked_at.filter(|_| from_the_start);
                Outcome::Unknown(reason(unfinished, limits.most_states, excluded))
            }
        };
        Answer {
            engine: self.name(),
            notes: match &outcome {
                Outcome::Unreachable(_) => bmc::vacuity(model, run),
                _ => Vec::new(),
            },
            outcome,
            statistics: vec![("instances", model.universe.len() as u64)],
        }
    }
}

/// Why there is no answer, where no run of so many steps reaches the goal.
fn reason(unfinished: Unfinished, most_states: usize, excluded: Option<u64>) -> Reason {
    match unfinished {
        Unfinished::NoDomain(missing) => Reason::NoDomain { what: missing.what },
        Unfinished::Stopped => Reason::Stopped { excluded },
        Unfinished::TooManyStates => Reason::TooLarge {
            what: format!("there are more than {most_states} states"),
            excluded,
        },
    }
}
