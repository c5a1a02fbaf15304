//! Runs this program in a process of its own, from its start to its end, and looks at the clock.

use std::io::{self, Read};
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;

/// How often the clock and the user are looked at while a process runs.
const TICK: Duration = Duration::from_millis(20);

/// What starts processes.
pub(super) struct Processes {
    program: PathBuf,
    limit: Duration,
    interrupt: Arc<AtomicBool>,
}

/// How a process ended.
pub(super) enum Exit {
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

impl Processes {
    /// From now on an interrupt ends what runs, and not this program. No process runs longer than the limit.
    pub(super) fn new(limit: Duration) -> io::Result<Processes> {
        let interrupt = Arc::new(AtomicBool::new(false));
        let registered = signal_hook::flag::register(SIGINT, interrupt.clone());
        // Where signals cannot be had, the system ends the program as it always does.
        drop(registered);
        Ok(Processes {
            program: std::env::current_exe()?,
            limit,
            interrupt,
        })
    }

    /// This program, still without arguments.
    pub(super) fn command(&self) -> Command {
        Command::new(&self.program)
    }

    /// Runs a process that is to succeed.
    pub(super) fn run(&self, command: Command) -> io::Result<Exit> {
        self.run_until(command, ExitStatus::success)
    }

    /// Runs a process whose exit status is one of those that are wanted.
    pub(super) fn run_until(
        &self,
        mut command: Command,
        is_wanted: impl Fn(&ExitStatus) -> bool,
    ) -> io::Result<Exit> {
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
        Ok(if is_wanted(&status) {
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
