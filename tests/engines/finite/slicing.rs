//! Searches that slice, compared with what is known of a program: the same verdict, and if that is "unreachable" a
//! cover of all there is.

use fretsaw::engines::lazy::{
    self, Algorithm, Guards, Outcome, PATIENCE, Question, Refinement, Verdict,
};
use fretsaw::finite::evaluate::evaluate;
use fretsaw::finite::ranges::Ranges;
use fretsaw::finite::search::{Limit, Run};
use fretsaw::finite::values::Values;
use fretsaw::finite::{Expr, Program, State};
use rustc_hash::FxHashSet;

/// How to slice while searching.
#[derive(Debug, Clone, Copy)]
struct Way {
    algorithm: Algorithm,
    guards: Guards,
    refinement: Refinement,
    /// Whether what assignments read is left open where it has few values.
    opens: bool,
    patience: u64,
}

impl Way {
    const fn new(algorithm: Algorithm, refinement: Refinement, opens: bool) -> Way {
        let guards = match algorithm {
            Algorithm::LazyImproved => Guards::Literals,
            Algorithm::Incremental | Algorithm::Lazy => Guards::Whole,
        };
        Way {
            algorithm,
            guards,
            refinement,
            opens,
            patience: PATIENCE,
        }
    }

    /// These programs are too small for patience to end, unless there is hardly any.
    const fn hasty(self, patience: u64) -> Way {
        Way { patience, ..self }
    }

    fn ask(
        self,
        program: &Program,
        ranges: &Ranges,
        property: &Expr,
        (most_states, most_bytes): (u64, u64),
    ) -> Outcome {
        let values = if self.opens {
            Values::of(program, ranges)
        } else {
            Values::unknown()
        };
        let question = Question {
            program,
            ranges,
            values: &values,
            property,
            guards: self.guards,
            refinement: self.refinement,
            most_states,
            most_bytes,
            stop: &|_| false,
            patience: self.patience,
        };
        lazy::search(self.algorithm, &question)
    }
}

const WAYS: [Way; 9] = [
    Way::new(Algorithm::Incremental, Refinement::WholeGuard, false),
    Way::new(Algorithm::Lazy, Refinement::WholeGuard, false),
    Way::new(Algorithm::LazyImproved, Refinement::WholeGuard, false),
    Way::new(Algorithm::LazyImproved, Refinement::Fewest, false),
    Way::new(Algorithm::Incremental, Refinement::Fewest, true),
    Way::new(Algorithm::LazyImproved, Refinement::WholeGuard, true),
    Way::new(Algorithm::LazyImproved, Refinement::Fewest, true),
    Way::new(Algorithm::Lazy, Refinement::Fewest, true).hasty(1),
    Way::new(Algorithm::LazyImproved, Refinement::WholeGuard, false).hasty(3),
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
            let outcome = way.ask(program, &ranges, property, (u64::MAX, u64::MAX));
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
    let most = (
        most_states.unwrap_or(u64::MAX),
        most_bytes.unwrap_or(u64::MAX),
    );
    for way in WAYS {
        let outcome = way.ask(program, &Ranges::of(program), property, most);
        assert_eq!(outcome.verdict, Verdict::Limit(limit), "{way:?}");
    }
}
