//! `fretsaw check` on texts that cannot be answered as they stand, or hardly.

use std::fs;
use std::time::{Duration, Instant};

use super::program::{Run, assert_snapshot, finish, fixtures, program};

/// Checks a test module about the lift of the fixtures.
fn check(statements: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    let lift = fs::read_to_string(fixtures().join("check/Lift.ebl")).unwrap();
    let lift = lift.replace("module check.Lift", "module Lift");
    fs::write(folder.path().join("Lift.ebl"), lift).unwrap();
    let test = format!("module Test\nimport Lift\n{statements}\n");
    fs::write(folder.path().join("Test.tebl"), test).unwrap();
    let mut program = program();
    finish(
        program
            .current_dir(folder.path())
            .args(["check", "Test.tebl", "--trace=none", "--timeout=60"])
            .args(arguments),
    )
}

/// What a check is answered with.
fn verdict(statements: &str) -> String {
    let run = check(statements, &[]);
    let end = run.stdout.find(" (").unwrap_or(run.stdout.len());
    format!("{} {}", run.status, &run.stdout[..end])
}

#[test]
fn mistakes_that_show_only_in_the_universe_are_told() {
    let huge = "state a { 99999999 parked Lift; }\ncheck a reachable in max 1 step;";
    let run = check(huge, &[]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.starts_with("error[R1301]: 99999999 instances"),
        "{}",
        run.stderr
    );
    let json = check(huge, &["--format=json"]);
    assert_eq!((json.status, json.stderr.as_str()), (2, ""));
    assert!(json.stdout.contains("\"R1301\""), "{}", json.stdout);
}

#[test]
fn a_mistake_in_one_check_does_not_keep_others_from_being_run() {
    let run = check(
        "state a { 99999999 parked Lift; }\nstate b { parked Lift; }\n\
         check a reachable in max 1 step;\ncheck b reachable in max 1 step;",
        &[],
    );
    assert_eq!(run.status, 2);
    assert!(run.stdout.starts_with("passed: b is reachable in 0 steps"));
    assert!(run.stderr.contains("error[R1301]"), "{}", run.stderr);
}

#[test]
fn unknown_names_and_shared_keys_are_mistakes() {
    let cases = [
        ("state a { moving Lft; }", "error[R0404]"),
        ("state a { moving Lift with flor == 1; }", "error[R0406]"),
        ("state a { 2 moving Lift with id == 1; }", "error[R1004]"),
    ];
    let mut told = String::new();
    for (state, code) in cases {
        let run = check(&format!("{state}\ncheck a reachable in max 1 step;"), &[]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{state}");
        assert!(run.stderr.contains(code), "{code}: {}", run.stderr);
        told.push_str(&run.stderr);
    }
    assert_snapshot("check_bad_input", &told);
}

#[test]
fn nothing_is_reachable_from_a_start_that_contradicts_itself() {
    let verdict = verdict(
        "state a { moving Lift with floor == 1, floor == 2; }\nstate b { moving Lift; }\n\
         check b reachable from a in max 3 steps;",
    );
    assert!(
        verdict.starts_with("1 failed: b is unreachable from a"),
        "{verdict}"
    );
}

#[test]
fn numbers_have_no_bounds() {
    let digits = "9".repeat(100);
    let there = format!(
        "state a {{ moving Lift with floor == {digits} - 1; empty Log; }}\n\
         state b {{ moving Lift with floor == {digits}; }}\n\
         check b reachable from a in exactly 1 step;"
    );
    assert_eq!(
        verdict(&there),
        "0 passed: b is reachable from a in 1 step, as expected"
    );
}

#[test]
fn what_is_divided_by_zero_is_not_true() {
    let verdict = verdict(
        "state a { moving Lift with floor / 0 == 1; }\ncheck a unreachable in max 2 steps;",
    );
    assert!(
        verdict.starts_with("0 passed: a is unreachable"),
        "{verdict}"
    );
}

#[test]
fn a_bound_of_a_billion_is_only_looked_at_as_far_as_it_must() {
    let begin = Instant::now();
    let verdict = verdict(
        "state a { moving Lift with floor == 2; filled Log; }\n\
         check a reachable in max 1000000000 steps;",
    );
    assert_eq!(verdict, "0 passed: a is reachable in 3 steps, as expected");
    assert!(begin.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_specification_without_instances_disables_what_needs_it() {
    let verdict =
        verdict("state a { moving Lift with floor == 1; }\ncheck a unreachable in max 4 steps;");
    assert!(
        verdict.starts_with("0 passed: a is unreachable"),
        "{verdict}"
    );
}
