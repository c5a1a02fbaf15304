//! Phases and calls of solvers, which `-v`, `-vv` and `FRETSAW_LOG` show on standard error.

use super::program::{Run, finish, program};
use crate::support::schema::assert_follows;

const BANK: &str = "../../../testmodules/bank/NegativeBalance.tebl";

/// Checks a module for a program, with further arguments and what the environment asks for.
fn check(arguments: &[&str], log: Option<&str>) -> Run {
    let mut program = program();
    program
        .args(["check", BANK, "--format", "json"])
        .args(arguments);
    match log {
        Some(log) => program.env("FRETSAW_LOG", log),
        None => program.env_remove("FRETSAW_LOG"),
    };
    let run = finish(&mut program);
    let document = serde_json::from_str(&run.stdout).expect("nothing but a document");
    assert_follows("check.schema.json", &document);
    run
}

/// What the lines with a time speak of, each once.
fn spans(run: &Run) -> Vec<String> {
    let lines = run.stderr.lines();
    let mut spans: Vec<String> = lines.filter_map(span).collect();
    spans.sort();
    spans.dedup();
    spans
}

/// `check high at Bank.tebl:12 > slice` of `     0.451 ms  check high at Bank.tebl:12 > slice`
fn span(line: &str) -> Option<String> {
    let (time, what) = line.split_once(" ms  ")?;
    time.trim().parse::<f64>().ok().map(|_| what.to_owned())
}

fn has(spans: &[String], end: &str) -> bool {
    spans.iter().any(|span| span.ends_with(end))
}

#[test]
fn nothing_is_shown_that_is_not_asked_for() {
    assert_eq!(check(&[], None).stderr, "");
    assert_eq!(check(&["-q"], Some("debug")).stderr, "");
    assert_eq!(check(&[], Some("off")).stderr, "");
}

#[test]
fn phases_are_shown_with_their_times() {
    let run = check(&["-v"], None);
    let spans = spans(&run);
    assert!(has(&spans, "load"), "{spans:?}");
    assert!(
        spans
            .iter()
            .any(|it| it.starts_with("check ") && it.contains("NegativeBalance.tebl:"))
    );
    for phase in [
        "> model",
        "> engine auto",
        "> engine auto > slice",
        "> replay",
    ] {
        assert!(has(&spans, phase), "{phase}: {spans:?}");
    }
    assert!(!has(&spans, "> solver"), "{spans:?}");
    assert!(run.stderr.contains("read "), "{}", run.stderr);
}

#[test]
fn calls_of_solvers_are_shown_to_those_who_ask_twice() {
    let twice = spans(&check(&["-vv", "--engine", "bmc"], None));
    assert!(has(&twice, "> engine bmc > solver"), "{twice:?}");
    assert!(has(&twice, "> translate"), "{twice:?}");
}

#[test]
fn the_environment_asks_as_options_do() {
    let by_option = spans(&check(&["-vv"], None));
    assert_eq!(spans(&check(&[], Some("debug"))), by_option);
    assert_eq!(
        spans(&check(&[], Some("info"))),
        spans(&check(&["-v"], None))
    );
    let solver = spans(&check(&[], Some("fretsaw::solver=debug")));
    assert_eq!(solver, ["solver"]);
    assert_eq!(spans(&check(&["-vv"], Some("off"))), by_option);
}
