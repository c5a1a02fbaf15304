//! `fretsaw graph`: pictures of specifications and of what a check keeps of them, and the models that checks run over.

mod models;
mod pictures;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::arguments::{Format, formats};
use super::slicing::{Connection, Dependences};
use super::terminal::Terminal;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A specification or test module
    file: PathBuf,
    /// What to show
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Kind::Lifecycle)]
    kind: Kind,
    /// Only checks of this state; can be given several times. Pictures tell what the slice for the check keeps and cuts
    #[arg(long = "check", value_name = "NAME")]
    checks: Vec<String>,
    /// Only the check at this line
    #[arg(long, value_name = "N")]
    line: Option<u32>,
    /// How the slice for the check that a picture shows is connected [default: conventional]
    #[arg(long, value_enum, value_name = "HOW")]
    slice: Option<Connection>,
    /// How exact dependences are
    #[arg(long, value_enum, value_name = "WHICH", default_value_t = Dependences::Fine)]
    dependences: Dependences,
    /// The form; there are no pictures of models
    #[arg(long, value_name = "FORMAT", value_parser = formats(&["text", "json", "dot", "mermaid", "svg"]))]
    format: Option<Format>,
}

/// What can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// The states of specifications and the events between them
    Lifecycle,
    /// The order in which parts of events are looked at
    #[value(name = "cfg", alias = "flow")]
    Flow,
    /// What depends on what
    Dependence,
    /// What checks run over: instances, start, goal, events with what they read and write
    Model,
}

pub(super) fn run(
    options: &Options,
    roots: &[PathBuf],
    terminal: &mut Terminal,
) -> io::Result<ExitStatus> {
    let format = options.format.unwrap_or(Format::Text);
    match options.kind {
        Kind::Model if matches!(format, Format::Text | Format::Json) => {
            models::run(options, format, roots, terminal)
        }
        Kind::Model => refuse(
            "there are no pictures of models: ask for `--format text` or `json`",
            terminal,
        ),
        Kind::Lifecycle | Kind::Flow | Kind::Dependence => {
            pictures::run(options, format, roots, terminal)
        }
    }
}

fn refuse(message: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(message)?;
    Ok(ExitStatus::BadInput)
}
