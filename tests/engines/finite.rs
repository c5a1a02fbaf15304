//! Searches over random finite programs agree with the plain one: the fast search on counts, those that slice on verdicts.
//!
//! `FRETSAW_CASES` asks for more programs, `FRETSAW_SEED` for others.

pub(crate) mod generate;
mod rich;
pub(crate) mod shrink;
pub(crate) mod slicing;
pub(crate) mod written;

use fretsaw::engines::search as fast;
use fretsaw::finite::search::{Ending, Limit, Order, Query, Search};
use fretsaw::finite::{BinaryOp, Expr, Program, Variable, VariableId, plain_search};
use generate::{Case, case};
use slicing::is_real;

use crate::support::workers::{cases, first_seed};

fn query<'q>(
    property: Option<&'q Expr>,
    order: Order,
    stop: &'q mut dyn FnMut(&fretsaw::finite::search::Reached) -> bool,
) -> Query<'q> {
    Query {
        order,
        ..Query::new(property, stop)
    }
}

fn plainly(case: &Case, property: Option<&Expr>) -> Search {
    let mut stop = |_: &_| false;
    plain_search::search(
        &case.program,
        &mut query(property, Order::Breadth, &mut stop),
    )
}

fn quickly(case: &Case, property: Option<&Expr>, order: Order, threads: usize) -> Search {
    let mut stop = |_: &_| false;
    let mut query = query(property, order, &mut stop);
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
        // Of a step that fails, one that leads to where the property fails and one that leads to the goal, any may be met first.
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
    let plain = plainly(&case, None);
    assert!(matches!(plain.ending, Ending::Fault { .. }));
    let fast = quickly(&case, None, Order::Breadth, 1);
    assert_same_end(&case, &plain, &fast, Order::Breadth, seed);
}

/// Arrays, values computed on the way, conditions whose second part is not looked at: where nothing fails, slices have the same answers.
#[test]
fn searches_that_slice_compute_what_the_definition_says() {
    let first = first_seed(1);
    let cases = cases(600);
    let (mut compared, mut reachable, mut refined) = (0, 0, 0);
    for seed in first..first + cases {
        let case = rich::case(seed);
        let is_reachable = match plainly(&case, Some(&case.property)).ending {
            Ending::Reachable(_) => true,
            Ending::Unreachable => false,
            _ => continue,
        };
        if plainly(&case, None).ending != Ending::Explored {
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
        for property in [None, Some(&case.property)] {
            let plain = plainly(&case, property);
            faults += u64::from(matches!(plain.ending, Ending::Fault { .. }));
            for order in [Order::Breadth, Order::Depth] {
                let fast = quickly(&case, property, order, 1);
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
    let everything = plainly(case, None);
    for (order, threads) in [(Order::Breadth, 1), (Order::Breadth, 2), (Order::Depth, 1)] {
        let search = quickly(case, None, order, threads);
        assert_eq!(counts(&search), counts(&everything), "seed {seed}");
        assert_eq!(search.ending, Ending::Explored, "seed {seed}");
        let found = quickly(case, Some(&case.property), order, threads);
        let plain = plainly(case, Some(&case.property));
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

#[test]
fn searches_that_slice_agree_with_the_plain_one() {
    let first = first_seed(1);
    let cases = cases(2000);
    let (mut refined, mut reachable) = (0, 0);
    for seed in first..first + cases {
        let case = case(seed);
        let ending = plainly(&case, Some(&case.property)).ending;
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
                ..query(Some(&never), order, &mut stop)
            };
            let plain = plain_search::search(&program, &mut query);
            assert_eq!(plain.ending, Ending::Unknown(limit));
            let fast = fast::search(&program, &mut query, 1).expect("it is small");
            assert_eq!(fast.ending, Ending::Unknown(limit));
        }
        slicing::assert_limited(&program, &never, most_states, most_bytes, limit);
    }
}
