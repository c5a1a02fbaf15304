//! `fretsaw bench lazy-slicing`: Tables 5 and 6 and figure 8 of the paper on lazy slicing, run again.

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;

use super::generate::write;
use super::measure::Ended;
use super::plots::bars;
use super::process::{Exit, Processes};
use super::questions::{self, Planned};
use super::report::lazy::{LazyExperiment, Property, Searched, Way};
use super::report::{lazy_json, lazy_plot, lazy_text};
use super::{draw, property_search};
use crate::cli::{ExitStatus, Format, Terminal};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Measure the smallest models only
    #[arg(long)]
    quick: bool,
    /// Only this model, such as `bridge-4-60`; can be given several times
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Time for each search
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..))]
    timeout: u64,
    /// The folder to draw the charts in [default: the current one]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

impl Options {
    fn planned(&self) -> Vec<Planned> {
        let mut planned = questions::planned(self.quick);
        planned.retain(|it| self.only.is_empty() || self.only.contains(&it.subject.name));
        planned
    }
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let planned = options.planned();
    if planned.is_empty() {
        terminal.error(super::UNKNOWN_MODEL)?;
        return Ok(ExitStatus::BadInput);
    }
    super::warn_if_slow(terminal)?;
    let limit = Duration::from_secs(options.timeout);
    let processes = Processes::new(limit)?;
    let mut experiment = LazyExperiment {
        limit,
        models: Vec::new(),
    };
    let mut ended = Ended::Complete;
    for planned in planned {
        ended = measure(&processes, planned, &mut experiment, terminal)?;
        if ended == Ended::Interrupted {
            break;
        }
    }
    terminal.clear_progress()?;
    show(&experiment, ended, terminal)?;
    if ended == Ended::Interrupted {
        return Ok(ExitStatus::Interrupted);
    }
    for (name, chart) in [
        ("lazy-slicing", lazy_plot::ours(&experiment)),
        ("lazy-slicing-published", lazy_plot::published(&experiment)),
    ] {
        if !draw(
            name,
            &bars::svg(&chart),
            options.output.as_deref(),
            terminal,
        )? {
            return Ok(ExitStatus::BadInput);
        }
    }
    Ok(if experiment.has_failed() {
        ExitStatus::Failed
    } else {
        ExitStatus::Success
    })
}

/// Looks for all properties of a model in all ways.
fn measure(
    processes: &Processes,
    planned: Planned,
    experiment: &mut LazyExperiment,
    terminal: &mut Terminal,
) -> io::Result<Ended> {
    let folder = tempfile::tempdir()?;
    let file = folder
        .path()
        .join(planned.model.name())
        .with_extension("dve");
    write(&file, &planned.model.dve())?;
    let mut subject = planned.subject;
    let mut ended = Ended::Complete;
    'all: for property in &mut subject.properties {
        for way in Way::ALL {
            let (model, what) = (&subject.name, property.name);
            terminal.progress(&format!("{model}, {what}: {}", way.name()))?;
            let Some(searched) = look(processes, &file, property, way)? else {
                ended = Ended::Interrupted;
                break 'all;
            };
            property.searches.push((way, searched));
        }
    }
    experiment.models.push(subject);
    Ok(ended)
}

/// Looks for a property in one way; nothing where the user wants no more.
fn look(
    processes: &Processes,
    file: &Path,
    property: &Property,
    way: Way,
) -> io::Result<Option<Searched>> {
    let mut command = processes.command();
    command.args(["bench", "property-search", "--way", way.name()]);
    command.args(["--property", &property.text]).arg(file);
    Ok(Some(match processes.run(command)? {
        Exit::Success { printed, .. } => property_search::read(&printed)
            .unwrap_or_else(|| Searched::Failed("nothing was told".to_owned())),
        Exit::TimedOut => Searched::TimedOut,
        Exit::Failed(why) => Searched::Failed(why),
        Exit::Interrupted => return Ok(None),
    }))
}

fn show(experiment: &LazyExperiment, ended: Ended, terminal: &mut Terminal) -> io::Result<()> {
    let complete = ended == Ended::Complete;
    if terminal.format() == Format::Json {
        terminal.json_result(&lazy_json::document(experiment, complete))?;
    } else {
        terminal.result(&lazy_text::render(experiment))?;
    }
    if !complete {
        terminal.note(super::INTERRUPTED)?;
    }
    terminal.flush_results()
}
