//! `fretsaw bench slicing`: how long the slicer takes for specifications that grow, and what it saves or costs for
//! checks.

use std::io;
use std::path::{Path, PathBuf};

use clap::Args;

use super::families::Family;
use super::measure::{Bench, Ended, NO_LIMIT, written};
use super::process::Exit;
use super::report::slicing::{Compared, Growth, SlicingExperiment, SlicingTime};
use super::report::{Slicing, plot, slicing_json, slicing_text};
use super::{Common, draw_chart, slicing_time};
use crate::checking::select;
use crate::cli::{ExitStatus, Format, Terminal};
use crate::disk::Disk;
use crate::semantics::{Analysis, analyse};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Test modules, or folders of them: their checks are run with and without slicing
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// How many accounts there are, for example `64,4096` [default: 64 and its doubles up to 4096]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    sizes: Vec<u32>,
    #[command(flatten)]
    pub(super) common: Common,
}

const SIZES: &[u32] = &[64, 128, 256, 512, 1024, 2048, 4096];
const QUICK_SIZES: &[u32] = &[64, 512, 4096];

/// So many seeds besides the default one tell luck from loss.
const MORE_SEEDS: u32 = 9;

/// Why a process told nothing.
enum Stopped {
    /// It failed, or took too long.
    Failed(String),
    Interrupted,
}

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    bench: &Bench,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, &options.paths, roots);
    if !options.paths.is_empty() && analysis.has_errors() {
        terminal.diagnostics(&analysis.sources, &analysis.diagnostics)?;
        return Ok(ExitStatus::BadInput);
    }
    let mut study = Study {
        bench,
        roots,
        experiment: SlicingExperiment {
            runs: bench.runs,
            ..SlicingExperiment::default()
        },
        failures: Vec::new(),
    };
    let sizes = super::thesis::chosen(&options.sizes, options.common.quick, QUICK_SIZES, SIZES);
    let mut ended = study.growth(&sizes, terminal)?;
    if ended == Ended::Complete {
        ended = study.checks(&analysis, terminal)?;
    }
    terminal.clear_progress()?;
    study.show(ended, terminal)?;
    if ended == Ended::Interrupted {
        return Ok(ExitStatus::Interrupted);
    }
    let chart = plot::growth(&study.experiment.growth);
    if !draw_chart(
        "slicing",
        &chart,
        options.common.output.as_deref(),
        terminal,
    )? {
        return Ok(ExitStatus::BadInput);
    }
    Ok(if study.failures.is_empty() {
        ExitStatus::Success
    } else {
        ExitStatus::Failed
    })
}

struct Study<'s> {
    bench: &'s Bench,
    roots: &'s [PathBuf],
    experiment: SlicingExperiment,
    /// What could not be measured, and why.
    failures: Vec<String>,
}

/// A check whose time is measured.
struct Timed<'c> {
    path: &'c Path,
    line: u32,
    is_bounded: bool,
}

