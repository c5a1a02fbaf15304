//! Bounded checking: are there so many steps that lead to what is looked for?

mod search;

use super::statistics::Statistics;
use super::{Control, Engine, Finding, Found, Needs, Why};
use crate::ground::{Property, PropertyId, System};
use crate::solver::session::in_own_thread;

/// The engine `bmc`.
#[derive(Debug, Clone, Copy)]
pub struct Bmc {
    /// Events that more can take than these are described once for all of them, where no step has them twice.
    pub few: usize,
}

impl Default for Bmc {
    fn default() -> Bmc {
        Bmc { few: 12 }
    }
}

impl Engine for Bmc {
    fn name(&self) -> &'static str {
        "bmc"
    }

    fn needs(&self) -> Needs {
        Needs::Terms { few: self.few }
    }

    fn find(&self, system: &System, property: PropertyId, control: &Control<'_>) -> Found {
        let Some(Property::Reach { wanted, lengths }) = system.property(property) else {
            return undecided(Why::temporal());
        };
        let search = || search::search(system, wanted, *lengths, control);
        in_own_thread(control.stop, search).unwrap_or_else(|| {
            undecided(Why::GaveUp {
                why: "the solver broke down".to_owned(),
                excluded: None,
            })
        })
    }
}

fn undecided(why: Why) -> Found {
    Found {
        finding: Finding::Undecided(why),
        statistics: Statistics::default(),
    }
}
