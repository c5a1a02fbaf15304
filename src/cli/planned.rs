//! Verbs that are not built yet, with the options that they are going to have.

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::slicing::{Dependences, SliceMode};
use super::terminal::Terminal;

/// Says that a verb is not built yet.
pub(super) fn refuse(verb: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(&format!("`fretsaw {verb}` is not built yet"))?;
    Ok(ExitStatus::BadInput)
}

#[derive(Debug, Args)]
pub(super) struct Slice {
    /// The test module
    file: PathBuf,
    /// Only checks of this state; can be given several times
    #[arg(long = "check", value_name = "NAME")]
    checks: Vec<String>,
    /// Only the check at this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// What a slice may change
    #[arg(long, value_enum, default_value_t = SliceMode::Conventional)]
    mode: SliceMode,
    /// How exact dependences are
    #[arg(long, value_enum, default_value_t = Dependences::Fine)]
    dependences: Dependences,
    /// The folder to write to [default: `slices` beside the test module]
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
    /// Print the slice instead
    #[arg(long)]
    stdout: bool,
    /// Tell what keeps a field or event: `Spec.field`, `Spec.event`
    #[arg(long, value_name = "NAME")]
    why: Option<String>,
    /// Print what was kept and cut
    #[arg(long)]
    stats: bool,
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
