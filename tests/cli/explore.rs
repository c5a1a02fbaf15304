//! `fretsaw explore`.

use serde_json::Value;

use super::program::{Run, assert_snapshot, run};
use crate::support::schema;

const MUTEX: &str = "explore/Mutex.dve";
const STUCK: &str = "explore/Stuck.dve";
const EXCLUSION: &str = "../../../testmodules/mutex/Exclusion.tebl";

pub(super) fn explore(arguments: &[&str]) -> Run {
    run(&[&["explore"], arguments].concat())
}

pub(super) fn document(arguments: &[&str]) -> (i32, Value) {
    let run = explore(&[&["--format", "json"], arguments].concat());
    assert_eq!(run.stderr, "");
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("explore.schema.json", &document);
    (run.status, document)
}

/// What was printed, without the time that it took.
pub(super) fn timeless(run: &Run) -> String {
    let lines = run.stdout.lines().map(|line| {
        let Some((before, (_, after))) = line
            .split_once(" (bc, ")
            .and_then(|(before, rest)| Some((before, rest.split_once(')')?)))
        else {
            return format!("{line}\n");
        };
        format!("{before} (bc, TIME){after}\n")
    });
    let stdout: String = lines.collect();
    format!("status {}\n{stdout}\n{}", run.status, run.stderr)
}

#[test]
fn runs_are_told_step_by_step() {
    let run = explore(&[MUTEX, "--property", "P_0.CS && P_1.CS"]);
    assert_snapshot("explore_reachable", &timeless(&run));
}

#[test]
fn errors_of_the_model_are_told_with_the_run_that_leads_there() {
    let faulty = timeless(&explore(&["explore/Faulty.dve"]));
    let asserted = timeless(&explore(&["explore/Asserted.dve"]));
    let no_value = timeless(&explore(&[MUTEX, "--property", "1 / inside[0] == 1"]));
    let at_start = timeless(&explore(&["explore/FalseAtStart.dve"]));
    let text = [faulty, asserted, no_value, at_start].join("\n");
    assert_snapshot("explore_faults", &text);
}

#[test]
fn bad_input_is_told_with_its_place() {
    let broken = timeless(&explore(&["explore/Broken.dve"]));
    let property = timeless(&explore(&[MUTEX, "--property", "P_0.SC && inside[0] =="]));
    let name = timeless(&explore(&[MUTEX, "--property", "P_0.SC || P_2.CS"]));
    let text = [broken, property, name].join("\n");
    assert_snapshot("explore_bad_input", &text);
}

#[test]
fn counts_stand_in_the_document() {
    let (status, document) = document(&[MUTEX]);
    assert_eq!((status, &document["verdict"]), (0, &"explored".into()));
    let read = |name: &str| document[name].as_u64().unwrap();
    // Of the nine pairs of states all are reached, and the array follows from them.
    assert_eq!((read("states"), read("stored")), (9, 9));
    // Every process can move, except out of `out` while the other one is inside.
    assert_eq!((read("transitions"), read("deadlocks")), (16, 0));
    assert_eq!(read("levels"), 4);
    assert!(document.get("trace").is_none());
}

