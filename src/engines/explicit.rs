//! Exploration state by state, breadth first, of systems that can be made finite programs.
//!
//! What it finds is a shortest run, and where it finds none without a bound there is none at any depth.

use super::statistics::{SearchWork, Statistics};
use super::{Control, Engine, Finding, Found, Needs, Progress, Why, search};
use crate::finite::lower::{LongestRun, Lowered, lower};
use crate::finite::plain_search;
use crate::finite::search::{Ending, Limit, Query, Reached, Search};
use crate::ground::{Lengths, Obstacle, Property, PropertyId, System};

/// The engine `explicit`.
#[derive(Debug, Clone, Copy)]
pub struct Explicit {
    /// The most states that are looked at.
    pub most_states: u64,
    /// The most bytes that they may take.
    pub most_bytes: u64,
}

impl Default for Explicit {
    fn default() -> Explicit {
        Explicit {
            most_states: 100_000_000,
            most_bytes: 2 << 30,
        }
    }
}

impl Engine for Explicit {
    fn name(&self) -> &'static str {
        "explicit"
    }

    fn needs(&self) -> Needs {
        Needs::States
    }

    fn find(&self, system: &System, property: PropertyId, control: &Control<'_>) -> Found {
        let mut statistics = Statistics::of_size(system.size());
        let limited = Explicit {
            most_states: control.most_states(self.most_states),
            most_bytes: control.most_bytes(self.most_bytes),
        };
        Found {
            finding: limited.finding(system, property, control, &mut statistics),
            statistics,
        }
    }
}

impl Explicit {
    fn finding(
        self,
        system: &System,
        property: PropertyId,
        control: &Control<'_>,
        statistics: &mut Statistics,
    ) -> Finding {
        let Some(Property::Reach { lengths, .. }) = system.property(property) else {
            return Why::temporal().into();
        };
        let stop = || control.is_stopped();
        let lowered = match lower(system, property, LongestRun::Searched, &stop) {
            Ok(lowered) => lowered,
            Err(obstacle) => return hindered(obstacle, *lengths, control),
        };
        let search = self.search(&lowered, lengths.most, control);
        let finding = match &search.ending {
            Ending::Reachable(found) => Finding::Reached(lowered.run(found)),
            Ending::Unreachable | Ending::Explored => nothing(*lengths),
            // It looks for no deadlock, so it finds none.
            Ending::Fault { .. } | Ending::Deadlock(_) => return Why::Leaves.into(),
            Ending::Unknown(limit) => {
                let looked_at = search.levels.and_then(|levels| levels.checked_sub(1));
                self.why(*limit, excluded(*lengths, looked_at)).into()
            }
        };
        statistics.search = Some(SearchWork {
            states: search.states,
            transitions: search.transitions,
            bytes: search.bytes,
        });
        finding
    }

    /// Looks for the goal of a program by runs that are not longer than so many steps.
    pub fn search(self, lowered: &Lowered, longest: Option<u64>, control: &Control<'_>) -> Search {
        let mut depth = None;
        let mut stop = |reached: &Reached| {
            if depth != Some(reached.depth) {
                depth = Some(reached.depth);
                (control.progress)(Progress::Exploring(reached.depth));
            }
            control.is_stopped()
        };
        let mut query = Query {
            longest,
            most_states: Some(self.most_states),
            most_bytes: Some(self.most_bytes),
            ..Query::new(std::slice::from_ref(&lowered.goal), &mut stop)
        };
        let fast = search::search(&lowered.program, &mut query, 1);
        fast.unwrap_or_else(|_| plain_search::search(&lowered.program, &mut query))
    }

    fn why(self, limit: Limit, excluded: Option<u64>) -> Why {
        let what = match limit {
            Limit::Stopped => return Why::Stopped { excluded },
            Limit::States => format!("there are more than {} states", self.most_states),
            Limit::Memory | Limit::Errors => {
                format!("the states take more than {} MB", self.most_bytes >> 20)
            }
        };
        Why::TooLarge { what, excluded }
    }
}

/// What is found where a system cannot be made a finite program.
pub(super) fn hindered(obstacle: Obstacle, lengths: Lengths, control: &Control<'_>) -> Finding {
    match obstacle {
        _ if control.is_stopped() => Why::Stopped { excluded: None }.into(),
        Obstacle::NoStart => nothing(lengths),
        obstacle => Why::Obstacle(obstacle).into(),
    }
}

/// What it means that all states were looked at and nothing was found.
pub(super) fn nothing(lengths: Lengths) -> Finding {
    match lengths.most {
        Some(upto) => Finding::Excluded { upto },
        None => Finding::Proved { invariant: None },
    }
}

/// The steps up to which nothing is reached, if all states up to so many were looked at.
fn excluded(lengths: Lengths, looked_at: Option<u64>) -> Option<u64> {
    looked_at.filter(|_| lengths.least == 0)
}
