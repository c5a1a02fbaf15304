//! Any engine on what a check depends on rather than on all of it.

use std::collections::BTreeSet;

use crate::engines::statistics::SliceWork;
use crate::engines::{
    Answer, Engine, Outcome, Progress, Reason, Run, Scope, Vacuity, Witness, vacuity,
};
use crate::interpreter::replay::{Objection, replay};
use crate::model::{Model, State};
use crate::semantics::specification::{EventId, SpecId};
use crate::slice::lift::{NotLifted, lift};
use crate::slice::parts::Sizes;
use crate::slice::split::{split, unite};
use crate::slice::{Options, Reconnection, Slice};

/// An engine that looks at slices of models.
#[derive(Debug, Clone, Copy)]
pub struct Sliced<E> {
    /// What answers.
    pub engine: E,
    /// How models are sliced.
    pub options: Options,
}

impl<E: Engine> Engine for Sliced<E> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn check(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let test = model.test;
        (run.progress)(Progress::Slicing);
        let divided = split(model, test);
        let divided = divided.as_ref().and_then(|program| {
            let test = &program.tests[0];
            Model::build(program, test, &test.checks[0]).ok()
        });
        let Some(mut divided) = divided else {
            return self.check_slice(model, run);
        };
        divided.bounds = model.bounds;
        let mut answer = self.check_slice(&divided, run);
        if let Outcome::Reachable(witness) = answer.outcome {
            answer.outcome = Outcome::Reachable(unite(model, witness));
        }
        answer
    }
}

impl<E: Engine> Sliced<E> {
    /// Answers the check on slices, as often as it takes.
    fn check_slice(&self, model: &Model<'_>, run: &Run<'_>) -> Answer {
        let mut restored = BTreeSet::new();
        let mut refinements = 0;
        loop {
            (run.progress)(Progress::Slicing);
            let slice = Slice::with(model, self.options, &restored);
            let work = work(&slice.parts.sizes(model), refinements);
            if slice.parts.is_whole(model) {
                // A copy would cost its time, and the solver another chance to be unlucky.
                let mut answer = self.engine.check(model, run);
                answer.statistics.slice = Some(work);
                return answer;
            }
            let small = slice.parts.of_model(model);
            let is_bridged = slice.parts.has_bridges();
            (run.progress)(Progress::Encoding(0));
            let mut answer = self.engine.check(&small, run);
            answer.statistics.slice = Some(work);
            let Outcome::Reachable(witness) = &answer.outcome else {
                answer.notes = if is_bridged && self.engine.explains() {
                    self.notes_without_bridges(model, &answer.outcome, run)
                } else {
                    notes(model, answer.notes, run)
                };
                return widened(model, is_bridged, answer);
            };
            match lifted(model, &small, witness) {
                Err(Unlifted::Unsure) => {
                    // The run may well be one, but nobody can show it.
                    let mut answer = self.engine.check(model, run);
                    answer.statistics.slice = Some(work);
                    return answer;
                }
                Ok(witness) => {
                    answer.outcome = Outcome::Reachable(witness);
                    return answer;
                }
                Err(Unlifted::Wrong(objection)) if is_bridged => {
                    refinements += 1;
                    let before = restored.len();
                    restored.extend(needed_events(model, &slice, witness));
                    if restored.len() == before {
                        return self.refused(answer, objection);
                    }
                }
                Err(Unlifted::Wrong(objection)) => return self.refused(answer, objection),
            }
        }
    }

    /// Why an answer may be an empty one. A bridge leaves out what the events ask for that it stands for, so that is looked for in a
    /// slice without any.
    fn notes_without_bridges(
        &self,
        model: &Model<'_>,
        outcome: &Outcome,
        run: &Run<'_>,
    ) -> Vec<Vacuity> {
        let options = Options {
            reconnection: Reconnection::Conventional,
            ..self.options
        };
        let slice = Slice::of(model, options);
        let small = slice.parts.of_model(model);
        notes(model, vacuity::of(outcome, &small, run), run)
    }

