//! Searches over random finite programs agree with the plain one: the fast search on counts, those that slice on
//! verdicts.
//!
//! `FRETSAW_CASES` asks for more programs, `FRETSAW_SEED` for others.

pub(crate) mod generate;
mod graph;
mod rich;
pub(crate) mod shrink;
pub(crate) mod slicing;
pub(crate) mod written;

use std::slice;

use fretsaw::engines::search as fast;
use fretsaw::finite::search::{Ending, Limit, Order, Query, Search, first_that_holds};
use fretsaw::finite::{BinaryOp, Expr, Program, Variable, VariableId, plain_search};
use generate::{Case, case};
use slicing::is_real;

use crate::support::workers::{cases, first_seed};

fn query<'q>(
    propositions: &'q [Expr],
    order: Order,
    stop: &'q mut dyn FnMut(&fretsaw::finite::search::Reached) -> bool,
) -> Query<'q> {
    Query {
        order,
        ..Query::new(propositions, stop)
    }
}

fn plainly(case: &Case, propositions: &[Expr]) -> Search {
    let mut stop = |_: &_| false;
    plain_search::search(
        &case.program,
        &mut query(propositions, Order::Breadth, &mut stop),
    )
}

fn quickly(case: &Case, propositions: &[Expr], order: Order, threads: usize) -> Search {
    let mut stop = |_: &_| false;
    let mut query = query(propositions, order, &mut stop);
    fast::search(&case.program, &mut query, threads).expect("it is small")
}

fn counts(search: &Search) -> [u64; 3] {
    [
        search.states,
        search.transitions,
        search.deadlocks.unwrap_or(0),
    ]
}

/// Ends that are the same, as far as several runs may be.
fn assert_same_end(case: &Case, plain: &Search, fast: &Search, order: Order, seed: u64) {
    let is_shortest = order == Order::Breadth;
    match (&plain.ending, &fast.ending) {
        (Ending::Reachable(run), Ending::Reachable(other)) => {
            assert!(is_real(&case.program, &case.property, other), "seed {seed}");
            assert!(
                !is_shortest || run.steps.len() == other.steps.len(),
                "seed {seed}"
            );
        }
        // Of a step that fails, one that leads to where the property fails and one that leads to the goal, any may be
        // met first.
        (
            plain @ (Ending::Fault { .. } | Ending::Reachable(_)),
            fast @ (Ending::Fault { .. } | Ending::Reachable(_)),
        ) => {
            assert!(
                !is_shortest || n_steps(plain) == n_steps(fast),
                "seed {seed}"
            );
        }
        (plain, fast) => assert_eq!(plain, fast, "seed {seed}"),
    }
}

/// The number of steps that an end takes, with one that fails.
fn n_steps(ending: &Ending) -> usize {
    match ending {
        Ending::Reachable(run) => run.steps.len(),
        Ending::Fault { run, action, .. } => run.steps.len() + usize::from(action.is_some()),
        _ => 0,
    }
}

/// `assert a / b || 1` fails where b is zero, although it never is false.
#[test]
fn what_holds_but_cannot_be_computed_is_an_error() {
    let seed = 1_000_635;
    let case = rich::case(seed);
    let plain = plainly(&case, &[]);
    assert!(matches!(plain.ending, Ending::Fault { .. }));
    let fast = quickly(&case, &[], Order::Breadth, 1);
    assert_same_end(&case, &plain, &fast, Order::Breadth, seed);
}

/// Arrays, values computed on the way, conditions whose second part is not looked at: where nothing fails, slices have
/// the same answers.
#[test]
fn searches_that_slice_compute_what_the_definition_says() {
    let first = first_seed(1);
    let cases = cases(600);
    let (mut compared, mut reachable, mut refined) = (0, 0, 0);
    for seed in first..first + cases {
        let case = rich::case(seed);
        let is_reachable = match plainly(&case, slice::from_ref(&case.property)).ending {
            Ending::Reachable(_) => true,
            Ending::Unreachable => false,
            _ => continue,
        };
        if plainly(&case, &[]).ending != Ending::Explored {
            continue;
        }
        let told = slicing::compare(&case.program, &case.property, is_reachable);
        refined += u64::from(told.unwrap_or_else(|why| panic!("seed {seed}: {why}")));
        reachable += u64::from(is_reachable);
        compared += 1;
    }
    eprintln!(
        "{compared} of {cases} programs never fail, {reachable} reachable, {refined} refined"
    );
    assert!(refined > 0, "no slice was ever refined");
}

#[test]
fn generated_code_computes_what_the_definition_says() {
    let first = first_seed(1);
    let mut faults = 0;
    for seed in first..first + cases(150) {
        let case = rich::case(seed);
        for propositions in [&[][..], slice::from_ref(&case.property)] {
            let plain = plainly(&case, propositions);
            faults += u64::from(matches!(plain.ending, Ending::Fault { .. }));
            for order in [Order::Breadth, Order::Depth] {
                let fast = quickly(&case, propositions, order, 1);
                assert_same_end(&case, &plain, &fast, order, seed);
                if plain.ending == Ending::Explored {
                    assert_eq!(counts(&fast), counts(&plain), "seed {seed}");
                }
            }
        }
    }
    assert!(faults > 0, "nothing ever fails");
}

