//! Where the dependences that were published are too few (published algorithms, section 1): the slice by them gives a wrong answer, ours the right
//! one.
//!
//! Each case is a pair of little specifications, `Aa` and `Bb`, and a check.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

#[path = "support/projects.rs"]
mod projects;

use std::sync::atomic::AtomicBool;

use fretsaw::dependence::Dependences;
use fretsaw::engines::bmc::Bmc;
use fretsaw::engines::sliced::Sliced;
use fretsaw::engines::{Engine, Outcome, Run};
use fretsaw::model::Model;
use fretsaw::semantics::specification::Specification;
use fretsaw::slice::parts::SpecParts;
use fretsaw::slice::program::SlicedProgram;
use fretsaw::slice::split::split;
use fretsaw::slice::{Options, Reconnection, Slice};
use projects::{Ask, Module, analyse_project};

/// What a slice by the seven published dependences alone says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Published {
    /// The same.
    Right,
    /// A run of so many steps, or none.
    Says(Option<usize>),
}

struct Case {
    name: &'static str,
    /// `Aa` and `Bb`: what stands behind their keys.
    specs: &'static str,
    test: &'static str,
    /// The length of a shortest run.
    truth: Option<usize>,
    published: Published,
}

const CASES: [Case; 13] = [
    Case {
        name: "1: a sync can disable its event",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { Bb[1].never(); } }
            specification Bb { fields { id: Integer @key } events { never[] } lifeCycle { initial still -> still: never } }
            event never() { preconditions { 1 == 2; } }",
        test: "state goal { done Aa; Bb; } check goal unreachable in max 3 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "3: the life-cycle state is data",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { preconditions { Bb[1] instate on; } }
            specification Bb { fields { id: Integer @key } events { switch[] } lifeCycle { initial off -> on: switch final on } }
            event switch() { }",
        test: "state begin { start Aa; off Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(None),
    },
    Case {
        name: "3: a life cycle may leave the state that is tested",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { preconditions { not (Bb[1] instate off); } }
            specification Bb { fields { id: Integer @key } events { switch[] } lifeCycle { initial off -> on: switch final on } }
            event switch() { }",
        test: "state begin { start Aa; off Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(None),
    },
    Case {
        name: "3: fields of others are data",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { preconditions { Bb[1].count == 2; } }
            specification Bb { fields { id: Integer @key count: Integer } events { raise[] } lifeCycle { initial still -> still: raise } }
            event raise() { postconditions { new this.count == this.count + 1; } }",
        test: "state begin { start Aa; Bb with count == 0; } state goal { done Aa; } check goal reachable from begin in max 4 steps;",
        truth: Some(3),
        published: Published::Says(None),
    },
    Case {
        name: "4: postconditions without a solution are a guard",
        specs: "specification Aa { fields { id: Integer @key x: Integer } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { postconditions { new this.x > 3; new this.x < 3; } }
            specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> still: rest } }
            event rest() { }",
        test: "state goal { done Aa; Bb; } check goal unreachable in max 3 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "4: a definition that is undefined is a guard",
        specs: "specification Aa { fields { id: Integer @key x: Integer y: Integer } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { postconditions { new this.x == 1 / this.y; } }
            specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> still: rest } }
            event rest() { }",
        test: "state begin { start Aa with y == 0; Bb; } state goal { done Aa; } check goal unreachable from begin in max 2 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "5: an internal event happens only with the arguments of its callers",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { Bb[1].put(5); } }
            specification Bb { fields { id: Integer @key v: Integer } events { internal put[] } lifeCycle { initial still -> still: put } }
            event put(v: Integer) { postconditions { new this.v == v; } }",
        test: "state begin { start Aa; Bb with v == 0; } state goal { Bb with v == 7; } check goal unreachable from begin in max 3 steps;",
        truth: None,
        published: Published::Right,
    },
    Case {
        name: "6: an instance takes one event a step",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { Bb[1].left(); Bb[1].right(); } }
            specification Bb { fields { id: Integer @key } events { left[] right[] } lifeCycle { initial still -> still: left, right } }
            event left() { } event right() { }",
        test: "state goal { done Aa; Bb; } check goal unreachable in max 3 steps;",
        truth: None,
        published: Published::Says(Some(1)),
    },
    Case {
        name: "7: where steps are counted from below, steps that only pass time matter",
        specs: "specification Aa { fields { id: Integer @key } events { go[] wait[] } lifeCycle { initial start -> start: wait -> done: go final done } }
            event go() { } event wait() { }
            specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> asleep: rest final asleep } }
            event rest() { }",
        test: "state begin { start Aa; } state goal { done Aa; } check goal reachable from begin in exactly 3 steps;",
        truth: Some(3),
        published: Published::Says(None),
    },
    Case {
        name: "8: a negated sync depends on everything that enables the partner",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { not Bb[1].open(); } }
            specification Bb { fields { id: Integer @key } events { open[] lock[] } lifeCycle { initial shut -> shut: open -> locked: lock final locked } }
            event open() { } event lock() { }",
        test: "state begin { start Aa; shut Bb; } state goal { done Aa; } check goal reachable from begin in max 3 steps;",
        truth: Some(2),
        published: Published::Says(Some(1)),
    },
    Case {
        name: "9: a start that contradicts itself has no runs",
        specs: "specification Aa { fields { id: Integer @key x: Integer } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { }
            specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> asleep: rest final asleep } }
            event rest() { }",
        test: "state begin { start Aa with x == 1 and x == 2; } state goal { done Aa; } check goal unreachable from begin in max 3 steps;",
        truth: None,
        published: Published::Right,
    },
    Case {
        name: "what one step does takes one step",
        specs: "specification Aa { fields { id: Integer @key } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { Bb[1].put(5); Bb[2].put(6); } }
            specification Bb { fields { id: Integer @key v: Integer } events { put[] } lifeCycle { initial still -> still: put } }
            event put(v: Integer) { postconditions { new this.v == v; } }",
        test: "state begin { start Aa; 2 still Bb with v == 0; } state goal { Bb with v == 5; Bb with v == 6; } check goal reachable from begin in max 2 steps;",
        truth: Some(1),
        published: Published::Says(Some(2)),
    },
    Case {
        name: "an event reads everything before it changes anything",
        specs: "specification Aa { fields { id: Integer @key x: Integer y: Integer } events { swap[] raise[] } lifeCycle { initial start -> start: swap, raise } }
            event swap() { postconditions { new this.x == this.y; new this.y == this.x; } }
            event raise() { postconditions { new this.x == this.x + 1; } }
            specification Bb { fields { id: Integer @key } events { rest[] } lifeCycle { initial still -> asleep: rest final asleep } }
            event rest() { }",
        test: "state begin { start Aa with x == 0 and y == 0; } state goal { Aa with y == 2; } check goal reachable from begin in max 4 steps;",
        truth: Some(3),
        published: Published::Says(None),
    },
];

