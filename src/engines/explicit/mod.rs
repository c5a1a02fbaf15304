//! Exploration state by state, breadth first.
//!
//! It needs finite domains for all that a run depends on. What it finds is a shortest run, and where it finds none without a bound there is
//! none at any depth. Models that can be made finite programs are explored as such, which is fast; all others by the interpreter.

mod programs;

use std::cell::Cell;

use super::statistics::Statistics;
use super::{Answer, Engine, Outcome, Progress, Reason, Run, Scope, vacuity};
use crate::finite::lower::Obstacle;
use crate::interpreter::explore::{Limits, Unfinished, shortest_run_within};
use crate::model::Model;

pub use programs::Programs;

/// The engine `explicit`.
#[derive(Debug, Clone, Copy)]
pub struct Explicit {
    /// The most states that it looks at by the interpreter.
    pub most_states: usize,
    /// How models are explored that can be made finite programs; none of them is where this is absent.
    pub programs: Option<Programs>,
}

impl Default for Explicit {
    fn default() -> Explicit {
        Explicit {
            most_states: 1_000_000,
            programs: Some(Programs::default()),
        }
    }
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let mut statistics = Statistics {
            instances: Some(model.universe.len() as u64),
            ..Statistics::default()
        };
        let outcome = self.outcome(model, run, &mut statistics);
        Answer {
            engine: self.name(),
            notes: vacuity::of(&outcome, model, run),
            outcome,
            statistics,
        }
    }
}

impl Explicit {
    /// What is found, without what would make it an empty answer; adds to what is counted.
    pub fn outcome(
        &self,
        model: &Model<'_>,
        run: &Run<'_>,
        statistics: &mut Statistics,
    ) -> Outcome {
        match self.programs.map_or(Err(None), |it| it.check(model, run)) {
            Ok((outcome, counted)) => {
                statistics.search = Some(counted);
                outcome
            }
            Err(obstacle) => explained(self.interpreted(model, run), obstacle),
        }
    }

    /// What the interpreter's own search finds.
    fn interpreted(&self, model: &Model<'_>, run: &Run<'_>) -> Outcome {
        /// Beyond so many instances in all states together the memory fills.
        const MOST_INSTANCES: usize = 10_000_000;
        /// Numbers may grow without end, so few states can fill it, too.
        const MOST_BYTES: u64 = 1 << 30;
        let depth = Cell::new(0);
        let instances = model.universe.len().max(1);
        let limits = Limits {
            most_states: self.most_states.min(MOST_INSTANCES / instances),
            most_bytes: MOST_BYTES,
            stop: &|| run.is_stopped(),
            depth: &|reached| {
                depth.set(reached);
                (run.progress)(Progress::Exploring(reached));
            },
        };
        match shortest_run_within(model, &limits) {
            Ok(Some(found)) => Outcome::Reachable(found),
            Ok(None) => Outcome::Unreachable(scope(model)),
            Err(unfinished) => {
                let excluded = excluded(model, depth.get().checked_sub(1));
                Outcome::Unknown(reason(unfinished, &limits, excluded))
            }
        }
    }
}

/// The interpreter does not tell what has no end of values from what has too many.
fn explained(outcome: Outcome, obstacle: Option<Obstacle>) -> Outcome {
    match (outcome, obstacle) {
        (
            Outcome::Unknown(Reason::NoDomain { .. }),
            Some(obstacle @ Obstacle::TooManyValues { .. }),
        ) => Outcome::Unknown(obstacle.into()),
        (outcome, _) => outcome,
    }
}

/// How far it holds that everything was explored and nothing found.
pub(super) fn scope(model: &Model<'_>) -> Scope {
    match model.bounds {
        Some(_) => Scope::Bounded,
        None => Scope::AnyDepth,
    }
}

/// The steps up to which nothing is reachable, if all states up to so many were looked at.
fn excluded(model: &Model<'_>, looked_at: Option<u64>) -> Option<u64> {
    let from_the_start = model.bounds.is_none_or(|bounds| bounds.least == 0);
    looked_at.filter(|_| from_the_start)
}

/// Why there is no answer, where no run of so many steps reaches the goal.
fn reason(unfinished: Unfinished, limits: &Limits<'_>, excluded: Option<u64>) -> Reason {
    match unfinished {
        Unfinished::NoDomain(missing) => Reason::NoDomain { what: missing.what },
        Unfinished::Stopped => Reason::Stopped { excluded },
        Unfinished::TooManyStates => Reason::TooLarge {
            what: format!("there are more than {} states", limits.most_states),
            excluded,
        },
        Unfinished::TooManyBytes => Reason::TooLarge {
            what: format!("the states take more than {} MB", limits.most_bytes >> 20),
            excluded,
        },
    }
}
