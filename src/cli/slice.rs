//! `fretsaw slice`: specifications cut down to what checks depend on.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::arguments::Format;
use super::slice_folder::Written;
use super::slicing::{Connection, Dependences};
use super::terminal::Terminal;
use super::why::Question;
use super::{ExitStatus, lint, slice_folder};
use crate::checking::{Selected, select};
use crate::diagnostics::Diagnostic;
use crate::disk::Disk;
use crate::model::Model;
use crate::report::slice_json::{self, File};
use crate::report::{slice_text, why_json};
use crate::semantics::{Analysis, analyse};
use crate::slice;
use crate::slice::counts::Counts;
use crate::slice::rewrite::{Request, SlicedFile, United, read, rewrite};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The test module; without `--check` and `--line`, the slice is for all its checks together
    file: PathBuf,
    /// Only checks of this state; can be given several times
    #[arg(long = "check", value_name = "NAME")]
    checks: Vec<String>,
    /// Only the check at this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// What a slice may change
    #[arg(long, value_enum, value_name = "MODE", default_value_t = Connection::Conventional)]
    mode: Connection,
    /// How exact dependences are
    #[arg(long, value_enum, value_name = "HOW", default_value_t = Dependences::Fine)]
    dependences: Dependences,
    /// The folder to write to [default: `slices` beside the test module]
    #[arg(short, long, value_name = "DIR", conflicts_with = "stdout")]
    output: Option<PathBuf>,
    /// Print the slice instead
    #[arg(long)]
    stdout: bool,
    /// Write nothing, and tell what keeps a field or event: `Spec.field`, `Spec.event`, or `Spec.event()` where a
    /// field has the same name
    #[arg(long, value_name = "NAME", conflicts_with_all = ["output", "stdout", "stats"])]
    why: Option<String>,
    /// Print what was kept and cut
    #[arg(long)]
    stats: bool,
}

/// What is said of a slice with bridges.
const MAY_REACH_MORE: &str = "note: the slice has events that stand for any number of steps: what it cannot reach, the original cannot, but it may reach more";

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    if options.file.is_dir() {
        terminal.error(&is_folder(&options.file))?;
        return Ok(ExitStatus::BadInput);
    }
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let mut diagnostics = analysis.diagnostics.clone();
    if analysis.has_errors() {
        return options.refuse(&analysis, &diagnostics, terminal);
    }
    let selected = match select(&analysis, &options.checks, options.line) {
        Ok(selected) => selected,
        Err(none) => {
            terminal.error(&none.to_string())?;
            return Ok(ExitStatus::BadInput);
        }
    };
    let models = models(&analysis, &selected, &mut diagnostics);
    if let (Some(name), Some(models), Some(first)) = (&options.why, &models, selected.first()) {
        let question = Question {
            name,
            analysis: &analysis,
            test: first.test(&analysis),
            models,
            options: options.of_slice(),
        };
        return question.answer(&diagnostics, terminal);
    }
    let Some(united) = models.and_then(|models| United::slice(&models, options.of_slice())) else {
        return options.refuse(&analysis, &diagnostics, terminal);
    };
    let sliced = sliced(&analysis, &selected, &united);
    let written = read(&sliced);
    if let Some(error) = written.diagnostics.iter().find(|it| it.is_error()) {
        terminal.error(&options.defect(&written, error))?;
        return Ok(ExitStatus::BadInput);
    }
    let counts = Counts::of(&analysis.program, &written.program);
    let counts = options.stats.then_some(&counts);
    if united.parts.has_bridges() {
        terminal.note(MAY_REACH_MORE)?;
    }
    if options.stdout {
        return print(&analysis, &diagnostics, &sliced, counts, terminal);
    }
    match slice_folder::write(&options.folder(), &sliced, &analysis.sources) {
        Ok(written) => {
            let files = files_of(&written, terminal)?;
            finish(&analysis, &diagnostics, (files, counts), terminal)
        }
        Err(why) => {
            terminal.error(&why.to_string())?;
            Ok(ExitStatus::BadInput)
        }
    }
}

impl Options {
    fn of_slice(&self) -> slice::Options {
        slice::Options {
            dependences: self.dependences.of_slices(),
            reconnection: self.mode.of_slices(),
        }
    }

