//! Simulations that need nobody: random ones and saved ones.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;

use crate::cli::ExitStatus;
use crate::cli::arguments::Format;
use crate::cli::terminal::Terminal;
use crate::diagnostics::Sources;
use crate::interpreter::begin::NoStart;
use crate::model::run::Run;
use crate::model::{Model, State};
use crate::report::refusal_text::{self, Reasons};
use crate::report::simulation_json::Document;
use crate::report::{simulation_text, trace_text};
use crate::simulation::Session;
use crate::simulation::random::Gambler;
use crate::simulation::replay::replay;
use crate::trace::json_trace::{self, Recorded, broken_invariant};
use crate::trace::saved::Saved;

/// What is simulated.
pub(super) struct Simulation<'s> {
    pub(super) sources: &'s Sources,
    pub(super) model: &'s Model<'s>,
    /// The name of what the check asks for.
    pub(super) name: &'s str,
}

/// A seed for whoever does not want a certain one. It is told, so that the run can be repeated.
pub(super) fn any_seed() -> u64 {
    // A short number is easier to type again.
    RandomState::new().build_hasher().finish() % 100_000
}

impl<'s> Simulation<'s> {
    /// A run that has just begun; where there is none, the user is told.
    pub(super) fn begin(&self, terminal: &mut Terminal) -> io::Result<Option<Session<'s>>> {
        match Session::new(self.model) {
            Ok(session) => return Ok(Some(session)),
            Err(NoStart::Impossible) => {
                terminal
                    .error("no state is as the start of the check says: it contradicts itself")?;
            }
            Err(NoStart::NotFound) => {
                terminal.error("no values were found for the start of the check")?;
                terminal.note("  help: fix more of its values, or give them a domain")?;
            }
        }
        Ok(None)
    }

    /// Why something can happen or not, where a run is now.
    pub(super) fn reasons<'r>(&self, session: &'r Session<'s>) -> Reasons<'r>
    where
        's: 'r,
    {
        self.reasons_in(session.state())
    }

    fn reasons_in<'r>(&self, state: &'r State) -> Reasons<'r>
    where
        's: 'r,
    {
        Reasons {
            sources: self.sources,
            model: self.model,
            state,
        }
    }

    /// Takes some steps by chance.
    pub(super) fn random(
        &self,
        steps: usize,
        seed: u64,
        terminal: &mut Terminal,
    ) -> io::Result<ExitStatus> {
        let Some(mut session) = self.begin(terminal)? else {
            return Ok(ExitStatus::BadInput);
        };
        let mut gambler = Gambler::new(self.model, seed);
        let (mut stuck, mut arrived) = (false, session.is_at_goal());
        while !stuck && !arrived && session.run().steps.len() < steps {
            let before = session.run().steps.len();
            stuck = !gambler.step(&mut session);
            // Time may have led there before the step led away.
            arrived = session.was_at_goal(before) || session.is_at_goal();
        }
        if terminal.format() == Format::Json {
            let document = Document {
                seed: Some(seed),
                ..self.document(&session)
            };
            terminal.json_result(&document)?;
            return Ok(status(&session));
        }
        terminal.styled_result(&self.trace(session.run()))?;
        if stuck {
            terminal.result("no further step was found\n")?;
        }
        self.conclude(&session, terminal)?;
        terminal.note(&format!("seed {seed}; `--seed {seed}` repeats this run"))?;
        Ok(status(&session))
    }

    /// Takes the steps of a saved run.
    pub(super) fn replay(&self, saved: &Saved, terminal: &mut Terminal) -> io::Result<ExitStatus> {
        let trace = &saved.trace;
        let recorded = match json_trace::read(self.model, trace) {
            Ok(recorded) => Recorded {
                rest: saved.rest.into(),
                ..recorded
            },
            Err(error) => {
                let line = self.sources.line(self.model.check.span);
                terminal.error(&format!(
                    "the run is none of the check `{}` at line {line}: {error}",
                    self.name
                ))?;
                return Ok(ExitStatus::BadInput);
            }
        };
        let start = recorded.start.clone();
        let (run, problem) = match replay(self.model, &recorded, trace) {
            Ok(run) => (Some(run), None),
            Err(mismatch) => {
                let text = refusal_text::mismatch(self.sources, self.model, &mismatch, &start);
                (mismatch.run, Some(text))
            }
        };
        let run = run.unwrap_or_else(|| Run::new(start, Vec::new()));
        let session = Session::with_run(self.model, run);
        let status = match problem {
            Some(_) => ExitStatus::Failed,
            None => status(&session),
        };
        if terminal.format() == Format::Json {
            let document = Document {
                mismatch: problem,
                ..self.document(&session)
            };
            terminal.json_result(&document)?;
            return Ok(status);
        }
        terminal.styled_result(&self.trace(session.run()))?;
        match problem {
            Some(problem) => terminal.result(&problem)?,
            None => self.conclude(&session, terminal)?,
        }
        Ok(status)
    }

    /// Says how far a run has come, and which invariant it has broken.
    fn conclude(&self, session: &Session<'s>, terminal: &mut Terminal) -> io::Result<()> {
        terminal.result(&simulation_text::conclusion(session, self.name))?;
        let broken = self.broken_invariant(session.telling_state());
        terminal.result(&broken.unwrap_or_default())
    }

    /// Why an invariant that the check asks about does not hold in a state; none where all hold.
    pub(super) fn broken_invariant(&self, state: &State) -> Option<String> {
        let (id, index) = self.model.broken_invariant(state)?;
        Some(self.reasons_in(state).broken_invariant(id, index))
    }

    /// A run as people read it.
    pub(super) fn trace(&self, run: &Run) -> String {
        trace_text::render(
            self.sources,
            self.model,
            run,
            false,
            Terminal::result_drawing(),
        )
    }

    /// A run as a document.
    pub(super) fn document(&self, session: &Session<'_>) -> Document {
        let span = self.model.check.span;
        let file = self.sources.file(span.file).path().display().to_string();
        let invariant = broken_invariant(self.model, session.telling_state());
        let goal_after = session.goal_after();
        Document {
            steps: session.run().steps.len(),
            goal: goal_after.is_some(),
            goal_after,
            invariant,
            trace: json_trace::write(self.model, session.run()),
            rest: session.run().rest.into(),
            ..Document::new(file, self.sources.line(span), self.name.to_owned())
        }
    }
}

/// A run that shows that its check fails is no success, whoever made it.
fn status(session: &Session<'_>) -> ExitStatus {
    if simulation_text::refutes(session) {
        ExitStatus::Failed
    } else {
        ExitStatus::Success
    }
}
