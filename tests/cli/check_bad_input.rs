//! `fretsaw check` on texts that cannot be answered as they stand, or hardly.

use std::fs;
use std::time::{Duration, Instant};

use super::check::without_times;
use super::program::{Run, assert_snapshot, finish, fixtures, program};

/// Checks a test module about the lift of the fixtures.
fn check(statements: &str, arguments: &[&str]) -> Run {
    let lift = fs::read_to_string(fixtures().join("check/Lift.ebl")).unwrap();
    let lift = lift.replace("module check.Lift", "module Lift");
    check_with("Lift", &lift, statements, arguments)
}

/// Checks a test module about a specification.
fn check_with(module: &str, spec: &str, statements: &str, arguments: &[&str]) -> Run {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join(format!("{module}.ebl")), spec).unwrap();
    let test = format!("module Test\nimport {module}\n{statements}\n");
    fs::write(folder.path().join("Test.tebl"), test).unwrap();
    let mut program = program();
    let program = program.current_dir(folder.path());
    let limit: &[&str] = if arguments.iter().any(|it| it.starts_with("--timeout")) {
        &[]
    } else {
        &["--timeout=60"]
    };
    let program = program.args(["check", "Test.tebl", "--trace=none"]);
    finish(program.args(limit).args(arguments))
}

/// What a run said on both streams, and its status.
fn told(run: &Run) -> String {
    let (stdout, stderr) = (without_times(&run.stdout), without_times(&run.stderr));
    format!("status {}\n{stdout}\n{stderr}", run.status)
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
    let run = check(
        "state a { moving Lift with floor == 1, id > 0, floor == 2; }\nstate b { moving Lift; }\n\
         check b reachable from a in max 3 steps;",
        &[],
    );
    assert_snapshot("check_contradictory_start", &told(&run));
}

#[test]
fn keys_that_two_instances_share_are_mistakes() {
    let run = check(
        "state a { moving Lift with id == 1; parked Lift with id == 1; }\n\
         check a reachable in max 3 steps;",
        &[],
    );
    assert_snapshot("check_shared_key", &told(&run));
}

/// A ring in which an event syncs itself by way of another one.
const RING: &str = "module Ring
specification Ring {
    fields { id: Integer @key }
    events { there[] back[] }
    lifeCycle { initial idle -> idle: there, back }
}
event there() { sync { Ring[this.id].back(); } }
event back() { sync { Ring[this.id].there(); } }
";

#[test]
fn syncs_in_a_circle_are_mistakes() {
    let statements = "state idling { idle Ring; }\ncheck idling reachable in max 3 steps;";
    let run = check_with("Ring", RING, statements, &[]);
    assert_snapshot("check_sync_cycle", &told(&run));
}

/// A square. The solver finds the root of two, which is no value of the language, and cannot tell whether there is
/// another answer.
const SQUARE: &str = "module Square
specification Square {
    fields { id: Integer @key area: Real }
    events { choose[] }
    lifeCycle { initial open -> chosen: choose final chosen }
}
event choose(side: Real) { postconditions { new this.area == side * side; } }
";

#[test]
fn a_solver_that_gives_up_leaves_the_check_undecided() {
    let statements = "state two { chosen Square with area == 2.0; }\n\
         check two reachable in max 1 step;";
    let run = check_with("Square", SQUARE, statements, &[]);
    assert_snapshot("check_solver_gives_up", &told(&run));
}

/// Nobody knows whether three cubes can have this sum.
#[test]
fn a_solver_that_does_not_end_leaves_the_check_undecided() {
    let cubes = fs::read_to_string(fixtures().join("hard/Cubes.ebl")).unwrap();
    let cubes = cubes.replace("module hard.Cubes", "module Cubes");
    let statements =
        "state sum { chosen Cubes with total == 114; }\ncheck sum reachable in max 1 step;";
    let run = check_with("Cubes", &cubes, statements, &["--timeout=1"]);
    assert_snapshot("check_solver_does_not_end", &told(&run));
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
    let beyond = there.replace(" - 1", " - 2");
    assert_eq!(
        verdict(&beyond),
        "1 failed: b is unreachable from a in exactly 1 step, but should be reachable"
    );
}

#[test]
fn what_is_divided_by_zero_is_not_true() {
    for (condition, word) in [
        ("floor / 0 == 1", "unreachable"),
        ("not (floor / 0 == 1)", "unreachable"),
        ("floor == 0 || floor / 0 == 1", "reachable"),
    ] {
        let verdict = verdict(&format!(
            "state a {{ moving Lift with {condition}; }}\ncheck a {word} in max 2 steps;"
        ));
        let expected = format!("0 passed: a is {word}");
        assert!(verdict.starts_with(&expected), "{condition}: {verdict}");
    }
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

/// Three positions, one after the other.
const WHEEL: &str = "module Wheel
specification Wheel {
    fields { id: Integer @key position: Integer }
    events { turn[] }
    lifeCycle { initial turning -> turning: turn }
}
event turn() { postconditions { new this.position == (this.position + 1) % 3; } }
";

/// Few states are all looked at however long runs may be.
#[test]
fn a_bound_of_a_billion_is_no_more_than_all_states() {
    let statements = "state zero { turning Wheel with position == 0; }\n\
         state third { turning Wheel with position == 3; }\n\
         check third unreachable from zero in max 1000000000 steps;";
    let run = check_with("Wheel", WHEEL, statements, &[]);
    assert_snapshot("check_max_a_billion", &told(&run));
}

/// A run of a billion steps is nothing to wait for, and takes no memory worth mentioning until the time is over.
#[test]
fn exactly_a_billion_steps_end_with_the_time() {
    let begin = Instant::now();
    let statements = "state zero { turning Wheel with position == 0; }\n\
         check zero reachable from zero in exactly 1000000000 steps;";
    let run = check_with("Wheel", WHEEL, statements, &["--timeout=2"]);
    assert!(begin.elapsed() < Duration::from_secs(10));
    assert_eq!(run.status, 3);
    // What is known by then depends on the machine.
    let told = "undecided: zero from zero: the time limit of 2 s was reached; ";
    assert!(run.stdout.starts_with(told), "{}", run.stdout);
}

/// Instances that nothing tells apart are not looked at one by one.
#[test]
fn ten_thousand_instances_are_answered() {
    let statements = "state zero { 10000 turning Wheel with position == 0; }\n\
         state two { 9999 turning Wheel with position == 0; turning Wheel with position == 2; }\n\
         check two reachable from zero in max 3 steps;\n\
         check two unreachable from zero in max 1 step;";
    let run = check_with("Wheel", WHEEL, statements, &[]);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("two is reachable from zero in 2 steps"));
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
