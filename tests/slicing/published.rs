//! Where the dependences that were published are too few (`docs/papers.md`, Eilers): the slice by them gives a wrong
//! answer, ours the right one.
//!
//! Each case is a pair of little specifications, `Aa` and `Bb`, and a check; they stand in `published_cases.rs`.

use std::sync::atomic::AtomicBool;

use fretsaw::checking::checker::Checker;
use fretsaw::checking::sliced::Sliced;
use fretsaw::dependence::Dependences;
use fretsaw::engines::Control;
use fretsaw::engines::bmc::Bmc;
use fretsaw::model::Model;
use fretsaw::outcome::{Outcome, Reason};
use fretsaw::semantics::specification::Specification;
use fretsaw::slice::divide::divided;
use fretsaw::slice::parts::SpecParts;
use fretsaw::slice::{Options, Reconnection, Slice};

use crate::published_cases::{CASES, FIGURE_6, FIGURE_9, KEYS, Published, with_model};

fn outcome(engine: &dyn Checker, model: &Model<'_>) -> Outcome {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    engine.check(model, &control).outcome
}

fn steps(engine: &dyn Checker, model: &Model<'_>) -> Option<usize> {
    match outcome(engine, model) {
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
    steps(&Bmc::default(), &slice.parts.of_model(model))
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

/// Nobody is shown a run that is none, and it is no defect of ours that there is none.
#[test]
fn runs_by_published_dependences_are_looked_at_again() {
    let options = options(Dependences::Thesis, Reconnection::Conventional);
    let engine = Bmc::default();
    for case in CASES.iter().filter(|case| case.truth.is_none()) {
        with_model(case, |model| {
            let outcome = outcome(&Sliced { engine, options }, model);
            let is_wrong = matches!(outcome, Outcome::Unknown(Reason::WrongSlice { .. }));
            let is_expected = case.published != Published::Right;
            assert_eq!(is_wrong, is_expected, "{}: {outcome:?}", case.name);
        });
    }
}

/// 11: an amorphous slice reaches all that the original does, and perhaps more. What it reaches is tried, and brings
/// back what was missing.
#[test]
fn an_amorphous_slice_may_reach_too_much() {
    let case = &CASES[0];
    with_model(case, |model| {
        let amorphous = options(Dependences::Fine, Reconnection::Amorphous);
        assert_eq!(slice_alone(model, amorphous), Some(1));
        let sliced = Sliced {
            engine: Bmc::default(),
            options: amorphous,
        };
        assert_eq!(steps(&sliced, model), case.truth);
    });
}

/// 2: the field that chooses a partner.
#[test]
fn a_kept_sync_keeps_the_field_of_its_key() {
    with_model(&KEYS, |model| {
        let keeps_who = |dependences| {
            let slice = Slice::of(model, options(dependences, Reconnection::Conventional));
            slice.parts.classes[0].fields[1]
        };
        assert!(keeps_who(Dependences::Fine));
        assert!(!keeps_who(Dependences::Thesis));
        assert_eq!(steps(&Bmc::default(), model), None);
        let options = Options::default();
        let engine = Bmc::default();
        assert_eq!(steps(&Sliced { engine, options }, model), None);
    });
}

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
        let conventional = &of(Reconnection::Conventional).classes[0];
        assert_eq!(kept_names(spec, conventional), ["t1", "t2", "t3", "t4"]);
        assert_eq!(conventional.states, [true; 4]);
        let amorphous = &of(Reconnection::Amorphous).classes[0];
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

#[test]
fn instances_that_are_asked_about_differently_are_sliced_differently() {
    with_model(&FIGURE_6, |model| {
        let divided = divided(model).expect("it can be divided");
        let sizes = |model: &Model<'_>| Slice::of(model, Options::default()).parts.sizes(model);
        // United, both accounts have all events and the balance; divided, the first one is merely opened.
        assert_eq!((sizes(model).events, sizes(model).fields), (3, 2));
        let parts = Slice::of(&divided, Options::default()).parts;
        let first = &parts.classes[0];
        let second = parts.classes.last().expect("a copy");
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
            assert!(divided(model).is_none());
        });
    }
}
