//! Bounded checking: are there so many steps that lead to the goal?

mod search;

use super::statistics::Statistics;
use super::{Answer, Engine, Outcome, Reason, Run};
use crate::model::Model;
use crate::solver::session::in_own_thread;

/// The engine `bmc`.
#[derive(Debug, Clone, Copy)]
pub struct Bmc {
    /// Events of specifications with more instances than these are described once for all of them, where no step has them twice.
    pub few: usize,
    /// Whether it looks for what makes an answer an empty one.
    pub explains: bool,
}

impl Default for Bmc {
    fn default() -> Bmc {
        Bmc {
            few: 12,
            explains: true,
        }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn explains(&self) -> bool {
        self.explains
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let answer = in_own_thread(run.stop, || search::search(model, run, *self));
        answer.unwrap_or_else(|| {
            let why = "the solver broke down".to_owned();
            Answer {
                engine: "bmc",
                outcome: Outcome::Unknown(Reason::GaveUp {
                    why,
                    excluded: None,
                }),
                notes: Vec::new(),
                statistics: Statistics::default(),
            }
        })
    }
}
