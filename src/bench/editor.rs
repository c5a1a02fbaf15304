//! `fretsaw bench editor`: how long an editor waits for the language server, which runs in a process of its own as it
//! does for editors.

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clap::Args;

use super::editor_client::{Client, FilePosition};
use super::families::{Family, Module, generate};
use super::generate::write;
use super::report::editor::{self, Editor, Memory, Wait};
use super::warn_if_slow;
use crate::cli::{ExitStatus, Format, Terminal};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Measure less: the small file, and few edits
    #[arg(long)]
    quick: bool,
    /// How many edits the server's memory is watched for
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(100..))]
    edits: u32,
}

/// Copies of the account for a library of a thousand lines.
const SMALL: u32 = 22;

/// Copies of the account in the largest member.
const LARGE: u32 = 4096;

/// How often each thing is measured.
const TIMES: u32 = 40;

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    warn_if_slow(terminal)?;
    let measured = measure(options, terminal);
    terminal.clear_progress()?;
    let editor = match measured {
        Ok(editor) => editor,
        Err(error) => {
            terminal.error(&format!("the language server cannot be measured: {error}"))?;
            return Ok(ExitStatus::BadInput);
        }
    };
    if terminal.format() == Format::Json {
        terminal.json_result(&editor::document(&editor))?;
    } else {
        terminal.result(&editor::render(&editor))?;
    }
    Ok(if editor.has_failed() {
        ExitStatus::Failed
    } else {
        ExitStatus::Success
    })
}

fn measure(options: &Options, terminal: &mut Terminal) -> io::Result<Editor> {
    let mut editor = Editor::default();
    terminal.progress("start")?;
    editor.waits.push(start()?);
    terminal.progress("a file of 1,000 lines")?;
    let times = if options.quick { TIMES / 4 } else { TIMES };
    let mut small = Session::open(SMALL)?;
    let lines = small.lines;
    let what = format!("keystroke to diagnostics, {lines} lines");
    let keystrokes = small.keystrokes(times)?;
    editor.waits.push(wait(what, keystrokes, 30));
    let what = format!("keystroke to completion, {lines} lines");
    let completions = small.completions(times)?;
    editor.waits.push(wait(what, completions, 20));
    let hovers = small.hovers(times)?;
    editor
        .waits
        .push(wait(format!("hover, {lines} lines"), hovers, 20));
    let edits = if options.quick { 200 } else { options.edits };
    editor.memory = small.memory_over(edits, terminal)?;
    if !options.quick {
        terminal.progress("the family of 4,096 copies")?;
        measure_large(&mut editor, times / 2)?;
    }
    Ok(editor)
}

/// What somebody waits for in the largest member.
fn measure_large(editor: &mut Editor, times: u32) -> io::Result<()> {
    let mut large = Session::open(LARGE)?;
    let lines = large.lines;
    let measured = [
        ("keystroke to diagnostics", large.keystrokes(times)?, 300),
        ("keystroke to inlay hints", large.hints(times)?, 300),
        ("hover", large.hovers(times)?, 100),
        ("slice of a check", large.slices(times / 4)?, 3000),
    ];
    for (what, times, target) in measured {
        editor
            .waits
            .push(wait(format!("{what}, {lines} lines"), times, target));
    }
    Ok(())
}

fn wait(what: String, times: Vec<Duration>, milliseconds: u64) -> Wait {
    Wait {
        what,
        times,
        target: Duration::from_millis(milliseconds),
    }
}

/// From the start of the process to the answer to its greeting.
fn start() -> io::Result<Wait> {
    let folder = tempfile::tempdir()?;
    let mut times = Vec::new();
    for _ in 0..TIMES / 4 {
        let begin = Instant::now();
        drop(Client::start(folder.path())?);
        times.push(begin.elapsed());
    }
    Ok(wait("start".to_owned(), times, 100))
}

/// A server with a member of the family open.
struct Session {
    client: Client,
    /// The library, which is edited.
    place: FilePosition,
    lines: usize,
    /// The test module and its check.
    tests: PathBuf,
    check: String,
    _folder: tempfile::TempDir,
}

