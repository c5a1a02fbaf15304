//! What is shown of an exploration, and how the program ends after it.

use std::io;

use super::Options;
use crate::cli::ExitStatus;
use crate::cli::arguments::Format;
use crate::cli::terminal::Terminal;
use crate::finite::Fault;
use crate::finite::search::{Ending, Limit};
use crate::report::explore::Explored;
use crate::report::{explore_json, explore_text};

/// Shows what was found, in the form that the user wants.
pub(super) fn show(
    options: &Options,
    explored: &Explored<'_>,
    terminal: &mut Terminal,
) -> io::Result<()> {
    if terminal.format() == Format::Json {
        return terminal.json_result(&explore_json::document(explored));
    }
    terminal.diagnostics(explored.sources, explored.diagnostics)?;
    if explored.found.is_none() {
        return terminal.note("nothing was explored");
    }
    terminal.styled_result(&explore_text::render(explored, Terminal::result_drawing()))?;
    if let Some(help) = explore_text::help(explored) {
        terminal.result(&help)?;
    }
    if options.stats {
        terminal.result(&explore_text::statistics(explored))?;
    }
    Ok(())
}

/// What was found is no failure, whatever it is; a model that contradicts itself is.
pub(super) fn status(explored: &Explored<'_>) -> ExitStatus {
    let Some(found) = explored.found else {
        return ExitStatus::BadInput;
    };
    match &found.search.ending {
        Ending::Explored | Ending::Reachable(_) | Ending::Unreachable => ExitStatus::Success,
        Ending::Deadlock(_) if explored.property.is_none() => ExitStatus::Success,
        // It is no error of a check that we know only so many values of a field.
        Ending::Fault { .. } if found.check.is_some() => ExitStatus::Undecided,
        Ending::Fault { fault, .. } => fault_status(*fault),
        Ending::Unknown(Limit::Stopped) => ExitStatus::Interrupted,
        // A deadlock leaves open whether the property can be reached.
        Ending::Deadlock(_) | Ending::Unknown(Limit::States | Limit::Memory | Limit::Errors) => {
            ExitStatus::Undecided
        }
    }
}

/// A model may say itself what it should not do; all else that goes wrong was not meant.
pub(super) fn fault_status(fault: Fault) -> ExitStatus {
    match fault {
        Fault::Assertion => ExitStatus::Failed,
        Fault::Division | Fault::Index | Fault::Range => ExitStatus::BadInput,
    }
}
