//! The exit status, which scripts rely on.

use std::process::ExitCode;

/// How a run of the program ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum ExitStatus {
    /// All is well.
    Success = 0,
    /// A check failed, or `fmt --check` found something.
    Failed = 1,
    /// Bad input or usage; the diagnostic says what and where.
    BadInput = 2,
    /// No engine could settle a check.
    Undecided = 3,
    /// The user stopped it. Without work to save, the system ends the program and the shell tells the same number.
    Interrupted = 130,
}

impl From<ExitStatus> for ExitCode {
    fn from(status: ExitStatus) -> ExitCode {
        ExitCode::from(status as u8)
    }
}
