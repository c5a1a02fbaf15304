//! `fretsaw slice --why`.

use serde_json::Value;

use super::program::run;
use crate::support::schema;

/// A shipped test module with two checks of one state, seen from the folder of fixtures.
const BANK: &str = "../../../testmodules/bank/NegativeBalance.tebl";

#[test]
fn a_chain_of_dependences_is_told_for_a_check() {
    let run = run(&["slice", BANK, "--line", "14", "--why", "Account.interest"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let told =
        "`Account.interest` is kept: what the check asks about depends on it, by 3 dependences\n";
    assert!(run.stdout.starts_with(told), "{}", run.stdout);
    for step in ["note: 1. the check asks", "note: 2. ud: ", "4. ncd: "] {
        assert!(run.stdout.contains(step), "{}", run.stdout);
    }
}

#[test]
fn what_is_cut_is_told_for_every_check() {
    let run = run(&["slice", BANK, "--why", "Account.close"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    let lines: Vec<&str> = run.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", run.stdout);
    for (line, start) in lines
        .iter()
        .zip(["check at line 14: ", "check at line 16: "])
    {
        let told = format!("{start}`Account.close` is cut: ");
        assert!(line.starts_with(&told), "{line}");
    }
}

/// Two specifications have this name, and in each a field and an event.
#[test]
fn names_that_mean_several_things_are_told_apart() {
    let doors = "../../../testmodules/samenames/Doors.tebl";
    let why = |name: &str| run(&["slice", doors, "--line", "29", "--why", name]);
    let ambiguous = why("Door.oiled");
    assert_eq!((ambiguous.status, ambiguous.stdout.as_str()), (2, ""));
    let told = "error: there are several specifications `Door`\n  help: write its module as well: `Door` is in samenames.garage.Door, samenames.house.Door\n";
    assert_eq!(ambiguous.stderr, told);
    for (name, what) in [
        ("samenames.garage.Door.open", "asks about it"),
        ("samenames.garage.Door.open()", "by 3 dependences"),
        ("samenames.house.Door.open()", "cut"),
    ] {
        let told = why(name).stdout;
        let first = told.lines().next().unwrap_or_default();
        assert!(first.contains(what), "{name}: {first}");
    }
}

#[test]
fn programs_get_one_document() {
    let run = run(&[
        "slice",
        BANK,
        "--why",
        "Account.balance",
        "--format",
        "json",
    ]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("why.schema.json", &document);
    let answers = document["answers"].as_array().unwrap().iter();
    let lines = answers.map(|answer| answer["line"].as_u64());
    assert_eq!(lines.collect::<Vec<_>>(), [Some(14), Some(16)]);
}

#[test]
fn programs_get_such_a_document_of_errors_too() {
    let module = tempfile::Builder::new().suffix(".tebl").tempfile();
    let module = module.expect("a file");
    std::fs::write(module.path(), "check nowhere reachable;\n").expect("it can be written");
    let path = module.path().to_string_lossy();
    let run = run(&["slice", &path, "--why", "Account.id", "--format", "json"]);
    assert_eq!(run.status, 2);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("why.schema.json", &document);
    assert_ne!(document["diagnostics"].as_array().unwrap().len(), 0);
}

#[test]
fn an_unknown_name_has_a_suggestion() {
    let run = run(&["slice", BANK, "--why", "Account.balanc"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let message =
        "error: there is no field or event `Account.balanc`\n  help: did you mean `balance`?\n";
    assert_eq!(run.stderr, message);
}
