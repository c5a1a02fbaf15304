//! Runs the program and looks at what it did.

use std::path::PathBuf;

use assert_cmd::Command;

use super::files::project;

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
    let output = program.output().expect("the program starts");
    Run {
        status: output.status.code().expect("the program ends by itself"),
        stdout: String::from_utf8(output.stdout).expect("results are UTF-8"),
        stderr: String::from_utf8(output.stderr).expect("messages are UTF-8"),
    }
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
