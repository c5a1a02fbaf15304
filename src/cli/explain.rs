//! `fretsaw explain`: what the code of a diagnostic means.

use std::io;

use clap::Args;

use super::ExitStatus;
use super::arguments::Format;
use super::terminal::Terminal;
use crate::diagnostics::{codes, did_you_mean};
use crate::report::explanation;

#[derive(Debug, Args)]
pub(super) struct Options {
    /// The code (`R0103`) or its name (`missing-semicolon`); without one, all codes are listed
    code: Option<String>,
}

pub(super) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let Some(wanted) = &options.code else {
        return list(terminal);
    };
    let Some(code) = codes::find(wanted) else {
        return refuse(wanted, terminal);
    };
    if terminal.format() == Format::Json {
        terminal.json_result(&explanation::document([code]))?;
    } else {
        terminal.styled_result(&explanation::render(code))?;
    }
    Ok(ExitStatus::Success)
}

fn list(terminal: &mut Terminal) -> io::Result<ExitStatus> {
    if terminal.format() == Format::Json {
        terminal.json_result(&explanation::document(codes::all()))?;
    } else {
        terminal.styled_result(&explanation::render_list(codes::FAMILIES))?;
    }
    Ok(ExitStatus::Success)
}

fn refuse(wanted: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(&format!("there is no code `{wanted}`"))?;
    let names = codes::all().flat_map(|code| [code.id, code.name]);
    let lists_all = || "`fretsaw explain` lists all codes".to_owned();
    let help = did_you_mean(wanted, names).unwrap_or_else(lists_all);
    terminal.note(&format!("  help: {help}"))?;
    Ok(ExitStatus::BadInput)
}
