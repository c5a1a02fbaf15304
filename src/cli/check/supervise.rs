//! Runs checks on behalf of somebody at a terminal, who may interrupt them.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use signal_hook::consts::SIGINT;

use crate::checking::{Answered, Selected, Settings, Supervisor};
use crate::cli::terminal::Terminal;
use crate::report::check_text;
use crate::semantics::Analysis;
use crate::solver::leave_interrupts_alone;

/// How it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ending {
    /// The user wanted no more.
    pub(super) interrupted: bool,
    /// There are checks that did not stop when they were told to.
    pub(super) left_behind: bool,
}

/// Runs checks, at most `jobs` at the same time, and shows each as soon as those before it are shown.
pub(super) fn run(
    analysis: &Arc<Analysis>,
    settings: &Settings,
    selected: &[Selected],
    jobs: usize,
    terminal: &mut Terminal,
    mut show: impl FnMut(Answered, &mut Terminal) -> io::Result<()>,
) -> io::Result<Ending> {
    leave_interrupts_alone();
    let interrupt = Arc::new(AtomicBool::new(false));
    let registered = signal_hook::flag::register(SIGINT, interrupt.clone());
    // Where signals cannot be had, the system ends the program as it always does.
    drop(registered);
    let mut supervisor = Supervisor::new(analysis, settings, selected);
    loop {
        let interrupted = interrupt.load(Ordering::Relaxed);
        if interrupted {
            supervisor.interrupt();
        } else {
            supervisor.start(jobs);
        }
        supervisor.heed_clock();
        for answered in supervisor.take_ready() {
            terminal.clear_progress()?;
            show(answered, terminal)?;
        }
        if supervisor.is_done() {
            return Ok(Ending {
                interrupted,
                left_behind: supervisor.has_left_behind(),
            });
        }
        let headway = supervisor.headway();
        let told = headway.map(|it| check_text::headway(analysis, &it));
        terminal.progress(&told.unwrap_or_default())?;
        supervisor.wait();
    }
}
