//! Events that the goal needs and that never happen: conditions of different events contradict each other, as where
//! one event makes an amount small that another one asks to be large.
//!
//! [`super::dead_events`] looks at single steps, whatever the fields are; this looks at runs. They begin with any
//! values and may be longer than the check allows: that a given start or a short run does not get somewhere is what
//! checks are for.

use std::collections::BTreeSet;

use super::{Tracked, hasty, system};
use crate::diagnostics::Span;
use crate::engines::Control;
use crate::engines::explicit::Explicit;
use crate::finite::lower::{LongestRun, lower};
use crate::finite::search::Ending;
use crate::ground::expression::Translated;
use crate::ground::system::{Origin, Turns};
use crate::ground::{PropertyId, System};
use crate::interpreter::walks::Walks;
use crate::logic::TermId;
use crate::model::{InstanceId, Model, Start};
use crate::modelling::needed::needed_events;
use crate::outcome::Vacuity;
use crate::semantics::specification::EventId;
use crate::solver::unrolling::{Satisfiable, Unrolling};

/// Runs that are longer than this are not asked of the solver.
const MOST_STEPS: u64 = 12;

/// So many steps are looked at to tell what stands in the way.
const STEPS_OF_REASONS: u64 = 6;

/// More statements than these explain nothing.
const MOST_REASONS: usize = 5;

/// So many states are looked at to find an event.
const PROGRAMS: Explicit = Explicit {
    most_states: 100_000,
    most_bytes: 1 << 28,
};

/// The first event that each part of the goal needs and that never happens; those behind it follow from it.
pub(super) fn notes(
    model: &Model<'_>,
    control: &Control<'_>,
    walks: Option<&Walks>,
) -> Translated<Vec<Vacuity>> {
    let mut notes = Vec::new();
    let anyhow = from_any_values(model);
    for needed in needed_events(model) {
        let Some(first) = needed.candidates.first() else {
            continue;
        };
        // What is said is said of the event, whoever takes it.
        let class = model.class_of[first.index()];
        let question = Question {
            model: &anyhow,
            control,
            candidates: &model.classes[class.index()].instances,
        };
        for event in &needed.events {
            if walks.is_some_and(|walks| walks.events.contains(&(class, *event))) {
                continue;
            }
            match question.happens(*event)? {
                Found::Somewhere => {}
                Found::Nowhere => {
                    notes.push(question.note(*event));
                    break;
                }
                Found::Unknown => break,
            }
        }
    }
    let mut distinct: Vec<Vacuity> = Vec::new();
    for note in notes {
        if !distinct.contains(&note) {
            distinct.push(note);
        }
    }
    Ok(distinct)
}

/// The model with runs of any length that begin with any values, in the life-cycle states that the check says.
fn from_any_values<'p>(model: &Model<'p>) -> Model<'p> {
    let start = Start {
        now: None,
        states: model.start.states.clone(),
        constraints: Vec::new(),
        unwanted: Vec::new(),
    };
    Model {
        start,
        bounds: None,
        ..model.clone()
    }
}

/// Whether an event was found in a run.
enum Found {
    Somewhere,
    /// In no run of any length.
    Nowhere,
    /// Nobody can tell soon.
    Unknown,
}

/// Whether one of some instances takes an event.
struct Question<'q, 'm> {
    model: &'q Model<'m>,
    control: &'q Control<'q>,
    candidates: &'q [InstanceId],
}

impl Question<'_, '_> {
    /// Whether one of them takes an event in some run.
    fn happens(&self, event: EventId) -> Translated<Found> {
        match self.happens_in_states(event) {
            Found::Unknown => self.happens_in_runs(event),
            answer => Ok(answer),
        }
    }

