//! Any engine on what a check depends on rather than on all of it.

use std::collections::BTreeSet;

use crate::engines::statistics::SliceWork;
use crate::engines::{
    Answer, Engine, Outcome, Progress, Reason, Run, Scope, Vacuity, Witness, vacuity,
};
use crate::interpreter::replay::{Objection, replay};
use crate::model::{InstanceId, Model, State};
use crate::semantics::specification::{EventId, SpecId};
use crate::semantics::test_module::{Bounds, TestModule};
use crate::slice::lift::{NotLifted, lift};
use crate::slice::parts::Sizes;
use crate::slice::program::{Renumbered, SlicedProgram};
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
            Some((Model::build(program, test, &test.checks[0]).ok()?, test))
        });
        let Some((mut divided, test)) = divided else {
            return self.check_slice(model, test, run);
        };
        divided.bounds = model.bounds;
        let mut answer = self.check_slice(&divided, test, run);
        if let Outcome::Reachable(witness) = answer.outcome {
            answer.outcome = Outcome::Reachable(unite(model, witness));
        }
        answer
    }
}

impl<E: Engine> Sliced<E> {
    /// Answers the check on slices, as often as it takes.
    fn check_slice(&self, model: &Model<'_>, test: &TestModule, run: &Run<'_>) -> Answer {
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
            let sliced = SlicedProgram::of(model, test, &slice.parts);
            let Some(mut small) = built(model, &sliced) else {
                // The original was built, so this is as good as not slicing.
                return self.engine.check(model, run);
            };
            let is_bridged = slice.parts.has_bridges();
            if is_bridged {
                small.bounds = small.bounds.map(over_approximated);
            }
            (run.progress)(Progress::Encoding(0));
            let mut answer = self.engine.check(&small, run);
            answer.statistics.slice = Some(work);
            let Outcome::Reachable(witness) = &answer.outcome else {
                answer.notes = if is_bridged && self.engine.explains() {
                    self.notes_without_bridges(model, test, &answer.outcome, run)
                } else {
                    notes(model, &sliced.numbers, answer.notes, run)
                };
                return widened(model, is_bridged, answer);
            };
            match lifted(model, &sliced.numbers, witness) {
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
                    restored.extend(needed_events(model, &slice, witness, &sliced.numbers));
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
        test: &TestModule,
        outcome: &Outcome,
        run: &Run<'_>,
    ) -> Vec<Vacuity> {
        let options = Options {
            reconnection: Reconnection::Conventional,
            ..self.options
        };
        let slice = Slice::of(model, options);
        let sliced = SlicedProgram::of(model, test, &slice.parts);
        match built(model, &sliced) {
            Some(small) => {
                let found = vacuity::of(outcome, &small, run);
                notes(model, &sliced.numbers, found, run)
            }
            None => vacuity::of(outcome, model, run),
        }
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

/// The model of a slice.
fn built<'s>(model: &Model<'_>, sliced: &'s SlicedProgram) -> Option<Model<'s>> {
    let built = Model::build(&sliced.program, sliced.test(), sliced.check());
    let mut small = built.ok()?;
    small.bounds = model.bounds;
    Some(small)
}

/// What there is to tell of a slice.
fn work(sizes: &Sizes, refinements: u64) -> SliceWork {
    SliceWork {
        fields: sizes.fields,
        events: sizes.events,
        refinements,
    }
}

/// A bridge is one step and stands for one or more: so runs of a slice may be too short.
fn over_approximated(bounds: Bounds) -> Bounds {
    Bounds { least: 0, ..bounds }
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
fn lifted(model: &Model<'_>, numbers: &Renumbered, witness: &Witness) -> Result<Witness, Unlifted> {
    let run = lift(model, numbers, witness).map_err(|why| match why {
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
    numbers: &Renumbered,
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
            if numbers.event(spec, event).is_none() {
                let state = |at: &State| numbers.state(spec, at.life_cycle(instance));
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
fn notes(
    model: &Model<'_>,
    numbers: &Renumbered,
    notes: Vec<Vacuity>,
    run: &Run<'_>,
) -> Vec<Vacuity> {
    let original = |instance: InstanceId, event: EventId| {
        numbers.event(model.universe.instance(instance).spec, event)
    };
    let notes = notes.into_iter().filter_map(|note| match note {
        Vacuity::GoalNeeds {
            instance,
            event,
            because,
        } => Some(Vacuity::GoalNeeds {
            instance,
            event: original(instance, event)?,
            because,
        }),
        Vacuity::NeverHappens {
            instance,
            event,
            because,
            stuck,
            followers,
        } => Some(Vacuity::NeverHappens {
            instance,
            event: original(instance, event)?,
            because,
            stuck,
            followers: followers
                .into_iter()
                .filter_map(|(instance, event)| Some((instance, original(instance, event)?)))
                .collect(),
        }),
        start @ Vacuity::NoStart { .. } => Some(start),
        // A slice lacks states in which the original may well be what is looked for.
        Vacuity::NoGoal { .. } => vacuity::contradictory_goal(model, run),
    });
    notes.collect()
}
