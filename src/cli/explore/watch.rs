//! Watches a search: shows how far it is, and stops it when the user wants no more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use signal_hook::consts::SIGINT;

use crate::cli::terminal::Terminal;
use crate::finite::search::Reached;

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(100);

/// What an interrupt sets from now on; it does not end this program any more.
pub(super) fn interrupt() -> Arc<AtomicBool> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let registered = signal_hook::flag::register(SIGINT, interrupt.clone());
    // Where signals cannot be had, the system ends the program as it always does.
    drop(registered);
    interrupt
}

pub(super) struct Watch<'w> {
    terminal: &'w mut Terminal,
    interrupt: Arc<AtomicBool>,
    begin: Instant,
    shown: Instant,
}

impl<'w> Watch<'w> {
    /// From now on an interrupt ends the search, and not this program.
    pub(super) fn new(terminal: &'w mut Terminal) -> Watch<'w> {
        let now = Instant::now();
        Watch {
            terminal,
            interrupt: interrupt(),
            begin: now,
            shown: now,
        }
    }

    /// Whether the user wants no more.
    pub(super) fn is_stopped(&mut self, reached: &Reached) -> bool {
        if self.shown.elapsed() >= TICK {
            self.shown = Instant::now();
            // Nobody is told of progress that cannot be shown; results have their own errors.
            let _ = self.terminal.progress(&self.progress(reached));
        }
        self.interrupt.load(Ordering::Relaxed)
    }

    #[allow(
        clippy::cast_precision_loss,
        reason = "the rate is told in whole thousands"
    )]
    fn progress(&self, reached: &Reached) -> String {
        let seconds = self.begin.elapsed().as_secs_f64().max(1e-3);
        let rate = reached.states as f64 / seconds / 1000.0;
        format!(
            "{} states, {rate:.0} thousand a second, depth {}, {} MB",
            reached.states,
            reached.depth,
            reached.bytes >> 20
        )
    }
}
