//! `fretsaw explore --graph`: draws the states instead of counting them.

use std::cell::RefCell;
use std::io;

use super::Options;
use super::watch::Watch;
use crate::cli::ExitStatus;
use crate::cli::arguments::Format;
use crate::cli::terminal::Terminal;
use crate::engines::lazy::graph::{Extent, Graph, TooLarge};
use crate::engines::lazy::{self, Algorithm, Question, Verdict};
use crate::finite::ranges::Ranges;
use crate::finite::search::{Limit, Reached};
use crate::finite::{Expr, Program, VariableId};
use crate::report::checks;
use crate::report::picture;
use crate::report::restrictions::Restrictions;
use crate::report::state_graph::{self, Subject};
use crate::semantics::test_module::Bounds;

/// Nobody finds anything in a drawing of more states.
const MOST_STATES: usize = 400;

/// A slice whose search takes more states is not searched for a picture.
const MOST_SEARCHED: u64 = 100_000;

/// Why there is no picture.
enum Undrawn {
    TooLarge,
    /// The search for the slices came to a limit.
    Limit(Limit),
}

impl From<TooLarge> for Undrawn {
    fn from(TooLarge: TooLarge) -> Undrawn {
        Undrawn::TooLarge
    }
}

/// What is drawn.
pub(super) struct Drawn<'d> {
    pub(super) program: &'d Program,
    pub(super) property: Option<&'d Expr>,
    /// Only what so many steps lead to.
    pub(super) longest: Option<u64>,
    /// What restricts the states that there are, besides that.
    pub(super) restrictions: &'d Restrictions,
    /// What values stand for, where they are not themselves.
    pub(super) in_words: &'d dyn Fn(VariableId, i64) -> Option<String>,
}

impl Drawn<'_> {
    fn extent(&self, options: &Options) -> Extent {
        Extent {
            most_states: most_drawn(options),
            longest: self.longest,
        }
    }
}

/// Draws the states of a program or, for algorithms that slice, those of the slice to begin with and of the one at the
/// end.
pub(super) fn run(
    options: &Options,
    format: Format,
    drawn: &Drawn<'_>,
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let program = drawn.program;
    let graphs = match (options.algorithm.slicing(), drawn.property) {
        (Some(algorithm), Some(property)) => slices(options, algorithm, property, drawn, terminal),
        _ => match Graph::of_program(program, drawn.extent(options)) {
            Ok(graph) => Ok(vec![graph]),
            Err(too_large) => Err(too_large.into()),
        },
    };
    terminal.clear_progress()?;
    let graphs = match graphs {
        Ok(graphs) => graphs,
        Err(undrawn) => return refuse(options, &undrawn, terminal),
    };
    let subject = Subject {
        program,
        property: drawn.property,
        graphs: &graphs,
        in_words: drawn.in_words,
    };
    let picture = state_graph::picture(&title(options, drawn, &graphs), &subject);
    terminal.document(&match format {
        Format::Dot => picture::dot::render(&picture),
        Format::Mermaid => picture::mermaid::render(&picture),
        Format::Svg => picture::svg::render(&picture),
        Format::Text | Format::Json | Format::Smt2 => picture::text::render(&picture),
    })?;
    Ok(ExitStatus::Success)
}

/// How many states are drawn at most.
fn most_drawn(options: &Options) -> usize {
    let most = options
        .max_states
        .and_then(|most| usize::try_from(most).ok());
    most.map_or(MOST_STATES, |most| most.min(MOST_STATES))
}

/// Says why there is no picture.
fn refuse(options: &Options, undrawn: &Undrawn, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let most = options.max_states.unwrap_or(MOST_SEARCHED);
    let problem = match undrawn {
        Undrawn::Limit(Limit::Stopped) => return Ok(ExitStatus::Interrupted),
        Undrawn::Limit(Limit::Memory) => {
            "the memory is full before it is clear which slices there are\n  help: `--memory` gives more".to_owned()
        }
        Undrawn::Limit(_) => format!(
            "there are more than {most} states before it is clear which slices there are\n  help: `--max-states` allows more"
        ),
        Undrawn::TooLarge => too_large(options),
    };
    super::refuse(&problem, terminal)
}

/// There are more states than are drawn; what helps is what has not been tried.
fn too_large(options: &Options) -> String {
    let most = most_drawn(options);
    let is_dve = options.file.extension().is_some_and(|it| it == "dve");
    let (why, help) = if most < MOST_STATES {
        (
            "and no more are to be drawn",
            format!("`--max-states` allows more, up to {MOST_STATES}"),
        )
    } else {
        let help = match (options.algorithm.slicing(), is_dve) {
            (Some(_), _) => "a smaller model can be drawn",
            (None, true) => {
                "a smaller model, or a slice (`--algorithm lscis --property EXPR`), can be drawn"
            }
            (None, false) if options.all => {
                "a smaller model, or a slice (`--algorithm lscis` without `--all`), can be drawn"
            }
            (None, false) => "a smaller model, or a slice (`--algorithm lscis`), can be drawn",
        };
        ("too many to be read in a picture", help.to_owned())
    };
    format!("there are more than {most} states, {why}\n  help: {help}")
}

/// The slice that a search begins with and, if it is refined, the one that it ends with.
fn slices(
    options: &Options,
    algorithm: Algorithm,
    property: &Expr,
    drawn: &Drawn<'_>,
    terminal: &mut Terminal,
) -> Result<Vec<Graph>, Undrawn> {
    let program = drawn.program;
    let watch = RefCell::new(Watch::new(terminal));
    let ranges = Ranges::of(program);
    let values = options.refinement().values(program, &ranges);
    let stop = |reached: &Reached| watch.borrow_mut().is_stopped(reached);
    let question = Question {
        most_states: options.max_states.unwrap_or(MOST_SEARCHED),
        ..options.question(algorithm, program, (&ranges, &values), property, &stop)
    };
    let first = Graph::of_first_slice(&question, drawn.extent(options))?;
    let outcome = lazy::search(algorithm, &question);
    if let Verdict::Limit(limit) = outcome.verdict {
        return Err(Undrawn::Limit(limit));
    }
    match outcome.cover.slices.last() {
        Some(last) if *last != first.keeps => {
            let last = Graph::of_slice(&question, last.clone(), drawn.extent(options))?;
            Ok(vec![first, last])
        }
        _ => Ok(vec![first]),
    }
}

fn title(options: &Options, drawn: &Drawn<'_>, graphs: &[Graph]) -> String {
    let name = options.file.file_name().unwrap_or_default();
    let bounds = drawn.longest.map(|most| Bounds { least: 0, most });
    let far = bounds.map_or_else(String::new, |it| format!(" {}", checks::reach(Some(it))));
    let (name, under) = (name.to_string_lossy(), drawn.restrictions);
    let title = format!("States of {name}{}{far}{under}", under.start());
    match (options.algorithm.slicing(), graphs) {
        (Some(_), [only]) => {
            let kept = state_graph::kept_names(drawn.program, only);
            format!("{title}, sliced by {} on {kept}", options.algorithm.name())
        }
        (Some(_), _) => format!("{title}, sliced by {}", options.algorithm.name()),
        (None, _) => title,
    }
}
