//! What an exploration found, for all forms in which it is told.

use std::time::Duration;

use super::restrictions::Restrictions;
use crate::diagnostics::{Diagnostic, Sources};
use crate::finite::search::{Ending, Limit, Run};
use crate::finite::{ActionId, Effect, Fault, Program, Search, State, VariableId};
use crate::model::Model;
use crate::outcome::Witness;
use crate::trace::json_trace;

/// An exploration and what it is about.
pub struct Explored<'e> {
    /// The texts.
    pub sources: &'e Sources,
    /// The file that was named.
    pub file: String,
    /// How states were explored.
    pub algorithm: &'static str,
    /// What was looked for, as it was written.
    pub property: Option<&'e str>,
    /// What was explored and found; nothing where the texts have errors.
    pub found: Option<Found<'e>>,
    /// Whether a state in which nothing can happen was looked for, too.
    pub wants_deadlock: bool,
    /// What the answer holds under, where a check is explored.
    pub restrictions: Restrictions,
    /// The most states that were wanted.
    pub most_states: Option<u64>,
    /// What is wrong with the texts, or with the model at work.
    pub diagnostics: &'e [Diagnostic],
    /// How long it took to read the texts.
    pub load: Duration,
    /// How long it took to explore.
    pub search: Duration,
}

/// A program and what was found in it.
#[derive(Clone, Copy)]
pub struct Found<'e> {
    /// The program.
    pub program: &'e Program,
    /// What was found.
    pub search: &'e Search,
    /// The check that it was made of, where it was made of one.
    pub check: Option<FoundInCheck<'e>>,
}

/// What was found in the program of a check.
#[derive(Clone, Copy)]
pub struct FoundInCheck<'e> {
    /// The model of the check.
    pub model: &'e Model<'e>,
    /// The run that was found, as the interpreter has it.
    pub run: Option<&'e Witness>,
    /// Fields whose values have no end, in words.
    pub unbounded: &'e [String],
}

impl Explored<'_> {
    /// The answer in one word, as scripts read it.
    pub fn verdict(&self) -> &'static str {
        match self.found.map(|found| &found.search.ending) {
            Some(Ending::Explored) => "explored",
            Some(Ending::Reachable(_)) => "reachable",
            // Without a property the deadlock is what was looked for.
            Some(Ending::Deadlock(_)) if self.property.is_none() => "reachable",
            Some(Ending::Unreachable) => "unreachable",
            Some(Ending::Deadlock(_) | Ending::Fault { .. } | Ending::Unknown(_)) | None => {
                "unknown"
            }
        }
    }

    /// Whether what was looked for is a broken invariant.
    pub fn asks_of_invariants(&self) -> bool {
        let check = self.found.and_then(|found| found.check);
        self.property.is_some()
            && check.is_some_and(|check| check.model.property.broken().is_some())
    }

    /// `Account.notOverdrawn`: the invariant that the run breaks.
    pub fn invariant(&self) -> Option<String> {
        let found = self.found?;
        let Ending::Reachable(_) = found.search.ending else {
            return None;
        };
        let check = found.check?;
        json_trace::broken_invariant(check.model, check.run?.last())
    }

    /// The same for a state in which nothing can happen, where one was looked for.
    pub fn deadlock(&self) -> Option<&'static str> {
        let verdict = match self.found.map(|found| &found.search.ending) {
            Some(Ending::Deadlock(_)) => "reachable",
            Some(Ending::Unreachable) => "unreachable",
            _ => "unknown",
        };
        self.wants_deadlock.then_some(verdict)
    }

    /// Why there is no answer, where there is none.
    pub fn reason(&self) -> Option<String> {
        let Some(found) = self.found else {
            return Some("there are errors in what was asked for".to_owned());
        };
        let reason = match &found.search.ending {
            Ending::Explored | Ending::Reachable(_) | Ending::Unreachable => return None,
            Ending::Deadlock(_) if self.property.is_none() => return None,
            Ending::Deadlock(_) => "a deadlock ended the search".to_owned(),
            Ending::Fault { action, fault, .. } => match (action, fault) {
                _ if found.check.is_some() => found.check.map_or(String::new(), |it| it.beyond()),
                (_, Fault::Assertion) => "an assertion of the model is false".to_owned(),
                (Some(_), _) => "the model runs into an error".to_owned(),
                (None, _) => "the property has no value in a state".to_owned(),
            },
            Ending::Unknown(Limit::States) => {
                let most = self.most_states.unwrap_or(found.search.states);
                format!("there are more than {most} states")
            }
            Ending::Unknown(Limit::Memory) => {
                format!("the memory is full after {} states", found.search.states)
            }
            Ending::Unknown(Limit::Stopped) => {
                format!("it was interrupted after {} states", found.search.states)
            }
            Ending::Unknown(Limit::Errors) => {
                let what = match found.unbounded() {
                    [] => "the model may run into an error".to_owned(),
                    // A value that a field gets may be one that the search does not know.
                    names => format!("there is no end to the values of {}", names.join(", ")),
                };
                format!("{what}, and there are too many states to look at them all")
            }
        };
        Some(reason)
    }
}

impl FoundInCheck<'_> {
    /// What it means that the program has no state after a step.
    fn beyond(&self) -> String {
        let names = self.unbounded.join(", ");
        format!(
            "there is no end to the values of {names}, and a run leaves those that can be explored"
        )
    }
}

impl<'e> Found<'e> {
    /// Fields of a check whose values have no end, in words.
    pub fn unbounded(&self) -> &'e [String] {
        self.check.map_or(&[], |check| check.unbounded)
    }

    /// The run that was found, and the action at its end that runs into an error, if one does.
    pub fn run(&self) -> Option<(&'e Run, Option<ActionId>)> {
        match &self.search.ending {
            Ending::Reachable(run) | Ending::Deadlock(run) => Some((run, None)),
            Ending::Fault { run, action, .. } => Some((run, *action)),
            _ => None,
        }
    }

    /// The state that an action leads to in which an assertion is false, where that is the error at the end of the
    /// run.
    pub fn asserted(&self) -> Option<State> {
        let Ending::Fault {
            run,
            action: Some(action),
            fault: Fault::Assertion,
        } = &self.search.ending
        else {
            return None;
        };
        let mut action = self.program.action(*action).clone();
        action
            .effects
            .retain(|effect| !matches!(effect, Effect::Assert(_)));
        self.program.effect(run.end(), &action).ok()
    }

    /// The bytes that a state takes.
    #[allow(
        clippy::cast_precision_loss,
        reason = "it is told with one decimal, and there is less memory than would be told wrong"
    )]
    pub fn bytes_per_state(&self) -> f64 {
        let stored = self.search.stored.max(1) as f64;
        (self.search.bytes as f64 / stored * 10.0).round() / 10.0
    }
}

/// The value of a variable as it is told: by its name, if it has one.
pub(super) fn value_name(program: &Program, id: VariableId, value: i64) -> Option<&str> {
    let variable = program.variable(id);
    let index = usize::try_from(value - variable.low).ok()?;
    variable.value_names.get(index).map(String::as_str)
}