    /// Tells why there is no slice, in the form of what was asked for.
    fn refuse(
        &self,
        analysis: &Analysis,
        diagnostics: &[Diagnostic],
        terminal: &mut Terminal,
    ) -> io::Result<ExitStatus> {
        if self.why.is_some() && terminal.format() == Format::Json {
            let document = why_json::document(Vec::new(), &analysis.sources, diagnostics);
            terminal.json_result(&document)?;
            return Ok(lint::status(diagnostics));
        }
        finish(analysis, diagnostics, (Vec::new(), None), terminal)
    }

    /// What is said of a slice that has an error: its original has none, so we made it.
    fn defect(&self, written: &Analysis, error: &Diagnostic) -> String {
        let place = error.primary.span;
        let file = written.sources.file(place.file).path().display();
        let line = written.sources.line(place);
        let is_coarse = self.dependences == Dependences::Coarse;
        let other_way = match self.mode {
            Connection::Amorphous => ", or try `--mode conventional`",
            Connection::Conventional if !is_coarse => ", or try `--dependences coarse`",
            Connection::Conventional => "",
        };
        format!(
            "the slice is not written: it would have an error, which is a defect of Fretsaw ({file}:{line}: {})\n  help: report it with the specifications{other_way}",
            error.message
        )
    }

    fn folder(&self) -> PathBuf {
        let beside = self.file.parent().unwrap_or(Path::new(""));
        self.output.clone().unwrap_or_else(|| beside.join("slices"))
    }
}

/// Why there is no slice for a folder: the checks of a test module share what is kept.
fn is_folder(path: &Path) -> String {
    format!(
        "`{}` is a folder, and a slice is for one test module\n  help: name its file",
        path.display()
    )
}

/// The models of checks; none where one of them has none, which becomes a diagnostic.
fn models<'a>(
    analysis: &'a Analysis,
    selected: &[Selected],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Vec<Model<'a>>> {
    let mut models = Vec::new();
    for it in selected {
        let (test, check) = (it.test(analysis), it.check(analysis));
        match Model::about_states(&analysis.program, test, check) {
            Ok(model) => models.push(model),
            Err(error) => diagnostics.extend(error.diagnostics()),
        }
    }
    (models.len() == selected.len()).then_some(models)
}

fn sliced(analysis: &Analysis, selected: &[Selected], united: &United) -> Vec<SlicedFile> {
    let Some(first) = selected.first() else {
        return Vec::new();
    };
    let checks: Vec<_> = selected.iter().map(|it| it.check(analysis)).collect();
    rewrite(&Request {
        analysis,
        test: first.test(analysis),
        checks: &checks,
        united,
    })
}

/// The files of a slice. If another one had to make room for it, that is told.
fn files_of(written: &Written, terminal: &mut Terminal) -> io::Result<Vec<File>> {
    for path in &written.replaced {
        let path = path.display();
        terminal.note(&format!(
            "note: this slice takes the place of `{path}`; with `--output` both can be kept"
        ))?;
    }
    let files = written.files.iter().map(|path| File {
        file: path.display().to_string(),
        text: None,
    });
    Ok(files.collect())
}

fn print(
    analysis: &Analysis,
    diagnostics: &[Diagnostic],
    sliced: &[SlicedFile],
    counts: Option<&Counts>,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    if terminal.format() == Format::Json {
        let files = sliced.iter().map(|file| File {
            file: file.path.display().to_string(),
            text: Some(file.text.clone()),
        });
        return finish(analysis, diagnostics, (files.collect(), counts), terminal);
    }
    terminal.diagnostics(&analysis.sources, diagnostics)?;
    terminal.document(&slice_text::texts(sliced))?;
    if let Some(counts) = counts {
        terminal.result(&format!("\n{}", slice_text::counts(counts)))?;
    }
    Ok(lint::status(diagnostics))
}

/// Tells what was written, or why nothing was.
fn finish(
    analysis: &Analysis,
    diagnostics: &[Diagnostic],
    (files, counts): (Vec<File>, Option<&Counts>),
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    if terminal.format() == Format::Json {
        let document = slice_json::document(files, counts, &analysis.sources, diagnostics);
        terminal.json_result(&document)?;
        return Ok(lint::status(diagnostics));
    }
    terminal.diagnostics(&analysis.sources, diagnostics)?;
    for file in files {
        terminal.document(&format!("{}\n", file.file))?;
    }
    if let Some(counts) = counts {
        terminal.result(&slice_text::counts(counts))?;
    }
    Ok(lint::status(diagnostics))
}
