//! `fretsaw graph --kind system`: the transition systems that engines see of checks.

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
use crate::ground::expression::Translated;
use crate::ground::{self, System, smtlib};
use crate::report::{system_description, system_json, system_text};
use crate::semantics::{Analysis, analyse};

pub(super) fn run(
    options: &Options,
    format: Format,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let mut diagnostics = analysis.diagnostics.clone();
    let mut systems = Vec::new();
    if !analysis.has_errors() {
        let selected = match select(&analysis, &options.checks, options.line) {
            Ok(selected) => selected,
            Err(message) => return refuse(&message.to_string(), terminal),
        };
        if format == Format::Smt2 && selected.len() > 1 {
            let help = "name one with `--check` or `--line`";
            return refuse(
                &format!("an SMT-LIB file has the system of one check\n  help: {help}"),
                terminal,
            );
        }
        for it in selected {
            match made(&analysis, it, &mut diagnostics) {
                Ok(system) => systems.extend(system.map(|system| (it, system))),
                Err(missing) => {
                    terminal.error(&format!("there are no terms for {}", missing.what))?;
                    return Ok(ExitStatus::Undecided);
                }
            }
        }
    }
    show(&analysis, &systems, &diagnostics, format, terminal)
}

fn show(
    analysis: &Analysis,
    systems: &[(Selected, System)],
    diagnostics: &[Diagnostic],
    format: Format,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let status = lint::status(diagnostics);
    let described = systems.iter().map(|(selected, system)| {
        let check = selected.check(analysis).span;
        system_description::describe(&analysis.sources, check, system)
    });
    if format == Format::Json {
        let document = system_json::document(described.collect(), &analysis.sources, diagnostics);
        terminal.json_result(&document)?;
        return Ok(status);
    }
    terminal.diagnostics(&analysis.sources, diagnostics)?;
    let pages: Vec<String> = match format {
        Format::Smt2 => systems.iter().map(|(_, it)| smtlib::write(it)).collect(),
        _ => described.map(|it| system_text::render(&it)).collect(),
    };
    terminal.result(&pages.join("\n"))?;
    Ok(status)
}

/// The system of a check; what stands in its way is added to what there is to say.
fn made(
    analysis: &Analysis,
    selected: Selected,
    diagnostics: &mut Vec<Diagnostic>,
) -> Translated<Option<System>> {
    let model = model_of(analysis, selected, diagnostics);
    let system = model.map(|it| System::of(&it, ground::Options::default()));
    system.transpose()
}
