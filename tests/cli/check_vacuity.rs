//! `fretsaw check` tells why an answer may be an empty one, once, and nothing where it is not.

use super::check::{document, without_times};
use super::program::{Run, assert_snapshot, finish, program};
use crate::support::files::project;

/// Checks test modules of the project.
fn check(arguments: &[&str]) -> Run {
    let mut program = program();
    let program = program.current_dir(project()).arg("check").args(arguments);
    finish(program.arg("--trace=none"))
}

/// The codes of the notes of each check.
fn codes(arguments: &[&str]) -> Vec<Vec<String>> {
    let run = check(&[arguments, &["--format=json"]].concat());
    let checks = document(&run)["checks"].clone();
    let checks = checks.as_array().unwrap().iter();
    let codes = checks.map(|check| {
        let notes = check["notes"].as_array().unwrap().iter();
        let codes = notes.map(|note| note["code"].as_str().unwrap().to_owned());
        codes.collect()
    });
    codes.collect()
}

#[test]
fn answers_that_say_nothing_are_told_as_such() {
    let run = check(&["testmodules/vacuity"]);
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert_snapshot("check_vacuity", &without_times(&run.stderr));
}

#[test]
fn every_check_has_its_own_notes_for_programs() {
    let expected = vec![
        vec!["R1402"],
        vec!["R1402", "R1402"],
        vec!["R1402"],
        vec!["R1401"],
    ];
    assert_eq!(codes(&["testmodules/vacuity"]), expected);
}

/// The goal contradicts itself, or conditions of different events that it needs do.
#[test]
fn contradictions_are_told_with_their_statements() {
    let run = check(&["testmodules/contradictions"]);
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert_snapshot("check_contradictions", &without_times(&run.stderr));
    let expected = [vec!["R1404"], vec!["R1404"], vec!["R1403"], Vec::new()];
    for engine in ["bmc", "auto"] {
        // An amorphous slice leaves out what `ship` asks for, so that it does happen there; it is looked for elsewhere
        // then.
        for slice in ["none", "conventional", "amorphous"] {
            let (engine, slice) = (format!("--engine={engine}"), format!("--slice={slice}"));
            let modules = "testmodules/contradictions/Orders.tebl";
            let bounded = codes(&[modules, &engine, &slice]);
            assert_eq!(bounded, expected, "{engine} {slice}");
        }
    }
}

/// `not` statements and the time count like all others, and what holds only within a domain or with some events is
/// told as that.
#[test]
fn contradictions_name_all_statements_that_they_take_and_their_restrictions() {
    let modules = "tests/cli/fixtures/notes/Contradictions.tebl";
    let run = check(&[modules]);
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert_snapshot("check_contradictions_with_not", &without_times(&run.stderr));
}

/// Whoever finds out that nothing reaches the goal, the answer may be an empty one.
#[test]
fn notes_do_not_depend_on_the_engine() {
    let vacuity = "testmodules/vacuity/Empty.tebl";
    let explicit = codes(&[vacuity, "--engine=explicit", "--check=minorWithLicence"]);
    let bounded = codes(&[vacuity, "--engine=bmc", "--check=minorWithLicence"]);
    assert_eq!(explicit, [["R1402"]]);
    assert_eq!(bounded, explicit);
}

#[test]
fn several_checks_share_a_note() {
    let run = check(&["testmodules/undefinedness/Claims.tebl", "--slice=none"]);
    assert_eq!(run.stderr.matches("R1402").count(), 1, "{}", run.stderr);
    let which = "the checks at testmodules/undefinedness/Claims.tebl:38, 40, 48, 50";
    assert!(run.stderr.contains(which), "{}", run.stderr);
}

/// All of these have checks that expect `unreachable`, and all that can happen does.
#[test]
fn answers_that_say_something_have_no_notes() {
    let modules = [
        "bank",
        "bounds",
        "counts",
        "targets",
        "eventchoice",
        "syncchain",
        "mutex",
    ];
    let paths = modules.map(|module| format!("testmodules/{module}"));
    let run = check(&paths.each_ref().map(String::as_str));
    assert!(run.stdout.contains("is unreachable"), "{}", run.stdout);
    assert_eq!(run.stderr.lines().count(), 1, "{}", run.stderr);
}

/// States that a slice lacks, instances that only others keep from an event, and events that take longer than one
/// looks: nothing of that makes an answer an empty one.
#[test]
fn nothing_is_claimed_that_is_not_so() {
    for module in ["lamps/Lt", "tokens/Tt", "orders/Tt", "doors/Dt"] {
        let path = format!("tests/cli/fixtures/no_notes/{module}.tebl");
        let found = codes(&[&path]).concat();
        let is_new = |code: &String| matches!(code.as_str(), "R1403" | "R1404");
        assert!(!found.iter().any(is_new), "{module}: {found:?}");
    }
}

/// A run that was found speaks for itself, even if the check refers to specifications without instances.
#[test]
fn runs_have_no_notes() {
    let qualified = "testmodules/qualified/Ambiguity.tebl";
    let expected: [Vec<String>; 1] = [Vec::new()];
    assert_eq!(codes(&[qualified, "--line=32"]), expected);
    assert_eq!(
        codes(&[qualified, "--line=34", "--slice=none"]),
        [["R1402"]]
    );
}

/// Of events that a check does not depend on there is nothing to say: the answer is not empty because of them.
#[test]
fn notes_speak_of_what_the_check_depends_on() {
    let claims = "testmodules/undefinedness/Claims.tebl";
    let run = check(&[claims]);
    assert_eq!(run.stderr.matches("R1402").count(), 1, "{}", run.stderr);
    let which = format!("the check at {claims}:48");
    assert!(run.stderr.contains(&which), "{}", run.stderr);
}
