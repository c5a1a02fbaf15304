//! Exploration of models as finite programs.

use super::{excluded, scope};
use crate::engines::finite::{LongestRun, Lowered, lower_unless};
use crate::engines::{Outcome, Progress, Reason, Run, search};
use crate::finite::plain_search;
use crate::finite::search::{Ending, Limit, Order, Query, Search};
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

/// Names and numbers of how much work it was.
type Statistics = Vec<(&'static str, u64)>;

impl Programs {
    /// What is found in the program of a model; nothing where it has none, or where a run leaves what the program can tell.
    pub fn check(self, model: &Model<'_>, run: &Run<'_>) -> Option<(Outcome, Statistics)> {
        let lowered = lower_unless(model, LongestRun::Searched, &|| run.is_stopped()).ok()?;
        let longest = model.bounds.map(|bounds| bounds.most);
        let search = self.search(&lowered, longest, run);
        let outcome = match &search.ending {
            Ending::Reachable(found) => Outcome::Reachable(lowered.run(found)),
            Ending::Unreachable | Ending::Explored => Outcome::Unreachable(scope(model)),
            Ending::Fault { .. } => return None,
            Ending::Unknown(limit) => {
                let looked_at = search.levels.and_then(|levels| levels.checked_sub(1));
                Outcome::Unknown(self.reason(*limit, excluded(model, looked_at)))
            }
        };
        let statistics = vec![
            ("states", search.states),
            ("transitions", search.transitions),
            ("bytes", search.bytes),
        ];
        Some((outcome, statistics))
    }

    /// Looks for the goal of a program by runs that are not longer than so many steps.
    pub(in crate::engines) fn search(
        self,
        lowered: &Lowered<'_>,
        longest: Option<u64>,
        run: &Run<'_>,
    ) -> Search {
        let longest = longest.unwrap_or(u64::MAX);
        let mut is_far = false;
        let mut depth = None;
        let mut stop = |reached: &crate::finite::search::Reached| {
            is_far |= reached.depth >= longest;
            if depth != Some(reached.depth) {
                depth = Some(reached.depth);
                (run.progress)(Progress::Exploring(reached.depth));
            }
            is_far || run.is_stopped()
        };
        let mut query = Query {
            property: Some(&lowered.goal),
            wants_deadlock: false,
            order: Order::Breadth,
            most_states: Some(self.most_states),
            most_bytes: Some(self.most_bytes),
            stop: &mut stop,
        };
        let fast = search::search(&lowered.program, &mut query, 1);
        let mut found = fast.unwrap_or_else(|_| plain_search::search(&lowered.program, &mut query));
        // States are looked at by the steps that they take: once one takes too many, all that count were looked at.
        let is_beyond = match &found.ending {
            Ending::Reachable(run) => run.steps.len() as u64 > longest,
            Ending::Fault { run, .. } => run.steps.len() as u64 >= longest,
            Ending::Unknown(Limit::Stopped) => is_far,
            _ => false,
        };
        if is_beyond {
            found.ending = Ending::Unreachable;
        }
        found
    }

    fn reason(self, limit: Limit, excluded: Option<u64>) -> Reason {
        let what = match limit {
            Limit::Stopped => return Reason::Stopped { excluded },
            Limit::States => format!("there are more than {} states", self.most_states),
            Limit::Memory => format!("the states take more than {} MB", self.most_bytes >> 20),
        };
        Reason::TooLarge { what, excluded }
    }
}
