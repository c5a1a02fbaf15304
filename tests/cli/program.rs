//! Runs the program and looks at what it did.

use std::path::PathBuf;
use std::process::Output;
#[cfg(unix)]
use std::process::{self, Stdio};
#[cfg(unix)]
use std::time::{Duration, Instant};

use assert_cmd::Command;

use crate::support::files::project;

/// What a run left behind.
pub(crate) struct Run {
    pub(crate) status: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// The program in the folder of fixtures, so that paths in its output are the same everywhere.
pub(crate) fn program() -> Command {
    let mut program = Command::cargo_bin("fretsaw").expect("the program is built");
    program.current_dir(fixtures());
    for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"] {
        program.env_remove(variable);
    }
    program
}

/// Runs the program in the folder of fixtures.
pub(crate) fn run(arguments: &[&str]) -> Run {
    finish(program().args(arguments))
}

pub(crate) fn finish(program: &mut Command) -> Run {
    left_by(program.output().expect("the program starts"))
}

fn left_by(output: Output) -> Run {
    Run {
        status: output.status.code().expect("the program ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("results are UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
}

/// Starts the program, interrupts it after a while, and gives what it did then and how long that took.
#[cfg(unix)]
pub(crate) fn interrupted(arguments: &[&str], after: Duration) -> (Run, Duration) {
    let child = process::Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .current_dir(fixtures())
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    std::thread::sleep(after);
    let begin = Instant::now();
    let pid = child.id().to_string();
    let sent = process::Command::new("kill").args(["-INT", &pid]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let output = child.wait_with_output().expect("the program ends");
    (left_by(output), begin.elapsed())
}

pub(crate) fn fixtures() -> PathBuf {
    project().join("tests/cli/fixtures")
}

/// Compares a text with the one stored under `snapshots/cli`.
pub(crate) fn assert_snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots/cli");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}
