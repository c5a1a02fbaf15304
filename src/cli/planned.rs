//! Verbs that are not built yet, with the options that they are going to have.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::terminal::Terminal;

/// Says that a verb is not built yet.
pub(super) fn refuse(verb: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(&format!("`fretsaw {verb}` is not built yet"))?;
    Ok(ExitStatus::BadInput)
}

#[derive(Debug, Args)]
pub(super) struct Explore {
    /// A test module, or a model that ends in `.dve`
    file: PathBuf,
    /// How states are explored
    #[arg(long, value_enum, default_value_t = Algorithm::Bc)]
    algorithm: Algorithm,
    /// What to look for in a `.dve` model
    #[arg(long, value_name = "EXPR")]
    property: Option<String>,
    /// Which states come first
    #[arg(long, value_enum, default_value_t = Order::Bfs)]
    order: Order,
    /// Stop after so many states
    #[arg(long, value_name = "N")]
    max_states: Option<u64>,
    /// Stop at so much memory
    #[arg(long, value_name = "SIZE")]
    memory: Option<String>,
    /// Threads to use
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
    /// Print all numbers
    #[arg(long)]
    stats: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Algorithm {
    Bc,
    Isc,
    Lsc,
    Lscis,
    Crucial,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Order {
    Bfs,
    Dfs,
}
