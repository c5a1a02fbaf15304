//! The engine `lazy`: models as finite programs, explored by slices that are refined where they are too coarse.

use super::explicit::{Programs, scope};
use super::lazy::{self, Algorithm, Question, Refinement, Verdict};
use super::statistics::{LazyWork, Statistics};
use super::{Answer, Engine, Outcome, Progress, Reason, Run, Witness, vacuity};
use crate::finite::lower::{LongestRun, Lowered, Obstacle, lower_unless};
use crate::finite::ranges::Ranges;
use crate::finite::search::{Ending, Limit};
use crate::finite::values::Values;
use crate::model::Model;

/// The engine `lazy`.
#[derive(Debug, Clone, Copy)]
pub struct Lazy {
    /// The most states of slices that it stores.
    pub most_states: u64,
}

impl Default for Lazy {
    fn default() -> Lazy {
        Lazy {
            most_states: 10_000_000,
        }
    }
}

/// A run that is found is made shorter if that takes no more states than these.
const SHORTENING: Programs = Programs {
    most_states: 1_000_000,
    most_bytes: 1 << 29,
};

impl Engine for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
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

impl Lazy {
    /// What is found, without what would make it an empty answer; adds to what is counted.
    pub fn outcome(self, model: &Model<'_>, run: &Run<'_>, statistics: &mut Statistics) -> Outcome {
        match lower_unless(model, LongestRun::Counted, &|| run.is_stopped()) {
            Ok(lowered) => self.search(model, &lowered, run, statistics),
            Err(_) if run.is_stopped() => Outcome::Unknown(Reason::Stopped { excluded: None }),
            Err(Obstacle::NoStart) => Outcome::Unreachable(scope(model)),
            Err(obstacle) => Outcome::Unknown(obstacle.into()),
        }
    }

    fn search(
        self,
        model: &Model<'_>,
        lowered: &Lowered<'_>,
        run: &Run<'_>,
        statistics: &mut Statistics,
    ) -> Outcome {
        const MOST_BYTES: u64 = 2 << 30;
        // Where a field can grow without end, so can a slice; what can be found then is found soon.
        const MOST_UNBOUNDED: u64 = 20_000;
        let is_unbounded = !lowered.unbounded.is_empty();
        let most_states = if is_unbounded {
            self.most_states.min(MOST_UNBOUNDED)
        } else {
            self.most_states
        };
        let (ranges, values) = known(lowered);
        let question = Question {
            program: &lowered.program,
            ranges: &ranges,
            values: &values,
            property: &lowered.goal,
            guards: Algorithm::LazyImproved.guards(),
            refinement: Refinement::Fewest,
            most_states,
            most_bytes: MOST_BYTES,
            stop: &|_| run.is_stopped(),
            patience: lazy::PATIENCE,
        };
        (run.progress)(Progress::Exploring(0));
        let found = lazy::search(Algorithm::LazyImproved, &question);
        let counted = &found.statistics;
        statistics.lazy_search = Some(LazyWork {
            states: counted.stored,
            variables: lowered.program.variables.len() as u64,
            kept_variables: counted.kept,
            refinements: counted.refinements,
        });
        match found.verdict {
            Verdict::Reachable(found) => {
                let found = lowered.run(&found);
                Outcome::Reachable(shortened(model, found, run))
            }
            // Where a field leaves what the program can tell, there may be runs that it does not have.
            Verdict::Unreachable if counted.met_fault && is_unbounded => no_domain(lowered),
            Verdict::Limit(Limit::States) if is_unbounded => no_domain(lowered),
            Verdict::Unreachable => Outcome::Unreachable(scope(model)),
            Verdict::Limit(Limit::Stopped) => Outcome::Unknown(Reason::Stopped { excluded: None }),
            Verdict::Limit(_) => Outcome::Unknown(Reason::TooLarge {
                what: format!("the slices have more than {} states", counted.stored),
                excluded: None,
            }),
        }
    }
}

/// What is known of the variables. Where a field has no end, others may get values that it takes from beyond the range that it has in the
/// program; for the same reason it is not to be left open.
fn known(lowered: &Lowered<'_>) -> (Ranges, Values) {
    let program = &lowered.program;
    if !lowered.unbounded.is_empty() {
        return (Ranges::declared(program), Values::unknown());
    }
    let ranges = Ranges::of(program);
    let values = Values::of(program, &ranges);
    (ranges, values)
}

/// Fields that have no end are in the way.
fn no_domain(lowered: &Lowered<'_>) -> Outcome {
    let what = lowered.unbounded.join(", ");
    Outcome::Unknown(Reason::NoDomain { what })
}

/// A shortest run, where one can be found soon; otherwise the one that there is.
fn shortened(model: &Model<'_>, found: Witness, run: &Run<'_>) -> Witness {
    let lowered = lower_unless(model, LongestRun::Searched, &|| run.is_stopped());
    let Ok(lowered) = lowered else {
        return found;
    };
    let longest = Some(found.steps.len() as u64);
    match SHORTENING.search(&lowered, longest, run).ending {
        Ending::Reachable(shortest) => lowered.run(&shortest),
        _ => found,
    }
}
