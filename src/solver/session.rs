//! Solvers: what they are set to, and how they are told to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use z3::{Context, ContextHandle, Params, Solver};

/// What a solver is set to.
#[derive(Debug, Clone, Copy)]
pub struct Settings {
    /// The seed of everything that it chooses at random.
    pub seed: u32,
    /// So much work may it do for a question, in units of its own; none where it may do any.
    pub most_work: Option<u32>,
}

impl Settings {
    /// A new solver. It belongs to the thread.
    pub(super) fn solver(self) -> Solver {
        let solver = Solver::new();
        let mut parameters = Params::new();
        parameters.set_u32("random_seed", self.seed);
        if let Some(most) = self.most_work {
            parameters.set_u32("rlimit", most);
        }
        solver.set_params(&parameters);
        solver
    }
}

/// Does some work with solvers in a thread of its own: what they are made of belongs to a thread, and an interruption
/// spoils it. They are interrupted when the flag is set. Gives nothing where a solver broke down.
pub fn in_own_thread<T: Send>(stop: &AtomicBool, work: impl FnOnce() -> T + Send) -> Option<T> {
    // What is told from there belongs to what goes on here.
    let span = tracing::Span::current();
    let work = || span.in_scope(|| watched(stop, work));
    std::thread::scope(|threads| threads.spawn(work).join()).ok()
}

/// Does some work with solvers, and beside it there is somebody who interrupts them when they are to stop.
fn watched<T>(stop: &AtomicBool, work: impl FnOnce() -> T) -> T {
    let context = Context::thread_local();
    std::thread::scope(|threads| {
        let (done, finished) = channel::<()>();
        let handle = context.handle();
        threads.spawn(move || interrupt_when_told(&handle, stop, &finished));
        let result = work();
        drop(done);
        result
    })
}

/// The solver does not look at our flag, so somebody has to knock.
fn interrupt_when_told(solver: &ContextHandle<'_>, stop: &AtomicBool, finished: &Receiver<()>) {
    const OFTEN: Duration = Duration::from_millis(5);
    while finished.recv_timeout(OFTEN) == Err(RecvTimeoutError::Timeout) {
        if stop.load(Ordering::Relaxed) {
            solver.interrupt();
        }
    }
}
