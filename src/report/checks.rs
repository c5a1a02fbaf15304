//! An answered check, and the words about it that texts and documents share.

use std::time::Duration;

use crate::diagnostics::Sources;
use crate::engines::{Answer, Outcome, Reason, Scope};
use crate::semantics::specification::Program;
use crate::semantics::test_module::{Bounds, Check, Property, TestModule};

use super::diagnostics_text::counted;
use super::restrictions::{DomainEffects, Restrictions};
use super::vacuity::Note;

/// A check with its answer.
#[derive(Debug, Clone, Copy)]
pub struct Checked<'c> {
    /// The texts.
    pub sources: &'c Sources,
    /// The checked specifications.
    pub program: &'c Program,
    /// The test module.
    pub test: &'c TestModule,
    /// The check.
    pub check: &'c Check,
    /// The answer.
    pub answer: &'c Answer,
    /// How the specifications were sliced.
    pub slice: &'static str,
    /// How long it took.
    pub times: Times,
    /// What stops an engine that has not finished.
    pub stopped_by: StoppedBy,
    /// What else there is to say: why the answer may be an empty one.
    pub notes: &'c [Note],
    /// What the domain of the check does to the answer.
    pub effects: &'c DomainEffects,
}

/// How long the parts of an answer took.
#[derive(Debug, Clone, Copy, Default)]
pub struct Times {
    /// To read and check the texts, and to make the model.
    pub load: Duration,
    /// To slice.
    pub slice: Duration,
    /// To find the answer.
    pub solve: Duration,
}

impl Times {
    /// All of it.
    pub fn total(&self) -> Duration {
        self.load + self.slice + self.solve
    }
}

/// Who tells an engine to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoppedBy {
    /// The user.
    Interrupt,
    /// The clock.
    TimeLimit(Duration),
}

/// What an answer means for a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The answer is the expected one.
    Passed,
    /// It is the other one.
    Failed,
    /// There is none.
    Undecided,
}

impl<'c> Checked<'c> {
    /// What the answer means.
    pub fn verdict(&self) -> Verdict {
        let reached = match self.answer.outcome {
            Outcome::Reachable(_) => true,
            Outcome::Unreachable(_) => false,
            Outcome::Unknown(_) => return Verdict::Undecided,
        };
        if reached == self.expects_run() {
            Verdict::Passed
        } else {
            Verdict::Failed
        }
    }

    /// Whether the check expects that there is a run.
    pub fn expects_run(&self) -> bool {
        self.check.expects_run()
    }

    /// The state that is looked for; none where it is a broken invariant.
    pub fn goal(&self) -> Option<&'c str> {
        match self.check.property {
            Property::Reachable { state, .. } => Some(&self.test.states[state].name.text),
            Property::InvariantsHold => None,
        }
    }

    /// What the answer holds under.
    pub fn restrictions(&self) -> Restrictions {
        Restrictions {
            effects: self.effects.clone(),
            ..Restrictions::of(self.program, self.test, self.check)
        }
    }

    /// The file of the check as it is shown.
    pub fn file(&self) -> String {
        let file = self.sources.file(self.check.span.file);
        file.path().display().to_string()
    }

    /// The line of the check, from 1.
    pub fn line(&self) -> u32 {
        self.sources.line(self.check.span)
    }

    /// Whether the answer speaks of runs of any length, or the question where there is no answer.
    pub fn is_for_any_depth(&self) -> bool {
        match self.answer.outcome {
            Outcome::Unreachable(scope) => scope == Scope::AnyDepth,
            _ => self.check.bounds.is_none(),
        }
    }

    /// Why there is no answer, in words; none where there is one.
    pub fn reason(&self) -> Option<String> {
        let Outcome::Unknown(reason) = &self.answer.outcome else {
            return None;
        };
        Some(match reason {
            Reason::Stopped { excluded } => {
                let by = match self.stopped_by {
                    StoppedBy::Interrupt => "it was interrupted".to_owned(),
                    StoppedBy::TimeLimit(limit) => {
                        format!("the time limit of {} s was reached", limit.as_secs_f64())
                    }
                };
                format!("{by}; {}", known(*excluded))
            }
            Reason::GaveUp { why, excluded } => {
                format!("the solver gave up ({why}); {}", known(*excluded))
            }
            Reason::TooLarge { what, excluded } => format!("{what}; {}", known(*excluded)),
            Reason::NoDomain { what } => format!("there is no finite domain for {what}"),
            Reason::Unsupported { what, .. } => {
                format!("{} cannot handle {what} yet", self.answer.engine)
            }
            Reason::Disagreement { objection, .. } => {
                format!(
                    "{} found a run that is none: {objection}",
                    self.answer.engine
                )
            }
            Reason::WrongSlice { objection } => {
                format!("the slice has a run that its original has not: {objection}")
            }
        })
    }
}

/// What is known when a search ends early.
fn known(excluded: Option<u64>) -> String {
    match excluded {
        Some(0) => "no run without steps reaches it".to_owned(),
        Some(steps) => format!("no run of {} or fewer reaches it", steps_text(steps)),
        None => "nothing is known yet".to_owned(),
    }
}

/// `in at most 4 steps`; `at any depth` without bounds.
pub fn reach(bounds: Option<Bounds>) -> String {
    let Some(Bounds { least, most }) = bounds else {
        return "at any depth".to_owned();
    };
    match least {
        0 => format!("in at most {}", steps_text(most)),
        _ if least == most => format!("in exactly {}", steps_text(most)),
        _ => format!("in {least} to {}", steps_text(most)),
    }
}

/// `1 step`, `2 steps`.
pub fn steps_text(steps: u64) -> String {
    counted(usize::try_from(steps).unwrap_or(usize::MAX), "step")
}
