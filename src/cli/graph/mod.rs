//! `fretsaw graph`: pictures of specifications and of what a check keeps of them, the models that checks run over, and
//! the transition systems that engines see of them.

mod models;
mod pictures;
mod systems;

use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};

use super::ExitStatus;
use super::arguments::{Format, formats};
use super::slicing::{Connection, Dependences};
use super::terminal::Terminal;
use crate::checking::Selected;
use crate::diagnostics::Diagnostic;
use crate::model::Model;
use crate::semantics::Analysis;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// A specification or test module
    file: PathBuf,
    /// What to show
    #[arg(long, value_enum, value_name = "KIND", default_value_t = Kind::Lifecycle)]
    kind: Kind,
    /// Only checks of this state; can be given several times. Pictures tell what the slice for the check keeps and
    /// cuts
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
    /// The form; there are no pictures of models and systems, and of systems alone there are SMT-LIB files
    #[arg(long, value_name = "FORMAT", value_parser = formats(&["text", "json", "dot", "mermaid", "svg", "smt2"]))]
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
    /// The transition systems that engines see of checks: variables, start, steps and goal as terms
    System,
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
        Kind::System if matches!(format, Format::Text | Format::Json | Format::Smt2) => {
            systems::run(options, format, roots, terminal)
        }
        Kind::System => refuse(
            "there are no pictures of systems: ask for `--format text`, `json` or `smt2`",
            terminal,
        ),
        Kind::Lifecycle | Kind::Flow | Kind::Dependence if format == Format::Smt2 => refuse(
            "only systems are written as SMT-LIB: ask for `--kind system`",
            terminal,
        ),
        Kind::Lifecycle | Kind::Flow | Kind::Dependence => {
            pictures::run(options, format, roots, terminal)
        }
    }
}

/// The model of a check; where it has none, what stands in its way is among the diagnostics.
fn model_of<'a>(
    analysis: &'a Analysis,
    selected: Selected,
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Model<'a>> {
    let (test, check) = (selected.test(analysis), selected.check(analysis));
    match Model::about_states(&analysis.program, test, check) {
        Ok(model) => Some(model),
        Err(error) => {
            diagnostics.extend(error.diagnostics());
            None
        }
    }
}

fn refuse(message: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(message)?;
    Ok(ExitStatus::BadInput)
}
