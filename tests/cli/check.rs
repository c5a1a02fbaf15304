//! `fretsaw check`: verdicts, runs, exit codes, limits.

use std::time::{Duration, Instant};

use serde_json::Value;

#[cfg(unix)]
use super::program::interrupted;
use super::program::{Run, assert_snapshot, finish, program, run};
use crate::support::files::project;
use crate::support::schema;

/// A text without the times in it, which differ from run to run.
pub(crate) fn without_times(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for line in text.lines() {
        let words = line.split(' ').collect::<Vec<_>>();
        let mut kept: Vec<&str> = Vec::new();
        for word in words {
            let unit = word.trim_end_matches([',', ')']);
            let is_time = matches!(unit, "ms" | "s")
                && kept
                    .last()
                    .is_some_and(|number| number.parse::<f64>().is_ok());
            if is_time {
                kept.pop();
                kept.push("TIME");
                kept.push(&word[unit.len()..]);
            } else {
                kept.push(word);
            }
        }
        lines.push(kept.join(" ").replace("TIME ", "TIME"));
    }
    lines.join("\n")
}

/// The document that a run printed, held to its schema.
pub(crate) fn document(run: &Run) -> Value {
    let document: Value = serde_json::from_str(&run.stdout).expect("JSON");
    schema::assert_follows("check.schema.json", &document);
    document
}

/// A document without the times in it.
fn timeless(run: &Run) -> Value {
    let mut document = document(run);
    for check in document["checks"].as_array_mut().unwrap() {
        check["millis"] = Value::Null;
        // How large a problem is depends on the encoding, which is free.
        check["stats"] = Value::Null;
    }
    document
}

#[test]
fn answers_are_told_with_the_runs_that_show_them() {
    let run = run(&["check", "check/Answers.tebl"]);
    assert_eq!(run.status, 1);
    assert_snapshot("check_answers", &without_times(&run.stdout));
    assert_eq!(
        without_times(&run.stderr),
        "4 checks: 2 passed, 2 failed in TIME"
    );
}

#[test]
fn a_broken_invariant_is_shown_with_its_values() {
    let run = run(&["check", "check/Roof.tebl"]);
    assert_eq!(run.status, 1);
    assert_snapshot("check_roof", &without_times(&run.stdout));
}

#[test]
fn whole_states_can_be_had() {
    let run = run(&["check", "check/Roof.tebl", "--full"]);
    assert_snapshot("check_roof_full", &without_times(&run.stdout));
}

#[test]
fn json_follows_its_schema() {
    let run = run(&["check", "check", "--format=json", "--timeout=3"]);
    assert_eq!(run.status, 1);
    let document = document(&run);
    let verdicts: Vec<&str> = document["checks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|check| check["verdict"].as_str().unwrap())
        .collect();
    let expected = [
        "reachable",
        "reachable",
        "unreachable",
        "unreachable",
        "unknown",
        "unknown",
        "reachable",
    ];
    assert_eq!(verdicts, expected);
}

#[test]
fn json_of_one_check() {
    let run = run(&["check", "check/Roof.tebl", "--format=json"]);
    let pretty = serde_json::to_string_pretty(&timeless(&run)).unwrap();
    assert_snapshot("check_roof_json", &pretty);
}

#[test]
fn runs_for_programs_are_alone_on_standard_output() {
    let mermaid = run(&["check", "check/Roof.tebl", "--trace=mermaid"]);
    assert_snapshot("check_roof_mermaid", &mermaid.stdout);
    let json = run(&["check", "check/Roof.tebl", "--trace", "json"]);
    let trace: Value = serde_json::from_str(&json.stdout).unwrap();
    assert_eq!(trace.as_array().unwrap().len(), 3);
    for run in [mermaid, json] {
        assert!(run.stderr.starts_with("failed: "), "{}", run.stderr);
    }
    let none = run(&["check", "check/Roof.tebl", "--trace", "none"]);
    assert_eq!(none.stdout.lines().count(), 1, "{}", none.stdout);
}

#[test]
fn the_exit_status_tells_the_verdict() {
    let cases: &[(&[&str], i32)] = &[
        (&["check/Answers.tebl", "--check", "cellar"], 0),
        (
            &["check/Answers.tebl", "--check", "cellar", "--timeout", "0"],
            0,
        ),
        (&["check/Answers.tebl"], 1),
        (
            &["check/Endless.tebl", "--line", "14", "--timeout", "0.2"],
            3,
        ),
        // A failed check tells more than an undecided one.
        (&["check", "--timeout", "0.2"], 1),
        (&["Broken.ebl"], 2),
    ];
    for (arguments, status) in cases {
        let run = finish(program().arg("check").args(*arguments));
        assert_eq!(run.status, *status, "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn checks_are_selected_by_name_and_by_line() {
    let lines = |arguments: &[&str]| -> Vec<i64> {
        let run = finish(
            program()
                .args(["check", "check/Answers.tebl", "--format=json"])
                .args(arguments),
        );
        let document = document(&run);
        let checks = document["checks"].as_array().unwrap();
        let lines = checks.iter().map(|check| check["line"].as_i64().unwrap());
        lines.collect()
    };
    assert_eq!(lines(&["--check", "second"]), [15, 17, 19]);
    assert_eq!(
        lines(&["--check=second", "--check=cellar"]),
        [15, 17, 19, 21]
    );
    assert_eq!(lines(&["--line", "17"]), [17]);
    assert_eq!(lines(&["--line", "17", "--check", "second"]), [17]);
}

#[test]
fn a_selection_of_nothing_is_a_mistake() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["check/Answers.tebl", "--check", "secnd"],
            "error: there is no check of `secnd`\n  help: did you mean `second`?\n",
        ),
        (
            &["check/Answers.tebl", "--check", "xyz"],
            "error: there is no check of `xyz`\n  help: there are checks of cellar, second\n",
        ),
        (
            &["check/Answers.tebl", "--line", "1"],
            "error: there is no such check at line 1\n  help: checks stand at the lines 15, 17, 19, 21\n",
        ),
        (
            &["check/Answers.tebl", "--line", "21", "--check", "second"],
            "error: there is no such check at line 21\n  help: such checks stand at the lines 15, 17, 19\n",
        ),
        (
            &["check/Lift.ebl"],
            "error: there are no checks\n  help: checks stand in test modules, which end in `.tebl`\n",
        ),
    ];
    for (arguments, message) in cases {
        let run = finish(program().arg("check").args(*arguments));
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(run.stderr, *message);
    }
}

