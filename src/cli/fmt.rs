//! `fretsaw fmt`: formats specifications.

use std::io;
use std::path::PathBuf;

use clap::Args;

use super::ExitStatus;
use super::planned;
use super::terminal::Terminal;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// Specifications and test modules, or folders of them
    #[arg(value_name = "PATH", required_unless_present = "stdin")]
    paths: Vec<PathBuf>,
    /// Change nothing, and only say whether anything would change
    #[arg(long)]
    check: bool,
    /// Read standard input and write to standard output
    #[arg(long, conflicts_with = "paths")]
    stdin: bool,
    /// What standard input is called: `.tebl` for a test module
    #[arg(
        long,
        requires = "stdin",
        value_name = "FILE",
        default_value = "stdin.ebl"
    )]
    stdin_filename: PathBuf,
}

pub(super) fn run(_options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    planned::refuse("fmt", terminal)
}
