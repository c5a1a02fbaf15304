//! Exploring the models of checks in test modules.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::Options;
use super::graph;
use super::outcome::{show, status};
use super::searching;
use crate::cli::ExitStatus;
use crate::cli::selection::{Selected, select};
use crate::cli::terminal::Terminal;
use crate::diagnostics::Diagnostic;
use crate::disk::Disk;
use crate::engines::finite::{LongestRun, Lowered, Obstacle, lower};
use crate::model::Model;
use crate::report::explore::{Explored, Found};
use crate::semantics::{Analysis, analyse};

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let nothing = |diagnostics: &[Diagnostic], terminal: &mut Terminal| {
        let explored = explored(options, &analysis, None, diagnostics);
        show(options, &explored, terminal)?;
        Ok(ExitStatus::BadInput)
    };
    if analysis.has_errors() {
        return nothing(&analysis.diagnostics, terminal);
    }
    let selected = match only_check(options, &analysis) {
        Ok(selected) => selected,
        Err(problem) => return super::refuse(&problem, terminal),
    };
    let (test, check) = (selected.test(&analysis), selected.check(&analysis));
    let mut model = match Model::build(&analysis.program, test, check) {
        Ok(model) => model,
        Err(problems) => return nothing(&problems, terminal),
    };
    if options.all {
        model.bounds = None;
    }
    let lowered = match lower(&model, LongestRun::Counted) {
        Ok(lowered) => lowered,
        Err(obstacle) => return super::refuse(&in_words(&analysis, obstacle), terminal),
    };
    if let Some(format) = options.graph {
        let property = (!options.all).then_some(&lowered.goal);
        return graph::run(options, format, &lowered.program, property, terminal);
    }
    let load = begin.elapsed();
    let begin = Instant::now();
    let property = (!options.all).then_some(&lowered.goal);
    let search = searching::search(options, &lowered.program, property, terminal);
    terminal.clear_progress()?;
    let name = selected.name(&analysis);
    let explored = Explored {
        property: property.map(|_| name),
        found: Some(Found {
            program: &lowered.program,
            search: &search,
        }),
        load,
        search: begin.elapsed(),
        ..explored(options, &analysis, None, &analysis.diagnostics)
    };
    show(options, &explored, terminal)?;
    if let Some(note) = unbounded(&lowered) {
        terminal.note(&note)?;
    }
    Ok(status(&search.ending))
}

fn explored<'e>(
    options: &Options,
    analysis: &'e Analysis,
    found: Option<Found<'e>>,
    diagnostics: &'e [Diagnostic],
) -> Explored<'e> {
    Explored {
        sources: &analysis.sources,
        file: options.file.display().to_string(),
        algorithm: options.algorithm.name(),
        property: None,
        found,
        diagnostics,
        load: Duration::ZERO,
        search: Duration::ZERO,
    }
}

/// The check whose model is explored: there may be only one.
fn only_check(options: &Options, analysis: &Analysis) -> Result<Selected, String> {
    let selected = select(analysis, &options.checks, options.line)?;
    match selected.as_slice() {
        [only] => Ok(*only),
        several => {
            let lines = several.iter().map(|it| {
                let line = analysis.sources.line(it.check(analysis).span);
                format!("{} at line {line}", it.name(analysis))
            });
            let lines: Vec<String> = lines.collect();
            let help = format!("choose one by `--line`: {}", lines.join(", "));
            Err(format!(
                "there are {} checks\n  help: {help}",
                several.len()
            ))
        }
    }
}

/// Why a model cannot be explored.
fn in_words(analysis: &Analysis, obstacle: Obstacle) -> String {
    match obstacle {
        Obstacle::NoDomain { what } => {
            let help = "give it values in a `domain` and name that behind `within`";
            format!("there is no finite domain for {what}\n  help: {help}")
        }
        Obstacle::Unsupported { what, span } => {
            let place = span.map_or(String::new(), |span| {
                let path = analysis.sources.file(span.file).path().display();
                format!(" (at {path}:{})", analysis.sources.line(span))
            });
            let help = "`fretsaw check` may answer it by another engine";
            format!("it cannot be explored with {what}{place}\n  help: {help}")
        }
    }
}

/// What can grow beyond what is explored.
fn unbounded(lowered: &Lowered<'_>) -> Option<String> {
    let names = lowered.unbounded.join(", ");
    (!names.is_empty()).then(|| format!("there is no end to the values of {names}"))
}
