//! Instances are exchanged for each other only where nothing can tell them apart.
//!
//! Each case is an event of five instances that the fifth or fourth can take and no instance before it, because of its
//! key. To take its key for a mere name would leave it alone, and the goal would not be reached.

use std::sync::atomic::AtomicBool;

use fretsaw::checking::checker::Checker;
use fretsaw::engines::Control;
use fretsaw::engines::bmc::Bmc;
use fretsaw::model::{InstanceId, Model};
use fretsaw::modelling::symmetry::Symmetry;
use fretsaw::outcome::Outcome;
use fretsaw::semantics::Analysis;

use crate::support::projects::{Ask, Module, analyse_project};

/// What tells instances apart, as the precondition of an event with a parameter `k`.
const NUMBERS: [(&str, &str); 12] = [
    ("an order", "this.id > 4"),
    ("arithmetic", "this.id * 2 == 10"),
    ("the opposite", "-this.id == -5"),
    ("a cardinality", "this.id == |{7, 8, 9, 10, 11}|"),
    ("a mention", "this.id == 5"),
    ("a mention in a set", "this.id in {4, 5}"),
    ("a mention in a function", "isFourth(this.id)"),
    (
        "arms of a case",
        "case this.id { 5 => True; 1 => False; 2 => False; 3 => False; 4 => False; }",
    ),
    ("a range", "exists key : {4 .. 6} | key == this.id"),
    ("a parameter", "k == this.id && k - 5 == 0"),
    ("a key of a map", "k == this.id && (1 : 9, 5 : 7)[k] == 7"),
    (
        "another instance by its key",
        "So[5].id == this.id && not (initialized So[5])",
    ),
];

/// What does not.
const NAMES: [(&str, &str); 6] = [
    ("nothing", "True"),
    ("another key", "k != this.id && So[k] instate waiting"),
    ("keys in a set", "this.id in {k, this.id}"),
    (
        "keys of all",
        "exists other : So | other.id == k && k != this.id",
    ),
    ("a function of it", "same(k, this.id)"),
    (
        "a comprehension",
        "|{other : {k, this.id} | So[other] instate waiting}| == 2",
    ),
];

fn analysed(condition: &str, check: &str) -> Analysis {
    let spec = format!(
        "module t.So

function isFourth(key: Integer): Boolean = key == 4;

function same(a: Integer, b: Integer): Boolean = a == b;

specification So {{
    fields {{
        id: Integer @key
    }}
    events {{
        go[]
    }}
    lifeCycle {{
        initial waiting -> gone: go
        final gone
    }}
}}

event go(k: Integer) {{
    preconditions {{
        {condition};
    }}
}}
"
    );
    let test = format!(
        "module t.Test\n\nimport t.So\n\nstate all {{\n    5 waiting So;\n}}\n\nstate some {{\n    gone So;\n}}\n\n{check}\n"
    );
    let modules = [Module::new("ebl", &spec), Module::new("tebl", &test)];
    let analysis = analyse_project(&modules, Ask::Files);
    assert!(
        !analysis.has_errors(),
        "{condition}: {:?}",
        analysis
            .diagnostics
            .iter()
            .map(|it| &it.message)
            .collect::<Vec<_>>()
    );
    analysis
}

fn with_model(condition: &str, check: &str, look: impl FnOnce(&Model<'_>)) {
    let analysis = analysed(condition, check);
    let test = &analysis.program.tests[0];
    let model = Model::build(&analysis.program, test, &test.checks[0]);
    look(&model.expect("there is a model"));
}

/// How many instances are left alone in the first step.
fn idle(model: &Model<'_>) -> usize {
    let symmetry = Symmetry::of(model);
    let ids = (0..model.universe.len()).map(InstanceId::at);
    ids.filter(|id| symmetry.is_idle(model, *id, 0)).count()
}

fn reaches(model: &Model<'_>) -> bool {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    matches!(
        Bmc::default().check(model, &control).outcome,
        Outcome::Reachable(_)
    )
}

#[test]
fn whoever_a_key_tells_apart_is_not_left_alone() {
    for (name, condition) in NUMBERS {
        with_model(
            condition,
            "check some reachable from all in exactly 1 step;",
            |model| {
                assert!(reaches(model), "{name}: {condition}");
            },
        );
    }
}

#[test]
fn of_instances_that_only_have_names_the_first_acts_first() {
    for (name, condition) in NAMES {
        with_model(
            condition,
            "check some reachable from all in exactly 1 step;",
            |model| {
                assert_eq!(idle(model), 4, "{name}: {condition}");
                assert!(reaches(model), "{name}: {condition}");
            },
        );
    }
}

#[test]
fn only_unmentioned_keys_are_exchanged() {
    with_model(
        "this.id == 5 || this.id == 2",
        "check some reachable from all in max 2 steps;",
        |model| {
            // Of the first, third and fourth, two can be left alone.
            assert_eq!(idle(model), 2);
            assert!(reaches(model));
        },
    );
}

#[test]
fn a_domain_mentions_its_values() {
    let check = "domain few {\n    So.go.k: {1 .. 2};\n}\n\ncheck some reachable from all in max 2 steps within few;";
    with_model("k == this.id", check, |model| {
        assert_eq!(idle(model), 2);
        assert!(reaches(model));
    });
}
