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
use crate::report::picture::{self, Picture};
use crate::report::{lifecycle, model_json, model_text};
use crate::semantics::specification::Specification;
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
    /// The form; there are no pictures of models
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
    match options.kind {
        Kind::Model if matches!(format, Format::Text | Format::Json) => {
            models(options, format, roots, terminal)
        }
        Kind::Model => refuse(
            "there are no pictures of models: ask for `--format text` or `json`",
            terminal,
        ),
        Kind::Lifecycle if !options.checks.is_empty() || options.line.is_some() => refuse(
            "life cycles do not depend on checks: leave out `--check` and `--line`",
            terminal,
        ),
        Kind::Lifecycle => lifecycles(options, format, roots, terminal),
        Kind::Flow | Kind::Dependence => planned::refuse("graph", terminal),
    }
}

fn refuse(message: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(message)?;
    Ok(ExitStatus::BadInput)
}

fn lifecycles(
    options: &Options,
    format: Format,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let name = options.file.file_name().unwrap_or_default();
    let title = format!("Life cycles in {}", name.to_string_lossy());
    let picture = (!analysis.has_errors()).then(|| lifecycle::lifecycles(&title, drawn(&analysis)));
    if picture.as_ref().is_some_and(|it| it.nodes.is_empty()) {
        let message = format!("there is no life cycle in `{}`", options.file.display());
        return refuse(&message, terminal);
    }
    show_picture(&analysis, picture.as_ref(), format, terminal)
}

/// The specifications of the files that were asked for; where those have none, as test modules, all that they import.
fn drawn(analysis: &Analysis) -> Vec<&Specification> {
    let all: Vec<&Specification> = analysis.program.specifications.iter().collect();
    let is_requested = |spec: &&Specification| analysis.requested.contains(&spec.span.file);
    let requested: Vec<&Specification> = all.iter().copied().filter(is_requested).collect();
    if requested.is_empty() { all } else { requested }
}

fn show_picture(
    analysis: &Analysis,
    picture: Option<&Picture>,
    format: Format,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let (sources, diagnostics) = (&analysis.sources, &analysis.diagnostics);
    if format == Format::Json {
        let document = picture::json::document(picture, sources, diagnostics);
        terminal.json_result(&document)?;
        return Ok(lint::status(diagnostics));
    }
    terminal.diagnostics(sources, diagnostics)?;
    if let Some(picture) = picture {
        let text = match format {
            Format::Dot => picture::dot::render(picture),
            Format::Mermaid => picture::mermaid::render(picture),
            Format::Svg => picture::svg::render(picture),
            Format::Text | Format::Json => picture::text::render(picture),
        };
        terminal.result(&text)?;
    }
    Ok(lint::status(diagnostics))
}

fn models(
    options: &Options,
    format: Format,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let mut diagnostics = analysis.diagnostics.clone();
    let mut models = Vec::new();
    if !analysis.has_errors() {
        let selected = match select(&analysis, &options.checks, options.line) {
            Ok(selected) => selected,
            Err(message) => return refuse(&message, terminal),
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
