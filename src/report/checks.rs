//! An answered check, and the words about it that texts and documents share.

use super::diagnostics_text::counted;
use super::restrictions::Restrictions;
use crate::checking::{Answer, INVARIANTS, StoppedBy};
use crate::diagnostics::Sources;
use crate::model::Model;
use crate::outcome::{Outcome, Reason, Scope, Witness};
use crate::semantics::Analysis;
use crate::semantics::test_module::{Bounds, Check, Property, TestModule};
use crate::trace::json_trace;

/// An answer and what it is about: all that words for it are made of.
#[derive(Debug)]
pub struct Checked<'c> {
    /// The texts and what they mean.
    pub analysis: &'c Analysis,
    /// The answer.
    pub answer: &'c Answer,
    /// The model of the check, where something is told in it.
    pub model: Option<Model<'c>>,
}

impl<'c> Checked<'c> {
    /// An answer to a check of these texts.
    pub fn of(analysis: &'c Analysis, answer: &'c Answer) -> Checked<'c> {
        let wants_model = answer.run().is_some() || !answer.vacuity.is_empty();
        let (test, check) = (answer.check.test(analysis), answer.check.check(analysis));
        let model = wants_model.then(|| Model::build(&analysis.program, test, check));
        Checked {
            analysis,
            answer,
            // It was built before, for the answer.
            model: model.and_then(Result::ok),
        }
    }

    /// The texts.
    pub fn sources(&self) -> &'c Sources {
        &self.analysis.sources
    }

    /// The test module.
    pub fn test(&self) -> &'c TestModule {
        self.answer.check.test(self.analysis)
    }

    /// The check.
    pub fn check(&self) -> &'c Check {
        self.answer.check.check(self.analysis)
    }

    /// The run that was found, and the model that it is one of.
    pub fn run(&self) -> Option<(&Model<'c>, &'c Witness)> {
        Some((self.model.as_ref()?, self.answer.run()?))
    }

    /// `Account.notOverdrawn`: the invariant that the run breaks.
    pub fn invariant(&self) -> Option<String> {
        let (model, run) = self.run()?;
        json_trace::broken_invariant(model, run.last())
    }

    /// Whether the check expects that there is a run.
    pub fn expects_run(&self) -> bool {
        self.check().expects_run()
    }

    /// The state that is looked for; none where it is a broken invariant.
    pub fn goal(&self) -> Option<&'c str> {
        match self.check().property {
            Property::Reachable { state, .. } => Some(&self.test().states[state].name.text),
            Property::InvariantsHold => None,
        }
    }

    /// What the check asks for: the state, or that invariants hold.
    pub fn property(&self) -> &'c str {
        self.goal().unwrap_or(INVARIANTS)
    }

    /// What the answer holds under.
    pub fn restrictions(&self) -> Restrictions {
        let program = &self.analysis.program;
        Restrictions::of(program, self.test(), self.check())
            .with_effects(program, &self.answer.effects)
    }

    /// The file of the check as it is shown.
    pub fn file(&self) -> String {
        let file = self.sources().file(self.check().span.file);
        file.path().display().to_string()
    }

    /// The line of the check, from 1.
    pub fn line(&self) -> u32 {
        self.sources().line(self.check().span)
    }

    /// Whether the answer speaks of runs of any length, or the question where there is no answer.
    pub fn is_for_any_depth(&self) -> bool {
        match self.answer.outcome {
            Outcome::Unreachable(scope) => scope == Scope::AnyDepth,
            _ => self.check().bounds.is_none(),
        }
    }

    /// Why there is no answer, in words; none where there is one.
    pub fn reason(&self) -> Option<String> {
        let Outcome::Unknown(reason) = &self.answer.outcome else {
            return None;
        };
        Some(match reason {
            Reason::Stopped { excluded } => {
                let by = match self.answer.stopped_by {
                    None | Some(StoppedBy::Interrupt) => "it was interrupted".to_owned(),
                    Some(StoppedBy::TimeLimit(limit)) => {
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
