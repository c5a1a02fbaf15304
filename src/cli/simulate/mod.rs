//! `fretsaw simulate`: steps through a run, by hand, at random or along a saved one.

mod console;
mod modes;

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::terminal::Terminal;
use super::{ExitStatus, lint};
use crate::checking::{Selected, select};
use crate::disk::Disk;
use crate::model::Model;
use crate::semantics::load::read_text;
use crate::semantics::{Analysis, analyse};
use crate::trace::saved::{self, Saved};

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The test module
    file: PathBuf,
    /// Run the check of this state [default: the first check]
    #[arg(long = "check", value_name = "NAME")]
    check: Option<String>,
    /// Run the check at this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// Let chance choose so many steps [default: 10]
    #[arg(long, value_name = "STEPS", num_args = 0..=1, default_missing_value = "10")]
    random: Option<usize>,
    /// Where chance begins; the same seed gives the same run
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Take the steps of a run that `check` or `simulate` has written as JSON
    #[arg(long, value_name = "FILE", conflicts_with_all = ["random", "seed"])]
    replay: Option<PathBuf>,
}

/// The steps of a random run where nobody says how many.
const STEPS: usize = 10;

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    let errors = analysis.diagnostics.iter().filter(|it| it.is_error());
    let errors: Vec<_> = errors.cloned().collect();
    terminal.diagnostics(&analysis.sources, &errors)?;
    if !errors.is_empty() {
        return Ok(lint::status(&errors));
    }
    let chosen = match &options.replay {
        Some(path) => read_saved(path).and_then(|saved| choose_saved(&analysis, options, saved)),
        None => choose(&analysis, options).map(|selected| (selected, None)),
    };
    let (selected, saved) = match chosen {
        Ok(chosen) => chosen,
        Err(problem) => {
            terminal.error(&problem)?;
            return Ok(ExitStatus::BadInput);
        }
    };
    let (test, check) = (selected.test(&analysis), selected.check(&analysis));
    let model = match Model::about_states(&analysis.program, test, check) {
        Ok(model) => model,
        Err(error) => {
            terminal.diagnostics(&analysis.sources, &error.diagnostics())?;
            return Ok(ExitStatus::BadInput);
        }
    };
    let simulation = modes::Simulation {
        sources: &analysis.sources,
        model: &model,
        name: selected.name(&analysis),
    };
    match (saved, options.random, options.seed) {
        (Some(saved), ..) => simulation.replay(&saved, terminal),
        (None, None, None) => console::run(&simulation, terminal),
        (None, steps, seed) => {
            let seed = seed.unwrap_or_else(modes::any_seed);
            simulation.random(steps.unwrap_or(STEPS), seed, terminal)
        }
    }
}

/// The check that the user wants: the first one that fits.
fn choose(analysis: &Analysis, options: &Options) -> Result<Selected, String> {
    let names: Vec<String> = options.check.iter().cloned().collect();
    let selected = select(analysis, &names, options.line).map_err(|none| none.to_string())?;
    let first = selected.first().copied();
    first.ok_or_else(|| "there is no such check".to_owned())
}

/// The runs of a file.
fn read_saved(path: &std::path::Path) -> Result<Vec<Saved>, String> {
    let text = read_text(&Disk, path).map_err(|error| error.to_string());
    text.and_then(|text| saved::read(&text))
        .map_err(|problem| format!("`{}` cannot be replayed: {problem}", path.display()))
}

/// The run to replay, and the check that it is a run of: the one that the user names, or else the one that the file
/// names.
fn choose_saved(
    analysis: &Analysis,
    options: &Options,
    saved: Vec<Saved>,
) -> Result<(Selected, Option<Saved>), String> {
    let names_check = options.check.is_some() || options.line.is_some();
    let wanted = choose(analysis, options)?;
    let belongs = |saved: &Saved, selected: Selected| {
        let line = analysis.sources.line(selected.check(analysis).span);
        let name = selected.name(analysis);
        saved.line.is_none_or(|told| told == line)
            && saved.property.as_ref().is_none_or(|told| told == name)
    };
    let mut saved = saved.into_iter().peekable();
    if names_check {
        let first = saved.peek().cloned();
        let fitting = saved.find(|saved| belongs(saved, wanted));
        return Ok((wanted, fitting.or(first)));
    }
    let first = saved.next();
    let all = select(analysis, &[], None).map_err(|none| none.to_string())?;
    let named = first.as_ref().and_then(|saved| {
        let mut all = all.iter().copied();
        all.find(|selected| belongs(saved, *selected))
    });
    Ok((named.unwrap_or(wanted), first))
}
