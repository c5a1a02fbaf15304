//! `fretsaw slice --why`: what keeps a field or event in the slices for checks.

use std::io;

use super::arguments::Format;
use super::terminal::Terminal;
use super::{ExitStatus, lint};
use crate::diagnostics::Diagnostic;
use crate::model::Model;
use crate::report::{why_json, why_text};
use crate::semantics::Analysis;
use crate::semantics::test_module::TestModule;
use crate::slice::rewrite::{Request, United, has};
use crate::slice::why::{Answer, Unknown, What, Why, why};
use crate::slice::{Options, Slice};

/// What is asked: about which name, for the checks of which models, sliced how.
pub(super) struct Question<'q> {
    pub(super) name: &'q str,
    pub(super) analysis: &'q Analysis,
    pub(super) test: &'q TestModule,
    pub(super) models: &'q [Model<'q>],
    pub(super) options: Options,
}

impl Question<'_> {
    /// Answers for each check by itself.
    pub(super) fn answer(
        &self,
        diagnostics: &[Diagnostic],
        terminal: &mut Terminal,
    ) -> io::Result<ExitStatus> {
        let answers: Result<Vec<(Slice, Why)>, Unknown> = self
            .models
            .iter()
            .map(|model| {
                let slice = Slice::of(model, self.options);
                let why = why(model, &slice, self.name)?;
                Ok((slice, why))
            })
            .collect();
        match answers.map(|answers| self.with_texts(answers)) {
            Ok(answers) => {
                self.show(&answers, diagnostics, terminal)?;
                Ok(lint::status(diagnostics))
            }
            Err(unknown) => {
                terminal.error(&unknown.to_string())?;
                Ok(ExitStatus::BadInput)
            }
        }
    }

    /// The answers, with what only the text of the slice for all checks together has.
    fn with_texts(&self, mut answers: Vec<(Slice, Why)>) -> Vec<(Slice, Why)> {
        let cut = answers.iter_mut().filter_map(|(_, why)| {
            let named = match why.answer {
                Answer::Cut => Answer::Named,
                Answer::Bridged | Answer::NeededByBridged => Answer::NamedThoughBridged,
                _ => return None,
            };
            Some((why, named))
        });
        // A name mostly stands for the same in all checks, and a text takes its time.
        let mut known: Vec<(What, bool)> = Vec::new();
        for (why, named) in cut {
            let place = known.iter().position(|(what, _)| *what == why.what);
            let place = place.unwrap_or_else(|| {
                known.push((why.what, self.is_in_text(why.what)));
                known.len() - 1
            });
            if known[place].1 {
                why.answer = named;
            }
        }
        answers
    }

    fn is_in_text(&self, what: What) -> bool {
        let checks: Vec<_> = self.models.iter().map(|model| model.check).collect();
        let united = United::slice(self.models, self.options);
        united.is_some_and(|united| {
            let request = Request {
                analysis: self.analysis,
                test: self.test,
                checks: &checks,
                united: &united,
            };
            has(&request, what)
        })
    }

    fn show(
        &self,
        answers: &[(Slice, Why)],
        diagnostics: &[Diagnostic],
        terminal: &mut Terminal,
    ) -> io::Result<()> {
        let sources = &self.analysis.sources;
        let answers = self.models.iter().zip(answers);
        if terminal.format() == Format::Json {
            let answers =
                answers.map(|(model, (slice, why))| why_json::answer(sources, model, slice, why));
            let document = why_json::document(answers.collect(), sources, diagnostics);
            return terminal.json_result(&document);
        }
        terminal.diagnostics(sources, diagnostics)?;
        let drawing = Terminal::result_drawing();
        for (model, (slice, why)) in answers {
            if self.models.len() > 1 {
                let line = sources.line(model.check.span);
                terminal.result(&format!("check at line {line}: "))?;
            }
            let text = why_text::render(sources, model, slice, why, drawing);
            terminal.styled_result(&text)?;
        }
        Ok(())
    }
}
