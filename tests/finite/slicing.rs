//! Searches that slice, compared with what is known of a program: the same verdict, and if that is "unreachable" a cover of all there is.

use fretsaw::engines::lazy::{
    self, Algorithm, Guards, Outcome, PATIENCE, Question, Refinement, Verdict,
};
use fretsaw::finite::evaluate::evaluate;
use fretsaw::finite::ranges::Ranges;
use fretsaw::finite::search::{Limit, Run};
use fretsaw::finite::{Expr, Program, State};
use rustc_hash::FxHashSet;

/// An algorithm, how it weakens guards and refines slices, and its patience.
type Way = (Algorithm, Guards, Refinement, u64);

const WAYS: [Way; 6] = [
    (
        Algorithm::Incremental,
        Guards::Whole,
        Refinement::WholeGuard,
        PATIENCE,
    ),
    (
        Algorithm::Lazy,
        Guards::Whole,
        Refinement::WholeGuard,
        PATIENCE,
    ),
    (
        Algorithm::LazyImproved,
        Guards::Literals,
        Refinement::WholeGuard,
        PATIENCE,
    ),
    (
        Algorithm::LazyImproved,
        Guards::Literals,
        Refinement::Fewest,
        PATIENCE,
    ),
    // These programs are too small for patience to end, unless there is hardly any.
    (Algorithm::Lazy, Guards::Whole, Refinement::Fewest, 1),
    (
        Algorithm::LazyImproved,
        Guards::Literals,
        Refinement::WholeGuard,
        3,
    ),
];

/// Asks every algorithm; tells whether a slice was refined, or which of them is wrong.
pub(crate) fn compare(
    program: &Program,
    property: &Expr,
    is_reachable: bool,
) -> Result<bool, String> {
    let reachable = (!is_reachable).then(|| reachable_states(program));
    let mut has_refined = false;
    // Ranges that say little make slices that have to be refined more often.
    for ranges in [Ranges::of(program), Ranges::declared(program)] {
        for way in WAYS {
            let outcome = ask(program, &ranges, property, way);
            has_refined |= outcome.statistics.refinements > 0;
            let is_right = match (&reachable, &outcome.verdict) {
                (None, Verdict::Reachable(run)) => is_real(program, property, run),
                (Some(states), Verdict::Unreachable) => {
                    states.iter().all(|state| outcome.cover.covers(state))
                }
                _ => false,
            };
            if !is_right {
                return Err(format!("{way:?} is wrong: {:?}", outcome.verdict));
            }
        }
    }
    Ok(has_refined)
}

fn ask(program: &Program, ranges: &Ranges, property: &Expr, way: Way) -> Outcome {
    let (algorithm, guards, refinement, patience) = way;
    let question = Question {
        program,
        ranges,
        property,
        guards,
        refinement,
        most_states: u64::MAX,
        most_bytes: u64::MAX,
        stop: &|_| false,
        patience,
    };
    lazy::search(algorithm, &question)
}

/// Whether this is a run of the program to a state with the property.
pub(crate) fn is_real(program: &Program, property: &Expr, run: &Run) -> bool {
    let mut state = &run.start;
    for (action, next) in &run.steps {
        let action = program.action(*action);
        let is_step = program.is_enabled(state, action) == Ok(true)
            && program.effect(state, action).as_ref() == Ok(next);
        if !is_step {
            return false;
        }
        state = next;
    }
    program.starts().any(|start| start == run.start) && evaluate(property, state) != Ok(0)
}

fn reachable_states(program: &Program) -> FxHashSet<State> {
    let mut waiting: Vec<State> = program.starts().collect();
    let mut found: FxHashSet<State> = waiting.iter().cloned().collect();
    while let Some(state) = waiting.pop() {
        for (_, next) in program.successors(&state) {
            let next = next.expect("nothing fails here");
            if found.insert(next.clone()) {
                waiting.push(next);
            }
        }
    }
    found
}

/// Every algorithm has to end by a limit.
pub(crate) fn assert_limited(
    program: &Program,
    property: &Expr,
    most_states: Option<u64>,
    most_bytes: Option<u64>,
    limit: Limit,
) {
    for (algorithm, guards, refinement, patience) in WAYS {
        let question = Question {
            program,
            ranges: &Ranges::of(program),
            property,
            guards,
            refinement,
            most_states: most_states.unwrap_or(u64::MAX),
            most_bytes: most_bytes.unwrap_or(u64::MAX),
            stop: &|_| false,
            patience,
        };
        let verdict = lazy::search(algorithm, &question).verdict;
        assert_eq!(verdict, Verdict::Limit(limit), "{algorithm:?}");
    }
}
