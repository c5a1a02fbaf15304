//! Why an answer that nothing reaches the goal may be an empty one: runs that cannot start, events that never happen.

use rustc_hash::FxHashMap;
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

use super::dead_events;
use super::encode::Encoded;
use super::unroll::{Layout, Unrolling};
use crate::diagnostics::Span;
use crate::engines::{Run, Vacuity};
use crate::model::Model;
use crate::model::wander::wander;

/// So much work may the solver do for a question. These questions are asked once the answer is known, and must not take longer than it did.
const MOST_WORK: u32 = 200_000;

/// Every instance is looked at by itself here: it is one that never takes an event, not nobody.
pub(super) fn layout(room: usize) -> Layout {
    Layout {
        room,
        few: usize::MAX,
        in_turn: true,
    }
}

/// What there is to say about a check whose goal is not reached.
pub(super) fn notes(model: &Model<'_>, run: &Run<'_>, room: usize) -> Encoded<Vec<Vacuity>> {
    let events = model.active_events();
    // What a walk shows needs no solver.
    let walks = wander(model, &events, &|| run.is_stopped());
    if walks.is_none()
        && let Some(because) = contradictory_start(model, run, room)?
    {
        return Ok(vec![Vacuity::NoStart { because }]);
    }
    dead_events::notes(model, run, room, walks)
}

/// A solver that gives up soon.
pub(super) fn hasty_solver(run: &Run<'_>) -> Solver {
    let solver = Solver::new();
    let mut parameters = Params::new();
    parameters.set_u32("random_seed", run.seed);
    parameters.set_u32("rlimit", MOST_WORK);
    solver.set_params(&parameters);
    solver
}

/// The statements of a start that contradict each other; none where something can be the start.
fn contradictory_start(
    model: &Model<'_>,
    run: &Run<'_>,
    room: usize,
) -> Encoded<Option<Vec<Span>>> {
    let solver = hasty_solver(run);
    let mut unrolling = Unrolling::anywhere(model, &solver, layout(room))?;
    let mut tracked = Tracked::default();
    for (condition, constraint) in unrolling.start()? {
        match constraint {
            Some(constraint) => tracked.add(&mut unrolling, condition, constraint.span),
            None => unrolling.assert(&condition),
        }
    }
    let core = smallest_core(&solver, &tracked.literals);
    Ok(core.map(|core| tracked.spans(&core)))
}

/// Conditions that contradict each other, none of which can be left out; none where they can all be true, or nobody can tell.
/// Those in front are left out rather than those behind them.
pub(super) fn smallest_core(solver: &Solver, conditions: &[Bool]) -> Option<Vec<Bool>> {
    if solver.check_assumptions(conditions) != SatResult::Unsat {
        return None;
    }
    let blamed = solver.get_unsat_core();
    let mut core = conditions.to_vec();
    core.retain(|condition| blamed.contains(condition));
    let mut at = 0;
    while at < core.len() {
        let left_out = core.remove(at);
        if solver.check_assumptions(&core) != SatResult::Unsat {
            core.insert(at, left_out);
            at += 1;
        }
    }
    Some(core)
}

/// Conditions that can be switched off, with where they are written.
#[derive(Default)]
pub(super) struct Tracked {
    pub(super) literals: Vec<Bool>,
    spans: FxHashMap<Bool, Span>,
}

impl Tracked {
    pub(super) fn add(&mut self, unrolling: &mut Unrolling<'_, '_>, condition: Bool, span: Span) {
        let literal = Bool::fresh_const("tracked");
        unrolling.assert(&literal.implies(condition));
        self.literals.push(literal.clone());
        self.spans.insert(literal, span);
    }

    /// Where some of these conditions are written.
    pub(super) fn spans(&self, core: &[Bool]) -> Vec<Span> {
        let spans = core.iter().filter_map(|literal| self.spans.get(literal));
        let mut spans: Vec<Span> = spans.copied().collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}
