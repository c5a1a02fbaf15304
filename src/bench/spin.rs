//! SPIN on the same models, where it is found. Nothing is installed.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use tempfile::TempDir;

use super::families::models::Model;
use super::process::{Exit, Processes};
use super::report::exploration::Timed;
use super::timed;
use crate::bench::generate::write;

/// A verifier that SPIN has made for a model.
pub(super) struct Verifier {
    folder: TempDir,
    /// No path is longer than there are states.
    states: u64,
}

/// How a run of a verifier ended.
pub(super) enum Verified {
    Done(Timed),
    Failed(String),
    Interrupted,
}

/// How to get what is missing; nothing where SPIN and a compiler are there.
pub(super) fn missing() -> Option<String> {
    let is_there = |program: &str, argument: &str| {
        let mut command = Command::new(program);
        command
            .arg(argument)
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command.stdin(Stdio::null()).status().is_ok()
    };
    let both = is_there("spin", "-V") && is_there("gcc", "--version");
    (!both).then(|| {
        "SPIN is left out: it takes `spin` and `gcc` on the path (on Debian, `apt install spin gcc`; otherwise spinroot.com)".to_owned()
    })
}

impl Verifier {
    /// Has SPIN make a verifier, and the compiler a program of it; why not, where that fails.
    pub(super) fn new(
        processes: &Processes,
        model: Model,
        states: u64,
    ) -> io::Result<Result<Verifier, String>> {
        let folder = tempfile::tempdir()?;
        write(&folder.path().join("model.pml"), &model.promela())?;
        // What is switched off would merge steps and forget values, so that there were fewer states than in the model.
        let generate = ["spin", "-o1", "-o2", "-o3", "-a", "model.pml"];
        let compile = [
            "gcc",
            "-O2",
            "-DSAFETY",
            "-DNOREDUCE",
            "-DMEMLIM=8192",
            "-w",
            "-o",
            "pan",
            "pan.c",
        ];
        for words in [&generate[..], &compile] {
            if let Some(problem) = problem(processes, words, folder.path())? {
                return Ok(Err(format!("{}: {problem}", words[0])));
            }
        }
        Ok(Ok(Verifier { folder, states }))
    }

    /// Explores everything. States in which nothing can happen are no errors here.
    pub(super) fn run(&self, processes: &Processes, seconds: u64) -> io::Result<Verified> {
        let mut command = Command::new("./pan");
        let depth = format!("-m{}", self.states + 10);
        command.args([&depth, "-w24", "-E", "-n"]);
        command.current_dir(self.folder.path());
        Ok(match timed::run(processes, &command, seconds)? {
            timed::Run::Done {
                printed,
                processor,
                elapsed,
            } => read(&printed, processor, elapsed).map_or_else(
                || Verified::Failed("what it printed was not understood".to_owned()),
                Verified::Done,
            ),
            timed::Run::Failed(why) => Verified::Failed(why),
            timed::Run::Interrupted => Verified::Interrupted,
        })
    }
}

/// Runs a program; why it failed, where it did.
fn problem(processes: &Processes, words: &[&str], folder: &Path) -> io::Result<Option<String>> {
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).current_dir(folder);
    Ok(match processes.run(command)? {
        Exit::Success { .. } => None,
        Exit::TimedOut => Some("it takes too long".to_owned()),
        Exit::Interrupted => Some("it was interrupted".to_owned()),
        Exit::Failed(why) => Some(why),
    })
}

/// Reads the summary of a verifier, if it explored everything.
fn read(printed: &str, processor: Duration, search: Duration) -> Option<Timed> {
    let first = |line: &str| line.split_whitespace().next()?.parse::<f64>().ok();
    let count = |what: &str| {
        let line = printed.lines().find(|line| line.contains(what))?;
        line.split_whitespace().next()?.parse::<u64>().ok()
    };
    let states = count("states, stored")?;
    // Small models have only the first of them.
    let megabytes = ["actual memory usage for states", "equivalent memory usage"];
    let mut lines = megabytes
        .into_iter()
        .filter_map(|what| printed.lines().find(|line| line.contains(what)));
    let megabytes = lines.find_map(first)?;
    let is_whole = printed.contains("errors: 0") && !printed.contains("max search depth too small");
    is_whole.then(|| Timed {
        states,
        // The first state counts as a transition there.
        transitions: count("transitions (=").unwrap_or(0).saturating_sub(1),
        bytes_per_state: bytes_per_state(megabytes, states),
        processor,
        search,
    })
}

#[allow(
    clippy::cast_precision_loss,
    reason = "there are fewer states than would be told wrong"
)]
fn bytes_per_state(megabytes: f64, states: u64) -> f64 {
    let bytes = megabytes * f64::from(1 << 20) / states.max(1) as f64;
    (bytes * 10.0).round() / 10.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const PRINTED: &str = "\
State-vector 44 byte, depth reached 76394, errors: 0
  1119560 states, stored
  2745337 states, matched
  3864897 transitions (= stored+matched)
   68.333	equivalent memory usage for states (stored*(State-vector + overhead))
   43.243	actual memory usage for states (compression: 63.28%)
";

    #[test]
    fn summaries_are_read() {
        let second = Duration::from_secs(1);
        let timed = read(PRINTED, second, second).unwrap_or_else(|| panic!("a summary"));
        assert_eq!((timed.states, timed.transitions), (1_119_560, 3_864_896));
        assert!((timed.bytes_per_state - 40.5).abs() < 0.01);
        let unfinished = PRINTED.replace("errors: 0", "errors: 1");
        assert_eq!(read(&unfinished, second, second), None);
    }
}