fn with_model(case: &Case, look: impl FnOnce(&Model<'_>)) {
    let spec = format!("module t.Spec\n\n{}\n", case.specs);
    let test = format!("module t.Test\n\nimport t.Spec\n\n{}\n", case.test);
    let modules = [Module::new("ebl", &spec), Module::new("tebl", &test)];
    let analysis = analyse_project(&modules, Ask::Files);
    let messages: Vec<_> = analysis.diagnostics.iter().map(|it| &it.message).collect();
    assert!(!analysis.has_errors(), "{}: {messages:?}", case.name);
    let test = &analysis.program.tests[0];
    let model = Model::build(&analysis.program, test, &test.checks[0]);
    look(&model.expect("there is a model"));
}

fn steps(engine: &dyn Engine, model: &Model<'_>) -> Option<usize> {
    let run = Run {
        stop: &AtomicBool::new(false),
        seed: 0,
        progress: &|_| {},
    };
    match engine.check(model, &run).outcome {
        Outcome::Reachable(run) => Some(run.steps.len()),
        Outcome::Unreachable(_) => None,
        Outcome::Unknown(reason) => panic!("unknown: {reason:?}"),
    }
}

fn options(dependences: Dependences, reconnection: Reconnection) -> Options {
    Options {
        dependences,
        reconnection,
    }
}

/// What the slice itself says, without a look back at the original.
fn slice_alone(model: &Model<'_>, options: Options) -> Option<usize> {
    let slice = Slice::of(model, options);
    let test = &model.program.tests[0];
    let sliced = SlicedProgram::of(model, test, &slice.parts);
    let small = Model::build(&sliced.program, sliced.test(), sliced.check());
    steps(&Bmc::default(), &small.expect("there is a model"))
}

#[test]
fn ours_are_right() {
    for case in &CASES {
        with_model(case, |model| {
            assert_eq!(steps(&Bmc::default(), model), case.truth, "{}", case.name);
            for dependences in [Dependences::Fine, Dependences::Coarse] {
                for reconnection in [Reconnection::Conventional, Reconnection::Amorphous] {
                    let options = options(dependences, reconnection);
                    let engine = Bmc::default();
                    let sliced = Sliced { engine, options };
                    let says = steps(&sliced, model);
                    assert_eq!(says, case.truth, "{}: {options:?}", case.name);
                }
                let conventional = options(dependences, Reconnection::Conventional);
                let says = slice_alone(model, conventional);
                assert_eq!(says, case.truth, "{}: {dependences:?} alone", case.name);
            }
        });
    }
}

#[test]
fn published_ones_are_wrong_where_we_say_so() {
    for case in &CASES {
        with_model(case, |model| {
            let thesis = options(Dependences::Thesis, Reconnection::Conventional);
            let says = slice_alone(model, thesis);
            match case.published {
                Published::Right => assert_eq!(says, case.truth, "{}", case.name),
                Published::Says(wrong) => {
                    assert_ne!(wrong, case.truth, "{}", case.name);
                    assert_eq!(says, wrong, "{}", case.name);
                }
            }
        });
    }
}

/// 2: a sync chooses its partner by a key, and needs the field that it is in.
#[test]
fn a_kept_sync_keeps_the_field_of_its_key() {
    let case = Case {
        name: "2",
        specs: "specification Aa { fields { id: Integer @key who: Integer @ref=Bb } events { go[] } lifeCycle { initial start -> done: go final done } }
            event go() { sync { Bb[this.who].put(5); } }
            specification Bb { fields { id: Integer @key v: Integer } events { internal put[] } lifeCycle { initial still -> still: put } }
            event put(v: Integer) { postconditions { new this.v == v; } }",
        test: "state begin { start Aa with who == 2; 2 still Bb with v == 0; } state goal { Bb with id == 1 and v == 5; } check goal unreachable from begin in max 2 steps;",
        truth: None,
        published: Published::Right,
    };
    with_model(&case, |model| {
        let keeps_who = |dependences| {
            let slice = Slice::of(model, options(dependences, Reconnection::Conventional));
            slice.parts.specs[0].fields[1]
        };
        assert!(keeps_who(Dependences::Fine));
        assert_eq!(steps(&Bmc::default(), model), None);
        let options = Options::default();
        let engine = Bmc::default();
        assert_eq!(steps(&Sliced { engine, options }, model), None);
    });
}

/// The machine of figures 9 to 11: in the slice are s1, s3, s4 and t4.
const FIGURE_9: Case = Case {
    name: "figure 9",
    specs: "specification Aa {
            fields { id: Integer @key v: Integer }
            events { t1[] t2[] t3[] t4[] t5[] }
            lifeCycle { initial s1 -> s2: t1  s2 -> s3: t2 -> s4: t3  s4 -> s3: t4  final s3 -> s3: t5 }
        }
        event t1() { } event t2() { } event t3() { } event t5() { }
        event t4() { postconditions { new this.v == 1; } }",
    test: "state begin { s1 Aa with v == 0; } state goal { s3 Aa with v == 1; } check goal reachable from begin in max 4 steps;",
    truth: Some(3),
    published: Published::Right,
};

