//! Verbs that are not built yet.

use std::io;

use super::ExitStatus;
use super::terminal::Terminal;

/// Says that a verb is not built yet.
pub(super) fn refuse(verb: &str, terminal: &mut Terminal) -> io::Result<ExitStatus> {
    terminal.error(&format!("`fretsaw {verb}` is not built yet"))?;
    Ok(ExitStatus::BadInput)
}
