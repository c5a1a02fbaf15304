//! The engine `lazy`: systems as finite programs, explored by slices that are refined where they are too coarse.

use super::explicit::{Explicit, hindered, nothing};
use super::lazy::{self, Algorithm, Question, Refinement, Verdict};
use super::statistics::{LazyWork, Statistics};
use super::{Control, Engine, Finding, Found, Needs, Progress, Why};
use crate::finite::lower::{LongestRun, Lowered, lower};
use crate::finite::ranges::Ranges;
use crate::finite::search::{Ending, Limit};
use crate::finite::values::Values;
use crate::ground::{Lengths, Obstacle, Property, PropertyId, System, SystemRun};

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
const SHORTENING: Explicit = Explicit {
    most_states: 1_000_000,
    most_bytes: 1 << 29,
};

impl Engine for Lazy {
    fn name(&self) -> &'static str {
        "lazy"
    }

    fn needs(&self) -> Needs {
        Needs::States
    }

    fn find(&self, system: &System, property: PropertyId, control: &Control<'_>) -> Found {
        let mut statistics = Statistics::of_size(system.size());
        let Some(Property::Reach { lengths, .. }) = system.property(property) else {
            return Found {
                finding: Why::temporal().into(),
                statistics,
            };
        };
        let asked = Asked {
            system,
            property,
            lengths: *lengths,
            control,
        };
        Found {
            finding: asked.finding(*self, &mut statistics),
            statistics,
        }
    }
}

/// What is asked of which system.
#[derive(Clone, Copy)]
struct Asked<'a> {
    system: &'a System,
    property: PropertyId,
    lengths: Lengths,
    control: &'a Control<'a>,
}

impl Asked<'_> {
    fn finding(self, engine: Lazy, statistics: &mut Statistics) -> Finding {
        match self.lowered(LongestRun::Counted) {
            Ok(lowered) => self.search(engine, &lowered, statistics),
            Err(obstacle) => hindered(obstacle, self.lengths, self.control),
        }
    }

    fn lowered(self, longest: LongestRun) -> Result<Lowered, Obstacle> {
        let stop = || self.control.is_stopped();
        lower(self.system, self.property, longest, &stop)
    }

    fn search(self, engine: Lazy, lowered: &Lowered, statistics: &mut Statistics) -> Finding {
        const MOST_BYTES: u64 = 2 << 30;
        // Where a field can grow without end, so can a slice; what can be found then is found soon.
        const MOST_UNBOUNDED: u64 = 20_000;
        let control = self.control;
        let is_unbounded = !lowered.unbounded.is_empty();
        let most_states = control.most_states(engine.most_states);
        let most_states = if is_unbounded {
            most_states.min(MOST_UNBOUNDED)
        } else {
            most_states
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
            most_bytes: control.most_bytes(MOST_BYTES),
            stop: &|_| control.is_stopped(),
            patience: lazy::PATIENCE,
        };
        (control.progress)(Progress::Exploring(0));
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
                Finding::Reached(self.shortened(lowered.run(&found), found.steps.len()))
            }
            // Where a field leaves what the program can tell, there may be runs that it does not have.
            Verdict::Unreachable if counted.met_fault && is_unbounded => no_domain(lowered),
            Verdict::Limit(Limit::States) if is_unbounded => no_domain(lowered),
            Verdict::Unreachable => nothing(self.lengths),
            Verdict::Limit(Limit::Stopped) => Why::Stopped { excluded: None }.into(),
            Verdict::Limit(_) => {
                let why = Why::TooLarge {
                    what: format!("the slices have more than {} states", counted.stored),
                    excluded: None,
                };
                why.into()
            }
        }
    }

    /// A shortest run, where one can be found soon; otherwise the one that there is, of so many steps.
    fn shortened(self, found: SystemRun, steps: usize) -> SystemRun {
        let Ok(lowered) = self.lowered(LongestRun::Searched) else {
            return found;
        };
        let search = SHORTENING.search(&lowered, Some(steps as u64), self.control);
        match search.ending {
            Ending::Reachable(shortest) => lowered.run(&shortest),
            _ => found,
        }
    }
}

/// What is known of the variables. Where a field has no end, others may get values that it takes from beyond the range
/// that it has in the program; for the same reason it is not to be left open.
fn known(lowered: &Lowered) -> (Ranges, Values) {
    let program = &lowered.program;
    if !lowered.unbounded.is_empty() {
        return (Ranges::declared(program), Values::unknown());
    }
    let ranges = Ranges::of(program);
    let values = Values::of(program, &ranges);
    (ranges, values)
}

/// Fields that have no end are in the way.
fn no_domain(lowered: &Lowered) -> Finding {
    let what = lowered.unbounded.join(", ");
    Why::Obstacle(Obstacle::NoDomain { what, span: None }).into()
}
