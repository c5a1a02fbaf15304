//! Layer 10: benchmarks. `fretsaw bench` runs published experiments again; nothing depends on this room but the list
//! of verbs.
//!
//! `thesis.rs` says what is measured and `published.rs` what others found; `measure.rs` runs this program on one
//! specification of [`families`] after the other, by `process.rs`. Where the time goes is told by `phases.rs`, how
//! long the solver alone takes by `alone.rs`, and how long the slicer takes by `cut.rs`, each in a process of its own.
//! `slicing.rs` is an experiment of our own about the slicer. `lazy_slicing.rs` looks for the properties of
//! `questions.rs`, each by `lazily.rs` in a process of its own. `exploration.rs` compares the search with that of
//! SPIN, which `spin.rs` runs; `timed.rs` looks at processor times. `editor.rs` has `editor_client.rs` wait for the
//! language server. [`report`] shows what was measured, with the charts of [`plots`]; `generate.rs` writes members of
//! the families.

mod editor;
mod editor_client;
mod exploration;
pub mod families;
pub(crate) mod generate;
mod lazy_slicing;
mod measure;
mod phases;
pub mod plots;
mod process;
mod property_search;
mod published;
mod questions;
pub mod report;
mod slicing;
mod slicing_time;
mod solver_only;
mod spin;
mod thesis;
mod timed;

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::cli::{ExitStatus, Format, Terminal};
use generate::write;
use measure::{Bench, Ended};
use plots::lines::{self, Chart};
use process::Processes;
use report::{Experiment, Point, Series, json, plot as chart, text};
use thesis::Plan;

#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    experiment: ExperimentName,
}

#[derive(Debug, Subcommand)]
enum ExperimentName {
    /// Benchmark I of the thesis: how time grows with depth
    #[command(name = "thesis-1")]
    Thesis1(Deep),
    /// Benchmark II of the thesis: how time grows with what has nothing to do with the question
    #[command(name = "thesis-2")]
    Thesis2(Wide),
    /// How long the slicer takes, and what it saves or costs for checks
    Slicing(slicing::Options),
    /// Tables 5 and 6 of the paper on lazy slicing: what slices save while states are explored
    LazySlicing(lazy_slicing::Options),
    /// How fast states are explored, side by side with SPIN where that is installed
    Exploration(exploration::Options),
    /// How long an editor waits for the language server
    Editor(editor::Options),
    /// Print how long the parts of a check take, for the experiments
    #[command(hide = true)]
    Phases(phases::Options),
    /// Have the solver alone answer a script, for the experiments
    #[command(hide = true)]
    SolverOnly(solver_only::Options),
    /// Print how long it takes to slice, for the experiments
    #[command(hide = true)]
    SlicingTime(slicing_time::Options),
    /// Look for one property in one way, for the experiments
    #[command(hide = true)]
    PropertySearch(property_search::Options),
}

#[derive(Debug, Args)]
struct Deep {
    /// How deep the goals lie, for example `10,25,100` [default: those of the thesis and 50, 100, 200]
    #[arg(long, value_name = "LIST", value_delimiter = ',')]
    depths: Vec<u32>,
    /// How many fields there are; a table for each number
    #[arg(long, value_name = "LIST", value_delimiter = ',', default_values_t = [8, 1], value_parser = clap::value_parser!(u32).range(1..=1000))]
    fields: Vec<u32>,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Wide {
    /// How many accounts there are, for example `1,64` [default: those of the thesis and 128, 256]
    #[arg(long, value_name = "LIST", value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=100_000))]
    sizes: Vec<u32>,
    /// How many steps are allowed; two tables for each number, and only for 5 there are published figures
    #[arg(long = "bound", value_name = "LIST", value_delimiter = ',', default_values_t = [published::WIDE_BOUND, thesis::DEEPER_BOUND], value_parser = clap::value_parser!(u32).range(2..))]
    bounds: Vec<u32>,
    #[command(flatten)]
    common: Common,
}

#[derive(Debug, Args)]
struct Common {
    /// How often each point is measured [default: 3, or 1 with `--quick`]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    runs: Option<u16>,
    /// Measure few points
    #[arg(long)]
    quick: bool,
    /// Time for each run
    #[arg(long, value_name = "SECONDS", default_value_t = 60, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The folder to draw the chart in [default: the current one]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Common {
    fn limit(&self) -> Duration {
        Duration::from_secs(self.timeout)
    }

    fn runs(&self) -> u16 {
        self.runs.unwrap_or(if self.quick { 1 } else { 3 })
    }
}

pub(crate) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    match &options.experiment {
        ExperimentName::Thesis1(deep) => {
            let plan = thesis::deep(&deep.fields, &deep.depths, deep.common.quick);
            conduct(plan, &deep.common, terminal)
        }
        ExperimentName::Thesis2(wide) => {
            let plan = thesis::wide(&wide.bounds, &wide.sizes, wide.common.quick);
            conduct(plan, &wide.common, terminal)
        }
        ExperimentName::Slicing(options) => match bench(&options.common, terminal)? {
            Some(bench) => slicing::run(options, roots, &bench, terminal),
            None => Ok(ExitStatus::BadInput),
        },
        ExperimentName::LazySlicing(options) => lazy_slicing::run(options, terminal),
        ExperimentName::Exploration(options) => exploration::run(options, terminal),
        ExperimentName::Editor(options) => editor::run(options, terminal),
        ExperimentName::Phases(options) => phases::run(options, terminal),
        ExperimentName::SolverOnly(options) => solver_only::run(options, terminal),
        ExperimentName::SlicingTime(options) => slicing_time::run(options, terminal),
        ExperimentName::PropertySearch(options) => property_search::run(options, terminal),
    }
}

