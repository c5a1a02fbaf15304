//! Exploring the models of checks in test modules.

use std::io;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use super::graph;
use super::outcome::{show, status};
use super::searching::{self, Subject};
use super::{Options, Order};
use crate::cli::ExitStatus;
use crate::cli::selection::{Selected, select};
use crate::cli::terminal::Terminal;
use crate::diagnostics::codes::models as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::disk::Disk;
use crate::engines::Witness;
use crate::engines::finite::{LongestRun, Lowered, Obstacle, lower};
use crate::finite::search::{Ending, Search};
use crate::model::Model;
use crate::report::checks;
use crate::report::explore::{Explored, Found, FoundInCheck};
use crate::semantics::test_module::Bounds;
use crate::semantics::{Analysis, analyse};
use crate::trace::replay::{Objection, replay};

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let begin = Instant::now();
    let analysis = analyse(&Disk, std::slice::from_ref(&options.file), roots);
    if analysis.has_errors() {
        return nothing(options, &analysis, &analysis.diagnostics, terminal);
    }
    let selected = match only_check(options, &analysis) {
        Ok(selected) => selected,
        Err(problem) => return super::refuse(&problem, terminal),
    };
    let (test, check) = (selected.test(&analysis), selected.check(&analysis));
    let mut model = match Model::build(&analysis.program, test, check) {
        Ok(model) => model,
        Err(problems) => return nothing(options, &analysis, &problems, terminal),
    };
    if options.all {
        model.bounds = None;
    }
    let asked = Asked {
        options,
        analysis: &analysis,
        selected,
        begin,
    };
    asked.explore(&model, terminal)
}

/// Shows why nothing was explored.
fn nothing(
    options: &Options,
    analysis: &Analysis,
    diagnostics: &[Diagnostic],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let explored = explored(options, analysis, None, diagnostics);
    show(options, &explored, terminal)?;
    Ok(ExitStatus::BadInput)
}

/// What is asked for, and since when.
struct Asked<'a> {
    options: &'a Options,
    analysis: &'a Analysis,
    selected: Selected,
    begin: Instant,
}

impl Asked<'_> {
    fn explore(&self, model: &Model<'_>, terminal: &mut Terminal) -> io::Result<ExitStatus> {
        let options = self.options;
        // A search by the number of steps needs no counter in the program, which would tell apart states that are the same.
        let is_counted = options.algorithm.slicing().is_some()
            || options.order == Some(Order::Dfs)
            || options.graph.is_some();
        if let (Some(bounds), true, true) = (model.bounds, is_counted, options.deadlock) {
            return super::refuse(&no_deadlocks(bounds), terminal);
        }
        let longest = if is_counted {
            LongestRun::Counted
        } else {
            LongestRun::Searched
        };
        let lowered = match lower(model, longest) {
            Ok(lowered) => lowered,
            Err(obstacle) => {
                let check = self.selected.check(self.analysis).span;
                let mut problems = self.analysis.diagnostics.clone();
                problems.push(in_words(check, &obstacle));
                return nothing(options, self.analysis, &problems, terminal);
            }
        };
        let property = (!options.all).then_some(&lowered.goal);
        if let Some(format) = options.graph {
            return graph::run(options, format, &lowered.program, property, terminal);
        }
        let load = self.begin.elapsed();
        let begin = Instant::now();
        let bounds = model.bounds.filter(|_| !is_counted);
        let subject = Subject {
            program: &lowered.program,
            property,
            longest: bounds.map(|bounds| bounds.most),
        };
        let mut search = searching::search(options, &subject, terminal);
        if is_counted && model.bounds.is_some() {
            // Where the counter is at its end nothing can happen, but that is no deadlock of the model.
            search.deadlocks = None;
        }
        terminal.clear_progress()?;
        self.tell(model, &lowered, &search, (load, begin.elapsed()), terminal)
    }

    /// Tells what was found, and how long it took to load and to search.
    fn tell(
        &self,
        model: &Model<'_>,
        lowered: &Lowered<'_>,
        search: &Search,
        (load, time): (Duration, Duration),
        terminal: &mut Terminal,
    ) -> io::Result<ExitStatus> {
        let (options, analysis) = (self.options, self.analysis);
        let run = match run_of_model(model, lowered, &search.ending) {
            Ok(run) => run,
            Err(objection) => {
                terminal.error(&unreplayed(&objection))?;
                return Ok(ExitStatus::Undecided);
            }
        };
        let name = self.selected.name(analysis);
        let explored = Explored {
            property: (!options.all).then_some(name),
            found: Some(Found {
                program: &lowered.program,
                search,
                check: Some(FoundInCheck {
                    model,
                    run: run.as_ref(),
                    unbounded: &lowered.unbounded,
                }),
            }),
            bounds: model.bounds,
            load,
            search: time,
            ..explored(options, analysis, None, &analysis.diagnostics)
        };
        show(options, &explored, terminal)?;
        if let Some(note) = unbounded(lowered) {
            terminal.note(&note)?;
        }
        Ok(status(&explored))
    }
}

/// Why a run is not shown.
fn unreplayed(objection: &Objection) -> String {
    match objection {
        Objection::Undecided(_) => {
            format!("a run was found, but the interpreter cannot follow it: {objection}")
        }
        _ => format!(
            "a run was found that the interpreter does not accept, which is a defect of Fretsaw: {objection}"
        ),
    }
}

/// The run of the model that a search found, once the interpreter has taken every step of it.
fn run_of_model(
    model: &Model<'_>,
    lowered: &Lowered<'_>,
    ending: &Ending,
) -> Result<Option<Witness>, Objection> {
    let (run, is_to_goal) = match ending {
        Ending::Reachable(run) => (run, true),
        Ending::Deadlock(run) => (run, false),
        // That a run leaves what is explored is nothing that was asked for.
        Ending::Explored | Ending::Unreachable | Ending::Fault { .. } | Ending::Unknown(_) => {
            return Ok(None);
        }
    };
    let run = lowered.run(run);
    match replay(model, &run) {
        // Other runs than those to the goal may end anywhere.
        Err(Objection::NoGoal | Objection::Length(_)) if !is_to_goal => Ok(Some(run)),
        replayed => replayed.map(|()| Some(run)),
    }
}

fn no_deadlocks(bounds: Bounds) -> String {
    let within = checks::within(Some(bounds));
    format!(
        "where runs end {within}, only breadth-first search tells deadlocks\n  help: leave out `--order`, or explore without the bound by `--all`"
    )
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
        wants_deadlock: options.deadlock,
        bounds: None,
        most_states: options.max_states,
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
fn in_words(check: Span, obstacle: &Obstacle) -> Diagnostic {
    match obstacle {
        Obstacle::NoDomain { what, span } => {
            codes::no_finite_domain(span.unwrap_or(check), what, check)
        }
        Obstacle::TooManyValues { what, span } => {
            codes::domain_too_large(span.unwrap_or(check), what, check)
        }
        Obstacle::Unsupported { what, span } => {
            codes::not_explorable(span.unwrap_or(check), what, check)
        }
    }
}

/// What can grow beyond what is explored.
fn unbounded(lowered: &Lowered<'_>) -> Option<String> {
    let names = lowered.unbounded.join(", ");
    (!names.is_empty()).then(|| format!("there is no end to the values of {names}"))
}
