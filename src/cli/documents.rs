//! `fretsaw completions` and `fretsaw man`: what the argument parser knows, for shells and readers.

use std::fs;
use std::io;
use std::path::PathBuf;

use clap::{Args, CommandFactory};

use super::ExitStatus;
use super::arguments::Arguments;
use super::terminal::Terminal;

#[derive(Debug, Args)]
pub(super) struct Shell {
    /// The shell
    #[arg(value_enum)]
    shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(super) struct Manual {
    /// Write the pages of all verbs to this folder, instead of the program's page to standard output
    #[arg(short, long, value_name = "DIR")]
    output: Option<PathBuf>,
}

pub(super) fn completions(options: &Shell, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let mut script = Vec::new();
    let mut command = Arguments::command();
    clap_complete::generate(options.shell, &mut command, "fretsaw", &mut script);
    terminal.document(&String::from_utf8_lossy(&script))?;
    Ok(ExitStatus::Success)
}

pub(super) fn manual(options: &Manual, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    let command = Arguments::command();
    let Some(folder) = &options.output else {
        let mut page = Vec::new();
        clap_mangen::Man::new(command).render(&mut page)?;
        terminal.document(&String::from_utf8_lossy(&page))?;
        return Ok(ExitStatus::Success);
    };
    let written =
        fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    if let Err(error) = written {
        terminal.error(&format!(
            "`{}` cannot be written: {error}",
            folder.display()
        ))?;
        return Ok(ExitStatus::BadInput);
    }
    Ok(ExitStatus::Success)
}
