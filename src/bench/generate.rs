//! `fretsaw generate`: specifications of any size.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};

use super::families::{self, Family};
use crate::cli::{ExitStatus, Terminal};

#[derive(Debug, Args)]
pub(crate) struct Options {
    #[command(subcommand)]
    family: FamilyName,
}

#[derive(Debug, Subcommand)]
enum FamilyName {
    /// Counters that go down, one of which becomes negative after many steps
    Deep {
        /// How many counters there are
        #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        fields: u32,
        /// Where all counters begin
        #[arg(long, value_name = "N", default_value_t = 25)]
        depth: u32,
        /// Ask for one step less than it takes, so that the goal is not reached
        #[arg(long)]
        safe: bool,
        #[command(flatten)]
        target: Target,
    },
    /// An account side by side with copies of itself
    Wide {
        /// How many accounts there are; 1 is the account alone
        #[arg(long, value_name = "N", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=100_000))]
        copies: u32,
        /// How many steps the test allows
        #[arg(long, value_name = "N", default_value_t = 5)]
        bound: u32,
        /// Demand that interest is never negative, so that the goal is not reached
        #[arg(long)]
        safe: bool,
        #[command(flatten)]
        target: Target,
    },
}

#[derive(Debug, Args)]
struct Target {
    /// The folder to write to
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
}

pub(crate) fn run(options: &Options, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let (family, folder) = options.family.member();
    for module in families::generate(family) {
        let path = folder.join(module.path);
        if let Err(error) = write(&path, &module.text) {
            terminal.error(&format!("`{}` cannot be written: {error}", path.display()))?;
            return Ok(ExitStatus::BadInput);
        }
        terminal.document(&format!("{}\n", path.display()))?;
    }
    Ok(ExitStatus::Success)
}

impl FamilyName {
    /// The member that is asked for, and the folder that it belongs in.
    fn member(&self) -> (Family, &Path) {
        match *self {
            FamilyName::Deep {
                fields,
                depth,
                safe,
                ref target,
            } => {
                let member = Family::Deep {
                    fields,
                    depth,
                    safe,
                };
                (member, &target.output)
            }
            FamilyName::Wide {
                copies,
                bound,
                safe,
                ref target,
            } => {
                let member = Family::Wide {
                    copies,
                    bound,
                    safe,
                };
                (member, &target.output)
            }
        }
    }
}

/// Writes a file, and the folders that it needs.
pub(super) fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
