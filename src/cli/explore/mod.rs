//! `fretsaw explore`: looks at the states of a model one by one.

mod dve;
mod graph;
mod outcome;
mod searching;
mod size;
mod tebl;
mod watch;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::arguments::{Format, formats};
use super::terminal::Terminal;
use crate::engines::lazy::{self, Question};
use crate::finite::ranges::Ranges;
use crate::finite::search::{self, Reached};
use crate::finite::values::Values;
use crate::finite::{Expr, Program};

#[derive(Debug, Clone, Args)]
pub(super) struct Options {
    /// A test module, or a model that ends in `.dve`
    file: PathBuf,
    /// How states are explored
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Algorithm::Bc)]
    algorithm: Algorithm,
    /// What to look for in a `.dve` model, such as `P_0.CS && P_1.CS`
    #[arg(long, value_name = "EXPR")]
    property: Option<String>,
    /// The check of a test module whose model is explored, by the state that it asks for
    #[arg(long = "check", value_name = "NAME")]
    checks: Vec<String>,
    /// The check of a test module whose model is explored, by its line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// Explore the whole model of a check, not only until what it asks for is found
    #[arg(long)]
    all: bool,
    /// Which states come first [default: bfs]
    #[arg(long, value_enum, value_name = "ORDER")]
    order: Option<Order>,
    /// Stop after so many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
    /// Stop when the states take so much memory, such as `512M` or `4G`
    #[arg(long, value_name = "SIZE", value_parser = size::bytes)]
    memory: Option<u64>,
    /// Look for a state in which nothing can happen
    #[arg(long)]
    deadlock: bool,
    /// Threads to use [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// By what a slice is refined, for algorithms that slice [default: fewest]
    #[arg(long, value_enum, value_name = "HOW")]
    refinement: Option<Refinement>,
    /// Draw the states instead, or those of slices for algorithms that slice: small models only
    #[arg(long, value_name = "FORMAT", value_parser = formats(&["dot", "mermaid", "svg"]))]
    graph: Option<Format>,
    /// Print all numbers
    #[arg(long)]
    stats: bool,
}

impl Options {
    /// How a search that slices is to refine.
    fn refinement(&self) -> lazy::Refinement {
        self.refinement.unwrap_or(Refinement::Fewest).of_searches()
    }

    /// What these options ask of a search that slices.
    fn question<'q>(
        &self,
        algorithm: lazy::Algorithm,
        program: &'q Program,
        (ranges, values): (&'q Ranges, &'q Values),
        property: &'q Expr,
        stop: &'q dyn Fn(&Reached) -> bool,
    ) -> Question<'q> {
        Question {
            program,
            ranges,
            values,
            property,
            guards: algorithm.guards(),
            refinement: self.refinement(),
            most_states: self.max_states.unwrap_or(u64::MAX),
            most_bytes: self.memory.unwrap_or(u64::MAX),
            stop,
            patience: lazy::PATIENCE,
        }
    }
}

/// How states are explored.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Algorithm {
    /// All of them, as they are
    Bc,
    /// A slice, which is refined until its runs are runs of the model
    Isc,
    /// A slice that is refined while it is explored
    Lsc,
    /// As `lsc`, on a smaller slice
    Lscis,
}

impl Algorithm {
    /// The search that slices, if it is one.
    fn slicing(self) -> Option<lazy::Algorithm> {
        match self {
            Algorithm::Isc => Some(lazy::Algorithm::Incremental),
            Algorithm::Lsc => Some(lazy::Algorithm::Lazy),
            Algorithm::Lscis => Some(lazy::Algorithm::LazyImproved),
            Algorithm::Bc => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Algorithm::Bc => "bc",
            Algorithm::Isc => "isc",
            Algorithm::Lsc => "lsc",
            Algorithm::Lscis => "lscis",
        }
    }
}

impl Options {
    fn order(&self) -> search::Order {
        self.order.unwrap_or(Order::Bfs).of_searches()
    }

