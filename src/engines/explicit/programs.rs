//! Exploration of models as finite programs.

use std::slice;

use super::{excluded, scope};
use crate::engines::statistics::SearchWork;
use crate::engines::{Outcome, Progress, Reason, Run, search};
use crate::finite::lower::{LongestRun, Lowered, Obstacle, lower_unless};
use crate::finite::plain_search;
use crate::finite::search::{Ending, Limit, Query, Reached, Search};
use crate::model::Model;

/// How finite programs are explored.
#[derive(Debug, Clone, Copy)]
pub struct Programs {
    /// The most states that are looked at.
    pub most_states: u64,
    /// The most bytes that they may take.
    pub most_bytes: u64,
}

impl Default for Programs {
    fn default() -> Programs {
        Programs {
            most_states: 100_000_000,
            most_bytes: 2 << 30,
        }
    }
}

impl Programs {
    /// What is found in the program of a model; what stands in the way where it has none, and nothing where a run leaves what the program can tell.
    pub fn check(
        self,
        model: &Model<'_>,
        run: &Run<'_>,
    ) -> Result<(Outcome, SearchWork), Option<Obstacle>> {
        let lowered = lower_unless(model, LongestRun::Searched, &|| run.is_stopped())?;
        let longest = model.bounds.map(|bounds| bounds.most);
        let search = self.search(&lowered, longest, run);
        let outcome = match &search.ending {
            Ending::Reachable(found) => Outcome::Reachable(lowered.run(found)),
            Ending::Unreachable | Ending::Explored => Outcome::Unreachable(scope(model)),
            // It looks for no deadlock, so it finds none.
            Ending::Fault { .. } | Ending::Deadlock(_) => return Err(None),
            Ending::Unknown(limit) => {
                let looked_at = search.levels.and_then(|levels| levels.checked_sub(1));
                Outcome::Unknown(self.reason(*limit, excluded(model, looked_at)))
            }
        };
        let work = SearchWork {
            states: search.states,
            transitions: search.transitions,
            bytes: search.bytes,
        };
        Ok((outcome, work))
    }

    /// Looks for the goal of a program by runs that are not longer than so many steps.
    pub(in crate::engines) fn search(
        self,
        lowered: &Lowered<'_>,
        longest: Option<u64>,
        run: &Run<'_>,
    ) -> Search {
        let mut depth = None;
        let mut stop = |reached: &Reached| {
            if depth != Some(reached.depth) {
                depth = Some(reached.depth);
                (run.progress)(Progress::Exploring(reached.depth));
            }
            run.is_stopped()
        };
        let mut query = Query {
            longest,
            most_states: Some(self.most_states),
            most_bytes: Some(self.most_bytes),
            ..Query::new(slice::from_ref(&lowered.goal), &mut stop)
        };
        let fast = search::search(&lowered.program, &mut query, 1);
        fast.unwrap_or_else(|_| plain_search::search(&lowered.program, &mut query))
    }

    fn reason(self, limit: Limit, excluded: Option<u64>) -> Reason {
        let what = match limit {
            Limit::Stopped => return Reason::Stopped { excluded },
            Limit::States => format!("there are more than {} states", self.most_states),
            Limit::Memory | Limit::Errors => {
                format!("the states take more than {} MB", self.most_bytes >> 20)
            }
        };
        Reason::TooLarge { what, excluded }
    }
}
