//! Runs checks in threads, watches the clock, and hands results on in the order of the texts.
//!
//! Every check has a thread of its own, and with it a solver that has seen nothing else: answers do not depend on how many run
//! at the same time. A check that does not stop when it is told to is left behind, and its thread ends with the program.

use std::collections::BTreeMap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

use super::answer::{Settings, Shown, Silence, Watch, answer, unanswered};
use super::selection::Selected;
use crate::engines::Reason;
use crate::report::checks::StoppedBy;
use crate::semantics::Analysis;

/// How often the clock and the user are looked at.
const TICK: Duration = Duration::from_millis(20);

/// How long a check may take to stop after its time is over.
const GRACE: Duration = Duration::from_millis(500);

/// How long a check may take to stop once the user wants it to.
const GRACE_OF_USER: Duration = Duration::from_millis(100);

/// Solvers recurse over terms; this is address space, not memory.
const STACK: usize = 256 << 20;

/// A check that is running.
struct Running {
    watch: Arc<Watch>,
    begin: Instant,
    limit: Option<Duration>,
    /// When it is left behind.
    given_up: Option<Instant>,
}

/// Checks that run, and what came of them.
pub(crate) struct Supervisor<'s> {
    analysis: &'s Arc<Analysis>,
    settings: &'s Settings,
    selected: &'s [Selected],
    /// By their place in the selection, as everything below.
    running: BTreeMap<usize, Running>,
    finished: BTreeMap<usize, Shown>,
    n_started: usize,
    n_shown: usize,
    /// There are checks that did not stop when they were told to.
    pub(crate) left_behind: bool,
    sender: Sender<(usize, Shown)>,
    receiver: Receiver<(usize, Shown)>,
}

impl<'s> Supervisor<'s> {
    pub(crate) fn new(
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
            n_shown: 0,
            left_behind: false,
            sender,
            receiver,
        }
    }

    /// Starts checks as long as there is room.
    pub(crate) fn start(&mut self, jobs: usize) {
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
                    self.end_unanswered(index, crashed(why), StoppedBy::Interrupt);
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
            let shown = catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
                let silence = Silence {
                    reason: crashed("a defect of Fretsaw".to_owned()),
                    stopped_by: StoppedBy::Interrupt,
                    time: begin.elapsed(),
                };
                unanswered(&analysis, &settings, selected, silence)
            });
            // Nobody listens to a check that was given up.
            let _ = sender.send((index, shown));
        };
        let thread = std::thread::Builder::new().stack_size(STACK);
        thread.spawn(work).map(drop)
    }

    pub(crate) fn is_done(&self) -> bool {
        self.running.is_empty() && self.n_started == self.selected.len()
    }

    /// Waits for a check to end, but not for long.
    pub(crate) fn wait(&mut self) {
        match self.receiver.recv_timeout(TICK) {
            Ok((index, shown)) => self.end(index, shown),
            Err(RecvTimeoutError::Timeout | RecvTimeoutError::Disconnected) => {}
        }
    }

    /// A check that was given up may still answer; what was said of it stands.
    fn end(&mut self, index: usize, shown: Shown) {
        if self.running.remove(&index).is_some() {
            self.finished.insert(index, shown);
        }
    }

    fn end_unanswered(&mut self, index: usize, reason: Reason, stopped_by: StoppedBy) {
        let running = self.running.remove(&index);
        let time = running.map_or(Duration::ZERO, |running| running.begin.elapsed());
        let silence = Silence {
            reason,
            stopped_by,
            time,
        };
        let shown = unanswered(self.analysis, self.settings, self.selected[index], silence);
        self.finished.insert(index, shown);
    }

    /// Tells all checks to stop, and those that have not begun that they will not.
    pub(crate) fn interrupt(&mut self) {
        for running in self.running.values_mut() {
            if !running.watch.interrupted.swap(true, Ordering::Relaxed) {
                running.stop(GRACE_OF_USER);
            }
        }
        while self.n_started < self.selected.len() {
            let reason = Reason::Stopped { excluded: None };
            self.end_unanswered(self.n_started, reason, StoppedBy::Interrupt);
            self.n_started += 1;
        }
    }

    /// Tells checks whose time is over to stop, and gives up on those that do not.
    pub(crate) fn heed_clock(&mut self) {
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
            self.end_unanswered(index, Reason::Stopped { excluded }, stopped_by);
        }
    }

    /// The results that come next in the order of the texts.
    pub(crate) fn take_ready(&mut self) -> Vec<Shown> {
        let mut ready = Vec::new();
        while let Some(shown) = self.finished.remove(&self.n_shown) {
            ready.push(shown);
            self.n_shown += 1;
        }
        ready
    }

    /// What is going on, in one line.
    pub(crate) fn progress(&self) -> String {
        let Some((index, running)) = self.running.first_key_value() else {
            return String::new();
        };
        let name = self.selected[*index].name(self.analysis);
        let length = running.watch.length().unwrap_or(0);
        let done = self.n_started - self.running.len();
        format!(
            "{name}: runs of {length} steps, {:.1} s ({done} of {} checks done)",
            running.begin.elapsed().as_secs_f64(),
            self.selected.len()
        )
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
