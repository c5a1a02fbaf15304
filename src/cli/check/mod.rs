//! `fretsaw check`: the checks of test modules, answered.

mod disagreement;
mod presentation;
mod supervise;

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::arguments::Format;
use super::lint;
use super::slicing::{Dependences, SliceMode};
use super::terminal::Terminal;
use crate::checking::auto::Auto;
use crate::checking::checker::Checker;
use crate::checking::exploration::Exploration;
use crate::checking::method::Method;
use crate::checking::{Selected, Settings, TimeLimit, select};
use crate::disk::Disk;
use crate::engines::bmc::Bmc;
use crate::engines::lazy_check::Lazy;
use crate::report::check_json;
use crate::semantics::{Analysis, analyse};
use presentation::{Presentation, Report, TraceForm};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Test modules, or folders of them
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// The engine that answers
    #[arg(long, value_enum, default_value_t = EngineName::Auto)]
    engine: EngineName,
    /// How the specifications are sliced first
    #[arg(long, value_enum, default_value_t = SliceMode::Conventional)]
    slice: SliceMode,
    /// How exact dependences are
    #[arg(long, value_enum, default_value_t = Dependences::Fine)]
    dependences: Dependences,
    /// Only checks of this state; can be given several times
    #[arg(long = "check", value_name = "NAME")]
    checks: Vec<String>,
    /// Only the check at this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// Time for each check, 0 for no limit [default: 60, and 10 for checks without a bound]
    #[arg(long, value_name = "SECONDS", value_parser = time_limit)]
    timeout: Option<TimeLimit>,
    /// Checks that run at the same time [default: one for each processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    jobs: Option<u16>,
    /// Where chance begins
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
    /// The form of runs that are found
    #[arg(long, value_enum, default_value_t = TraceForm::Text)]
    trace: TraceForm,
    /// Show whole states in runs, not only what changes
    #[arg(long)]
    full: bool,
    /// Print the engine's numbers
    #[arg(long)]
    stats: bool,
}

/// The engines there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum EngineName {
    /// One of the others, chosen for each check
    Auto,
    /// Asks Z3 for runs of growing length
    Bmc,
    /// Looks at every state one by one
    Explicit,
    /// Looks at the states of a slice, and refines it
    Lazy,
}

impl EngineName {
    fn checker(self) -> Arc<dyn Checker + Send> {
        match self {
            EngineName::Auto => Arc::new(Auto),
            EngineName::Bmc => Arc::new(Bmc::default()),
            EngineName::Explicit => Arc::new(Exploration::default()),
            EngineName::Lazy => Arc::new(Lazy::default()),
        }
    }
}

/// Reads a number of seconds, perhaps with decimals.
fn time_limit(text: &str) -> Result<TimeLimit, String> {
    let seconds: f64 = text.parse().map_err(|_| "it is not a number".to_owned())?;
    match Duration::try_from_secs_f64(seconds) {
        Ok(limit) if !limit.is_zero() => Ok(TimeLimit::Every(limit)),
        Ok(_) if seconds == 0.0 => Ok(TimeLimit::Unlimited),
        _ => Err("it must not be negative, vanishing or beyond all measure".to_owned()),
    }
}

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    let analysis = analyse(&Disk, &options.paths, roots);
    for (_, file) in analysis.sources.iter() {
        terminal.detail(&format!("read {}", file.path().display()))?;
    }
    if analysis.has_errors() {
        return refuse_input(&analysis, terminal);
    }
    let selected = match select(&analysis, options.checks.as_slice(), options.line) {
        Ok(selected) => selected,
        Err(none) => {
            terminal.error(&none.to_string())?;
            return Ok(ExitStatus::BadInput);
        }
    };
    run_checks(options, begin, analysis, &selected, terminal)
}

/// Shows what is wrong with the texts; no check is run then.
fn refuse_input(analysis: &Analysis, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let (sources, diagnostics) = (&analysis.sources, &analysis.diagnostics);
    if terminal.format() == Format::Json {
        terminal.json_result(&check_json::document(Vec::new(), sources, diagnostics))?;
    } else {
        terminal.diagnostics(sources, diagnostics)?;
        terminal.note("no check was run")?;
    }
    Ok(lint::status(diagnostics))
}

fn run_checks(
    options: &Options,
    begin: Instant,
    analysis: Analysis,
    selected: &[Selected],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let as_text = terminal.format() != Format::Json;
    if as_text {
        terminal.diagnostics(&analysis.sources, &analysis.diagnostics)?;
    }
    let settings = Settings {
        method: Method {
            checker: options.engine.checker(),
            slicing: options.slice.options(options.dependences),
        },
        slice: options.slice.name(),
        time_limit: options.timeout.unwrap_or_default(),
        seed: options.seed,
        load: begin.elapsed(),
    };
    let presentation = Presentation {
        trace: options.trace,
        full: options.full,
        stats: options.stats,
        drawing: Terminal::result_drawing(),
    };
    let jobs = options.jobs.map_or_else(processors, usize::from);
    let analysis = Arc::new(analysis);
    let mut report = Report::new(&analysis, presentation);
    let ending = supervise::run(
        &analysis,
        &settings,
        selected,
        jobs,
        terminal,
        |answered, terminal| report.add(answered, terminal),
    )?;
    report.finish(begin.elapsed(), terminal)?;
    let status = if ending.interrupted {
        ExitStatus::Interrupted
    } else {
        report.status()
    };
    if ending.left_behind {
        // The solver's library must not be taken apart while threads still run in it, as an ordinary exit does.
        terminal.finish()?;
        signal_hook::low_level::exit(status as i32);
    }
    Ok(status)
}

/// How many checks can run at the same time without hindering each other.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
