//! Exploring the models of checks in test modules.

use std::io;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use super::graph::{self, Drawn};
use super::outcome::{show, status};
use super::searching::{self, Subject};
use super::watch::interrupt;
use super::{Options, Order};
use crate::checking::checker::{NoRun, led_back};
use crate::checking::effects::DomainEffects;
use crate::checking::{Selected, select};
use crate::cli::ExitStatus;
use crate::cli::terminal::Terminal;
use crate::diagnostics::codes::models as codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::disk::Disk;
use crate::finite::lower::{LongestRun, Lowered, lower};
use crate::finite::search::{Ending, Search};
use crate::ground::obstacle::NO_START;
use crate::ground::{Obstacle, PropertyId, System};
use crate::interpreter::replay::{Objection, replay};
use crate::model::Model;
use crate::outcome::Witness;
use crate::report::checks;
use crate::report::explore::{Explored, Found, FoundInCheck};
use crate::report::restrictions::Restrictions;
use crate::semantics::test_module::Bounds;
use crate::semantics::{Analysis, analyse};

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
    let mut model = match Model::about_states(&analysis.program, test, check) {
        Ok(model) => model,
        Err(error) => return nothing(options, &analysis, &error.diagnostics(), terminal),
    };
    let asked = Exploration {
        options,
        analysis: &analysis,
        selected,
        begin,
        longest: model
            .bounds
            .map(|bounds| bounds.most)
            .filter(|_| !options.all),
    };
    // In a picture a counter would tell apart states that are the same, too; there, what is too far away is not drawn.
    if options.all || options.graph.is_some() {
        model.bounds = None;
    }
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
struct Exploration<'a> {
    options: &'a Options,
    analysis: &'a Analysis,
    selected: Selected,
    begin: Instant,
    /// The most steps that a run may take.
    longest: Option<u64>,
}

impl Exploration<'_> {
    fn explore(&self, model: &Model<'_>, terminal: &mut Terminal) -> io::Result<ExitStatus> {
        let options = self.options;
        // A search by the number of steps needs no counter in the program, which would tell apart states that are the
        // same.
        let is_counted = options.algorithm.slicing().is_some() || options.order == Some(Order::Dfs);
        if let (Some(bounds), true, true) = (model.bounds, is_counted, options.deadlock) {
            return super::refuse(&no_deadlocks(bounds), terminal);
        }
        let longest = if is_counted {
            LongestRun::Counted
        } else {
            LongestRun::Searched
        };
        let system = System::enumerated(model, &|| false);
        let lowered = system.and_then(|it| lower(&it, PropertyId(0), longest, &|| false));
        let lowered = match lowered {
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
            let drawn = Drawn {
                program: &lowered.program,
                property,
                longest: self.longest,
                restrictions: &self.restrictions(model),
                in_words: &|variable, value| lowered.value_in_words(variable, value),
            };
            let status = graph::run(options, format, &drawn, terminal)?;
            note_unbounded(&lowered, terminal)?;
            return Ok(status);
        }
        note_unbounded(&lowered, terminal)?;
        terminal.flush_messages()?;
        let options = &self.limited(&lowered, model);
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
        lowered: &Lowered,
        search: &Search,
        (load, time): (Duration, Duration),
        terminal: &mut Terminal,
    ) -> io::Result<ExitStatus> {
        let (options, analysis) = (&self.limited(lowered, model), self.analysis);
        let run = match run_of_model(model, lowered, &search.ending) {
            Ok(run) => run,
            Err(why) => {
                terminal.error(&unreplayed(&why))?;
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
            restrictions: self.restrictions(model).with_effects(
                model.program,
                &effects_of_domain(model, &search.ending, run.as_ref()),
            ),
            load,
            search: time,
            ..explored(options, analysis, None, &analysis.diagnostics)
        };
        show(options, &explored, terminal)?;
        Ok(status(&explored))
    }

    /// What holds for all that is explored. What is drawn, or wanted whole, may have other bounds than the check.
    fn restrictions(&self, model: &Model<'_>) -> Restrictions {
        let test = self.selected.test(self.analysis);
        Restrictions {
            bounds: model.bounds,
            ..Restrictions::of(model.program, test, model.check)
        }
    }

    /// The options, with a limit where there are infinitely many states and nobody set one.
    fn limited(&self, lowered: &Lowered, model: &Model<'_>) -> Options {
        let mut options = self.options.clone();
        let has_end = lowered.unbounded.is_empty() || model.bounds.is_some();
        if !has_end && options.memory.is_none() {
            options.max_states.get_or_insert(MOST_WITHOUT_END);
        }
        options
    }
}

/// What the domain of a check does to what was found.
fn effects_of_domain(model: &Model<'_>, ending: &Ending, run: Option<&Witness>) -> DomainEffects {
    match (ending, run) {
        (_, Some(run)) => DomainEffects::on_run(model, run),
        (Ending::Unreachable | Ending::Explored, None) => {
            let interrupt = interrupt();
            DomainEffects::without_run(model, &|| interrupt.load(Ordering::Relaxed))
        }
        _ => DomainEffects::default(),
    }
}

/// So many states are looked at where there is no end to them.
const MOST_WITHOUT_END: u64 = 100_000;

/// Why a run is not shown.
fn unreplayed(why: &NoRun) -> String {
    match why {
        NoRun::Undecided(what) => format!(
            "a run was found, but the interpreter cannot follow it: there is no finite domain for {what}"
        ),
        NoRun::Refused(objection) => format!(
            "a run was found that the interpreter does not accept, which is a defect of Fretsaw: {objection}"
        ),
    }
}

/// The run of the model that a search found, once the interpreter has taken every step of it.
fn run_of_model(
    model: &Model<'_>,
    lowered: &Lowered,
    ending: &Ending,
) -> Result<Option<Witness>, NoRun> {
    let (run, is_to_goal) = match ending {
        Ending::Reachable(run) => (run, true),
        Ending::Deadlock(run) => (run, false),
        // That a run leaves what is explored is nothing that was asked for.
        Ending::Explored | Ending::Unreachable | Ending::Fault { .. } | Ending::Unknown(_) => {
            return Ok(None);
        }
    };
    let run = led_back(model, lowered.system(), &lowered.run(run))?;
    match replay(model, &run) {
        // Other runs than those to the goal may end anywhere.
        Err(Objection::NoGoal | Objection::Length(_)) if !is_to_goal => Ok(Some(run)),
        Err(objection) => Err(objection.into()),
        Ok(()) => Ok(Some(run)),
    }
}

fn no_deadlocks(bounds: Bounds) -> String {
    let within = checks::reach(Some(bounds));
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
        restrictions: Restrictions::default(),
        most_states: options.max_states,
        diagnostics,
        load: Duration::ZERO,
        search: Duration::ZERO,
    }
}

/// The check whose model is explored: there may be only one.
fn only_check(options: &Options, analysis: &Analysis) -> Result<Selected, String> {
    let selected = select(analysis, &options.checks, options.line);
    let selected = selected.map_err(|none| none.to_string())?;
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
        Obstacle::NoStart => codes::not_explorable(check, NO_START, check),
        Obstacle::Unsupported { what, span } => {
            codes::not_explorable(span.unwrap_or(check), what, check)
        }
    }
}

/// Tells what can grow beyond what is explored.
fn note_unbounded(lowered: &Lowered, terminal: &mut Terminal) -> io::Result<()> {
    if lowered.unbounded.is_empty() {
        return Ok(());
    }
    let names = lowered.unbounded.join(", ");
    terminal.note(&format!("there is no end to the values of {names}"))
}