#[test]
fn the_run_stands_in_the_document() {
    let (status, document) = document(&[MUTEX, "--property", "P_0.CS && P_1.CS"]);
    assert_eq!((status, &document["verdict"]), (0, &"reachable".into()));
    assert_eq!(document["steps"], 4);
    let trace = document["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 5);
    assert_eq!(trace[0]["action"], Value::Null);
    assert_eq!(trace[0]["state"]["P_0"], "out");
    assert_eq!(trace[1]["action"]["name"], "P_0: out -> ready");
    assert_eq!(trace[1]["action"]["places"][0]["line"], 8);
    assert_eq!(trace[4]["state"]["inside[1]"], 1);
}

#[test]
fn what_is_found_is_no_failure_but_limits_are_undecided() {
    let cases: &[(&[&str], i32, &str)] = &[
        (&[MUTEX], 0, "explored"),
        (&[MUTEX, "--order", "dfs"], 0, "explored"),
        (&[MUTEX, "--property", "P_0.CS"], 0, "reachable"),
        (&[MUTEX, "--property", "inside[0] > 1"], 0, "unreachable"),
        (&[MUTEX, "--max-states", "3"], 3, "unknown"),
        (&[MUTEX, "--memory", "100"], 3, "unknown"),
        (&["explore/Asserted.dve"], 1, "unknown"),
        (&["explore/FalseAtStart.dve"], 1, "unknown"),
        (&["explore/Faulty.dve"], 2, "unknown"),
        (&["explore/Broken.dve"], 2, "unknown"),
        (&["explore/Missing.dve"], 2, "unknown"),
        (&[MUTEX, "--property", "nothing"], 2, "unknown"),
    ];
    for (arguments, status, verdict) in cases {
        let (found, document) = document(arguments);
        assert_eq!(found, *status, "{arguments:?}");
        assert_eq!(document["verdict"], *verdict, "{arguments:?}");
        assert_eq!(document.get("reason").is_some(), *verdict == "unknown");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let cases: &[(&[&str], &str)] = &[
        (
            &[EXCLUSION, "--property", "True"],
            "`--property` is for `.dve`: what is looked for in a test module, its checks say",
        ),
        (
            &["x.txt"],
            "`x.txt` is neither a test module (.tebl) nor a model (.dve)",
        ),
    ];
    for (arguments, message) in cases {
        let run = explore(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert_eq!(run.stderr, format!("error: {message}\n"));
    }
}

#[test]
fn statistics_are_told_on_request() {
    let run = explore(&[MUTEX, "--stats"]);
    assert!(
        run.stdout.contains("variables 4, actions 6, stored 9"),
        "{}",
        run.stdout
    );
}

#[test]
fn slicing_gives_the_same_answers() {
    for property in ["P_0.CS && P_1.CS", "P_0.CS && P_0.out"] {
        let (_, plain) = document(&[MUTEX, "--property", property]);
        for algorithm in ["isc", "lsc", "lscis"] {
            for refinement in ["guard", "fewest"] {
                let (status, sliced) = document(&[
                    MUTEX,
                    "--property",
                    property,
                    "--algorithm",
                    algorithm,
                    "--refinement",
                    refinement,
                ]);
                assert_eq!(status, 0);
                assert_eq!(
                    sliced["verdict"], plain["verdict"],
                    "{algorithm} {property}"
                );
                assert_eq!(sliced["algorithm"], algorithm);
            }
        }
    }
}

#[test]
fn slicing_wants_a_property() {
    let run = explore(&[MUTEX, "--algorithm", "lsc"]);
    assert_eq!(run.status, 2);
    assert!(
        run.stderr.contains("give one by `--property`"),
        "{}",
        run.stderr
    );
}

#[test]
fn deadlocks_are_kept_apart_from_the_property() {
    let both = timeless(&explore(&[STUCK, "--deadlock", "--property", "x == 9"]));
    let only = timeless(&explore(&[STUCK, "--deadlock"]));
    let none = timeless(&explore(&[MUTEX, "--deadlock"]));
    let nothing = timeless(&explore(&[
        MUTEX,
        "--deadlock",
        "--property",
        "inside[0] > 1",
    ]));
    let text = [both, only, none, nothing].join("\n");
    assert_snapshot("explore_deadlock", &text);
}

#[test]
fn deadlocks_have_a_verdict_of_their_own() {
    let cases: &[(&[&str], i32, &str, &str)] = &[
        (&[STUCK], 0, "reachable", "reachable"),
        (&[STUCK, "--order", "dfs"], 0, "reachable", "reachable"),
        (&[STUCK, "--property", "x == 9"], 3, "unknown", "reachable"),
        (&[STUCK, "--property", "x == 1"], 0, "reachable", "unknown"),
        (&[MUTEX], 0, "unreachable", "unreachable"),
        (
            &[EXCLUSION, "--line", "18"],
            0,
            "unreachable",
            "unreachable",
        ),
        (
            &[EXCLUSION, "--line", "18", "--all"],
            0,
            "unreachable",
            "unreachable",
        ),
    ];
    for (arguments, status, verdict, deadlock) in cases {
        let (found, document) = document(&[arguments, &["--deadlock"][..]].concat());
        assert_eq!(found, *status, "{arguments:?}");
        assert_eq!(document["verdict"], *verdict, "{arguments:?}");
        assert_eq!(document["deadlock"], *deadlock, "{arguments:?}");
    }
}

/// What a slice leaves out may run into an error, which must not be hidden by it.
#[test]
fn slicing_hides_no_errors() {
    let cases = [
        ("explore/HiddenIndex.dve", "x == 2"),
        ("explore/HiddenAssertion.dve", "x == 2"),
        ("explore/HiddenGuard.dve", "z == 1"),
        (STUCK, "6 / x == 5"),
    ];
    for (file, property) in cases {
        let (plain_status, plain) = document(&[file, "--property", property]);
        assert_ne!(plain_status, 0);
        for algorithm in ["isc", "lsc", "lscis"] {
            let arguments = [file, "--property", property, "--algorithm", algorithm];
            let (status, sliced) = document(&arguments);
            assert_eq!(status, plain_status, "{arguments:?}");
            assert_eq!(sliced["reason"], plain["reason"], "{arguments:?}");
            assert_eq!(sliced["diagnostics"], plain["diagnostics"]);
            // Where there are too many states to look at them all, that is said.
            let (status, limited) = document(&[&arguments[..], &["--max-states", "1"]].concat());
            assert_eq!((status, &limited["verdict"]), (3, &"unknown".into()));
        }
    }
}

#[test]
fn options_without_effect_are_refused() {
    let cases: &[(&[&str], &str)] = &[
        (&[MUTEX, "--line", "3"], "`--line` chooses a check"),
        (&[MUTEX, "--check", "a"], "`--check` chooses a check"),
        (&[MUTEX, "--all"], "`--all` is for checks"),
        (
            &[MUTEX, "--order", "dfs", "--threads", "2"],
            "`--threads` is for breadth-first search",
        ),
        (
            &[MUTEX, "--refinement", "guard"],
            "`--refinement` is for algorithms that slice",
        ),
        (
            &[
                MUTEX,
                "--algorithm",
                "lsc",
                "--property",
                "1",
                "--threads",
                "2",
            ],
            "`--threads` is for `--algorithm bc`",
        ),
        (
            &[
                MUTEX,
                "--algorithm",
                "lsc",
                "--property",
                "1",
                "--order",
                "bfs",
            ],
            "`--order` is for `--algorithm bc`",
        ),
        (
            &[MUTEX, "--algorithm", "lsc", "--property", "1", "--deadlock"],
            "`--deadlock` is for `--algorithm bc`",
        ),
        (
            &[EXCLUSION, "--line", "18", "--deadlock", "--order", "dfs"],
            "where runs end in at most 10 steps, only breadth-first search tells deadlocks",
        ),
    ];
    for (arguments, message) in cases {
        let run = explore(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
}

#[test]
fn the_limit_that_was_given_is_named() {
    for order in ["bfs", "dfs"] {
        let (status, document) = document(&[MUTEX, "--order", order, "--max-states", "3"]);
        assert_eq!(status, 3);
        assert_eq!(document["reason"], "there are more than 3 states");
        assert!(document["states"].as_u64().unwrap() <= 6, "{document}");
    }
    let (status, document) = document(&[MUTEX, "--order", "dfs", "--max-states", "9"]);
    assert_eq!((status, &document["verdict"]), (0, &"explored".into()));
}

#[test]
fn bounds_of_checks_are_named_and_runs_told_as_the_language_has_them() {
    let bounded = timeless(&explore(&[EXCLUSION, "--line", "31"]));
    let reachable = timeless(&explore(&[EXCLUSION, "--line", "29"]));
    // What is imported is named by its whole path.
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/");
    let text = [bounded, reachable].join("\n").replace(folder, "");
    assert_snapshot("explore_checks", &text);
    for order in ["bfs", "dfs"] {
        let (_, found) = document(&[EXCLUSION, "--line", "31", "--order", order]);
        assert_eq!(found["scope"], "bounded");
        let (_, found) = document(&[EXCLUSION, "--line", "29", "--order", order]);
        assert_eq!(found["trace"][0]["instances"][0]["spec"], "Process");
    }
    let (_, whole) = document(&[EXCLUSION, "--line", "31", "--all"]);
    assert_eq!(whole["scope"], "any-depth");
}

#[test]
fn states_are_drawn() {
    let whole = explore(&[MUTEX, "--graph", "dot"]);
    let property = ["--property", "P_0.CS && P_1.CS"];
    let refined = [
        &[MUTEX, "--graph", "mermaid", "--algorithm", "isc"][..],
        &property,
    ]
    .concat();
    let refined = explore(&refined);
    let text = format!("{}\n{}", whole.stdout, refined.stdout);
    assert_eq!((whole.status, refined.status), (0, 0), "{}", whole.stderr);
    assert_snapshot("explore_graph", &text);
    let sliced = [
        &[MUTEX, "--graph", "svg", "--algorithm", "lscis"][..],
        &property,
    ]
    .concat();
    assert!(explore(&sliced).stdout.starts_with("<svg"));
}

/// An error leads to no state, so the picture alone would hide it.
#[test]
fn errors_are_told_beside_the_picture() {
    let drawn = |arguments: &[&str]| explore(&[arguments, &["--graph", "dot"]].concat());
    let sliced = ["--algorithm", "lscis", "--property", "x == 2"];
    let hidden = [&["explore/HiddenIndex.dve"][..], &sliced].concat();
    for (arguments, status, code) in [
        (&["explore/Faulty.dve"][..], 2, "R1515"),
        (&["explore/HiddenIndex.dve"], 2, "R1515"),
        (&hidden, 2, "R1515"),
        (&["explore/HiddenAssertion.dve"], 1, "R1514"),
        (&["explore/FalseAtStart.dve"], 1, "R1514"),
    ] {
        let run = drawn(arguments);
        assert_eq!(run.status, status, "{arguments:?}: {}", run.stderr);
        assert!(run.stdout.starts_with("digraph"), "{}", run.stdout);
        assert!(run.stderr.contains(code), "{}", run.stderr);
    }
}

/// A counter of steps would draw the floors again and again.
#[test]
fn states_of_checks_are_drawn_in_their_own_words() {
    let stairs = "../../../testmodules/bounds/Thresholds.tebl";
    let run = explore(&[stairs, "--line", "12", "--graph", "mermaid"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let notes = "../../../testmodules/domains/Notes.tebl";
    let arguments = [
        notes,
        "--line",
        "59",
        "--graph",
        "mermaid",
        "--algorithm",
        "lscis",
    ];
    let sliced = explore(&arguments);
    assert_eq!(sliced.status, 0, "{}", sliced.stderr);
    let text = format!("{}\n{}", run.stdout, sliced.stdout);
    assert_snapshot("explore_graph_of_checks", &text);
}

/// Nobody can load a dispenser that is loaded from the beginning, so it does not matter how much.
#[test]
fn what_cannot_happen_needs_no_domain() {
    let run = explore(&["explore/Loaded.tebl"]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.starts_with("reachable"), "{}", run.stdout);
}

/// A guard is looked at from its beginning: where processes have to be at its end tells nothing about what comes
/// before.
#[test]
fn guards_are_followed_in_their_order() {
    for name in ["Division", "Certain", "Nowhere", "Index"] {
        let file = format!("explore/Late{name}.dve");
        for how in [
            &["--threads", "1"][..],
            &["--threads", "2"],
            &["--order", "dfs"],
            &["--property", "x == 9", "--algorithm", "lscis"],
        ] {
            let run = explore(&[&[file.as_str()], how].concat());
            assert_eq!(run.status, 2, "{name}, {how:?}: {}", run.stdout);
            assert!(run.stderr.contains("R1515"), "{name}, {how:?}");
        }
    }
}

#[test]
fn all_algorithms_have_the_same_answer() {
    for (file, property, status) in [
        ("explore/Decided.dve", "z == 1", 0),
        ("explore/Message.dve", "x == 1", 0),
        ("explore/NoValue.dve", "6 / x == 2", 2),
    ] {
        for algorithm in ["bc", "isc", "lsc", "lscis"] {
            for refinement in ["guard", "fewest"] {
                let mut arguments = vec![file, "--property", property, "--algorithm", algorithm];
                if algorithm != "bc" {
                    arguments.extend(["--refinement", refinement]);
                }
                let run = explore(&arguments);
                assert_eq!(run.status, status, "{arguments:?}: {}", run.stdout);
            }
        }
    }
}

#[test]
fn what_has_too_many_states_is_not_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("Counters.dve");
    let text = "byte a; process P { state s; init s; trans s -> s { guard a < 200; effect a = a + 1; }; }
        process Q { byte b; state s; init s; trans s -> s { guard b < 9; effect b = b + 1; }; } system async;";
    std::fs::write(&file, text).unwrap();
    let run = explore(&[file.to_str().unwrap(), "--graph", "svg"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("more than 400 states"),
        "{}",
        run.stderr
    );
}

#[test]
fn models_of_checks_are_explored_by_all_algorithms() {
    for (line, verdict) in [("20", "unreachable"), ("29", "reachable")] {
        for algorithm in ["bc", "isc", "lsc", "lscis"] {
            let (status, found) = document(&[EXCLUSION, "--line", line, "--algorithm", algorithm]);
            assert_eq!(status, 0);
            assert_eq!(found["verdict"], verdict, "{line} {algorithm}");
        }
    }
    let (_, whole) = document(&[EXCLUSION, "--line", "20", "--all"]);
    assert_eq!(whole["verdict"], "explored");
    assert_eq!(whole["states"], 16);
}

#[test]
fn what_has_no_finite_domain_is_named() {
    let bank = "../../../testmodules/bank/Invariants.tebl";
    let run = explore(&[bank, "--line", "12"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let problem = "error[R1310]: there is no finite domain for Account.openAccount.initialDeposit";
    assert!(run.stderr.contains(problem), "{}", run.stderr);
    let (status, found) = document(&[bank, "--line", "12"]);
    assert_eq!((status, &found["verdict"]), (2, &"unknown".into()));
    let last = found["diagnostics"].as_array().unwrap().last().unwrap();
    assert_eq!(last["code"], "R1310");
    let run = explore(&[EXCLUSION]);
    assert!(
        run.stderr.contains("choose one by `--line`"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_has_a_domain_that_is_too_large_is_told_so() {
    let run = explore(&["explore/Wide.tebl"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let problem =
        "error[R1311]: Cup.fill.p has a finite domain, but with more values than can be tried";
    assert!(run.stderr.contains(problem), "{}", run.stderr);
    let run = super::program::run(&["check", "explore/Wide.tebl", "--engine", "explicit"]);
    assert_eq!(run.status, 3);
    let problem = "Cup.fill.p has more values than can be tried";
    assert!(run.stdout.contains(problem), "{}", run.stdout);
}