    /// A run of the slice is none of the original, though it should be.
    fn refused(&self, mut answer: Answer, objection: String) -> Answer {
        answer.outcome = Outcome::Unknown(if self.options.dependences.are_complete() {
            Reason::Disagreement {
                objection,
                problem: String::new(),
            }
        } else {
            Reason::WrongSlice { objection }
        });
        answer
    }
}

/// What there is to tell of a slice.
fn work(sizes: &Sizes, refinements: u64) -> SliceWork {
    SliceWork {
        fields: sizes.fields,
        events: sizes.events,
        refinements,
    }
}

/// What is not reached although more was allowed, is not reached.
fn widened(model: &Model<'_>, is_bridged: bool, mut answer: Answer) -> Answer {
    let has_bounds = model.bounds.is_some_and(|bounds| bounds.least > 0);
    if is_bridged && has_bounds && matches!(answer.outcome, Outcome::Unreachable(Scope::AnyDepth)) {
        answer.outcome = Outcome::Unreachable(Scope::Bounded);
    }
    answer
}

/// Why there is no run of the original for one of the slice.
enum Unlifted {
    /// There is none, for this reason.
    Wrong(String),
    /// There may be one, which was not found.
    Unsure,
}

/// The run of the original that a run of the slice stands for.
fn lifted(model: &Model<'_>, slice: &Model<'_>, witness: &Witness) -> Result<Witness, Unlifted> {
    let run = lift(model, slice, witness).map_err(|why| match why {
        NotLifted::NoStart => {
            Unlifted::Wrong("the original cannot start like its slice".to_owned())
        }
        NotLifted::NoStartFound => Unlifted::Unsure,
        NotLifted::Bridge(number) => Unlifted::Wrong(format!("step {number} stands for several")),
        NotLifted::Refused(number, _) => {
            Unlifted::Wrong(format!("step {number} is not possible in the original"))
        }
    })?;
    match replay(model, &run) {
        // Whoever shows it finds out that nobody can tell.
        Ok(()) | Err(Objection::Undecided(_)) => Ok(run),
        Err(objection) => Err(Unlifted::Wrong(objection.to_string())),
    }
}

/// The cut events that the bridges of a run stand for.
fn needed_events(
    model: &Model<'_>,
    slice: &Slice,
    witness: &Witness,
) -> BTreeSet<(SpecId, EventId)> {
    let mut needed = BTreeSet::new();
    let mut before = &witness.start;
    for (step, after) in &witness.steps {
        let first = step
            .occurrences
            .first()
            .map(|first| (first.instance, first.event));
        if let Some((instance, event)) = first {
            let spec = model.universe.instance(instance).spec;
            if event.index() >= model.class(instance).events.len() {
                let state = |at: &State| at.life_cycle(instance);
                let events = slice.bridged_events(model, spec, (state(before), state(after)));
                needed.extend(events.into_iter().map(|event| (spec, event)));
            }
        }
        before = after;
    }
    if needed.is_empty() {
        needed = all_cut(slice);
    }
    needed
}

fn all_cut(slice: &Slice) -> BTreeSet<(SpecId, EventId)> {
    let specs = slice.parts.specs.iter().enumerate();
    let cut = specs.flat_map(|(spec, parts)| {
        let events = parts.events.iter().enumerate();
        let cut = events.filter(|(_, event)| !event.kept);
        cut.map(move |(event, _)| (SpecId::at(spec), EventId::at(event)))
    });
    cut.collect()
}

/// Notes about the slice as notes about the original.
fn notes(model: &Model<'_>, notes: Vec<Vacuity>, run: &Run<'_>) -> Vec<Vacuity> {
    let notes = notes.into_iter().filter_map(|note| match note {
        // A slice lacks states in which the original may well be what is looked for.
        Vacuity::NoGoal { .. } => vacuity::contradictory_goal(model, run),
        other => Some(other),
    });
    notes.collect()
}
