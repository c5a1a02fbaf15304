//! Universes, starts and goals.

use fretsaw::interpreter::explore::{Unfinished, successors};
use fretsaw::model::{InstanceId, NoDomain};

use super::world::{World, start};

const LAMP: &str = "
specification Lamp {
    fields { id: Integer @key level: Integer next: Integer @ref=Lamp }
    events { light[] brighten[] internal dim[] reset[] }
    lifeCycle {
        initial dark -> lit: light
        lit -> lit: brighten, dim, reset
    }
}

event light() { postconditions { new this.level == 1; } }
event brighten(by: Integer) {
    preconditions { by >= 1 && by <= 2; this.level + by <= 4; }
    postconditions { new this.level == this.level + by; }
}
event dim() { postconditions { new this.level == 0; } }
event reset(which: Integer) { sync { Lamp[which].dim(); } }

specification Account {
    fields { number: IBAN @key owner: String }
    events { close[] }
    lifeCycle { initial open -> closed: close final closed }
}

event close() {}

specification Person {
    fields { name: String @key }
    events { greet[] }
    lifeCycle { initial shy -> friendly: greet final friendly }
}

event greet() {}

specification Diary {
    fields { day: Date @key }
    events { write[] }
    lifeCycle { initial empty -> full: write final full }
}

event write() {}
";

fn keys(test: &str) -> Vec<String> {
    let world = World::new(LAMP, test);
    let model = world.model(0);
    model
        .universe
        .iter()
        .map(|(_, instance)| instance.key.to_string())
        .collect()
}

#[test]
fn keys_that_are_not_fixed_are_the_smallest_free_ones() {
    let found = keys(
        "state some {
            2 Lamp;
            Lamp with id == 1;
            3 Lamp with level > 0 - one with id == 2 - one with 4 == id && level < 9;
            Lamp with id == -3;
            Lamp with Lamp[1].id == 1;
        }
        check some reachable;",
    );
    assert_eq!(found, ["3", "5", "1", "2", "4", "6", "-3", "7"]);
}

#[test]
fn generated_account_numbers_have_check_digits_that_fit() {
    let found = keys("state some { 2 Account; 2 Person; } check some reachable;");
    assert_eq!(found[2..], ["\"key1\"", "\"key2\""]);
    for iban in &found[..2] {
        let moved = format!("{}{}", &iban[4..], &iban[..4]);
        let rest = moved.chars().fold(0, |rest, character| {
            let digit = character.to_digit(36).expect("letters and digits");
            (rest * if digit > 9 { 100 } else { 10 } + digit) % 97
        });
        assert_eq!(rest, 1, "{iban}");
    }
}

#[test]
fn checks_that_cannot_be_built_say_why() {
    let problems = |test: &str| World::new(LAMP, test).problems(0);
    let cases = [
        ("state s { 2000000 Lamp; } check s reachable;", "R1301"),
        (
            "state s { Lamp; } state g { 2000000 Lamp; } check g reachable from s;",
            "R1301",
        ),
        ("state s { Diary; } check s reachable;", "R1302"),
        (
            "state s { Lamp with id == -3; Lamp with id == -3; } check s reachable;",
            "R1303",
        ),
        ("state s { forever { Lamp; } } check s reachable;", "R1304"),
        (
            "state s { now is now; Lamp; } check s reachable from s;",
            "R1305",
        ),
        (
            "state s { Lamp; } domain d { Lamp.level: {1 / 0}; } check s reachable within d;",
            "R1305",
        ),
    ];
    for (test, code) in cases {
        assert_eq!(problems(test), [code], "{test}");
    }
}

/// Checks and the lengths of their shortest runs.
fn check_lengths(states: &str, checks: &[(&str, Option<usize>)]) {
    let text: Vec<String> = checks
        .iter()
        .map(|(check, _)| format!("check {check};"))
        .collect();
    let world = World::new(LAMP, &format!("{states}\n{}", text.join("\n")));
    for (index, (check, expected)) in checks.iter().enumerate() {
        assert_eq!(world.shortest(index), Ok(*expected), "{check}");
    }
}