fn kept_names(spec: &Specification, parts: &SpecParts) -> Vec<String> {
    let events = spec.events.iter().zip(&parts.events);
    let events = events.filter(|(_, parts)| parts.kept);
    events
        .map(|(event, _)| event.name.text.to_string())
        .collect()
}

#[test]
fn the_machine_of_figure_9_is_connected_both_ways() {
    with_model(&FIGURE_9, |model| {
        let spec = &model.program.specifications[0];
        let of = |reconnection| Slice::of(model, options(Dependences::Fine, reconnection)).parts;
        let conventional = &of(Reconnection::Conventional).specs[0];
        assert_eq!(kept_names(spec, conventional), ["t1", "t2", "t3", "t4"]);
        assert_eq!(conventional.states, [true; 4]);
        let amorphous = &of(Reconnection::Amorphous).specs[0];
        assert_eq!(kept_names(spec, amorphous), ["t4"]);
        let state = |name: &str| {
            let mut states = spec.states.iter();
            states.position(|it| it.name.text == name).expect("a state")
        };
        assert!(!amorphous.states[state("s2")]);
        let bridges: Vec<(usize, usize)> = amorphous
            .bridges
            .iter()
            .map(|(from, to)| (from.index(), to.index()))
            .collect();
        let mut expected = [(state("s1"), state("s3")), (state("s1"), state("s4"))];
        expected.sort_unstable();
        assert_eq!(bridges, expected);
        for reconnection in [Reconnection::Conventional, Reconnection::Amorphous] {
            let options = options(Dependences::Fine, reconnection);
            let engine = Bmc::default();
            assert_eq!(steps(&Sliced { engine, options }, model), Some(3));
        }
    });
}