fn warn_if_slow(terminal: &mut Terminal) -> io::Result<()> {
    if cfg!(debug_assertions) {
        terminal
            .note("note: this program was built without optimisation, so its times say little")?;
    }
    Ok(())
}

/// What measures; none where nothing can be measured.
fn bench(common: &Common, terminal: &mut Terminal) -> io::Result<Option<Bench>> {
    warn_if_slow(terminal)?;
    match Processes::new(common.limit()) {
        Ok(processes) => Ok(Some(Bench {
            processes,
            runs: common.runs(),
        })),
        Err(error) => {
            terminal.error(&format!("nothing can be measured: {error}"))?;
            Ok(None)
        }
    }
}

/// Measures everything that is planned and shows it, also where the user wants no more.
fn conduct(plan: Plan, common: &Common, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let Some(bench) = bench(common, terminal)? else {
        return Ok(ExitStatus::BadInput);
    };
    let mut experiment = Experiment {
        name: plan.name,
        title: plan.title,
        source: plan.source,
        grows: plan.grows,
        runs: common.runs(),
        limit: common.limit(),
        series: Vec::new(),
        targets: plan.targets,
    };
    let ended = measure_all(&bench, plan.series, &mut experiment, terminal)?;
    terminal.clear_progress()?;
    show(&experiment, ended, terminal)?;
    if ended == Ended::Interrupted {
        return Ok(ExitStatus::Interrupted);
    }
    if !draw_all(&experiment, common.output.as_deref(), terminal)? {
        return Ok(ExitStatus::BadInput);
    }
    Ok(if experiment.has_failed() {
        ExitStatus::Failed
    } else {
        ExitStatus::Success
    })
}

fn measure_all(
    bench: &Bench,
    planned: Vec<thesis::PlannedSeries>,
    experiment: &mut Experiment,
    terminal: &mut Terminal,
) -> io::Result<Ended> {
    for series in planned {
        experiment.series.push(Series {
            title: series.title,
            short_title: series.short_title,
            reachable: series.reachable,
            points: Vec::new(),
        });
        for planned in series.points {
            let measured = bench.measure(planned.family, |run| {
                let title = experiment.series.last().map_or("", |series| &series.title);
                let (grows, size) = (experiment.grows, planned.size);
                terminal.progress(&format!("{title}, {grows} {size}: run {run}"))
            })?;
            let Some((measured, sliced)) = measured else {
                return Ok(Ended::Interrupted);
            };
            if let Some(series) = experiment.series.last_mut() {
                series.points.push(Point {
                    size: planned.size,
                    published: planned.published,
                    published_sliced: planned.published_sliced,
                    measured,
                    sliced,
                });
            }
        }
    }
    Ok(Ended::Complete)
}

fn show(experiment: &Experiment, ended: Ended, terminal: &mut Terminal) -> io::Result<()> {
    let complete = ended == Ended::Complete;
    if terminal.format() == Format::Json {
        terminal.json_result(&json::document(experiment, complete))?;
    } else {
        terminal.result(&text::render(experiment))?;
    }
    if !complete {
        terminal.note(INTERRUPTED)?;
    }
    terminal.flush_results()
}

/// What is said where there is nothing to measure.
const UNKNOWN_MODEL: &str =
    "there is no model of that name: ask for `bridge-4-60` or `peterson-3`, for example";

/// What is said where the user wants no more.
const INTERRUPTED: &str = "interrupted: this is what was measured so far";

/// Draws the charts and tells where they are, or why there are none.
fn draw_all(
    experiment: &Experiment,
    folder: Option<&Path>,
    terminal: &mut Terminal,
) -> io::Result<bool> {
    for (part, chart) in chart::sliced_charts(experiment) {
        let name = format!("{}-{part}", experiment.name);
        if !draw_chart(&name, &chart, folder, terminal)? {
            return Ok(false);
        }
    }
    draw_chart(experiment.name, &chart::chart(experiment), folder, terminal)
}

/// Draws a chart and tells where it is, or why there is none.
fn draw_chart(
    name: &str,
    chart: &Chart,
    folder: Option<&Path>,
    terminal: &mut Terminal,
) -> io::Result<bool> {
    draw(name, &lines::svg(chart), folder, terminal)
}

/// Writes a drawing and tells where it is, or why there is none.
fn draw(
    name: &str,
    drawing: &str,
    folder: Option<&Path>,
    terminal: &mut Terminal,
) -> io::Result<bool> {
    let name = format!("bench-{name}.svg");
    let path = folder.map_or_else(|| PathBuf::from(&name), |folder| folder.join(&name));
    match write(&path, drawing) {
        Ok(()) => terminal.note(&format!("drawn: {}", path.display()))?,
        Err(error) => {
            terminal.error(&format!("`{}` cannot be written: {error}", path.display()))?;
            return Ok(false);
        }
    }
    Ok(true)
}
