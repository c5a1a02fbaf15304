//! `fretsaw explore`.

use serde_json::Value;

use super::program::{Run, assert_snapshot, run};
use super::schema;

const MUTEX: &str = "explore/Mutex.dve";
const EXCLUSION: &str = "../../../testmodules/mutex/Exclusion.tebl";

fn explore(arguments: &[&str]) -> Run {
    run(&[&["explore"], arguments].concat())
}

fn document(arguments: &[&str]) -> (i32, Value) {
    let run = explore(&[&["--format", "json"], arguments].concat());
    assert_eq!(run.stderr, "");
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("explore.schema.json", &document);
    (run.status, document)
}

/// What was printed, without the time that it took.
fn timeless(run: &Run) -> String {
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
    let text = [faulty, asserted, no_value].join("\n");
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
fn what_is_not_built_says_so() {
    let cases: &[(&[&str], &str)] = &[
        (
            &[MUTEX, "--algorithm", "crucial"],
            "the algorithm `crucial` is not built yet",
        ),
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
fn deadlocks_can_be_looked_for() {
    let (status, document) = document(&[MUTEX, "--deadlock"]);
    assert_eq!(status, 0);
    let wanted = if document["deadlocks"] == 0 {
        "unreachable"
    } else {
        "reachable"
    };
    assert_eq!(document["verdict"], wanted);
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
    let run = explore(&["../../../testmodules/bank/Invariants.tebl", "--line", "12"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let problem = "there is no finite domain for Account.openAccount.initialDeposit";
    assert!(run.stderr.contains(problem), "{}", run.stderr);
    let run = explore(&[EXCLUSION]);
    assert!(
        run.stderr.contains("choose one by `--line`"),
        "{}",
        run.stderr
    );
}
