//! Runs checks in threads, watches the clock, and hands results on in the order of the texts.
//!
//! Every check has a thread of its own, and with it a solver that has seen nothing else: answers do not depend on how
//! many run at the same time. A check that does not stop when it is told to is left behind, and its thread ends with
//! the program.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::answer::{Answer, NoModel, StoppedBy, Unanswered, answer, unanswered};
use super::selection::Selected;
use super::settings::Settings;
use super::watch::Watch;
use crate::outcome::Reason;
use crate::semantics::Analysis;

/// How often the clock and the user are looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long a check may take to stop after its time is over.
const GRACE: Duration = Duration::from_millis(500);

/// How long a check may take to stop once the user wants it to.
const GRACE_OF_USER: Duration = Duration::from_millis(100);

/// Solvers recurse over terms; this is address space, not memory.
const STACK: usize = 256 << 20;

/// What came of a check; why there is no answer where it has no model.
pub type Answered = Result<Answer, NoModel>;

/// A check that is running.
struct Running {
    watch: Arc<Watch>,
    begin: Instant,
    limit: Option<Duration>,
    /// When it is left behind.
    given_up: Option<Instant>,
}

/// How far the checks have come that somebody waits for.
#[derive(Debug, Clone, Copy)]
pub struct Headway {
    /// The first of those that run.
    pub check: Selected,
    /// The length of the runs that it looks at.
    pub length: u64,
    /// How long it has been running.
    pub time: Duration,
    /// How many checks have an answer.
    pub n_done: usize,
    /// How many there are.
    pub n_checks: usize,
}

/// Answers checks, as many at a time as there are processors, each in the time that it has. The answers are in the
/// order of the checks.
pub fn answer_all(
    analysis: &Arc<Analysis>,
    settings: &Settings,
    selected: &[Selected],
) -> Vec<Answered> {
    let jobs = std::thread::available_parallelism().map_or(1, usize::from);
    let mut supervisor = Supervisor::new(analysis, settings, selected);
    let mut answers = Vec::new();
    while !supervisor.is_done() {
        supervisor.start(jobs);
        supervisor.wait();
        supervisor.heed_clock();
        answers.append(&mut supervisor.take_ready());
    }
    answers
}

/// Checks that run, and what came of them: for those who want to hear how far they are, or to stop them. Who has it
/// started asks again and again.
pub struct Supervisor<'s> {
    analysis: &'s Arc<Analysis>,
    settings: &'s Settings,
    selected: &'s [Selected],
    /// By their place in the selection, as everything below.
    running: BTreeMap<usize, Running>,
    finished: BTreeMap<usize, Answered>,
    n_started: usize,
    n_taken: usize,
    /// There are checks that did not stop when they were told to.
    left_behind: bool,
    sender: Sender<(usize, Answered)>,
    receiver: Receiver<(usize, Answered)>,
}

