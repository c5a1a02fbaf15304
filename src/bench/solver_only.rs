//! The solver alone, in a process of its own, on what a check told it.

use std::io;
use std::path::PathBuf;

use clap::Args;

use crate::cli::{ExitStatus, Terminal};
use crate::solver::script;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// What `bench phases --script` has written
    file: PathBuf,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let text = std::fs::read_to_string(&options.file)?;
    match script::answers(&text) {
        Ok(answers) if !answers.contains("error") => {
            terminal.result(&answers)?;
            Ok(ExitStatus::Success)
        }
        Ok(answers) => {
            terminal.error(&answers)?;
            Ok(ExitStatus::BadInput)
        }
        Err(error) => {
            terminal.error(&error.to_string())?;
            Ok(ExitStatus::BadInput)
        }
    }
}
