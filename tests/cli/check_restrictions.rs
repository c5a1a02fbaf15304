//! `fretsaw check` tells what an answer holds under: start, bound, domain, events.

use super::check::{document, without_times};
use super::files::project;
use super::program::{Run, assert_snapshot, finish, program};

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