impl Study<'_> {
    fn growth(&mut self, sizes: &[u32], terminal: &mut Terminal) -> io::Result<Ended> {
        for size in sizes {
            let (folder, test) = written(Family::Wide {
                copies: *size,
                bound: super::published::WIDE_BOUND,
                safe: true,
            })?;
            let mut samples = Vec::new();
            for run in 1..=self.bench.runs {
                terminal.progress(&format!("slicing, size {size}: run {run}"))?;
                match self.slicing_time(&test)? {
                    Ok(time) => samples.push(time),
                    Err(Stopped::Interrupted) => return Ok(Ended::Interrupted),
                    Err(Stopped::Failed(why)) => {
                        self.failures.push(format!("size {size}: {why}"));
                        break;
                    }
                }
            }
            drop(folder);
            self.experiment.growth.push(Growth {
                size: *size,
                samples,
            });
        }
        Ok(Ended::Complete)
    }

    /// Slices once to a model and once to texts, each in a process of its own.
    fn slicing_time(&self, test: &Path) -> io::Result<Result<SlicingTime, Stopped>> {
        let mut printed = Vec::new();
        for arguments in [&[][..], &["--texts"]] {
            let mut command = self.bench.processes.command();
            command
                .args(["bench", "slicing-time"])
                .args(arguments)
                .arg(test);
            match told(self.bench.processes.run(command)?) {
                Ok(text) => printed.push(text),
                Err(stopped) => return Ok(Err(stopped)),
            }
        }
        let time = slicing_time::read(&printed[0], &printed[1]);
        Ok(time.ok_or_else(|| Stopped::Failed("no times were told".to_owned())))
    }

    fn checks(&mut self, analysis: &Analysis, terminal: &mut Terminal) -> io::Result<Ended> {
        let selected = select(analysis, &[], None).unwrap_or_default();
        for selected in selected {
            let span = selected.check(analysis).span;
            let path = analysis.sources.file(span.file).path();
            let line = analysis.sources.line(span);
            let mut compared = Compared::new(format!("{}:{line}", path.display()));
            terminal.progress(&format!("checking {}", compared.place))?;
            let check = Timed {
                path,
                line,
                is_bounded: selected.check(analysis).bounds.is_some(),
            };
            if self.compare(&check, &mut compared)? == Ended::Interrupted {
                return Ok(Ended::Interrupted);
            }
            self.experiment.checks.push(compared);
        }
        Ok(Ended::Complete)
    }

    /// Runs a check with and without slicing. Where slicing seems to lose, other seeds tell whether that was the
    /// solver's bad luck.
    fn compare(&mut self, check: &Timed<'_>, compared: &mut Compared) -> io::Result<Ended> {
        if self.time_both(check, 0, compared)? == Ended::Interrupted {
            return Ok(Ended::Interrupted);
        }
        if !compared.is_doubtful() {
            return Ok(Ended::Complete);
        }
        compared.by_seed.extend(compared.fastest());
        for seed in 1..=MORE_SEEDS {
            let mut other = Compared::new(compared.place.clone());
            if self.time_both(check, seed, &mut other)? == Ended::Interrupted {
                return Ok(Ended::Interrupted);
            }
            compared.by_seed.extend(other.fastest());
        }
        Ok(Ended::Complete)
    }

    /// Runs a check with and without slicing, by turns: so the load of the machine is about the same for both.
    fn time_both(
        &mut self,
        check: &Timed<'_>,
        seed: u32,
        compared: &mut Compared,
    ) -> io::Result<Ended> {
        for _ in 0..self.bench.runs {
            for (slicing, times) in [
                (None, &mut compared.unsliced),
                (Some(Slicing::Conventional), &mut compared.sliced),
            ] {
                let mut command = self.bench.check(check.path, slicing);
                command.args(["--line", &check.line.to_string()]);
                command.args(["--seed", &seed.to_string()]);
                if check.is_bounded {
                    command.args(NO_LIMIT);
                }
                for root in self.roots {
                    command.arg("--root").arg(root);
                }
                // What the answer is does not matter here; that it is the same is shown by tests.
                let exit = self.bench.processes.run_until(command, |status| {
                    status.code().is_some_and(|code| [0, 1, 3].contains(&code))
                })?;
                match exit {
                    Exit::Success { time, .. } => times.push(time),
                    Exit::Interrupted => return Ok(Ended::Interrupted),
                    Exit::TimedOut => return Ok(Ended::Complete),
                    Exit::Failed(why) => {
                        self.failures.push(format!("{}: {why}", compared.place));
                        return Ok(Ended::Complete);
                    }
                }
            }
        }
        Ok(Ended::Complete)
    }

    fn show(&self, ended: Ended, terminal: &mut Terminal) -> io::Result<()> {
        let complete = ended == Ended::Complete;
        if terminal.format() == Format::Json {
            terminal.json_result(&slicing_json::document(&self.experiment, complete))?;
        } else {
            terminal.result(&slicing_text::render(&self.experiment))?;
        }
        for failure in &self.failures {
            terminal.error(failure)?;
        }
        if !complete {
            terminal.note(super::INTERRUPTED)?;
        }
        terminal.flush_results()
    }
}

/// What a process printed.
fn told(exit: Exit) -> Result<String, Stopped> {
    match exit {
        Exit::Success { printed, .. } => Ok(printed),
        Exit::TimedOut => Err(Stopped::Failed("it takes too long".to_owned())),
        Exit::Failed(why) => Err(Stopped::Failed(why)),
        Exit::Interrupted => Err(Stopped::Interrupted),
    }
}
