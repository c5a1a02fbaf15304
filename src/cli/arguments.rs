//! The verbs and the options that all of them have.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};

use super::{check, documents, explain, explore, fmt, graph, lint, parse, simulate, slice};
use crate::bench::{self, generate};

/// Reads, slices and checks Rebel entity specifications.
#[derive(Debug, Parser)]
#[command(name = "fretsaw", version = version(), max_term_width = 100)]
#[command(arg_required_else_help = true, disable_help_subcommand = true)]
#[command(after_help = AFTER_HELP)]
pub(super) struct Arguments {
    #[command(subcommand)]
    pub(super) verb: Verb,
    #[command(flatten)]
    pub(super) common: Common,
}

const AFTER_HELP: &str = "\
Exit status: 0 all well; 1 a check failed, a simulated run shows that it does, or `fmt --check` found something; 2 bad input or usage; 3 undecided; 130 interrupted.";

/// What the program is asked to do.
#[derive(Debug, Subcommand)]
pub(super) enum Verb {
    /// Run the checks of test modules
    Check(check::Options),
    /// Slice the specifications that a test module speaks of
    Slice(slice::Options),
    /// Explore all states of a model one by one
    Explore(explore::Options),
    /// Step through a run, by hand, at random or along a saved trace
    Simulate(simulate::Options),
    /// Draw life cycles, control flow and dependences
    Graph(graph::Options),
    /// Show what is wrong with specifications
    Lint(lint::Options),
    /// Format specifications
    #[command(alias = "format")]
    Fmt(fmt::Options),
    /// Print the syntax tree of a file
    Parse(parse::Options),
    /// Rerun a published experiment and print ours beside the published figures
    Bench(bench::Options),
    /// Serve an editor on standard input and output
    Lsp,
    /// Tell what the code of a diagnostic means
    Explain(explain::Options),
    /// Write specifications of any size, for benchmarks
    Generate(generate::Options),
    /// Print the completions of a shell
    Completions(documents::Shell),
    /// Print the manual page, or write all of them
    Man(documents::Manual),
}

/// Options that every verb takes, before or after its name.
#[derive(Debug, Args)]
#[command(next_help_heading = "Common options")]
pub(super) struct Common {
    /// The form of diagnostics and results
    #[arg(long, global = true, value_name = "FORMAT", value_parser = formats(&["text", "json"]))]
    pub(super) format: Option<Format>,
    /// When to use colours
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto)]
    pub(super) color: Color,
    /// A further folder to find modules in; can be given several times
    #[arg(long = "root", global = true, value_name = "DIR")]
    pub(super) roots: Vec<PathBuf>,
    /// Say nothing beyond results and diagnostics
    #[arg(long, short, global = true, conflicts_with = "verbose")]
    pub(super) quiet: bool,
    /// Say more: what is read and what takes how long; twice, every call of a solver
    #[arg(long, short, global = true, action = ArgAction::Count)]
    pub(super) verbose: u8,
}

/// The form of a result. Which forms there are depends on the verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    Text,
    Json,
    Dot,
    Mermaid,
    Svg,
    Smt2,
}

/// When to use colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

/// Reads one of some forms.
pub(super) fn formats(names: &'static [&'static str]) -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(names).try_map(|name| Format::from_str(&name, false))
}

/// The colours that arguments ask for which could not be read as a whole.
pub(super) fn color_in(arguments: &[OsString]) -> Color {
    let words: Vec<&str> = arguments.iter().filter_map(|it| it.to_str()).collect();
    let joined = words.iter().find_map(|word| word.strip_prefix("--color="));
    let separate = words.windows(2).find(|pair| pair[0] == "--color");
    let name = joined.or(separate.map(|pair| pair[1]));
    name.and_then(|name| Color::from_str(name, false).ok())
        .unwrap_or(Color::Auto)
}

fn version() -> &'static str {
    static VERSION: LazyLock<String> = LazyLock::new(|| {
        let z3 = crate::solver::z3_version();
        format!("{} (Z3 {z3})", env!("CARGO_PKG_VERSION"))
    });
    &VERSION
}
