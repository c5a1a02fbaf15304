//! Checks with odd numbers, keys and references end well: one clear diagnostic, or the right answer.
//!
//! Each case is a test module against one small specification. The snapshot lists what is said of it, and the answer
//! by breadth-first search where there is a model.

use std::fmt::Write;
use std::time::{Duration, Instant};

use fretsaw::diagnostics::Diagnostic;
use fretsaw::interpreter::explore::{Unfinished, shortest_run};
use fretsaw::model::Model;
use fretsaw::semantics::Analysis;

use crate::support::files;
use crate::support::projects::{Ask, Module, analyse_project};
use crate::support::runs;

const SPEC: &str = "module t.Spec

specification Door {
    fields {
        id: Integer @key
        opened: Integer
    }
    events {
        build[]
        open[]
        ring[]
        greet[]
    }
    lifeCycle {
        initial planned -> shut: build
        shut -> open: open
             -> shut: ring, greet
        final open
    }
}

specification Bell {
    fields {
        id: Integer @key
    }
    events {
        sound[]
    }
    lifeCycle {
        initial silent -> silent: sound
    }
}

event build() {
    postconditions {
        new this.opened == 0;
    }
}

event open() {
    postconditions {
        new this.opened == this.opened + 1;
    }
}

event ring() {
    sync {
        Bell[this.id].sound();
    }
}

event greet() {
    preconditions {
        initialized Bell[1];
    }
}

event sound() {}
";

/// What is odd, and the test module without its header. Every one that is answered takes at most a second.
const CASES: &[(&str, &str)] = &[
    (
        "unknown specification",
        "state odd { Gate; } check odd reachable;",
    ),
    (
        "one key twice",
        "state odd { open Door with id == 1; open Door with id == 1; } check odd reachable;",
    ),
    (
        "one key twice, by `- one with`",
        "state odd { 2 open Door - one with id == 1 - one with id == 1; } check odd reachable;",
    ),
    (
        "one key for three",
        "state odd { 3 open Door with id == 1; } check odd reachable;",
    ),
    (
        "two keys for one",
        "state odd { open Door with id == 1 and id == 2; Bell; } check odd reachable;",
    ),
    (
        "two keys for one, by `- one with`",
        "state odd { 1 open Door with id == 1 - one with id == 2; Bell; } check odd reachable;",
    ),
    (
        "a key that no literal gives",
        "state odd { open Door with id == 1 + 1; Bell; } check odd reachable;",
    ),
    (
        "a negative key",
        "state odd { open Door with id == -7; Bell; } check odd reachable;",
    ),
    (
        "a key of a hundred digits",
        "state odd { open Door with id == 1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890; Bell; } check odd reachable;",
    ),
    (
        "a free key beside a taken one",
        "state odd { open Door with id == 1; 2 open Door; Bell; } check odd reachable;",
    ),
    (
        "a number of a hundred digits",
        "state odd { open Door with opened > 1234567890123456789012345678901234567890123456789012345678901234567890123456789012345678901234567890; Bell; } check odd unreachable in max 3 steps;",
    ),
    (
        "no instances",
        "state odd { 0 open Door; } check odd reachable;",
    ),
    (
        "nothing at all",
        "state odd { not open Door; } check odd reachable;",
    ),
    (
        "a billion instances",
        "state odd { 1000000000 open Door; } check odd reachable;",
    ),
    (
        "more instances than anyone counts",
        "state odd { 1000000000000000000000000000000 open Door; } check odd reachable;",
    ),
    (
        "a goal of a billion instances",
        "state some { shut Door; Bell; } state odd { 1000000000 open Door; } check odd reachable from some;",
    ),
    (
        "a bound of a billion",
        "state odd { open Door with opened == 2; Bell; } check odd unreachable in max 1000000000 steps;",
    ),
    (
        "a bound beyond counting",
        "state odd { open Door with opened == 1; Bell; } check odd reachable in max 1000000000000000000000000000000 steps;",
    ),
    (
        "a lower bound beyond counting",
        "state odd { open Door; Bell; } check odd reachable between 1000000000000000000000000000000 and 3 steps;",
    ),
    (
        "an exact bound beyond counting",
        "state odd { open Door with opened == 5; } state few { open Door; } check odd unreachable from few in exactly 1000000000000000000000000000000 steps;",
    ),
    (
        "a goal that no instance can meet",
        "state some { shut Door with opened == 0; } state odd { silent Bell; } check odd unreachable from some in max 2 steps;",
    ),
    (
        "an event without its partner",
        "state odd { open Door with opened == 2; } check odd unreachable in max 3 steps;",
    ),
    (
        "a contradictory start",
        "state some { shut Door with opened == 0 and opened == 1; Bell; } state odd { open Door; } check odd unreachable from some in max 2 steps;",
    ),
    (
        "an undefined start",
        "state some { shut Door with opened / 0 == 1; Bell; } state odd { open Door; } check odd unreachable from some in max 2 steps within few; domain few { Integer: {0, 1}; }",
    ),
    (
        "a time that is no value",
        "state some { now is now; shut Door with opened == 0; Bell; } state odd { open Door; } check odd unreachable from some in max 2 steps;",
    ),
    (
        "an endless domain",
        "state odd { open Door; Bell; } domain many { Integer: 0 .. 1000000000000; } check odd reachable in max 2 steps within many;",
    ),
    (
        "an empty domain",
        "state some { shut Door; Bell; } state odd { open Door; } domain none { Integer: 1 .. 0; } check odd unreachable from some in max 2 steps within none;",
    ),
    (
        "a step backward",
        "state odd { open Door; Bell; } domain back { Integer: 0 .. 9 by -1; } check odd reachable in max 2 steps within back;",
    ),
];

