//! Measures a specification: this program checks it in a process of its own, from its start to its end.

use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;
use tempfile::TempDir;

use crate::cli::generate::write;
use crate::families::{Family, generate};
use crate::report::bench::{Measured, Sample};

/// How often the clock and the user are looked at while a process runs.
const TICK: Duration = Duration::from_millis(20);

/// How an experiment ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ended {
    Complete,
    Interrupted,
}

/// What measures.
pub(super) struct Bench {
    program: PathBuf,
    runs: u16,
    limit: Duration,
    interrupt: Arc<AtomicBool>,
}

/// How a process ended.
enum Exit {
    /// By itself, after this time.
    Success {
        time: Duration,
        printed: String,
    },
    TimedOut,
    /// The user wants no more.
    Interrupted,
    Failed(String),
}

/// What came of one run of a point.
enum Attempt {
    Sample(Sample),
    /// There will be no samples.
    Over(Measured),
    Interrupted,
}

impl Bench {
    /// From now on an interrupt ends what runs, and not this program.
    pub(super) fn new(runs: u16, limit: Duration) -> io::Result<Bench> {
        let interrupt = Arc::new(AtomicBool::new(false));
        let registered = signal_hook::flag::register(SIGINT, interrupt.clone());
        // Where signals cannot be had, the system ends the program as it always does.
        drop(registered);
        Ok(Bench {
            program: std::env::current_exe()?,
            runs,
            limit,
            interrupt,
        })
    }

    /// Measures a member of a family and tells before each run which one it is; none where the user wants no more.
    pub(super) fn measure(
        &self,
        family: Family,
        mut before: impl FnMut(u16) -> io::Result<()>,
    ) -> io::Result<Option<Measured>> {
        let (folder, test) = match written(family) {
            Ok(written) => written,
            Err(error) => return Ok(Some(Measured::Failed(error.to_string()))),
        };
        let script = folder.path().join("problem.smt2");
        match self.run(self.recording(&test, &script))? {
            Exit::Success { .. } => {}
            Exit::Interrupted => return Ok(None),
            Exit::TimedOut => return Ok(Some(Measured::TimedOut)),
            Exit::Failed(why) => return Ok(Some(Measured::Failed(why))),
        }
        let mut samples = Vec::new();
        for run in 1..=self.runs {
            before(run)?;
            let attempt = self.attempt(&test, &script);
            match attempt.unwrap_or_else(|error| Attempt::Over(Measured::Failed(error.to_string())))
            {
                Attempt::Sample(sample) => samples.push(sample),
                Attempt::Over(measured) => return Ok(Some(measured)),
                Attempt::Interrupted => return Ok(None),
            }
        }
        Ok(Some(Measured::Answered(samples)))
    }

    /// One run for the whole time, one for its parts, one for the solver alone.
    fn attempt(&self, test: &Path, script: &Path) -> io::Result<Attempt> {
        let total = match self.run(self.check(test))? {
            Exit::Success { time, .. } => time,
            exit => return Ok(Attempt::without(exit)),
        };
        let (time, printed) = match self.run(self.phases(test))? {
            Exit::Success { time, printed } => (time, printed),
            exit => return Ok(Attempt::without(exit)),
        };
        let alone = match self.run(self.alone(script))? {
            Exit::Success { time, .. } => time,
            exit => return Ok(Attempt::without(exit)),
        };
        Ok(match super::phases::read(&printed, time) {
            Some(phases) => Attempt::Sample(Sample {
                total,
                phases,
                alone,
            }),
            None => Attempt::Over(Measured::Failed(format!("no times are in `{printed}`"))),
        })
    }

    /// The check as a user runs it who wants nothing but the answer.
    fn check(&self, test: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["check", "--slice", "none"]);
        command.args(["--trace", "none", "--format", "json", "--stats", "--quiet"]);
        command.arg(test);
        command
    }

    fn recording(&self, test: &Path, script: &Path) -> Command {
        let mut command = self.phases(test);
        command.arg("--script").arg(script);
        command
    }

    fn alone(&self, script: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["bench", "alone"]).arg(script);
        command
    }

    fn phases(&self, test: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["bench", "phases"]).arg(test);
        command
    }

    fn run(&self, mut command: Command) -> io::Result<Exit> {
        command.stdin(Stdio::null()).stderr(Stdio::piped());
        let begin = Instant::now();
        let mut child = command.stdout(Stdio::piped()).spawn()?;
        let printed = collect(&mut child);
        let printed = loop {
            match printed.recv_timeout(TICK) {
                Ok(printed) => break printed,
                // Nothing more can be read, so it has ended, or is about to.
                Err(RecvTimeoutError::Disconnected) => break String::new(),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.is_interrupted() {
                end(&mut child)?;
                return Ok(Exit::Interrupted);
            }
            if begin.elapsed() >= self.limit {
                end(&mut child)?;
                return Ok(Exit::TimedOut);
            }
        };
        let status = child.wait()?;
        let time = begin.elapsed();
        Ok(if status.success() {
            Exit::Success { time, printed }
        } else if self.is_interrupted() {
            // A terminal sends the interrupt to both of us.
            Exit::Interrupted
        } else {
            Exit::Failed(format!("{status}, {}", complaint(&mut child)))
        })
    }

    fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
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

/// Writes a member of a family to a folder that goes away with what is returned, and gives the path of its test module.
fn written(family: Family) -> io::Result<(TempDir, PathBuf)> {
    let folder = TempDir::new()?;
    let modules = generate(family);
    for module in &modules {
        write(&folder.path().join(module.path), &module.text)?;
    }
    let [_, _, test] = modules;
    let test = folder.path().join(test.path);
    Ok((folder, test))
}

/// What a process prints, once it has printed all.
fn collect(child: &mut Child) -> Receiver<String> {
    let (sender, receiver) = channel();
    if let Some(mut stdout) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut printed = String::new();
            // What cannot be read is missed by whoever needs it.
            let _ = stdout.read_to_string(&mut printed);
            let _ = sender.send(printed);
        });
    }
    receiver
}

/// The first line of what a process said before it ended.
fn complaint(child: &mut Child) -> String {
    let mut said = String::new();
    if let Some(stderr) = &mut child.stderr {
        // What cannot be read is not told.
        let _ = stderr.read_to_string(&mut said);
    }
    said.lines().next().unwrap_or("without a word").to_owned()
}

fn end(child: &mut Child) -> io::Result<()> {
    // It may have ended already.
    let _ = child.kill();
    child.wait().map(drop)
}
