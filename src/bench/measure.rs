//! Measures a specification: this program checks it, without slicing and with each way of slicing.

use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

use tempfile::TempDir;

use super::families::{Family, generate};
use super::process::{Exit, Processes};
use super::report::{Measured, Sample, Slicing};
use crate::bench::generate::write;

/// How an experiment ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Complete,
    Interrupted,
}

/// What measures.
pub(super) struct Bench {
    pub(super) processes: Processes,
    pub(super) runs: u16,
}

/// What was measured of a specification: without slicing, and with each way of slicing.
pub(super) type Times = (Measured, Vec<(Slicing, Measured)>);

/// What came of one run of a point.
enum Attempt {
    Sample(Sample),
    /// There will be no samples.
    Over(Measured),
    Interrupted,
}

impl Bench {
    /// Measures a member of a family and tells before each run which one it is; none where the user wants no more.
    pub(super) fn measure(
        &self,
        family: Family,
        mut before: impl FnMut(u16) -> io::Result<()>,
    ) -> io::Result<Option<Times>> {
        let (folder, test) = match written(family) {
            Ok(written) => written,
            Err(error) => return Ok(Some((Measured::Failed(error.to_string()), Vec::new()))),
        };
        let mut script = Some(folder.path().join("problem.smt2"));
        match self.record(&test, &mut script)? {
            Ended::Complete => {}
            Ended::Interrupted => return Ok(None),
        }
        let mut ways = vec![None];
        ways.extend(Slicing::ALL.map(Some));
        let mut measured: Vec<Measured> = vec![Measured::Answered(Vec::new()); ways.len()];
        for run in 1..=self.runs {
            before(run)?;
            for (slicing, measured) in ways.iter().zip(&mut measured) {
                let Measured::Answered(samples) = measured else {
                    continue;
                };
                let attempt = self.attempt(&test, *slicing, &mut script);
                let failed = |error: io::Error| Attempt::Over(Measured::Failed(error.to_string()));
                match attempt.unwrap_or_else(failed) {
                    Attempt::Sample(sample) => samples.push(sample),
                    Attempt::Over(over) => *measured = over,
                    Attempt::Interrupted => return Ok(None),
                }
            }
        }
        let unsliced = measured.remove(0);
        let sliced = Slicing::ALL.into_iter().zip(measured);
        Ok(Some((unsliced, sliced.collect())))
    }

    /// Writes what the solver is told without slicing. Where that fails or takes too long, there is no script, and the
    /// runs show why.
    fn record(&self, test: &Path, script: &mut Option<PathBuf>) -> io::Result<Ended> {
        let mut command = self.phases(test, None);
        if let Some(script) = script {
            command.arg("--script").arg(script);
        }
        match self.processes.run(command)? {
            // A check that is answered without the solver leaves none either.
            Exit::Success { .. } => *script = script.take().filter(|script| script.exists()),
            Exit::Interrupted => return Ok(Ended::Interrupted),
            Exit::TimedOut | Exit::Failed(_) => *script = None,
        }
        Ok(Ended::Complete)
    }

    /// One run for the whole time, one for its parts, and without slicing one for the solver alone, if there is a
    /// script.
    fn attempt(
        &self,
        test: &Path,
        slicing: Option<Slicing>,
        script: &mut Option<PathBuf>,
    ) -> io::Result<Attempt> {
        let mut check = self.check(test, slicing);
        check.args(NO_LIMIT);
        let total = match self.processes.run(check)? {
            Exit::Success { time, .. } => time,
            exit => return Ok(Attempt::without(exit)),
        };
        let (time, printed) = match self.processes.run(self.phases(test, slicing))? {
            Exit::Success { time, printed } => (time, printed),
            exit => return Ok(Attempt::without(exit)),
        };
        let mut solver_only = None;
        if let (None, Some(problem)) = (slicing, script.as_deref()) {
            match self.processes.run(self.solver_only(problem))? {
                Exit::Success { time, .. } => solver_only = Some(time),
                // The solver reads long problems slowly. The check is measured all the same.
                Exit::TimedOut => *script = None,
                exit => return Ok(Attempt::without(exit)),
            }
        }
        Ok(match super::phases::read(&printed, time) {
            Some(phases) => Attempt::Sample(Sample {
                total,
                phases,
                solver_only,
            }),
            None => Attempt::Over(Measured::Failed(format!("no times are in `{printed}`"))),
        })
    }

    /// The check as a user runs it who wants nothing but the answer.
    pub(super) fn check(&self, test: &Path, slicing: Option<Slicing>) -> Command {
        let mut command = self.processes.command();
        command.arg("check").args(arguments(slicing));
        command.args(["--trace", "none", "--format", "json", "--stats", "--quiet"]);
        command.arg(test);
        command
    }

    fn solver_only(&self, script: &Path) -> Command {
        let mut command = self.processes.command();
        command.args(["bench", "solver-only"]).arg(script);
        command
    }

    fn phases(&self, test: &Path, slicing: Option<Slicing>) -> Command {
        let mut command = self.processes.command();
        command.args(["bench", "phases"]).args(arguments(slicing));
        command.arg(test);
        command
    }
}

impl Attempt {
    /// What a process that gave no time means for its point.
    fn without(exit: Exit) -> Attempt {
        match exit {
            Exit::TimedOut => Attempt::Over(Measured::TimedOut),
            Exit::Failed(why) => Attempt::Over(Measured::Failed(why)),
            Exit::Interrupted | Exit::Success { .. } => Attempt::Interrupted,
        }
    }
}

/// Has a check with a bound take its time: the clock is looked at here.
pub(super) const NO_LIMIT: [&str; 2] = ["--timeout", "0"];

/// How the command line says how to slice.
fn arguments(slicing: Option<Slicing>) -> &'static [&'static str] {
    match slicing {
        None => &["--slice", "none"],
        Some(Slicing::Conventional) => &["--slice", "conventional"],
        Some(Slicing::Amorphous) => &["--slice", "amorphous"],
        Some(Slicing::Coarse) => &["--slice", "conventional", "--dependences", "coarse"],
    }
}

/// Writes a member of a family to a folder that goes away with what is returned, and gives the path of its test
/// module.
pub(super) fn written(family: Family) -> io::Result<(TempDir, PathBuf)> {
    let folder = TempDir::new()?;
    let modules = generate(family);
    for module in &modules {
        write(&folder.path().join(module.path), &module.text)?;
    }
    let [_, _, test] = modules;
    let test = folder.path().join(test.path);
    Ok((folder, test))
}