/// Open question 8.2: one account is only to be opened, the other one to be overdrawn, and nothing refers to either by its key.
const FIGURE_6: Case = Case {
    name: "figure 6 without transactions",
    specs: "specification Aa {
            fields { id: Integer @key balance: Integer }
            events { open[] deposit[] withdraw[] }
            lifeCycle { initial fresh -> opened: open  opened -> opened: deposit, withdraw }
        }
        event open() { postconditions { new this.balance == 10; } }
        event deposit(amount: Integer) { preconditions { amount > 0; } postconditions { new this.balance == this.balance + amount; } }
        event withdraw(amount: Integer) { preconditions { amount > 0; amount <= 6; } postconditions { new this.balance == this.balance - amount; } }",
    test: "state goal { opened Aa; opened Aa with balance < 0; } check goal reachable in max 5 steps;",
    truth: Some(4),
    published: Published::Right,
};

#[test]
fn instances_that_are_asked_about_differently_are_sliced_differently() {
    with_model(&FIGURE_6, |model| {
        let program = split(model, &model.program.tests[0]).expect("it can be divided");
        let test = &program.tests[0];
        let divided = Model::build(&program, test, &test.checks[0]).expect("a model");
        let sizes = |model: &Model<'_>| Slice::of(model, Options::default()).parts.sizes(model);
        // United, both accounts have all events and the balance; divided, the first one is merely opened.
        assert_eq!((sizes(model).events, sizes(model).fields), (3, 2));
        let parts = Slice::of(&divided, Options::default()).parts;
        let first = &parts.specs[0];
        let second = parts.specs.last().expect("a copy");
        let spec = &model.program.specifications[0];
        assert_eq!(kept_names(spec, first), ["open"]);
        assert_eq!(first.fields, [true, false]);
        assert_eq!(kept_names(spec, second), ["open", "deposit", "withdraw"]);
        assert_eq!(steps(&Bmc::default(), model), FIGURE_6.truth, "unsliced");
        assert_eq!(steps(&Bmc::default(), &divided), FIGURE_6.truth, "divided");
        for reconnection in [Reconnection::Conventional, Reconnection::Amorphous] {
            let options = options(Dependences::Fine, reconnection);
            let engine = Bmc::default();
            assert_eq!(
                steps(&Sliced { engine, options }, model),
                FIGURE_6.truth,
                "{options:?}"
            );
        }
    });
}

/// Where something refers to instances by a key, they stay together.
#[test]
fn instances_that_are_referred_to_are_not_divided() {
    for case in CASES
        .iter()
        .filter(|case| case.name.starts_with("what one step"))
    {
        with_model(case, |model| {
            assert!(split(model, &model.program.tests[0]).is_none());
        });
    }
}
