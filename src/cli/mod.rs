//! Layer 9: the command line, a thin edge.
//!
//! Here alone are streams, exit codes and the arguments; each verb has a file that reads its input, calls a lower
//! layer, and hands what comes out to [`crate::report`]. `arguments.rs` is the list of verbs.

mod arguments;
mod check;
mod documents;
mod explain;
mod explore;
mod fmt;
mod graph;
mod input;
mod lint;
mod log;
mod lsp;
mod parse;
mod simulate;
mod slice;
mod slice_folder;
mod slicing;
mod status;
mod terminal;
mod why;

use std::ffi::OsString;
use std::io;

use clap::Parser;

pub use status::ExitStatus;

pub(crate) use arguments::Format;
pub(crate) use slicing::{Dependences, SliceMode};
pub(crate) use terminal::Terminal;

use crate::bench::{self, generate};
use crate::report::harmless::harmless;
use arguments::{Arguments, Verb};

/// Runs the program with these arguments, the first of which is its name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitStatus {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    match Arguments::try_parse_from(&arguments) {
        Ok(arguments) => run_verb(arguments),
        Err(message) => {
            terminal::set_color(arguments::color_in(&arguments));
            show_usage(&arguments, message)
        }
    }
}

/// Help and version are results, everything else is a mistake.
fn show_usage(arguments: &[OsString], message: clap::Error) -> ExitStatus {
    // Messages repeat arguments between colours, so those must be harmless. If none of them was the mistake,
    // the first message does not repeat them.
    let harmless = arguments.iter().map(|it| harmless(&it.to_string_lossy()));
    let message = Arguments::try_parse_from(harmless).err().unwrap_or(message);
    // There is nobody left to tell if this fails.
    let _ = terminal::show_usage(&message);
    if message.use_stderr() {
        ExitStatus::BadInput
    } else {
        ExitStatus::Success
    }
}

fn run_verb(arguments: Arguments) -> ExitStatus {
    let mut terminal = Terminal::new(&arguments.common);
    log::start(&arguments.common);
    let outcome = dispatch(arguments, &mut terminal);
    let outcome = outcome.and_then(|status| terminal.finish().map(|()| status));
    outcome.unwrap_or_else(|error| {
        let told = terminal.error(&format!("the output cannot be written: {error}"));
        // There is nobody left to tell if this fails as well.
        let _ = told.and_then(|()| terminal.finish());
        ExitStatus::BadInput
    })
}

fn dispatch(arguments: Arguments, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    match arguments.verb {
        Verb::Lint(options) => lint::run(&options, &arguments.common.roots, terminal),
        Verb::Fmt(options) => fmt::run(&options, terminal),
        Verb::Parse(options) => parse::run(&options, terminal),
        Verb::Explain(options) => explain::run(&options, terminal),
        Verb::Generate(options) => generate::run(&options, terminal),
        Verb::Completions(options) => documents::completions(&options, terminal),
        Verb::Man(options) => documents::manual(&options, terminal),
        Verb::Check(options) => check::run(&options, &arguments.common.roots, terminal),
        Verb::Slice(options) => slice::run(&options, &arguments.common.roots, terminal),
        Verb::Explore(options) => explore::run(&options, &arguments.common.roots, terminal),
        Verb::Simulate(options) => simulate::run(&options, &arguments.common.roots, terminal),
        Verb::Graph(options) => graph::run(&options, &arguments.common.roots, terminal),
        Verb::Bench(options) => bench::run(&options, &arguments.common.roots, terminal),
        Verb::Lsp => Ok(lsp::run(arguments.common.roots)),
    }
}