fn analyse_case(test: &str) -> Analysis {
    let test = format!("module t.Test\n\nimport t.Spec\n\n{test}\n");
    analyse_project(
        &[Module::new("ebl", SPEC), Module::new("tebl", &test)],
        Ask::Files,
    )
}

fn list(found: &[Diagnostic], listing: &mut String) {
    for told in found {
        let _ = writeln!(
            listing,
            "  {}[{}]: {}",
            told.severity, told.code, told.message
        );
    }
}

fn answer(model: &Model<'_>) -> String {
    match shortest_run(model, 10_000) {
        Err(Unfinished::NoDomain(missing)) => {
            format!("undecided: no finite domain: {}", missing.what)
        }
        Err(Unfinished::TooManyStates | Unfinished::TooManyBytes) => {
            "undecided: too many states".to_owned()
        }
        Err(Unfinished::Stopped) => "undecided: stopped".to_owned(),
        Err(Unfinished::AboutRuns) => "undecided: about runs".to_owned(),
        Ok(None) => "unreachable".to_owned(),
        Ok(Some(run)) => {
            runs::replay(model, &run);
            format!("reachable: {}", run.steps.len())
        }
    }
}

/// What there is to say of a case.
fn listing(test: &str) -> String {
    let analysis = analyse_case(test);
    let mut listing = String::new();
    list(&analysis.diagnostics, &mut listing);
    if analysis.has_errors() {
        return listing;
    }
    for test in &analysis.program.tests {
        for check in &test.checks {
            match Model::about_states(&analysis.program, test, check) {
                Err(error) => list(&error.diagnostics(), &mut listing),
                Ok(model) => {
                    list(&model.notes, &mut listing);
                    let keys = model.universe.iter().map(|(_, it)| it.key.to_string());
                    let keys = keys.collect::<Vec<_>>().join(", ");
                    let _ = writeln!(listing, "  keys: {keys}\n  {}", answer(&model));
                }
            }
        }
    }
    listing
}

#[test]
fn odd_checks_end_well() {
    let mut all = String::new();
    for (name, test) in CASES {
        let begin = Instant::now();
        let _ = writeln!(all, "{name}\n{}", listing(test));
        let taken = begin.elapsed();
        assert!(taken < Duration::from_secs(20), "{name} took {taken:?}");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("model_bad_input", all));
}
