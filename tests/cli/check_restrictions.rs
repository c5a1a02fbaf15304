//! `fretsaw check` tells what an answer holds under: start, bound, domain, events.

use super::check::{document, without_times};
use super::program::{Run, assert_snapshot, finish, program};
use crate::support::files::project;

fn check(arguments: &[&str]) -> Run {
    let mut program = program();
    let program = program.current_dir(project()).arg("check").args(arguments);
    finish(program.args(["--trace=none", "testmodules/cutoff"]))
}

#[test]
fn a_verdict_names_its_restrictions() {
    let run = check(&[]);
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert_snapshot("check_restrictions", &without_times(&run.stdout));
}

#[test]
fn programs_read_the_restrictions() {
    let document = document(&check(&["--format=json"]));
    let told = |check: &serde_json::Value| {
        let names = ["from", "bound", "within", "cut_off", "using"];
        let told = names.map(|name| format!("{name} {}", check[name]));
        told.join(", ")
    };
    let checks = document["checks"].as_array().unwrap().iter();
    let lines: Vec<String> = checks.map(told).collect();
    assert_snapshot("check_restrictions_json", &lines.join("\n"));
}

/// What a domain cuts off does not depend on who finds out that nothing is reachable.
#[test]
fn what_is_cut_off_does_not_depend_on_the_engine() {
    for engine in ["explicit", "lazy"] {
        let engine = format!("--engine={engine}");
        let run = check(&[&engine, "--line=23", "--format=json"]);
        let checks = document(&run)["checks"].clone();
        assert_eq!(checks[0]["cut_off"], serde_json::json!(["Counter.down"]));
    }
}

#[test]
fn programs_read_which_invariant_is_broken() {
    let mut program = program();
    let module = "passing/Low.tebl";
    let run = finish(program.args(["check", "--format=json", "--trace=none", module]));
    let checks = document(&run)["checks"].clone();
    assert_eq!(checks[0].get("invariant"), None);
    assert_eq!(checks[1]["invariant"], "Tank.notOverflowing");
}

/// Where a start leaves open what a step reads, where a parameter has no domain, and where a postcondition is a
/// choice, values that the texts name are tried. What stays within the domain is not named.
#[test]
fn what_is_cut_off_is_found_where_values_are_without_end() {
    let mut program = program();
    let run = finish(program.args(["check", "--quiet", "--trace=none", "cutoff/Meters.tebl"]));
    assert_snapshot(
        "check_restrictions_without_end",
        &without_times(&run.stdout),
    );
}

/// A domain can make possible what is not without it.
#[test]
fn a_run_says_which_steps_it_owes_to_the_domain() {
    for verb in [&["check"][..], &["explore", "--line=18"]] {
        let mut program = program();
        let run = finish(program.args(verb).arg("cutoff/Gates.tebl"));
        let told = "  step 2 is possible only within dark: elsewhere, what it rules out by `not` can happen\n";
        assert!(run.stdout.contains(told), "{verb:?}: {}", run.stdout);
    }
    let mut program = program();
    let run = finish(program.args(["check", "--format=json", "cutoff/Gates.tebl"]));
    let checks = document(&run)["checks"].clone();
    assert_eq!(checks[0]["only_within"], serde_json::json!([2]));
    assert_eq!(checks[1].get("only_within"), None);
}
