//! `fretsaw lsp`: serves an editor on standard input and output.

use std::path::PathBuf;

use super::ExitStatus;
use crate::lsp::{Ending, serve};

pub(super) fn run(roots: Vec<PathBuf>) -> ExitStatus {
    let status = match serve(roots) {
        Ending::Goodbye => ExitStatus::Success,
        Ending::Abrupt => ExitStatus::Failed,
    };
    // Threads may still be at work, and the solver's library must not be taken apart while they run in it.
    signal_hook::low_level::exit(status as i32)
}