#[test]
fn options_have_limits() {
    for option in [
        "--timeout=-1",
        "--timeout=1e-99",
        "--timeout=soon",
        "--timeout=1e400",
        "--jobs=0",
        "--seed=-1",
    ] {
        let run = run(&["check", "check/Answers.tebl", option]);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{option}");
    }
}

/// The verdict, its length and the way of slicing of every check.
fn verdicts(arguments: &[&str]) -> Vec<(Value, Value, Value)> {
    let mut all = vec!["check", "--format=json", "--trace=none"];
    all.extend(arguments);
    let document: Value = serde_json::from_str(&run(&all).stdout).expect("a document");
    let checks = document["checks"].as_array().expect("checks");
    let part = |check: &Value, name: &str| check[name].clone();
    checks
        .iter()
        .map(|check| {
            (
                part(check, "verdict"),
                part(check, "steps"),
                part(check, "slice"),
            )
        })
        .collect()
}

#[test]
fn slices_do_not_change_answers() {
    let file = "check/Answers.tebl";
    let whole = verdicts(&[file, "--slice=none"]);
    assert_eq!(verdicts(&[file]), verdicts(&[file, "--slice=conventional"]));
    for mode in ["conventional", "amorphous"] {
        for dependences in ["fine", "coarse"] {
            let slice = format!("--slice={mode}");
            let dependences = format!("--dependences={dependences}");
            let sliced = verdicts(&[file, &slice, &dependences]);
            for (whole, sliced) in whole.iter().zip(&sliced) {
                assert_eq!((&whole.0, &whole.1), (&sliced.0, &sliced.1));
                assert_eq!(
                    (whole.2.as_str(), sliced.2.as_str()),
                    (Some("none"), Some(mode))
                );
            }
            assert_eq!(whole.len(), sliced.len());
        }
    }
}

#[test]
fn time_limits_are_kept_and_told() {
    let begin = Instant::now();
    let run = run(&[
        "check",
        "check/Endless.tebl",
        "--timeout",
        "0.4",
        "--jobs=2",
    ]);
    assert_eq!(run.status, 3);
    assert!(
        begin.elapsed() < Duration::from_secs(5),
        "{:?}",
        begin.elapsed()
    );
    for line in run
        .stdout
        .lines()
        .filter(|line| !line.starts_with("  help"))
    {
        assert!(
            line.starts_with(
                "undecided: cellar from ground: the time limit of 0.4 s was reached; no run of "
            ),
            "{line}"
        );
    }
    assert!(run.stdout.contains("a bound such as `in max 10 steps`"));
    assert!(run.stdout.contains("or fewer steps to look at"));
}

