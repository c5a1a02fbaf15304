//! What messages advise can be done, and helps.

use std::fs;

use super::program::{Run, finish, program};
use crate::support::files::project;

fn run(arguments: &[&str]) -> Run {
    finish(program().current_dir(project()).args(arguments))
}

fn assert_refused(arguments: &[&str], told: &str) {
    let run = run(arguments);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
    assert!(run.stderr.starts_with(told), "{}", run.stderr);
}

/// A dial that can be turned up for ever.
const ENDLESS: &str = "testmodules/unreachable/Never.tebl";

#[test]
fn a_search_without_an_end_says_so_and_comes_to_one() {
    let arguments = ["explore", ENDLESS, "--line", "13", "--algorithm", "lscis"];
    let found = run(&arguments);
    assert_eq!(found.status, 3);
    let told = "there is no end to the values of Dial.level\n";
    assert_eq!(found.stderr, told);
    for part in [
        "undecided: odd: there are more than 100000 states",
        "help: give Dial.level values in a `domain` and name that behind `within`, or the check a bound; or allow more with `--max-states`; or ask `fretsaw check --engine lazy`",
    ] {
        assert!(found.stdout.contains(part), "{}", found.stdout);
    }
    // With a bound there is an end.
    let bounded = run(&["explore", ENDLESS, "--line", "11"]);
    assert_eq!(bounded.status, 0, "{}", bounded.stdout);
}

/// What does not depend on the fields without an end can be told, by another way.
#[test]
fn a_slice_without_what_has_no_end_names_who_can_tell() {
    let clocks = "tests/cli/fixtures/explore/Clocks.tebl";
    for algorithm in ["isc", "lsc", "lscis"] {
        let arguments = ["explore", clocks, "--algorithm", algorithm];
        let found = run(&[&arguments[..], &["--max-states", "1000"]].concat());
        assert_eq!(found.status, 3, "{algorithm}");
        let expected = "undecided: rang: there is no end to the values of Clock.ticks, and there are too many states to look at them all";
        assert!(found.stdout.starts_with(expected), "{}", found.stdout);
        let help = "; or ask `fretsaw check --engine lazy`, which can tell at any depth what does not depend on them\n";
        assert!(found.stdout.ends_with(help), "{}", found.stdout);
    }
    let told = run(&["check", "--engine", "lazy", clocks]);
    assert_eq!(told.status, 0);
    let expected = "passed: rang is unreachable at any depth";
    assert!(told.stdout.starts_with(expected), "{}", told.stdout);
}

/// A slice may keep nothing at all.
#[test]
fn pictures_of_slices_say_what_these_keep() {
    let clocks = "tests/cli/fixtures/explore/Clocks.tebl";
    let drawn = run(&["explore", clocks, "--graph=dot", "--algorithm=lscis"]);
    assert_eq!(drawn.status, 0);
    let title = "[label=\"States of Clocks.tebl, sliced by lscis on no variable\", ";
    assert!(drawn.stdout.contains(title), "{}", drawn.stdout);
}

/// It is told before anybody waits.
#[cfg(unix)]
#[test]
fn a_search_without_an_end_says_so_at_once() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .current_dir(project())
        .args([
            "explore",
            ENDLESS,
            "--line",
            "13",
            "--max-states",
            "1000000000",
        ])
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let messages = child.stderr.take().expect("standard error");
    BufReader::new(messages)
        .read_line(&mut line)
        .expect("a line");
    child.kill().expect("it still runs");
    child.wait().expect("it ends");
    assert_eq!(line, "there is no end to the values of Dial.level\n");
}

#[test]
fn pictures_that_are_too_large_name_what_can_be_drawn() {
    let draw = ["explore", ENDLESS, "--line", "13", "--graph", "dot"];
    let with = |more: &[&'static str]| [&draw, more].concat();
    let many = "error: there are more than 400 states, too many to be read in a picture\n  help: a smaller model";
    assert_refused(
        &draw,
        &format!("{many}, or a slice (`--algorithm lscis`), can be drawn"),
    );
    assert_refused(
        &with(&["--algorithm", "lscis"]),
        &format!("{many} can be drawn"),
    );
    assert_refused(
        &with(&["--max-states", "50"]),
        "error: there are more than 50 states, and no more are to be drawn\n  help: `--max-states` allows more, up to 400\n",
    );
    assert_refused(
        &with(&["--all", "--algorithm", "lscis"]),
        "error: the algorithm `lscis` slices by what a check asks for: leave out `--all`\n",
    );
}

#[test]
fn specifications_have_no_checks_to_choose() {
    let account = "rebel-examples/bank/Account.ebl";
    assert_refused(
        &["graph", account, "--slice", "amorphous"],
        "error: there are no checks\n",
    );
    assert_refused(
        &["explore", account, "--algorithm", "lscis"],
        "error: `rebel-examples/bank/Account.ebl` is neither a test module",
    );
}

/// A file of Mermaid holds one diagram, one of Markdown several.
#[test]
fn several_runs_are_diagrams_in_one_document() {
    let stairs = "testmodules/bounds/Thresholds.tebl";
    let diagrams =
        |more: &[&str]| run(&[&["check", stairs, "--trace", "mermaid"], more].concat()).stdout;
    let one = diagrams(&["--line", "10"]);
    assert!(one.starts_with("sequenceDiagram\n"), "{one}");
    assert_eq!(one.matches("sequenceDiagram").count(), 1);
    let several = diagrams(&[]);
    let blocks: Vec<&str> = several.split("```mermaid\n").skip(1).collect();
    assert_eq!(blocks.len(), several.matches("sequenceDiagram").count());
    assert!(blocks.len() > 1);
    assert_eq!(blocks[0], format!("{one}```\n\n"));
    assert_eq!(diagrams(&["--line", "12"]), "");
}

/// The runs that `check` writes alone are runs that can be replayed.
#[test]
fn bare_runs_can_be_replayed() {
    let stairs = "testmodules/bounds/Thresholds.tebl";
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("runs.json");
    for more in [&["--line", "10"][..], &[]] {
        let runs = run(&[&["check", stairs, "--trace", "json"], more].concat()).stdout;
        fs::write(&saved, runs).expect("a file");
        let replayed = run(&[
            "simulate",
            stairs,
            "--replay",
            saved.to_str().expect("UTF-8"),
        ]);
        assert_eq!(replayed.status, 0, "{}", replayed.stderr);
        assert!(
            replayed
                .stdout
                .ends_with("`thirdFloor` is reached after 4 steps\n")
        );
    }
    fs::write(&saved, "[1, 2]").expect("a file");
    let none = run(&[
        "simulate",
        stairs,
        "--replay",
        saved.to_str().expect("UTF-8"),
    ]);
    assert_eq!(none.status, 2);
    assert!(none.stderr.contains("it holds no run"), "{}", none.stderr);
}
