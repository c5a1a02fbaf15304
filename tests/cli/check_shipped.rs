//! The answers to the checks that come with the program, and to one from elsewhere.

use std::fmt::Write;
use std::fs;

use serde_json::Value;

use super::check::document;
use super::program::{assert_snapshot, finish, program};
use crate::support::files::{corpus, project, sources_under};

/// Checks that nothing can settle yet: they ask for proofs about infinitely many states, or about time.
const UNDECIDED: [(&str, &[u32]); 3] = [
    ("testmodules/invariants/Held.tebl", &[12]),
    (
        "testmodules/temporal/Signals.tebl",
        &[22, 24, 39, 41, 61, 63, 83, 85],
    ),
    ("testmodules/unreachable/Never.tebl", &[13, 19, 26]),
];

/// The checks that a run answered.
fn answers(arguments: &[&str]) -> Vec<Value> {
    let mut program = program();
    let program = program.current_dir(project()).arg("check").args(arguments);
    let run = finish(program.args(["--format=json", "--trace=none"]));
    let document = document(&run);
    document["checks"].as_array().unwrap().clone()
}

/// The test modules that come with the program, as paths from its folder.
fn test_modules() -> Vec<String> {
    let modules = sources_under(&project().join("testmodules"));
    modules.into_iter().map(|module| module.name).collect()
}

/// What does not differ from run to run, in a line.
fn line(check: &Value) -> String {
    let text = |key: &str| check[key].as_str().unwrap().to_owned();
    let steps = check["steps"].as_u64();
    let steps = steps.map_or_else(String::new, |steps| format!(" in {steps}"));
    let mut line = format!(
        "{}:{} {}: {}{steps}, {} ({})",
        text("file"),
        check["line"],
        text("property"),
        text("verdict"),
        text("scope"),
        text("engine")
    );
    if check["passed"] != Value::Bool(true) {
        write!(line, " NOT {}", text("expected")).unwrap();
    }
    line
}

#[test]
fn verdicts_of_the_shipped_checks() {
    let mut modules = test_modules();
    modules.retain(|path| UNDECIDED.iter().all(|(module, _)| path != module));
    let mut arguments: Vec<&str> = modules.iter().map(String::as_str).collect();
    // The limit is there to end the test, not to be reached.
    arguments.push("--timeout=200");
    let mut checks = answers(&arguments);
    for (module, _) in UNDECIDED {
        checks.extend(decided(module));
    }
    let lines: Vec<String> = checks.iter().map(line).collect();
    assert!(lines.iter().all(|line| !line.contains("NOT")), "{lines:#?}");
    assert_snapshot("check_shipped", &lines.join("\n"));
}

/// The answers to the checks of a module that can be settled, each asked alone.
fn decided(module: &str) -> Vec<Value> {
    let text = fs::read_to_string(project().join(module)).unwrap();
    let lines = text.lines().zip(1_u32..);
    let lines = lines.filter(|(line, _)| line.starts_with("check "));
    let lines = lines.map(|(_, number)| number).filter(|number| {
        let mut undecided = UNDECIDED.iter().filter(|(other, _)| *other == module);
        !undecided.any(|(_, lines)| lines.contains(number))
    });
    lines
        .flat_map(|line| answers(&[module, "--timeout=200", "--line", &line.to_string()]))
        .collect()
}

#[test]
fn some_shipped_checks_cannot_be_settled_yet() {
    for (module, lines) in UNDECIDED {
        for line in lines {
            let checks = answers(&[module, "--timeout=0.3", "--line", &line.to_string()]);
            assert_eq!(checks.len(), 1, "{module}:{line}");
            assert_eq!(checks[0]["verdict"], "unknown", "{module}:{line}");
        }
    }
}

/// Its bound is just what it needs: one step less, and the balance cannot be negative yet.
#[test]
fn the_transaction_of_the_corpus_takes_five_steps() {
    let Some(corpus) = corpus() else {
        return;
    };
    let module = "simple_transaction/TransactionTest.tebl";
    let text = fs::read_to_string(corpus.join(module)).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for (most, status, verdict) in [("4", 1, "unreachable"), ("5", 0, "reachable")] {
        let changed = text.replace("in max 5 steps", &format!("in max {most} steps"));
        let path = folder.path().join("TransactionTest.tebl");
        fs::write(&path, changed).unwrap();
        let mut program = program();
        let program = program.arg("check").arg(&path).arg("--root").arg(&corpus);
        let run = finish(program.args(["--format=json", "--timeout=200"]));
        assert_eq!(run.status, status, "{}{}", run.stdout, run.stderr);
        let check = document(&run)["checks"][0].clone();
        assert_eq!(check["verdict"], verdict, "in max {most} steps");
        assert_eq!(check["steps"].as_u64(), (status == 0).then_some(5));
    }
}