#[test]
fn goals_are_met_by_distinct_instances() {
    check_lengths(
        "state two {
            lit Lamp with id == 1 and level == 1;
            lit Lamp with id == 2 and level == 2;
        }
        state oneThree { lit Lamp with level == 3; }
        state twoThrees { 2 lit Lamp with level == 3; }
        state threeLamps { 3 Lamp; }
        state firstThree { lit Lamp with id == 1 and level == 3; }
        state overlapping { lit Lamp with level >= 2; lit Lamp with level >= 1; }
        state crossed { lit Lamp with level == 2; lit Lamp with level == 1; }
        state nothingDim { not lit Lamp with level < 2; }
        state nothingLit { not lit Lamp; }
        state dimmed { lit Lamp with level == 0; }
        state ranged { 2 lit Lamp - one with level == 4; }",
        &[
            ("oneThree reachable from two", Some(1)),
            ("twoThrees reachable from two", Some(2)),
            ("threeLamps unreachable from two", None),
            ("firstThree reachable from two", Some(1)),
            ("overlapping reachable from two", Some(0)),
            ("crossed reachable from two", Some(0)),
            ("nothingDim reachable from two", Some(1)),
            ("nothingLit unreachable from two", None),
            ("dimmed reachable from two", Some(1)),
            ("ranged reachable from two", Some(1)),
            ("oneThree reachable", Some(2)),
            ("dimmed unreachable", None),
            ("twoThrees reachable", Some(4)),
            ("twoThrees reachable using events Lamp.light", None),
            ("oneThree reachable from two in exactly 2 steps", Some(2)),
            (
                "overlapping reachable from two between 1 and 3 steps",
                Some(1),
            ),
        ],
    );
}

#[test]
fn starts_are_constrained_by_what_they_say() {
    check_lengths(
        "state anyLevel { lit Lamp with level >= 1 and level <= 2; }
        state negatedStart { Lamp with level == 1; not lit Lamp; }
        state contradiction { Lamp with level == 1 and level == 2; }
        state three { lit Lamp with level == 3; }
        state nobody { not Lamp; }
        state levels { Lamp with level == 2; }
        domain low { Lamp.level: {0, 1, 2}; Lamp.brighten.by: {1}; }
        domain none { Lamp.level: {0}; }",
        &[
            ("three reachable from anyLevel", Some(1)),
            ("three reachable from negatedStart", Some(2)),
            ("three unreachable from contradiction", None),
            ("contradiction unreachable from contradiction", None),
            ("nobody reachable", Some(0)),
            ("nobody unreachable from anyLevel", None),
            // Fields and parameters take values of their domains only.
            ("three unreachable within low", None),
            ("levels reachable within low", Some(0)),
            ("three unreachable from anyLevel within low", None),
            ("three unreachable from anyLevel within none", None),
        ],
    );
}

#[test]
fn what_depends_on_an_open_value_is_not_answered() {
    let world = World::new(
        LAMP,
        "state open { lit Lamp; } state three { lit Lamp with level == 3; } check three reachable from open;",
    );
    let what = "Lamp.level, which the start leaves open".to_owned();
    let unfinished = Unfinished::NoDomain(NoDomain { what });
    assert_eq!(world.shortest(0), Err(unfinished));
}

#[test]
fn the_environment_chooses_no_internal_events() {
    let world = World::new(
        LAMP,
        "state two { 2 lit Lamp with level == 3; } check two reachable from two in max 0 steps;",
    );
    let model = world.model(0);
    let state = start(&model);
    let found = successors(&model, &state).expect("finite");
    let taken: Vec<String> = found
        .iter()
        .map(|(step, _)| {
            let names = step.occurrences.iter().map(|taken| {
                let event = model.interpreter().event(taken.instance, taken.event);
                format!("{}.{}", taken.instance.0, event.name.text)
            });
            names.collect::<Vec<_>>().join(" ")
        })
        .collect();
    let expected = ["0.brighten", "0.reset 1.dim", "1.brighten", "1.reset 0.dim"];
    assert_eq!(taken, expected);
    assert!(!model.may_trigger(InstanceId::at(0), found[1].0.occurrences[1].event));
}
