//! Layer 9: the language server, a thin edge around [`crate::ide`].
//!
//! `wire.rs` reads and writes messages, `server.rs` is the main loop, which never computes anything itself: requests
//! go to the threads of `workers.rs` with a snapshot of all texts, and `handlers/` has one short function for each of
//! them. `convert/` turns what editors say into offsets, and what we say into the structures of the protocol. What
//! goes beyond the protocol is described in `docs/language-server.md`.

mod capabilities;
mod convert;
mod dispatch;
mod handlers;
mod progress;
mod publish;
mod server;
mod watching;
mod wire;
mod workers;

use std::io::{Read, Write};
use std::path::PathBuf;
use std::sync::Arc;

use crate::disk::Disk;
use crate::ide::SharedFiles;
pub use server::Ending;

/// Serves an editor on standard input and output until it says goodbye or goes away. The roots are further folders
/// in which modules are found.
pub fn serve(roots: Vec<PathBuf>) -> Ending {
    serve_between(std::io::stdin(), std::io::stdout(), Arc::new(Disk), roots)
}

/// Serves whoever writes to the input and reads the output, over some files.
pub fn serve_between(
    input: impl Read + Send + 'static,
    output: impl Write + Send + 'static,
    files: SharedFiles,
    roots: Vec<PathBuf>,
) -> Ending {
    let (sender, receiver) = std::sync::mpsc::channel();
    wire::read_in_background(input, sender.clone());
    let client = wire::write_in_background(output);
    server::Server::new(client, sender, files, roots).run(&receiver)
}