    /// The option that would have no effect, and why, if there is one.
    fn without_effect(&self, extension: Option<&str>) -> Option<(&'static str, &'static str)> {
        let slices = self.algorithm.slicing().is_some();
        let is_dve = extension == Some("dve");
        let cases = [
            (
                is_dve && !self.checks.is_empty(),
                "--check",
                "chooses a check of a test module, and a `.dve` model has none",
            ),
            (
                is_dve && self.line.is_some(),
                "--line",
                "chooses a check of a test module, and a `.dve` model has none",
            ),
            (
                is_dve && self.all,
                "--all",
                "is for checks of test modules: without `--property` all of a `.dve` model is explored",
            ),
            (
                slices && self.deadlock,
                "--deadlock",
                "is for `--algorithm bc`: a slice does not tell where nothing can happen",
            ),
            (
                self.graph.is_some() && self.deadlock,
                "--deadlock",
                "ends a search, and a picture shows all states that nothing leads out of",
            ),
            (
                self.graph.is_some() && self.stats,
                "--stats",
                "tells the numbers of a search, and `--graph` draws a picture instead",
            ),
            (
                slices && self.order.is_some(),
                "--order",
                "is for `--algorithm bc`: algorithms that slice have an order of their own",
            ),
            (
                slices && self.threads.is_some(),
                "--threads",
                "is for `--algorithm bc`: algorithms that slice take one thread",
            ),
            (
                self.order == Some(Order::Dfs) && self.threads.is_some(),
                "--threads",
                "is for breadth-first search: `--order dfs` takes one thread",
            ),
            (
                !slices && self.refinement.is_some(),
                "--refinement",
                "is for algorithms that slice: choose one by `--algorithm`",
            ),
        ];
        let found = cases.into_iter().find(|(is_idle, ..)| *is_idle);
        found.map(|(_, option, why)| (option, why))
    }

    fn threads(&self) -> usize {
        let given = self.threads.map(usize::from);
        given.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
    }
}

/// By what a slice is refined.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Refinement {
    /// All that the guard which does not hold reads; what assignments read is kept from the beginning
    Guard,
    /// As few variables as rule out the step; what assignments read is left open where it has few values
    Fewest,
}

impl Refinement {
    fn of_searches(self) -> lazy::Refinement {
        match self {
            Refinement::Guard => lazy::Refinement::WholeGuard,
            Refinement::Fewest => lazy::Refinement::Fewest,
        }
    }
}

/// Which states come first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Order {
    /// Those that take the fewest steps
    Bfs,
    /// Those found last
    Dfs,
}

impl Order {
    fn of_searches(self) -> search::Order {
        match self {
            Order::Bfs => search::Order::Breadth,
            Order::Dfs => search::Order::Depth,
        }
    }
}

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let name = options.algorithm.name();
    let extension = options.file.extension().and_then(|it| it.to_str());
    if let Some((option, why)) = options.without_effect(extension) {
        return refuse(&format!("`{option}` {why}"), terminal);
    }
    let slices = options.algorithm.slicing().is_some();
    match extension {
        Some("dve") if slices && options.property.is_none() => {
            let problem =
                format!("the algorithm `{name}` slices by a property: give one by `--property`");
            refuse(&problem, terminal)
        }
        Some("tebl") if slices && options.all => {
            let problem = format!(
                "the algorithm `{name}` slices by what a check asks for: leave out `--all`"
            );
            refuse(&problem, terminal)
        }
        Some("dve") => dve::run(options, terminal),
        Some("tebl") if options.property.is_some() => {
            let problem =
                "`--property` is for `.dve`: what is looked for in a test module, its checks say";
            refuse(problem, terminal)
        }
        Some("tebl") => tebl::run(options, roots, terminal),
        _ => {
            let file = options.file.display();
            let problem = format!("`{file}` is neither a test module (.tebl) nor a model (.dve)");
            refuse(&problem, terminal)
        }
    }
}

fn refuse(problem: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(problem)?;
    Ok(ExitStatus::BadInput)
}
