//! One search for a property of a model, in a process of its own, for the experiments.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};

use super::report::lazy::{Found, Searched, Way};
use crate::cli::{ExitStatus, Terminal};
use crate::diagnostics::Sources;
use crate::disk::Disk;
use crate::dve;
use crate::engines::lazy::{self, Question, Verdict};
use crate::engines::search::search;
use crate::finite::ranges::Ranges;
use crate::finite::search::{Ending, Query};
use crate::finite::{Expr, Program};
use crate::semantics::load::read_text;
use crate::syntax::FileKind;

/// Searches that slice may fill so many bytes.
const MOST_BYTES: u64 = 2 << 30;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A model that ends in `.dve`
    file: PathBuf,
    /// What to look for
    #[arg(long, value_name = "EXPR")]
    property: String,
    /// How: `bc`, `isc`, `lsc`, `lscis`, or one of the last three with `-fewest`
    #[arg(long, value_name = "NAME")]
    way: String,
}

/// What this process tells the one that started it.
#[derive(Debug, Serialize, Deserialize)]
struct Printed {
    found: Option<bool>,
    stored: u64,
    evaluations: u64,
    refinements: u64,
    kept: Option<u64>,
    seconds: f64,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let way = Way::ALL.into_iter().find(|way| way.name() == options.way);
    let searched = way.and_then(|way| {
        let (program, property) = load(options)?;
        Some(told(way, &program, &property))
    });
    let Some(searched) = searched else {
        terminal.error("this is no model, property or way to search")?;
        return Ok(ExitStatus::BadInput);
    };
    terminal.json_result(&searched)?;
    Ok(ExitStatus::Success)
}

fn load(options: &Options) -> Option<(Program, Expr)> {
    let mut sources = Sources::default();
    let text = read_text(&Disk, &options.file).ok()?;
    let mut add =
        |path: PathBuf, text: &str| sources.add(path, Arc::from(text), FileKind::Specification);
    let file = add(options.file.clone(), &text);
    let asked = add(PathBuf::from("--property"), &options.property);
    let model = dve::read(&sources, file).model?;
    let property = model.property(&sources, asked).ok()?;
    Some((model.program, property))
}

fn told(way: Way, program: &Program, property: &Expr) -> Printed {
    let begin = Instant::now();
    let told = match way {
        Way::Plain => plain(program, property),
        Way::Sliced(algorithm, refinement) => {
            let ranges = Ranges::of(program);
            let question = Question {
                program,
                ranges: &ranges,
                values: &refinement.values(program, &ranges),
                property,
                guards: algorithm.guards(),
                refinement,
                most_states: u64::MAX,
                most_bytes: MOST_BYTES,
                stop: &|_| false,
                patience: lazy::PATIENCE,
            };
            sliced(algorithm, &question)
        }
    };
    Printed {
        seconds: begin.elapsed().as_secs_f64(),
        ..told
    }
}

/// The plain search evaluates the property once for each state.
fn plain(program: &Program, property: &Expr) -> Printed {
    let mut stop = |_: &_| false;
    let mut query = Query::new(std::slice::from_ref(property), &mut stop);
    let found = search(program, &mut query, 1);
    let states = found.as_ref().map_or(0, |found| found.states);
    Printed {
        found: found.ok().and_then(|found| match found.ending {
            Ending::Reachable(_) => Some(true),
            Ending::Unreachable => Some(false),
            Ending::Explored | Ending::Deadlock(_) | Ending::Fault { .. } | Ending::Unknown(_) => {
                None
            }
        }),
        stored: states,
        evaluations: states,
        refinements: 0,
        kept: None,
        seconds: 0.0,
    }
}

fn sliced(algorithm: lazy::Algorithm, question: &Question<'_>) -> Printed {
    let outcome = lazy::search(algorithm, question);
    let statistics = outcome.statistics;
    Printed {
        found: match outcome.verdict {
            Verdict::Reachable(_) => Some(true),
            Verdict::Unreachable => Some(false),
            Verdict::Limit(_) => None,
        },
        stored: statistics.stored,
        evaluations: statistics.property_evaluations,
        refinements: statistics.refinements,
        kept: Some(statistics.kept),
        seconds: 0.0,
    }
}

/// What a process told. Where a search has no answer, it is the memory that was not enough.
pub(super) fn read(printed: &str) -> Option<Searched> {
    let told: Printed = serde_json::from_str(printed).ok()?;
    let Some(is_reachable) = told.found else {
        return Some(Searched::OutOfMemory);
    };
    Some(Searched::Answered(Found {
        is_reachable,
        stored: told.stored,
        evaluations: told.evaluations,
        refinements: told.refinements,
        kept: told.kept,
        time: Duration::try_from_secs_f64(told.seconds).ok()?,
    }))
}