impl Session {
    fn open(copies: u32) -> io::Result<Session> {
        let folder = tempfile::tempdir()?;
        let family = Family::Wide {
            copies,
            bound: 5,
            safe: false,
        };
        let modules = generate(family);
        for module in &modules {
            write(&folder.path().join(module.path), &module.text)?;
        }
        let library = &modules[1];
        let root = folder.path().canonicalize()?;
        let path = root.join(library.path);
        let (tests, check) = check_of(&modules);
        let mut client = Client::start(folder.path())?;
        client.open(&path, &library.text)?;
        Ok(Session {
            client,
            place: middle_of(&path, &library.text),
            lines: library.text.lines().count(),
            tests: root.join(tests),
            check,
            _folder: folder,
        })
    }

    /// How long something takes, again and again.
    fn timed(
        &mut self,
        times: u32,
        mut work: impl FnMut(&mut Client, &FilePosition) -> io::Result<()>,
    ) -> io::Result<Vec<Duration>> {
        let mut measured = Vec::new();
        for _ in 0..times {
            let begin = Instant::now();
            work(&mut self.client, &self.place)?;
            measured.push(begin.elapsed());
        }
        Ok(measured)
    }

    /// From an edit to the diagnostics of the text that it makes.
    fn keystrokes(&mut self, times: u32) -> io::Result<Vec<Duration>> {
        self.timed(times, |client, place| {
            let version = client.edit(place)?;
            client.diagnostics(version)
        })
    }

    /// From an edit to what can be written there.
    fn completions(&mut self, times: u32) -> io::Result<Vec<Duration>> {
        self.timed(times, |client, place| {
            client.edit(place)?;
            client.completion(place)
        })
    }

    /// From an edit to the hints around it.
    fn hints(&mut self, times: u32) -> io::Result<Vec<Duration>> {
        self.timed(times, |client, place| {
            client.edit(place)?;
            client.hints(place)
        })
    }

    /// What a name stands for, in a text that is known.
    fn hovers(&mut self, times: u32) -> io::Result<Vec<Duration>> {
        self.clean()?;
        self.timed(times, Client::hover)
    }

    /// What a check depends on, after an edit that was taken back.
    fn slices(&mut self, times: u32) -> io::Result<Vec<Duration>> {
        let mut measured = Vec::new();
        for _ in 0..times.max(1) {
            self.client.edit(&self.place)?;
            self.clean()?;
            let begin = Instant::now();
            self.client.slice(&self.tests, &self.check)?;
            measured.push(begin.elapsed());
        }
        Ok(measured)
    }

    /// Takes back what was typed, and waits until that is known.
    fn clean(&mut self) -> io::Result<()> {
        while !self.client.is_clean() {
            let version = self.client.edit(&self.place)?;
            self.client.diagnostics(version)?;
        }
        Ok(())
    }

    /// The memory of the server after the first edits and after all of them.
    fn memory_over(&mut self, edits: u32, terminal: &mut Terminal) -> io::Result<Option<Memory>> {
        const TOGETHER: u32 = 10;
        let warm_up = edits / 10;
        let mut before = None;
        for edit in 1..=edits {
            let version = self.client.edit(&self.place)?;
            // Whoever types fast does not wait each time.
            if edit % TOGETHER == 0 {
                self.client.diagnostics(version)?;
            }
            if edit == warm_up {
                before = self.client.kilobytes();
            }
            if edit % 1000 == 0 {
                terminal.progress(&format!("{edit} of {edits} edits"))?;
            }
        }
        let after = self.client.kilobytes();
        Ok(before.zip(after).map(|(before, after)| Memory {
            edits,
            before,
            after,
        }))
    }
}

/// The test module of a family, and its check without the semicolon.
fn check_of(modules: &[Module]) -> (&str, String) {
    let mut checks = modules.iter().flat_map(|module| {
        let lines = module.text.lines();
        let checks = lines.filter(|line| line.starts_with("check "));
        checks.map(|line| (module.path, line.trim_end_matches(';').to_owned()))
    });
    checks.next().unwrap_or_default()
}

/// A place in the middle of a text where an expression begins.
fn middle_of(path: &Path, text: &str) -> FilePosition {
    let middle = text.lines().count() / 2;
    let lines = text.lines().enumerate().skip(middle);
    let mut lines = lines.filter_map(|(line, text)| Some((line, text.find("this.")?)));
    let (line, column) = lines.next().unwrap_or_default();
    FilePosition {
        path: path.to_owned(),
        line,
        column: column + "this.".len(),
    }
}
