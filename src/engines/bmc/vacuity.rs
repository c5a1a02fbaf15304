//! Why an answer that nothing reaches the goal may be an empty one: runs that cannot start, events that never happen.

use rustc_hash::FxHashMap;
use z3::ast::Bool;
use z3::{Params, SatResult, Solver};

use super::dead_events;
use super::encode::Encoded;
use super::goal::Stated;
use super::needed_events;
use super::unroll::{Layout, Unrolling};
use crate::diagnostics::Span;
use crate::engines::{Run, Vacuity};
use crate::model::Model;
use crate::model::goal::{Goal, Requirement};
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
    if is_large(model) {
        return Ok(Vec::new());
    }
    if let Some(because) = contradictory_goal(model, run, room)? {
        return Ok(vec![Vacuity::NoGoal { because }]);
    }
    let mut notes = dead_events::notes(model, run, room, walks.as_ref())?;
    let mut needed = needed_events::notes(model, run, room, walks.as_ref())?;
    needed.retain(|note| !notes.iter().any(|known| known.tells_of(note)));
    notes.append(&mut needed);
    Ok(notes)
}

/// Whether there are so many life-cycle states or events that further questions take longer than the check.
fn is_large(model: &Model<'_>) -> bool {
    const MOST: usize = 100;
    let sizes = model.universe.iter().map(|(_, instance)| {
        let spec = model.program.spec(instance.spec);
        spec.states.len().max(spec.events.len())
    });
    sizes.sum::<usize>() > MOST
}

impl Vacuity {
    /// Whether it says that an event never happens of which another one says that the goal needs it.
    fn tells_of(&self, other: &Vacuity) -> bool {
        let Vacuity::GoalNeeds {
            instance, event, ..
        } = other
        else {
            return false;
        };
        let Vacuity::NeverHappens {
            instance: root,
            event: dead,
            followers,
            ..
        } = self
        else {
            return false;
        };
        (root, dead) == (instance, event) || followers.contains(&(*instance, *event))
    }
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
    let conditions = unrolling.start()?;
    Ok(contradiction(&mut unrolling, conditions))
}

/// Statements that contradict each other, none of which can be left out; none where all can be true, or nobody can tell.
fn contradiction(unrolling: &mut Unrolling<'_, '_>, conditions: Vec<Stated>) -> Option<Vec<Span>> {
    let mut tracked = Tracked::default();
    for (condition, statement) in conditions {
        let condition = match statement {
            Some(span) => tracked.literal(span).implies(condition),
            None => condition,
        };
        unrolling.assert(&condition);
    }
    let core = smallest_core(unrolling.solver, &tracked.literals)?;
    let all = tracked.spans(&core);
    let is_part = |span: &Span| all.iter().any(|it| it != span && it.contains(*span));
    Some(all.iter().copied().filter(|span| !is_part(span)).collect())
}

/// The statements of a goal that contradict each other, whatever leads there; none where some state is the goal.
pub(super) fn contradictory_goal(
    model: &Model<'_>,
    run: &Run<'_>,
    room: usize,
) -> Encoded<Option<Vec<Span>>> {
    let Goal::State { wanted, .. } = &model.goal else {
        return Ok(None);
    };
    let solver = hasty_solver(run);
    let mut unrolling = Unrolling::anywhere(model, &solver, layout(room))?;
    let conditions = unrolling.goal_by_statement(0)?;
    let Some(statements) = contradiction(&mut unrolling, conditions) else {
        return Ok(None);
    };
    // Where one statement contradicts itself, its constraints say more than all of it.
    let alone = |asked: &&Requirement<'_>| *statements == [asked.span];
    for asked in wanted.iter().filter(alone) {
        if let Some(because) = contradictory_requirement(model, run, room, asked)? {
            return Ok(Some(because));
        }
    }
    Ok(Some(statements))
}

/// The constraints of one requirement that contradict each other, whoever should meet them; the whole requirement where there is
/// nobody to meet it.
fn contradictory_requirement(
    model: &Model<'_>,
    run: &Run<'_>,
    room: usize,
    asked: &Requirement<'_>,
) -> Encoded<Option<Vec<Span>>> {
    let mut because = vec![asked.span];
    for id in asked.candidates.iter() {
        let solver = hasty_solver(run);
        let mut unrolling = Unrolling::anywhere(model, &solver, layout(room))?;
        let mut tracked = Tracked::default();
        for constraint in &asked.constraints {
            let holds = unrolling.holds_of(0, *id, constraint)?;
            tracked.add(&mut unrolling, holds, constraint.span);
        }
        match smallest_core(&solver, &tracked.literals) {
            Some(core) => because = tracked.spans(&core),
            None => return Ok(None),
        }
    }
    Ok(Some(because))
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
    /// The switch of a statement, the same each time.
    pub(super) fn literal(&mut self, span: Span) -> Bool {
        let mut known = self.literals.iter();
        if let Some(known) = known.find(|literal| self.spans.get(literal) == Some(&span)) {
            return known.clone();
        }
        let literal = Bool::fresh_const("tracked");
        self.literals.push(literal.clone());
        self.spans.insert(literal.clone(), span);
        literal
    }

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
