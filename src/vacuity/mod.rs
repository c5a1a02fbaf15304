//! Why an answer that nothing reaches the goal may be an empty one: runs that cannot start, events that never happen.
//!
//! These questions are asked once the answer is known, whoever found it.

mod contradictions;
mod dead_events;
mod needed_events;

use rustc_hash::FxHashMap;

use crate::diagnostics::Span;
use crate::engines::{Control, Progress};
use crate::ground::expression::Translated;
use crate::ground::{Options, System};
use crate::interpreter::walks::walk;
use crate::logic::TermId;
use crate::model::Model;
use crate::outcome::Vacuity;
use crate::solver::session::{Settings, in_own_thread};
use crate::solver::unrolling::{Literal, Unrolling};

/// So much work may the solver do for a question, which must not take longer than the answer did.
const MOST_WORK: u32 = 200_000;

/// Why it may say little that nothing reaches the goal of a model, whoever found that out.
pub fn of(model: &Model<'_>, control: &Control<'_>) -> Vec<Vacuity> {
    in_own_thread(control.stop, || notes(model, control)).unwrap_or_default()
}

/// That no state of a model can be its goal, where that is so.
pub(crate) fn contradictory_goal(model: &Model<'_>, control: &Control<'_>) -> Option<Vacuity> {
    let found = in_own_thread(control.stop, || contradictions::of_goal(model, control));
    let because = found?.ok()??;
    Some(Vacuity::NoGoal { because })
}

/// That nothing reaches the goal may be because hardly anything happens. To be called in a thread for the solver.
fn notes(model: &Model<'_>, control: &Control<'_>) -> Vec<Vacuity> {
    let _span = tracing::info_span!("vacuity").entered();
    (control.progress)(Progress::Explaining);
    // Where something cannot be described to the solver, there is nothing to say.
    find(model, control).unwrap_or_default()
}

/// What there is to say about a check whose goal is not reached.
fn find(model: &Model<'_>, control: &Control<'_>) -> Translated<Vec<Vacuity>> {
    let events = model.active_events();
    // What a walk shows needs no solver.
    let walks = walk(model, &events, &|| control.is_stopped());
    if walks.is_none()
        && let Some(because) = contradictions::of_start(model, control)?
    {
        return Ok(vec![Vacuity::NoStart { because }]);
    }
    if is_large(model) {
        return Ok(Vec::new());
    }
    if let Some(because) = contradictions::of_goal(model, control)? {
        return Ok(vec![Vacuity::NoGoal { because }]);
    }
    let mut notes = dead_events::notes(model, control, walks.as_ref())?;
    let mut needed = needed_events::notes(model, control, walks.as_ref())?;
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

/// The system of a model in which every instance is looked at by itself: it is one that never takes an event, not
/// nobody.
fn system(model: &Model<'_>) -> Translated<System> {
    let options = Options {
        few: usize::MAX,
        ..Options::default()
    };
    System::of(model, options)
}

/// A solver that gives up soon.
fn hasty(control: &Control<'_>) -> Settings {
    Settings {
        seed: control.seed,
        most_work: Some(MOST_WORK),
    }
}

/// Conditions that can be switched off, with where they are written.
#[derive(Default)]
struct Tracked {
    literals: Vec<Literal>,
    spans: FxHashMap<Literal, Span>,
}

impl Tracked {
    /// The switch of a statement, the same each time.
    fn literal(&mut self, unrolling: &mut Unrolling<'_>, span: Span) -> Literal {
        let mut known = self.literals.iter();
        if let Some(known) = known.find(|literal| self.spans.get(literal) == Some(&span)) {
            return known.clone();
        }
        let literal = unrolling.switch();
        self.literals.push(literal.clone());
        self.spans.insert(literal.clone(), span);
        literal
    }

    /// Says something that counts only while all its statements are switched on.
    fn add(&mut self, unrolling: &mut Unrolling<'_>, term: TermId, at: usize, spans: &[Span]) {
        let literals = spans.iter().map(|span| self.literal(unrolling, *span));
        let literals: Vec<Literal> = literals.collect();
        unrolling.assert_if(&literals, term, at);
    }

    /// Where some of these conditions are written.
    fn spans(&self, core: &[Literal]) -> Vec<Span> {
        let spans = core.iter().filter_map(|literal| self.spans.get(literal));
        let mut spans: Vec<Span> = spans.copied().collect();
        spans.sort_unstable();
        spans.dedup();
        spans
    }
}