fn compare_fast(case: &Case, seed: u64) {
    let everything = plainly(case, &[]);
    for (order, threads) in [(Order::Breadth, 1), (Order::Breadth, 2), (Order::Depth, 1)] {
        let search = quickly(case, &[], order, threads);
        assert_eq!(counts(&search), counts(&everything), "seed {seed}");
        assert_eq!(search.ending, Ending::Explored, "seed {seed}");
        let found = quickly(case, slice::from_ref(&case.property), order, threads);
        let plain = plainly(case, slice::from_ref(&case.property));
        assert_same_end(case, &plain, &found, order, seed);
    }
}

#[test]
fn fast_searches_find_what_the_plain_one_does() {
    let first = first_seed(1);
    for seed in first..first + cases(150) {
        compare_fast(&case(seed), seed);
    }
}

/// What is found is the nearest state in which one of several propositions holds.
#[test]
fn several_propositions_are_looked_for_at_once() {
    let first = first_seed(1);
    let mut found = [0; 3];
    for seed in first..first + cases(300) {
        let case = case(seed);
        let propositions = propositions(&case);
        let plain = plainly(&case, &propositions);
        let nearest = propositions.iter().filter_map(|it| {
            let alone = plainly(&case, slice::from_ref(it)).ending;
            matches!(alone, Ending::Reachable(_)).then(|| n_steps(&alone))
        });
        let is_found = matches!(plain.ending, Ending::Reachable(_));
        let steps = is_found.then(|| n_steps(&plain.ending));
        assert_eq!(steps, nearest.min(), "seed {seed}");
        for (order, threads) in [(Order::Breadth, 1), (Order::Breadth, 2), (Order::Depth, 1)] {
            let fast = quickly(&case, &propositions, order, threads);
            let (Ending::Reachable(run), true) = (&fast.ending, is_found) else {
                assert_eq!(fast.ending, plain.ending, "seed {seed}");
                continue;
            };
            let number = first_that_holds(&propositions, run.end()).expect("nothing fails");
            let number = number.expect("one of them holds");
            assert!(is_real(&case.program, &propositions[number], run));
            assert!(order == Order::Depth || steps == Some(run.steps.len()));
            found[number] += 1;
        }
    }
    assert!(found.iter().all(|it| *it > 0), "{found:?}");
}

/// The property of a case, and that the first or the second variable has its greatest value.
fn propositions(of: &Case) -> Vec<Expr> {
    let literal = |number: usize| {
        let variable = VariableId(u32::try_from(number).expect("few variables"));
        let value = of.program.variables[number].high;
        let (variable, value) = (Expr::Variable(variable), Expr::Constant(value));
        Expr::Binary(BinaryOp::Equal, Box::new(variable), Box::new(value))
    };
    vec![of.property.clone(), literal(0), literal(1)]
}

#[test]
fn searches_that_slice_agree_with_the_plain_one() {
    let first = first_seed(1);
    let cases = cases(2000);
    let (mut refined, mut reachable) = (0, 0);
    for seed in first..first + cases {
        let case = case(seed);
        let ending = plainly(&case, slice::from_ref(&case.property)).ending;
        let is_reachable = matches!(ending, Ending::Reachable(_));
        let compared = slicing::compare(&case.program, &case.property, is_reachable);
        let has_refined = compared.unwrap_or_else(|why| panic!("seed {seed}: {why}"));
        refined += u64::from(has_refined);
        reachable += u64::from(is_reachable);
    }
    eprintln!("{cases} programs, {reachable} reachable, {refined} refined");
    assert!(
        refined * 10 > cases,
        "programs that refine a slice are rare: {refined} of {cases}"
    );
}

/// Four variables that begin with any of a thousand values each.
fn with_many_starts() -> (Program, Expr) {
    let variable = |name: &str| Variable {
        name: name.to_owned(),
        low: 0,
        high: 999,
        initial: (0..1000).collect(),
        value_names: Vec::new(),
        owner: None,
        span: None,
    };
    let program = Program {
        variables: ["a", "b", "c", "d"].map(variable).into(),
        actions: Vec::new(),
        together: None,
    };
    let value = |number| Box::new(Expr::Variable(VariableId(number)));
    let sum = |left, right| Box::new(Expr::Binary(BinaryOp::Add, left, right));
    let all = sum(sum(value(0), value(1)), sum(value(2), value(3)));
    let never = Expr::Binary(BinaryOp::Less, all, Box::new(Expr::Constant(0)));
    (program, never)
}

#[test]
fn limits_hold_while_starts_are_made() {
    let (program, never) = with_many_starts();
    for (most_states, most_bytes, limit) in [
        (Some(5_000), None, Limit::States),
        (None, Some(1_000_000), Limit::Memory),
    ] {
        for order in [Order::Breadth, Order::Depth] {
            let mut stop = |_: &_| false;
            let mut query = Query {
                most_states,
                most_bytes,
                ..query(slice::from_ref(&never), order, &mut stop)
            };
            let plain = plain_search::search(&program, &mut query);
            assert_eq!(plain.ending, Ending::Unknown(limit));
            let fast = fast::search(&program, &mut query, 1).expect("it is small");
            assert_eq!(fast.ending, Ending::Unknown(limit));
        }
        slicing::assert_limited(&program, &never, most_states, most_bytes, limit);
    }
}
