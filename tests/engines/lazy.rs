//! Lazy slicing: example 1 of Huang et al. as printed there, and the cases in which the printed algorithm is wrong and
//! ours is not.

mod printed;

use std::slice;

use fretsaw::engines::lazy::{self, Algorithm, Guards, Outcome, Question, Refinement, Verdict};
use fretsaw::finite::ranges::Ranges;
use fretsaw::finite::search::{Ending, Query};
use fretsaw::finite::{BinaryOp, Effect, Expr, LocalId, Place, Program, VariableId, plain_search};
use printed::{Form, Said};

use crate::finite::generate;
use crate::support::finite_programs::{example_1, model};

fn ask(program: &Program, property: &Expr, algorithm: Algorithm) -> Outcome {
    ask_with(program, property, algorithm, Refinement::WholeGuard)
}

fn ask_with(
    program: &Program,
    property: &Expr,
    algorithm: Algorithm,
    refinement: Refinement,
) -> Outcome {
    let guards = match algorithm {
        Algorithm::LazyImproved => Guards::Literals,
        _ => Guards::Whole,
    };
    let ranges = Ranges::of(program);
    let question = Question {
        program,
        ranges: &ranges,
        values: &refinement.values(program, &ranges),
        property,
        guards,
        refinement,
        most_states: u64::MAX,
        most_bytes: u64::MAX,
        stop: &|_| false,
        patience: lazy::PATIENCE,
    };
    lazy::search(algorithm, &question)
}

const ALL: [Algorithm; 3] = [
    Algorithm::Incremental,
    Algorithm::Lazy,
    Algorithm::LazyImproved,
];

fn is_reachable(program: &Program, property: &Expr) -> bool {
    let mut stop = |_: &_| false;
    let mut query = Query::new(slice::from_ref(property), &mut stop);
    matches!(
        plain_search::search(program, &mut query).ending,
        Ending::Reachable(_)
    )
}

#[test]
fn example_1_takes_as_many_states_as_printed() {
    let (program, both_inside) = example_1();
    let explored = ALL.map(|algorithm| {
        let outcome = ask(&program, &both_inside, algorithm);
        assert_eq!(outcome.verdict, Verdict::Unreachable);
        outcome.statistics.explored
    });
    assert_eq!(explored, [21, 13, 8]);
}

/// The printed algorithm says that the property holds, which is wrong; ours finds the run.
fn assert_missed(program: &Program, property: &Expr, form: Form) {
    assert!(is_reachable(program, property));
    assert_eq!(printed::run(program, property, form), Said::Satisfied);
    for algorithm in ALL {
        let verdict = ask(program, property, algorithm).verdict;
        assert!(matches!(verdict, Verdict::Reachable(_)), "{algorithm:?}");
    }
}

#[test]
fn a_refined_prefix_does_not_cover_what_it_covered_before() {
    let (program, property) = model(
        &[("x", 1, &[0]), ("y", 1, &[0])],
        &["x = 0 -> x := 0, y := 1", "y = 1 -> x := 1"],
        "x = 1",
    );
    assert_missed(&program, &property, Form::default());
}

#[test]
fn nor_with_two_starts() {
    let (program, property) = model(
        &[("x", 2, &[1, 2]), ("y", 1, &[0])],
        &["y = 0 -> x := x + 1 % 3, y := 1"],
        "x = 0",
    );
    assert_missed(&program, &property, Form::default());
}

#[test]
fn what_was_closed_by_something_that_is_removed_is_open_again() {
    let (program, property) = model(
        &[("y", 1, &[1]), ("z", 3, &[1])],
        &["y = 0 -> z := 3", "-> z := 2", "-> z := z + 1 % 4"],
        "z = 0",
    );
    assert_missed(&program, &property, Form::default());
}

#[test]
fn a_clause_that_has_become_empty_is_true() {
    let improved = Form {
        improved: true,
        ..Form::default()
    };
    let (program, property) = model(
        &[("x", 1, &[1]), ("y", 1, &[1])],
        &["x = 1 -> y := 0"],
        "y = 0",
    );
    assert_missed(&program, &property, improved);
    let (program, property) = model(
        &[("x", 1, &[0]), ("y", 1, &[0])],
        &["y = 1 or x = 0 -> y := 1"],
        "y = 1",
    );
    assert_missed(&program, &property, improved);
}

