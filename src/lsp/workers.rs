//! Threads that do the work, one piece at a time each. A piece that panics is the only one that is lost.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Enough for a long analysis, a slow request and a fast one at the same time.
const THREADS: usize = 4;

/// Analyses recurse over expressions, and get more stack where it is not enough.
const STACK: usize = 8 << 20;

type Piece = Box<dyn FnOnce() + Send>;

/// The threads.
pub(super) struct Workers {
    sender: Sender<Piece>,
}

impl Workers {
    pub(super) fn start() -> Workers {
        let (sender, receiver) = channel();
        let receiver: Arc<Mutex<Receiver<Piece>>> = Arc::new(Mutex::new(receiver));
        for _ in 0..THREADS {
            let receiver = Arc::clone(&receiver);
            let thread = std::thread::Builder::new().stack_size(STACK);
            // With fewer threads everything takes longer, no more.
            let _ = thread.spawn(move || work(&receiver));
        }
        Workers { sender }
    }

    /// Has a piece of work done.
    pub(super) fn run(&self, piece: impl FnOnce() + Send + 'static) {
        // The threads live as long as we do.
        let _ = self.sender.send(Box::new(piece));
    }
}

fn work(receiver: &Mutex<Receiver<Piece>>) {
    loop {
        let next = receiver
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .recv();
        let Ok(piece) = next else { return };
        // Whoever hands a piece in notes its panics; this only keeps the thread.
        let _ = catch_unwind(AssertUnwindSafe(piece));
    }
}

/// Does something that may panic, and gives the words of the panic.
pub(super) fn contained<T>(work: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().copied();
        let owned = panic.downcast_ref::<String>().map(String::as_str);
        text.or(owned).unwrap_or("no reason given").to_owned()
    })
}