    /// Looks at states one by one, where there are finitely many.
    fn happens_in_states(&self, event: EventId) -> Found {
        let stop = || self.control.is_stopped();
        let Ok(system) = System::enumerated(self.model, &stop) else {
            return Found::Unknown;
        };
        let Ok(mut lowered) = lower(&system, PropertyId(0), LongestRun::Searched, &stop) else {
            return Found::Unknown;
        };
        lowered.goal = lowered.possible(self.candidates, event);
        match PROGRAMS.search(&lowered, None, self.control).ending {
            Ending::Reachable(_) => Found::Somewhere,
            Ending::Unreachable => Found::Nowhere,
            _ => Found::Unknown,
        }
    }

    /// Looks at runs of growing length.
    fn happens_in_runs(&self, event: EventId) -> Translated<Found> {
        let system = system(self.model)?;
        let mut unrolling = from_start(&system, self.control);
        let taken = self.taken(&system, event);
        for _ in 0..MOST_STEPS {
            if self.control.is_stopped() {
                return Ok(Found::Unknown);
            }
            let at = unrolling.last();
            unrolling.add_step(Turns::OneByOne);
            let question = unrolling.assumption_of_one(&taken, at);
            match unrolling.check(&[question]) {
                Satisfiable::Yes => return Ok(Found::Somewhere),
                Satisfiable::Unknown(_) => return Ok(Found::Unknown),
                // There are no runs of this length, nor any longer ones.
                Satisfiable::No if unrolling.core().is_empty() => return Ok(Found::Nowhere),
                Satisfiable::No => {}
            }
        }
        Ok(Found::Unknown)
    }

    /// When one of the instances takes an event.
    fn taken(&self, system: &System, event: EventId) -> Vec<TermId> {
        let taken = self.candidates.iter();
        let taken = taken.filter_map(|id| Some(system.occurrence(*id, event)?.1.happens));
        taken.collect()
    }

    fn note(&self, event: EventId) -> Vacuity {
        Vacuity::GoalNeeds {
            instance: self.candidates[0],
            event,
            // Where something cannot be described to the solver, or takes too long, there are no reasons to tell.
            because: self.reasons(event).unwrap_or_default(),
        }
    }

    /// Statements that together keep the event from happening in runs of a few steps.
    fn reasons(&self, event: EventId) -> Translated<Vec<Span>> {
        let system = system(self.model)?;
        let mut unrolling = from_start(&system, self.control);
        let taken = self.taken(&system, event);
        let mut tracked = Tracked::default();
        let mut reasons = BTreeSet::new();
        for _ in 0..STEPS_OF_REASONS {
            let at = unrolling.last();
            add_step_with_switches(&mut unrolling, &system, &mut tracked);
            let question = unrolling.assumption_of_one(&taken, at);
            let mut literals = tracked.literals.clone();
            literals.push(question.clone());
            let Some(core) = unrolling.smallest_core(&literals) else {
                return Ok(Vec::new());
            };
            reasons.extend(tracked.spans(&core));
            if !core.contains(&question) {
                // No run is so long.
                break;
            }
        }
        if reasons.len() > MOST_REASONS {
            let declared = self.model.interpreter().event(self.candidates[0], event);
            reasons.retain(|span| declared.span.contains(*span));
        }
        Ok(reasons.into_iter().collect())
    }
}

/// A first state in which a run can start.
fn from_start<'s>(system: &'s System, control: &Control<'_>) -> Unrolling<'s> {
    let mut unrolling = Unrolling::of(system, hasty(control));
    for constraint in &system.start {
        unrolling.assert(constraint.term, 0);
    }
    unrolling
}

/// One more step, in which the statements of events can be switched off.
fn add_step_with_switches(unrolling: &mut Unrolling<'_>, system: &System, tracked: &mut Tracked) {
    let at = unrolling.add_open_step();
    for part in system.relation(Turns::OneByOne) {
        match part.origin {
            Origin::Statement(span) => tracked.add(unrolling, part.term, at, &[span]),
            _ => unrolling.assert(part.term, at),
        }
    }
    unrolling.say_what_stands(at);
}
