//! Colours, terminals and pipes.

use std::io::Read;
use std::process::{Command, Stdio};

use super::program::{finish, fixtures, program, run};

const ESCAPE: char = '\u{1b}';

#[test]
fn pipes_get_plain_ascii() {
    for arguments in [
        &["lint", "Broken.ebl"][..],
        &["explain", "R0103"],
        &["--help"],
    ] {
        let run = run(arguments);
        let text = run.stdout + &run.stderr.replace("café", "cafe").replace('é', "e");
        assert!(text.is_ascii() && !text.contains(ESCAPE), "{text}");
    }
}

#[test]
fn colours_can_be_had_in_pipes() {
    assert!(
        run(&["lint", "--color=always", "Broken.ebl"])
            .stderr
            .contains(ESCAPE)
    );
    assert!(
        run(&["explain", "R0103", "--color", "always"])
            .stdout
            .contains(ESCAPE)
    );
    assert!(run(&["--color", "always", "lnt"]).stderr.contains(ESCAPE));
    let forced = finish(
        program()
            .env("CLICOLOR_FORCE", "1")
            .args(["lint", "Broken.ebl"]),
    );
    assert!(forced.stderr.contains(ESCAPE));
    let refused =
        finish(
            program()
                .env("CLICOLOR_FORCE", "1")
                .args(["lint", "--color=never", "Broken.ebl"]),
        );
    assert!(!refused.stderr.contains(ESCAPE));
}

#[test]
fn terminals_get_colours_unless_they_are_refused() {
    let Some(shown) = on_terminal("lint Broken.ebl", &[]) else {
        return;
    };
    assert!(shown.contains(ESCAPE) && shown.contains('╭'), "{shown}");
    for (arguments, variables) in [
        ("lint Broken.ebl", &[("NO_COLOR", "1")][..]),
        ("lint --color never Broken.ebl", &[]),
        ("lint Broken.ebl", &[("TERM", "dumb")]),
        ("lnt", &[("NO_COLOR", "1")]),
    ] {
        let shown = on_terminal(arguments, variables).unwrap();
        assert!(
            !shown.contains(ESCAPE),
            "{arguments} {variables:?}: {shown}"
        );
    }
}

#[test]
fn terminals_without_unicode_get_ascii() {
    let Some(shown) = on_terminal("lint Broken.ebl", &[("LC_ALL", "C"), ("LANG", "C")]) else {
        return;
    };
    assert!(!shown.contains('╭') && shown.contains(",-["), "{shown}");
}

/// What the program shows on a terminal, if `script` is there to make one.
fn on_terminal(arguments: &str, variables: &[(&str, &str)]) -> Option<String> {
    let program = env!("CARGO_BIN_EXE_fretsaw");
    let mut script = Command::new("script");
    script
        .current_dir(fixtures())
        .args(["-qec", &format!("'{program}' {arguments}"), "/dev/null"])
        .env("TERM", "xterm-256color")
        .env("LC_ALL", "C.UTF-8")
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        // Machines that build set this, and are taken to show colours on any terminal.
        .env_remove("CI")
        .envs(variables.iter().copied())
        .stdin(Stdio::null());
    match script.output() {
        Ok(output) => Some(String::from_utf8_lossy(&output.stdout).into_owned()),
        Err(error) => {
            eprintln!(
                "note: `script` cannot be run ({error}), so there is no terminal to test with"
            );
            None
        }
    }
}

#[test]
fn a_closed_pipe_is_no_accident() {
    let folder = tempfile::tempdir().unwrap();
    let generate = ["generate", "wide", "--copies", "200", "-o"];
    assert_eq!(
        finish(program().args(generate).arg(folder.path())).status,
        0
    );
    let mut child = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .arg("parse")
        .arg(folder.path().join("wide/Library.ebl"))
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let mut first = [0; 16];
    stdout.read_exact(&mut first).unwrap();
    drop(stdout);
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn progress_is_for_terminals_only() {
    let endless = "check check/Endless.tebl --timeout 1.5 --line 14";
    let Some(shown) = on_terminal(endless, &[]) else {
        return;
    };
    assert!(shown.contains("\rcellar: runs of "), "{shown}");
    assert!(shown.contains("0 of 1 checks done"), "{shown}");
    assert!(shown.contains("undecided"), "{shown}");
    let quiet = on_terminal(&format!("{endless} --quiet"), &[]).unwrap();
    assert!(!quiet.contains("runs of 1 steps"), "{quiet}");
    assert!(!quiet.contains("checks done"), "{quiet}");
    let piped: Vec<&str> = endless.split(' ').collect();
    let piped = run(&piped);
    assert!(!piped.stderr.contains('\r'), "{}", piped.stderr);
}
