//! `fretsaw fmt`: formats specifications.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::Format;
use super::terminal::Terminal;
use super::{ExitStatus, input, lint, parse};
use crate::diagnostics::codes::formatting;
use crate::diagnostics::{Diagnostic, FileId, Sources};
use crate::report::diagnostics_text::counted;
use crate::report::format_json::{self, File, Status};
use crate::syntax::format::{FormatError, format};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Specifications and test modules, or folders of them
    #[arg(value_name = "PATH", required_unless_present = "stdin")]
    paths: Vec<PathBuf>,
    /// Change nothing, and only list the files that would change
    #[arg(long)]
    check: bool,
    /// Read standard input and write to standard output
    #[arg(long, conflicts_with = "paths")]
    stdin: bool,
    /// What standard input is called: `.tebl` for a test module
    #[arg(
        long,
        requires = "stdin",
        value_name = "FILE",
        default_value = "stdin.ebl"
    )]
    stdin_filename: PathBuf,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    if options.stdin {
        format_stdin(options, terminal)
    } else {
        format_paths(options, terminal)
    }
}

fn format_stdin(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let mut sources = Sources::default();
    let formatted = input::read_stdin(&mut sources, &options.stdin_filename)
        .map_err(|diagnostic| vec![*diagnostic])
        .and_then(|file| Ok((file, formatted(&mut sources, file)?)));
    let (file, formatted) = match formatted {
        Ok(formatted) => formatted,
        Err(diagnostics) => {
            terminal.diagnostics(&sources, &diagnostics)?;
            return Ok(ExitStatus::BadInput);
        }
    };
    if !options.check {
        terminal.document(&formatted)?;
    } else if formatted != **sources.file(file).text() {
        return Ok(ExitStatus::Failed);
    }
    Ok(ExitStatus::Success)
}

fn format_paths(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let mut sources = Sources::default();
    let mut diagnostics = Vec::new();
    let mut outcomes = Vec::new();
    for path in input::expand(&mut sources, &options.paths, &mut diagnostics) {
        let outcome = format_file(&mut sources, &path, options.check);
        outcomes.push(File {
            file: path.display().to_string(),
            status: *outcome.as_ref().unwrap_or(&Status::Failed),
        });
        diagnostics.extend(outcome.err().into_iter().flatten());
    }
    let would_change = outcomes.iter().any(|it| it.status == Status::WouldChange);
    if terminal.format() == Format::Json {
        terminal.json_result(&format_json::document(outcomes, &sources, &diagnostics))?;
    } else {
        terminal.diagnostics(&sources, &diagnostics)?;
        show(&outcomes, terminal)?;
    }
    Ok(match lint::status(&diagnostics) {
        ExitStatus::Success if would_change => ExitStatus::Failed,
        status => status,
    })
}

fn show(outcomes: &[File], terminal: &mut Terminal) -> io::Result<()> {
    for outcome in outcomes {
        match outcome.status {
            Status::WouldChange => terminal.document(&format!("{}\n", outcome.file))?,
            Status::Formatted => terminal.detail(&format!("formatted {}", outcome.file))?,
            Status::Unchanged | Status::Failed => {}
        }
    }
    let count = |status| outcomes.iter().filter(|it| it.status == status).count();
    let summary: Vec<String> = [
        (Status::Formatted, "formatted"),
        (Status::WouldChange, "would change"),
        (Status::Unchanged, "unchanged"),
        (Status::Failed, "left alone"),
    ]
    .into_iter()
    .filter(|(status, _)| count(*status) > 0)
    .map(|(status, words)| format!("{} {words}", counted(count(status), "file")))
    .collect();
    if summary.is_empty() {
        return Ok(());
    }
    terminal.note(&summary.join(", "))
}

fn format_file(
    sources: &mut Sources,
    path: &Path,
    only_check: bool,
) -> Result<Status, Vec<Diagnostic>> {
    let file = input::read(sources, path).map_err(|diagnostic| vec![*diagnostic])?;
    let formatted = formatted(sources, file)?;
    if formatted == **sources.file(file).text() {
        return Ok(Status::Unchanged);
    }
    if only_check {
        return Ok(Status::WouldChange);
    }
    match replace(path, &formatted) {
        Ok(()) => Ok(Status::Formatted),
        Err(error) => {
            let place = input::placeholder(sources, path);
            Err(vec![formatting::unwritable(place, &error)])
        }
    }
}

/// The formatted text, or why there is none.
fn formatted(sources: &mut Sources, file: FileId) -> Result<String, Vec<Diagnostic>> {
    let source = sources.file(file);
    match format(source.text(), source.kind()) {
        Ok(formatted) => Ok(formatted),
        // The places in the formatter's own list are those of a text with other line ends.
        Err(FormatError::Syntax(_)) => Err(parse::errors(sources, file)),
        Err(FormatError::WouldChange) => {
            let path = source.path().to_owned();
            let place = input::placeholder(sources, &path);
            Err(vec![formatting::not_formatted(place, &path)])
        }
    }
}

/// Replaces what a file holds, at once: whoever reads it, or whatever interrupts us, finds the old text or the new
/// one.
fn replace(path: &Path, text: &str) -> io::Result<()> {
    // A link stays a link to the file that is replaced.
    let path = fs::canonicalize(path)?;
    let metadata = fs::metadata(&path)?;
    if metadata.permissions().readonly() {
        return Err(io::Error::new(
            io::ErrorKind::PermissionDenied,
            "it is write-protected",
        ));
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    file.write_all(text.as_bytes())?;
    fs::set_permissions(file.path(), metadata.permissions())?;
    file.persist(&path)?;
    Ok(())
}
