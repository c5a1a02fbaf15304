//! How fast states are explored: ours with one thread and two, and SPIN beside it.

use std::time::Duration;

use super::{Spread, Verdict};

/// What was measured.
#[derive(Debug, Clone, Default)]
pub struct Exploration {
    /// How often each is measured.
    pub runs: u16,
    /// The models, each family by growing size.
    pub models: Vec<Explored>,
    /// Why there is nothing of SPIN, where there is nothing.
    pub no_spin: Option<String>,
}

/// A model that was explored.
#[derive(Debug, Clone)]
pub struct Explored {
    /// What it is called.
    pub name: String,
    /// The family that it belongs to.
    pub family: &'static str,
    /// The states that it is known to have.
    pub states: u64,
    /// Whether we want to be much faster here than SPIN.
    pub is_wanted: bool,
    /// The most bytes that we want a state to take.
    pub most_bytes: Option<f64>,
    /// Ours with one thread.
    pub one: Runs,
    /// Ours with two.
    pub two: Runs,
    /// SPIN.
    pub spin: Runs,
}

/// All runs of one program on one model.
#[derive(Debug, Clone, Default)]
pub struct Runs {
    /// The runs that ended by themselves.
    pub done: Vec<Timed>,
    /// Why there are no more.
    pub failure: Option<String>,
}

/// One exploration.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Timed {
    /// The states that it found.
    pub states: u64,
    /// The transitions between them.
    pub transitions: u64,
    /// The bytes that a state takes.
    pub bytes_per_state: f64,
    /// The processor time of the whole process.
    pub processor: Duration,
    /// How long the exploration took.
    pub search: Duration,
}

impl Runs {
    /// Processor time, in seconds.
    pub fn processor(&self) -> Option<f64> {
        Some(Spread::of(self.done.iter().map(|it| it.processor))?.median)
    }

    /// How long exploring took, in seconds.
    pub fn search(&self) -> Option<f64> {
        Some(Spread::of(self.done.iter().map(|it| it.search))?.median)
    }

    /// States for each second of processor time.
    pub fn rate(&self) -> Option<f64> {
        let seconds = self.processor().filter(|it| *it > 0.0)?;
        Some(number(self.done.first()?.states) / seconds)
    }

    /// The bytes that a state takes.
    pub fn bytes_per_state(&self) -> Option<f64> {
        Some(self.done.first()?.bytes_per_state)
    }
}

impl Explored {
    /// How many times as many states as SPIN we explore in a second of one processor.
    pub fn times_spin(&self) -> Option<f64> {
        Some(self.one.rate()? / self.spin.rate()?)
    }

    /// How many times faster two threads are than one.
    pub fn speed_up(&self) -> Option<f64> {
        Some(self.one.search()? / self.two.search()?)
    }

    /// Whether somebody found other states than there are. That SPIN does is our fault, too: we wrote its model.
    pub fn is_miscounted(&self) -> bool {
        let runs = [&self.one, &self.two, &self.spin];
        let mut done = runs.into_iter().flat_map(|it| &it.done);
        done.any(|it| it.states != self.states)
    }
}

/// So many times the states per second of SPIN are wanted.
const TIMES_SPIN: f64 = 3.0;

/// Something that is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct ExplorationTarget {
    /// What.
    pub what: String,
    /// What it has to be.
    pub wanted: Wanted,
    /// What it is; none where it was not measured.
    pub found: Option<f64>,
}

/// What something has to be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wanted {
    /// So much, or more.
    AtLeast(f64),
    /// So much, or less.
    AtMost(f64),
}

impl ExplorationTarget {
    /// Whether it is met.
    pub fn verdict(&self) -> Verdict {
        self.found.map_or(Verdict::NotMeasured, |found| {
            Verdict::of(match self.wanted {
                Wanted::AtLeast(least) => found >= least,
                Wanted::AtMost(most) => found <= most,
            })
        })
    }
}

impl Exploration {
    /// Everything that is wanted.
    pub fn targets(&self) -> Vec<ExplorationTarget> {
        let mut targets = Vec::new();
        for model in &self.models {
            if model.is_wanted {
                targets.push(ExplorationTarget {
                    what: format!("{}: times the states per second of SPIN", model.name),
                    wanted: Wanted::AtLeast(TIMES_SPIN),
                    found: model.times_spin(),
                });
            }
            if let Some(most) = model.most_bytes {
                targets.push(ExplorationTarget {
                    what: format!("{}: bytes per state", model.name),
                    wanted: Wanted::AtMost(most),
                    found: model.one.bytes_per_state(),
                });
            }
        }
        targets
    }

    /// Whether something of ours failed, or somebody counted wrong.
    pub fn has_failed(&self) -> bool {
        let is_failed = |it: &Explored| it.one.failure.is_some() || it.two.failure.is_some();
        let mut models = self.models.iter();
        models.any(|it| is_failed(it) || it.is_miscounted())
    }
}

#[allow(
    clippy::cast_precision_loss,
    reason = "there are fewer states than would be told wrong"
)]
pub(super) fn number(count: u64) -> f64 {
    count as f64
}
