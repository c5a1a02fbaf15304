//! Exploration state by state, whatever the model: models that can be made finite programs are explored as such, which
//! is fast; all others by the interpreter.
//!
//! It needs finite domains for all that a run depends on. What it finds is a shortest run, and where it finds none
//! without a bound there is none at any depth.

use std::cell::Cell;

use super::checker::{Asked, Checker, ask, scope, unknown};
use crate::engines::explicit::Explicit;
use crate::engines::statistics::Statistics;
use crate::engines::{Control, Progress, Why};
use crate::ground::Obstacle;
use crate::interpreter::explore::{Limits, Unfinished, shortest_run_within};
use crate::model::Model;
use crate::outcome::{Conclusion, Outcome, Reason};

/// The engine `explicit`, and the interpreter's own search where that cannot look at a model.
#[derive(Debug, Clone, Copy)]
pub struct Exploration {
    /// The most states that the interpreter looks at.
    pub most_states: usize,
    /// How models are explored that can be made finite programs; none of them is where this is absent.
    pub programs: Option<Explicit>,
}

impl Default for Exploration {
    fn default() -> Exploration {
        Exploration {
            most_states: 1_000_000,
            programs: Some(Explicit::default()),
        }
    }
}

impl Checker for Exploration {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn check(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        let asked = match &self.programs {
            Some(programs) => ask(programs, model, control),
            None => Asked {
                outcome: Err(Why::Leaves),
                statistics: Statistics::of_size(model.universe.len()),
            },
        };
        let outcome = match asked.outcome {
            Ok(outcome) => outcome,
            Err(Why::Obstacle(obstacle)) => {
                explained(self.interpreted(model, control), Some(obstacle))
            }
            Err(Why::Leaves) => self.interpreted(model, control),
            Err(why) => unknown(why),
        };
        Conclusion {
            engine: self.name(),
            notes: Vec::new(),
            outcome,
            statistics: asked.statistics,
        }
    }
}

impl Exploration {
    /// What the interpreter's own search finds.
    fn interpreted(&self, model: &Model<'_>, control: &Control<'_>) -> Outcome {
        /// Beyond so many instances in all states together the memory fills.
        const MOST_INSTANCES: usize = 10_000_000;
        /// Numbers may grow without end, so few states can fill it, too.
        const MOST_BYTES: u64 = 1 << 30;
        let depth = Cell::new(0);
        let instances = model.universe.len().max(1);
        let limits = Limits {
            most_states: self.most_states.min(MOST_INSTANCES / instances),
            most_bytes: MOST_BYTES,
            stop: &|| control.is_stopped(),
            depth: &|reached| {
                depth.set(reached);
                (control.progress)(Progress::Exploring(reached));
            },
        };
        match shortest_run_within(model, &limits) {
            Ok(Some(found)) => Outcome::Reachable(found),
            Ok(None) => Outcome::Unreachable(scope(model)),
            Err(unfinished) => {
                let excluded = excluded(model, depth.get().checked_sub(1));
                Outcome::Unknown(reason(model, unfinished, &limits, excluded))
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

/// The steps up to which nothing is reachable, if all states up to so many were looked at.
fn excluded(model: &Model<'_>, looked_at: Option<u64>) -> Option<u64> {
    let from_the_start = model.bounds.is_none_or(|bounds| bounds.least == 0);
    looked_at.filter(|_| from_the_start)
}

/// Why there is no answer, where no run of so many steps reaches the goal.
fn reason(
    model: &Model<'_>,
    unfinished: Unfinished,
    limits: &Limits<'_>,
    excluded: Option<u64>,
) -> Reason {
    match unfinished {
        Unfinished::NoDomain(missing) => Reason::NoDomain { what: missing.what },
        Unfinished::Stopped => Reason::Stopped { excluded },
        Unfinished::AboutRuns => Reason::about_runs(model.check.span),
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
