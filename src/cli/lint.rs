//! `fretsaw lint`: what is wrong with specifications.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::ExitStatus;
use super::arguments::Format;
use super::terminal::Terminal;
use crate::diagnostics::Diagnostic;
use crate::disk::Disk;
use crate::report::{diagnostics_json, diagnostics_text};
use crate::semantics::analyse;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Specifications and test modules, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
}

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, &options.paths, roots);
    let (sources, diagnostics) = (&analysis.sources, &analysis.diagnostics);
    for (_, file) in sources.iter() {
        terminal.detail(&format!("read {}", file.path().display()))?;
    }
    if terminal.format() == Format::Json {
        terminal.json_result(&diagnostics_json::document(sources, diagnostics))?;
    } else {
        terminal.diagnostics(sources, diagnostics)?;
        let summary = diagnostics_text::summary(diagnostics, sources.iter().count());
        terminal.note(&summary)?;
    }
    Ok(status(diagnostics))
}

/// Warnings alone are no reason to fail.
pub(super) fn status(diagnostics: &[Diagnostic]) -> ExitStatus {
    if diagnostics.iter().any(Diagnostic::is_error) {
        ExitStatus::BadInput
    } else {
        ExitStatus::Success
    }
}
