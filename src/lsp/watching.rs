//! Threads that look at what nobody tells us: files that the client does not watch, and whether the client still
//! lives.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use super::server::Event;
use super::wire::Incoming;
use crate::ide::Watcher;

/// As long as somebody may have to wait for what another program has written.
const PAUSE: Duration = Duration::from_secs(1);

/// Somebody looks at something for as long as this is kept.
pub(super) struct Watching {
    /// Hangs up when it is dropped.
    _wanted: Sender<()>,
}

/// Tells the main loop when a file has changed.
pub(super) fn watch_files(mut watcher: Watcher, events: Sender<Event>) -> Watching {
    in_background(move || {
        let has_changed = watcher.has_changed();
        !has_changed || events.send(Event::FilesChanged).is_ok()
    })
}

/// Tells the main loop when the process of the client is gone. Somebody else may hold our input open.
pub(super) fn watch_client(process: i32, events: Sender<Event>) -> Option<Watching> {
    let processes = Path::new("/proc");
    // Where the system does not tell which processes there are, the end of our input has to do.
    if !processes.join("self").exists() {
        return None;
    }
    let process: PathBuf = processes.join(process.to_string());
    Some(in_background(move || {
        let lives = process.exists();
        if !lives {
            // The server may have ended meanwhile.
            let _ = events.send(Event::Client(Incoming::End));
        }
        lives
    }))
}

/// Does something now and then for as long as it wants, and somebody wants it.
fn in_background(mut work: impl FnMut() -> bool + Send + 'static) -> Watching {
    let (wanted, is_wanted) = channel();
    let thread = std::thread::Builder::new().spawn(move || {
        while work() && is_wanted.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {}
    });
    // Without a thread nobody looks, and everything else works.
    drop(thread);
    Watching { _wanted: wanted }
}