#[test]
fn successors_are_not_covered_by_what_is_about_to_be_removed() {
    let (program, property) = model(
        &[("x", 1, &[0]), ("y", 1, &[1])],
        &["y = 0 -> x := 1", "-> x := 1"],
        "x = 1",
    );
    assert_missed(&program, &property, Form::default());
}

/// The guard holds and the slice has all that it reads, so no refinement rules out the step.
#[test]
fn a_step_that_an_error_rules_out_ends_the_search() {
    let (program, property) = model(
        &[("x", 1, &[0]), ("y", 1, &[0]), ("z", 1, &[0])],
        &["-> x := 1, y := 0 + 1 % z"],
        "x = 1",
    );
    for algorithm in ALL {
        let outcome = ask(&program, &property, algorithm);
        assert_eq!(outcome.verdict, Verdict::Unreachable);
        assert!(outcome.may_fail, "{algorithm:?}");
    }
}

/// What is computed for a variable that is not kept may divide by one that is not kept either, and that the slice
/// knows nothing of.
#[test]
fn what_is_computed_for_others_rules_out_nothing() {
    let (mut program, property) = model(
        &[("x", 1, &[0]), ("y", 9, &[2]), ("z", 9, &[0])],
        &["-> x := 1"],
        "x = 1",
    );
    let y = Box::new(Expr::Variable(VariableId(1)));
    let quotient = Expr::Binary(BinaryOp::Divide, Box::new(Expr::Constant(9)), y);
    let z = Place::Variable(VariableId(2));
    let effects = &mut program.actions[0].effects;
    effects.insert(0, Effect::Let(LocalId(0), quotient));
    effects.push(Effect::Assign(z, Expr::Local(LocalId(0))));
    for algorithm in ALL {
        for refinement in [Refinement::WholeGuard, Refinement::Fewest] {
            let outcome = ask_with(&program, &property, algorithm, refinement);
            let is_found = matches!(outcome.verdict, Verdict::Reachable(_));
            assert!(is_found, "{algorithm:?}, {refinement:?}");
        }
    }
}

/// `x` gets what `y` has, and that `y` is 2 at most is all that matters of it.
#[test]
fn what_is_only_read_is_left_open() {
    let (program, property) = model(
        &[("x", 4, &[0]), ("y", 2, &[0]), ("z", 1, &[0, 1])],
        &["-> x := y", "z = 1 -> y := 2", "z = 0 -> y := 1"],
        "x = 3",
    );
    let kept = [Refinement::WholeGuard, Refinement::Fewest].map(|refinement| {
        let outcome = ask_with(&program, &property, Algorithm::LazyImproved, refinement);
        assert_eq!(outcome.verdict, Verdict::Unreachable);
        (outcome.statistics.kept, outcome.statistics.stored)
    });
    assert_eq!(kept, [(2, 7), (1, 3)]);
}

/// `x` follows `y`, which never is 2 at the time: only a slice that keeps `y` as well can tell.
#[test]
fn what_was_left_open_is_kept_where_it_matters() {
    let (program, property) = model(
        &[("x", 2, &[0]), ("y", 2, &[0]), ("z", 1, &[0])],
        &[
            "z = 0 -> x := y",
            "z = 0 -> y := 1",
            "z = 0 -> z := 1",
            "z = 1 -> y := 2",
        ],
        "x = 2",
    );
    let outcome = ask_with(
        &program,
        &property,
        Algorithm::LazyImproved,
        Refinement::Fewest,
    );
    assert_eq!(outcome.verdict, Verdict::Unreachable);
    assert_eq!(outcome.statistics.kept, 3);
    assert!(outcome.statistics.refinements > 0);
}

#[test]
fn what_belongs_to_another_state_is_no_evidence() {
    let literal = Form {
        literal: true,
        ..Form::default()
    };
    let (mut false_alarms, mut endless) = (0, 0);
    for seed in 1..6000 {
        let case = generate::case(seed);
        let is_reachable = is_reachable(&case.program, &case.property);
        match printed::run(&case.program, &case.property, literal) {
            Said::Violated if !is_reachable => {
                false_alarms += 1;
                let verdict = ask(&case.program, &case.property, Algorithm::Lazy).verdict;
                assert_eq!(verdict, Verdict::Unreachable, "seed {seed}");
            }
            Said::Nothing => endless += 1,
            _ => {}
        }
    }
    eprintln!("{false_alarms} false alarms, {endless} endless runs");
    assert!(false_alarms + endless > 0);
}
