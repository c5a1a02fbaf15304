//! `fretsaw explore`: looks at the states of a model one by one.

mod dve;
mod size;
mod watch;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::terminal::Terminal;
use crate::finite::search;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A test module, or a model that ends in `.dve`
    file: PathBuf,
    /// How states are explored
    #[arg(long, value_enum, value_name = "NAME", default_value_t = Algorithm::Bc)]
    algorithm: Algorithm,
    /// What to look for in a `.dve` model, such as `P_0.CS && P_1.CS`
    #[arg(long, value_name = "EXPR")]
    property: Option<String>,
    /// Which states come first
    #[arg(long, value_enum, value_name = "ORDER", default_value_t = Order::Bfs)]
    order: Order,
    /// Stop after so many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
    /// Stop when the states take so much memory, such as `512M` or `4G`
    #[arg(long, value_name = "SIZE", value_parser = size::bytes)]
    memory: Option<u64>,
    /// Threads to use
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// Print all numbers
    #[arg(long)]
    stats: bool,
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
    /// By what is crucial for the property
    Crucial,
}

impl Algorithm {
    fn name(self) -> &'static str {
        match self {
            Algorithm::Bc => "bc",
            Algorithm::Isc => "isc",
            Algorithm::Lsc => "lsc",
            Algorithm::Lscis => "lscis",
            Algorithm::Crucial => "crucial",
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

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    if options.algorithm != Algorithm::Bc {
        let name = options.algorithm.name();
        return refuse(
            &format!("the algorithm `{name}` is not built yet"),
            terminal,
        );
    }
    let extension = options.file.extension().and_then(|it| it.to_str());
    match extension {
        Some("dve") => dve::run(options, terminal),
        Some("tebl") => refuse("to explore test modules is not built yet", terminal),
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
