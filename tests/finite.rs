//! Searches over random finite programs agree with the plain one: the fast search on counts, those that slice on verdicts.
//!
//! `FRETSAW_CASES` asks for more programs, `FRETSAW_SEED` for others.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "what was tried is told to who asks")]

#[path = "finite/generate.rs"]
mod generate;
#[path = "finite/rich.rs"]
mod rich;

use fretsaw::engines::lazy::{self, Algorithm, Guards, Question, Refinement, Verdict};
use fretsaw::engines::search as fast;
use fretsaw::finite::evaluate::evaluate;
use fretsaw::finite::ranges::Ranges;
use fretsaw::finite::search::{Ending, Order, Query, Run, Search};
use fretsaw::finite::{Expr, Program, State, plain_search};
use generate::{Case, case};

fn number(name: &str, otherwise: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.map_or(otherwise, |it| it.parse().expect("a number"))
}

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

/// A run of the program to a state with the property.
fn assert_real(program: &Program, property: &Expr, run: &Run, seed: u64) {
    assert!(program.begin().contains(&run.start), "seed {seed}");
    let mut state = &run.start;
    for (action, next) in &run.steps {
        let action = program.action(*action);
        assert_eq!(program.is_enabled(state, action), Ok(true), "seed {seed}");
        assert_eq!(
            program.effect(state, action).as_ref(),
            Ok(next),
            "seed {seed}"
        );
        state = next;
    }
    assert_ne!(evaluate(property, state), Ok(0), "seed {seed}");
}

fn counts(search: &Search) -> [u64; 3] {
    [search.states, search.transitions, search.deadlocks]
}

/// Ends that are the same, as far as several runs may be.
fn assert_same_end(case: &Case, plain: &Search, fast: &Search, order: Order, seed: u64) {
    let is_shortest = order == Order::Breadth;
    match (&plain.ending, &fast.ending) {
        (Ending::Reachable(run), Ending::Reachable(other)) => {
            assert_real(&case.program, &case.property, other, seed);
            assert!(
                !is_shortest || run.steps.len() == other.steps.len(),
                "seed {seed}"
            );
        }
        (Ending::Fault { run, .. }, Ending::Fault { run: other, .. }) => {
            assert!(
                !is_shortest || run.steps.len() == other.steps.len(),
                "seed {seed}"
            );
        }
        // Of a step that fails and one that leads to the goal, either may be met first.
        (Ending::Fault { run, .. }, Ending::Reachable(goal))
        | (Ending::Reachable(goal), Ending::Fault { run, .. }) => {
            assert!(
                !is_shortest || run.steps.len() + 1 == goal.steps.len(),
                "seed {seed}"
            );
        }
        (plain, fast) => assert_eq!(plain, fast, "seed {seed}"),
    }
}

#[test]
fn generated_code_computes_what_the_definition_says() {
    let first = number("FRETSAW_SEED", 1);
    let mut faults = 0;
    for seed in first..first + number("FRETSAW_CASES", 150) {
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

fn reachable_states(program: &Program) -> Vec<State> {
    let mut found = program.begin();
    let mut at = 0;
    while at < found.len() {
        for (_, next) in program.successors(&found[at]) {
            let next = next.expect("nothing fails here");
            if !found.contains(&next) {
                found.push(next);
            }
        }
        at += 1;
    }
    found
}

const WAYS: [(Algorithm, Guards, Refinement); 4] = [
    (
        Algorithm::Incremental,
        Guards::Whole,
        Refinement::WholeGuard,
    ),
    (Algorithm::Lazy, Guards::Whole, Refinement::WholeGuard),
    (
        Algorithm::LazyImproved,
        Guards::Literals,
        Refinement::WholeGuard,
    ),
    (
        Algorithm::LazyImproved,
        Guards::Literals,
        Refinement::Fewest,
    ),
];

/// Verdicts agree, and what says that nothing is there covers all there is. Tells whether a slice was refined.
fn compare_lazy(case: &Case, seed: u64) -> bool {
    let wanted = plainly(case, Some(&case.property)).ending;
    let mut has_refined = false;
    // Ranges that say little make slices that have to be refined more often.
    let ranges = [Ranges::of(&case.program), Ranges::declared(&case.program)];
    let ways = ranges
        .iter()
        .flat_map(|ranges| WAYS.map(|way| (ranges, way)));
    for (ranges, (algorithm, guards, refinement)) in ways {
        let question = Question {
            program: &case.program,
            ranges,
            property: &case.property,
            guards,
            refinement,
            most_states: u64::MAX,
            most_bytes: u64::MAX,
            stop: &|_| false,
        };
        let outcome = lazy::search(algorithm, &question);
        has_refined |= outcome.statistics.refinements > 0;
        match (&wanted, &outcome.verdict) {
            (Ending::Reachable(_), Verdict::Reachable(run)) => {
                assert_real(&case.program, &case.property, run, seed);
            }
            (Ending::Unreachable, Verdict::Unreachable) => {
                for state in reachable_states(&case.program) {
                    assert!(
                        outcome.cover.covers(&state),
                        "seed {seed}: {algorithm:?} {state:?}"
                    );
                }
            }
            (wanted, found) => panic!("seed {seed}: {algorithm:?} {found:?} but {wanted:?}"),
        }
    }
    has_refined
}

#[test]
fn fast_searches_find_what_the_plain_one_does() {
    let first = number("FRETSAW_SEED", 1);
    for seed in first..first + number("FRETSAW_CASES", 150) {
        compare_fast(&case(seed), seed);
    }
}

#[test]
fn searches_that_slice_agree_with_the_plain_one() {
    let first = number("FRETSAW_SEED", 1);
    let cases = number("FRETSAW_CASES", 2000);
    let (mut refined, mut reachable) = (0, 0);
    for seed in first..first + cases {
        let case = case(seed);
        refined += u64::from(compare_lazy(&case, seed));
        let ending = plainly(&case, Some(&case.property)).ending;
        reachable += u64::from(matches!(ending, Ending::Reachable(_)));
    }
    eprintln!("{cases} programs, {reachable} reachable, {refined} refined");
    assert!(
        refined * 10 > cases,
        "programs that refine a slice are rare: {refined} of {cases}"
    );
}
