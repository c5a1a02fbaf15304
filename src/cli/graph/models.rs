//! `fretsaw graph --kind model`: what checks run over.

use std::io;
use std::path::PathBuf;

use super::super::ExitStatus;
use super::super::arguments::Format;
use super::super::lint;
use super::super::terminal::Terminal;
use super::{Options, model_of, refuse};
use crate::checking::{Selected, select};
use crate::diagnostics::Diagnostic;
use crate::disk::Disk;
use crate::report::model_description::{ModelDescription, describe};
use crate::report::{model_json, model_text};
use crate::semantics::{Analysis, analyse};

pub(super) fn run(
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
            Err(none) => return refuse(&none.to_string(), terminal),
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
    let model = model_of(analysis, selected, diagnostics)?;
    diagnostics.extend(model.notes.iter().cloned());
    Some(describe(&analysis.sources, model.test, &model))
}