#[test]
fn answers_do_not_depend_on_how_many_run_at_once() {
    let with_jobs = |jobs: &str| {
        let arguments = [
            "check",
            "testmodules/bank",
            "testmodules/bounds",
            "--jobs",
            jobs,
        ];
        let text = finish(program().current_dir(project()).args(arguments));
        let json = finish(
            program()
                .current_dir(project())
                .args(arguments)
                .arg("--format=json"),
        );
        (text.status, without_times(&text.stdout), timeless(&json))
    };
    assert_eq!(with_jobs("1"), with_jobs("4"));
}

/// A check that is interrupted after a while, and how long it took then.
#[cfg(unix)]
fn interrupted_check(arguments: &[&str]) -> (Run, Duration) {
    interrupted(
        &[&["check"], arguments].concat(),
        Duration::from_millis(1500),
    )
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_it_soon_with_what_is_known() {
    let (run, time) = interrupted_check(&["check", "--timeout=100", "--jobs=1"]);
    assert_eq!(run.status, 130, "{}", run.stdout);
    // It takes 200 milliseconds at most, but the test has to share the machine with others; without the interrupt it
    // would take minutes.
    assert!(time < Duration::from_secs(5), "{time:?}");
    let first = "passed: second is reachable in 3 steps";
    assert!(run.stdout.starts_with(first), "{}", run.stdout);
    let known = "undecided: cellar from ground: it was interrupted; no run of ";
    assert!(run.stdout.contains(known), "{}", run.stdout);
    let summary = "7 checks: 2 passed, 2 failed, 3 undecided";
    assert!(run.stderr.contains(summary), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_a_whole_document() {
    let (run, _) = interrupted_check(&["check", "--timeout=100", "--jobs=1", "--format=json"]);
    assert_eq!(run.status, 130, "{}", run.stdout);
    let checks = document(&run)["checks"].clone();
    assert_eq!(checks.as_array().unwrap().len(), 7);
    let reason = checks[4]["reason"].as_str().unwrap();
    assert!(
        reason.starts_with("it was interrupted; no run of "),
        "{reason}"
    );
    let not_begun = "it was interrupted; nothing is known yet";
    assert_eq!(checks[6]["reason"], not_begun);
}

/// The solver catches signals, too, unless it is told not to.
#[cfg(unix)]
#[test]
fn an_interrupt_reaches_into_the_solver() {
    let (run, time) = interrupted_check(&["hard/Sum.tebl"]);
    assert_eq!(run.status, 130, "{}", run.stdout);
    assert!(time < Duration::from_secs(5), "{time:?}");
    let known = "undecided: sum: it was interrupted; no run without steps reaches it";
    assert!(run.stdout.starts_with(known), "{}", run.stdout);
}

#[test]
fn a_time_limit_reaches_into_the_solver() {
    let begin = Instant::now();
    let run = run(&["check", "hard/Sum.tebl", "--timeout=0.5"]);
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(begin.elapsed() < Duration::from_secs(20));
    let known =
        "undecided: sum: the time limit of 0.5 s was reached; no run without steps reaches it";
    assert!(run.stdout.starts_with(known), "{}", run.stdout);
}

#[test]
fn mistakes_in_the_texts_are_shown_and_nothing_is_run() {
    let text = run(&["check", "check/Answers.tebl", "Broken.ebl"]);
    assert_eq!((text.status, text.stdout.as_str()), (2, ""));
    assert!(text.stderr.contains("error[R0103]"), "{}", text.stderr);
    assert!(
        text.stderr.ends_with("no check was run\n"),
        "{}",
        text.stderr
    );
    let json = run(&["check", "check/Answers.tebl", "Broken.ebl", "--format=json"]);
    assert_eq!((json.status, json.stderr.as_str()), (2, ""));
    let document = document(&json);
    assert_eq!(document["checks"].as_array().unwrap().len(), 0);
    assert!(!document["diagnostics"].as_array().unwrap().is_empty());
}

#[test]
fn a_broken_invariant_names_the_instance_that_it_is_false_for() {
    let told = run(&["check", "quantifiers/Votes.tebl"]).stdout;
    let label = "this is false where other is Vote[";
    assert!(told.contains(label), "{told}");
}

#[test]
fn a_broken_invariant_names_the_element_that_breaks_it() {
    let run = run(&["check", "quantifiers/Stocks.tebl", "--line=19"]);
    let told = "this is undefined where p is 3: this.lines[p] is undefined";
    assert!(run.stdout.contains(told), "{}", run.stdout);
}