impl<'s> Supervisor<'s> {
    /// Nothing runs yet.
    pub fn new(
        analysis: &'s Arc<Analysis>,
        settings: &'s Settings,
        selected: &'s [Selected],
    ) -> Supervisor<'s> {
        let (sender, receiver) = channel();
        Supervisor {
            analysis,
            settings,
            selected,
            running: BTreeMap::new(),
            finished: BTreeMap::new(),
            n_started: 0,
            n_taken: 0,
            left_behind: false,
            sender,
            receiver,
        }
    }

    /// Starts checks as long as there is room.
    pub fn start(&mut self, jobs: usize) {
        while self.running.len() < jobs && self.n_started < self.selected.len() {
            let index = self.n_started;
            self.n_started += 1;
            let watch = Arc::new(Watch::default());
            match self.spawn(index, &watch) {
                Ok(()) => {
                    let running = Running {
                        watch,
                        begin: Instant::now(),
                        limit: self.settings.limit(self.analysis, self.selected[index]),
                        given_up: None,
                    };
                    self.running.insert(index, running);
                }
                Err(error) => {
                    let why = format!("no thread can be started: {error}");
                    self.end_unanswered(index, crashed(why), None);
                }
            }
        }
    }

    fn spawn(&self, index: usize, watch: &Arc<Watch>) -> io::Result<()> {
        let (analysis, settings) = (self.analysis.clone(), self.settings.clone());
        let (selected, watch) = (self.selected[index], watch.clone());
        let sender = self.sender.clone();
        let work = move || {
            let begin = Instant::now();
            let work = || answer(&analysis, &settings, selected, &watch);
            let answered = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                let why = Unanswered {
                    reason: crashed("a defect of Fretsaw".to_owned()),
                    stopped_by: None,
                    time: begin.elapsed(),
                };
                Ok(unanswered(&analysis, &settings, selected, why))
            });
            // Nobody listens to a check that was given up.
            let _ = sender.send((index, answered));
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn(work).map(drop)
    }

    /// There are checks that did not stop when they were told to: their threads still run.
    pub fn has_left_behind(&self) -> bool {
        self.left_behind
    }

    /// Whether all checks have an answer.
    pub fn is_done(&self) -> bool {
        self.running.is_empty() && self.n_started == self.selected.len()
    }

    /// Waits for a check to end, but not for long.
    pub fn wait(&mut self) {
        match self.receiver.recv_timeout(TICK) {
            Ok((index, answered)) => self.end(index, answered),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }

    /// A check that was given up may still answer; what was said of it stands.
    fn end(&mut self, index: usize, answered: Answered) {
        if self.running.remove(&index).is_some() {
            self.finished.insert(index, answered);
        }
    }

    fn end_unanswered(&mut self, index: usize, reason: Reason, stopped_by: Option<StoppedBy>) {
        let running = self.running.remove(&index);
        let time = running.map_or(Duration::ZERO, |running| running.begin.elapsed());
        let why = Unanswered {
            reason,
            stopped_by,
            time,
        };
        let answer = unanswered(self.analysis, self.settings, self.selected[index], why);
        self.finished.insert(index, Ok(answer));
    }

    /// Tells all checks to stop, and those that have not begun that they will not.
    pub fn interrupt(&mut self) {
        for running in self.running.values_mut() {
            if !running.watch.interrupted.swap(true, Ordering::Relaxed) {
                running.stop(GRACE_OF_USER);
            }
        }
        while self.n_started < self.selected.len() {
            let reason = Reason::Stopped { excluded: None };
            self.end_unanswered(self.n_started, reason, Some(StoppedBy::Interrupt));
            self.n_started += 1;
        }
    }

    /// Tells checks whose time is over to stop, and gives up on those that do not.
    pub fn heed_clock(&mut self) {
        let now = Instant::now();
        let mut given_up = Vec::new();
        for (index, running) in &mut self.running {
            let is_over = running
                .limit
                .is_some_and(|limit| now.duration_since(running.begin) >= limit);
            if is_over && running.given_up.is_none() {
                running.stop(GRACE);
            }
            if running.given_up.is_some_and(|end| now >= end) {
                given_up.push((*index, running.excluded(), running.stopped_by()));
            }
        }
        self.left_behind |= !given_up.is_empty();
        for (index, excluded, stopped_by) in given_up {
            self.end_unanswered(index, Reason::Stopped { excluded }, Some(stopped_by));
        }
    }

    /// The answers that come next in the order of the texts.
    pub fn take_ready(&mut self) -> Vec<Answered> {
        let mut ready = Vec::new();
        while let Some(answered) = self.finished.remove(&self.n_taken) {
            ready.push(answered);
            self.n_taken += 1;
        }
        ready
    }

    /// How far it has come; nothing where no check runs.
    pub fn headway(&self) -> Option<Headway> {
        let (index, running) = self.running.first_key_value()?;
        Some(Headway {
            check: self.selected[*index],
            length: running.watch.length().unwrap_or(0),
            time: running.begin.elapsed(),
            n_done: self.n_started - self.running.len(),
            n_checks: self.selected.len(),
        })
    }
}

impl Running {
    fn stop(&mut self, grace: Duration) {
        self.watch.stop.store(true, Ordering::Relaxed);
        self.given_up = Some(Instant::now() + grace);
    }

    /// The length of runs that are known not to reach the goal.
    fn excluded(&self) -> Option<u64> {
        self.watch.length()?.checked_sub(1)
    }

    fn stopped_by(&self) -> StoppedBy {
        match self.limit {
            Some(limit) if !self.watch.interrupted.load(Ordering::Relaxed) => {
                StoppedBy::TimeLimit(limit)
            }
            _ => StoppedBy::Interrupt,
        }
    }
}

fn crashed(why: String) -> Reason {
    Reason::GaveUp {
        why,
        excluded: None,
    }
}
