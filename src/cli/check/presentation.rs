//! Shows answers as the user wants them, one after the other, and what is to be said of all of them at the end.

use std::io;
use std::time::Duration;

use clap::ValueEnum;
use clap::builder::PossibleValue;

use super::disagreement;
use crate::checking::{Answer, Answered, NoModel, Verdict};
use crate::cli::ExitStatus;
use crate::cli::arguments::Format;
use crate::cli::terminal::Terminal;
use crate::diagnostics::Diagnostic;
use crate::report::checks::Checked;
use crate::report::diagnostics_text::Drawing;
use crate::report::vacuity::{self, Note};
use crate::report::{check_json, check_text, harmless, trace_mermaid};
use crate::semantics::Analysis;
use crate::trace::json_trace;

/// The form of runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TraceForm {
    Text,
    Json,
    Mermaid,
    None,
}

impl ValueEnum for TraceForm {
    fn value_variants<'a>() -> &'a [TraceForm] {
        &[
            TraceForm::Text,
            TraceForm::Json,
            TraceForm::Mermaid,
            TraceForm::None,
        ]
    }

    fn to_possible_value(&self) -> Option<PossibleValue> {
        Some(PossibleValue::new(match self {
            TraceForm::Text => "text",
            TraceForm::Json => "json",
            TraceForm::Mermaid => "mermaid",
            TraceForm::None => "none",
        }))
    }
}

/// How answers are shown. How they are found is for [`crate::checking::Settings`].
#[derive(Debug, Clone, Copy)]
pub(super) struct Presentation {
    /// The form of runs.
    pub(super) trace: TraceForm,
    /// Runs show whole states.
    pub(super) full: bool,
    /// Answers come with their times and numbers.
    pub(super) stats: bool,
    /// How texts are drawn.
    pub(super) drawing: Drawing,
}

/// What has been shown so far, and what has to be shown at the end.
pub(super) struct Report<'r> {
    analysis: &'r Analysis,
    presentation: Presentation,
    verdicts: Vec<Verdict>,
    documents: Vec<check_json::Check>,
    diagnostics: Vec<Diagnostic>,
    notes: Vec<Note>,
    /// Runs as diagrams: how they are shown depends on how many there are.
    diagrams: Vec<String>,
}

impl<'r> Report<'r> {
    pub(super) fn new(analysis: &'r Analysis, presentation: Presentation) -> Report<'r> {
        Report {
            analysis,
            presentation,
            verdicts: Vec::new(),
            documents: Vec::new(),
            diagnostics: Vec::new(),
            notes: Vec::new(),
            diagrams: Vec::new(),
        }
    }

    /// Shows what came of a check, or keeps it for the document.
    pub(super) fn add(&mut self, answered: Answered, terminal: &mut Terminal) -> io::Result<()> {
        match answered {
            Ok(answer) => self.add_answer(&answer, terminal)?,
            Err(no_model) => self.add_problems(no_model, terminal)?,
        }
        terminal.flush_messages()
    }

    fn add_answer(&mut self, answer: &Answer, terminal: &mut Terminal) -> io::Result<()> {
        let checked = Checked::of(self.analysis, answer);
        self.verdicts.push(answer.verdict);
        if terminal.format() == Format::Json {
            self.documents.push(self.document(&checked));
        } else {
            self.show(&checked, terminal)?;
        }
        self.notes.append(&mut vacuity::notes(&checked));
        if let Some(disagreement) = answer.disagreement() {
            let told = disagreement::save(self.analysis, disagreement);
            terminal.error(&told)?;
        }
        Ok(())
    }

    fn add_problems(&mut self, no_model: NoModel, terminal: &mut Terminal) -> io::Result<()> {
        if terminal.format() != Format::Json {
            terminal.flush_results()?;
            terminal.diagnostics(&self.analysis.sources, &no_model.problems)?;
        }
        self.diagnostics.extend(no_model.problems);
        Ok(())
    }

    fn document(&self, checked: &Checked<'_>) -> check_json::Check {
        let document = check_json::check(checked);
        match self.presentation.trace {
            TraceForm::None => document.without_trace(),
            TraceForm::Text | TraceForm::Json | TraceForm::Mermaid => document,
        }
    }

    fn show(&mut self, checked: &Checked<'_>, terminal: &mut Terminal) -> io::Result<()> {
        let Presentation {
            trace,
            full,
            stats,
            drawing,
        } = self.presentation;
        let mut text = check_text::render(checked, drawing);
        if stats {
            text += &check_text::statistics(checked);
        }
        // A run in a form for programs is the result; what is said about it is not.
        if matches!(trace, TraceForm::Json | TraceForm::Mermaid) {
            terminal.styled_note(text.trim_end())?;
        } else {
            terminal.styled_result(&text)?;
        }
        match (trace, checked.run()) {
            (TraceForm::Text, _) => {
                terminal.styled_result(&check_text::run(checked, full, drawing))?;
            }
            (TraceForm::Json, Some((model, run))) => {
                let line = harmless::json(&json_trace::write(model, run))?;
                terminal.document(&(line + "\n"))?;
            }
            (TraceForm::Mermaid, Some((model, run))) => {
                let diagram = trace_mermaid::render(model, run, &check_text::title(checked));
                self.diagrams.push(diagram);
            }
            (TraceForm::Json | TraceForm::Mermaid, None) | (TraceForm::None, _) => {}
        }
        terminal.flush_results()
    }

    /// Shows what is to be said of all answers.
    pub(super) fn finish(&mut self, time: Duration, terminal: &mut Terminal) -> io::Result<()> {
        let sources = &self.analysis.sources;
        if terminal.format() == Format::Json {
            let mut diagnostics = self.analysis.diagnostics.clone();
            diagnostics.append(&mut self.diagnostics.clone());
            let documents = std::mem::take(&mut self.documents);
            terminal.json_result(&check_json::document(documents, sources, &diagnostics))
        } else {
            terminal.document(&trace_mermaid::document(&self.diagrams))?;
            terminal.diagnostics(sources, &vacuity::merged(sources, &self.notes))?;
            terminal.note(&check_text::summary(&self.verdicts, time))
        }
    }

    /// A check that cannot be run is bad input, whatever else was found; a failed one tells more than an undecided
    /// one.
    pub(super) fn status(&self) -> ExitStatus {
        let any = |wanted: Verdict| self.verdicts.contains(&wanted);
        if self.diagnostics.iter().any(Diagnostic::is_error) {
            ExitStatus::BadInput
        } else if any(Verdict::Failed) {
            ExitStatus::Failed
        } else if any(Verdict::Undecided) {
            ExitStatus::Undecided
        } else {
            ExitStatus::Success
        }
    }
}
