//! `fretsaw graph`: pictures of specifications, and the models that checks run over.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::arguments::{Format, formats};
use super::selection::{Selected, select};
use super::terminal::Terminal;
use super::{ExitStatus, lint, planned};
use crate::diagnostics::Diagnostic;
use crate::disk::Disk;
use crate::model::Model;
use crate::report::model_description::{ModelDescription, describe};
use crate::report::{model_json, model_text};
use crate::semantics::{Analysis, analyse};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A specification or test module
    file: PathBuf,
    /// What to show
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Kind::Lifecycle)]
    kind: Kind,
    /// Only checks of this state; can be given several times
    #[arg(long = "check", value_name = "NAME")]
    checks: Vec<String>,
    /// Only the check at this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// The form: a picture, or `text` and `json` for models
    #[arg(long, value_name = "FORMAT", value_parser = formats(&["text", "json", "dot", "mermaid", "svg"]))]
    format: Option<Format>,
}

/// What can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The states of specifications and the events between them
    Lifecycle,
    /// The order in which parts of events are looked at
    Flow,
    /// What depends on what
    Dependence,
    /// What checks run over: instances, start, goal, events with what they read and write
    Model,
}

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let format = options.format.unwrap_or(Format::Text);
    let is_picture = !matches!(format, Format::Text | Format::Json);
    if options.kind != Kind::Model || is_picture {
        return planned::refuse("graph", terminal);
    }
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let mut diagnostics = analysis.diagnostics.clone();
    let mut models = Vec::new();
    if !analysis.has_errors() {
        let selected = match select(&analysis, &options.checks, options.line) {
            Ok(selected) => selected,
            Err(message) => {
                terminal.error(&message)?;
                return Ok(ExitStatus::BadInput);
            }
        };
        for it in selected {
            models.extend(described(&analysis, it, &mut diagnostics));
        }
    }
    show(&analysis, models, &diagnostics, format, terminal)
}

fn show(
    analysis: &Analysis,
    models: Vec<ModelDescription>,
    diagnostics: &[Diagnostic],
    format: Format,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let status = lint::status(diagnostics);
    if format == Format::Json {
        let document = model_json::document(models, &analysis.sources, diagnostics);
        terminal.json_result(&document)?;
        return Ok(status);
    }
    terminal.diagnostics(&analysis.sources, diagnostics)?;
    let pages: Vec<String> = models.iter().map(model_text::render).collect();
    terminal.result(&pages.join("\n"))?;
    Ok(status)
}

fn described(
    analysis: &Analysis,
    selected: Selected,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<ModelDescription> {
    let (test, check) = (selected.test(analysis), selected.check(analysis));
    match Model::build(&analysis.program, test, check) {
        Ok(model) => {
            diagnostics.extend(model.notes.iter().cloned());
            Some(describe(&analysis.sources, test, &model))
        }
        Err(problems) => {
            diagnostics.extend(problems);
            None
        }
    }
}
