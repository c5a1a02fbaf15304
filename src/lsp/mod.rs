//! Layer 9: the language server, a thin edge around [`crate::ide`].
//!
//! `wire.rs` reads and writes messages, `server.rs` is the main loop, which never computes anything itself: requests go to the
//! threads of `workers.rs` with a snapshot of all texts, and `handlers/` has one short function for each of them.
//! `convert/` turns what editors say into offsets, and what we say into the structures of the protocol.
//! What goes beyond the protocol is described in `docs/language-server.md`.

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

use std::path::PathBuf;

pub use server::Ending;

/// Serves an editor on standard input and output until it says goodbye or goes away. The roots are further folders
/// in which modules are found.
pub fn serve(roots: Vec<PathBuf>) -> Ending {
    let (sender, receiver) = std::sync::mpsc::channel();
    wire::read_in_background(std::io::stdin(), sender.clone());
    let client = wire::write_in_background(std::io::stdout());
    server::Server::new(client, sender, roots).run(&receiver)
}
