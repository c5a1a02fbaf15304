//! Answers from what a check depends on rather than from all of it.

use std::collections::BTreeSet;

use super::checker::Checker;
use crate::engines::statistics::SliceWork;
use crate::engines::{Control, Progress};
use crate::interpreter::replay::{Objection, replay};
use crate::model::class::ClassId;
use crate::model::{Model, State};
use crate::outcome::{Conclusion, Outcome, Reason, Scope, Witness};
use crate::semantics::specification::EventId;
use crate::slice::divide::divided;
use crate::slice::lift::{NotLifted, lift};
use crate::slice::parts::Sizes;
use crate::slice::{Options, Slice};

/// Whoever answers, on slices of models.
#[derive(Debug, Clone, Copy)]
pub struct Sliced<C> {
    /// What answers.
    pub engine: C,
    /// How models are sliced.
    pub options: Options,
}

impl<C: Checker> Checker for Sliced<C> {
    fn name(&self) -> &'static str {
        self.engine.name()
    }

    fn check(&self, model: &Model<'_>, control: &Control<'_>) -> Conclusion {
        if model.property.reach().is_none() {
            // What steps a slice may leave out depends on what is asked, and that is known of single states only.
            return self.engine.check(model, control);
        }
        (control.progress)(Progress::Slicing);
        match divided(model) {
            Some(divided) => self.check_slice(model, &divided, control),
            None => self.check_slice(model, model, control),
        }
    }
}

impl<C: Checker> Sliced<C> {
    /// Answers the check on slices, as often as it takes. Instances may be divided into more classes where that makes
    /// slices smaller.
    fn check_slice(
        &self,
        model: &Model<'_>,
        divided: &Model<'_>,
        control: &Control<'_>,
    ) -> Conclusion {
        let mut restored = BTreeSet::new();
        let mut refinements = 0;
        loop {
            (control.progress)(Progress::Slicing);
            let slice = Slice::with(divided, self.options, &restored);
            let work = work(&slice.parts.sizes(divided), refinements);
            if slice.parts.is_whole(divided) {
                // A copy would cost its time, and the solver another chance to be unlucky.
                let mut answer = self.engine.check(model, control);
                answer.statistics.slice = Some(work);
                return answer;
            }
            let small = slice.parts.of_model(divided);
            let is_bridged = slice.parts.has_bridges();
            (control.progress)(Progress::Encoding(0));
            let mut answer = self.engine.check(&small, control);
            answer.statistics.slice = Some(work);
            let Outcome::Reachable(witness) = &answer.outcome else {
                return widened(model, is_bridged, answer);
            };
            match lifted(model, &small, witness) {
                Err(Unlifted::Unsure) => {
                    // The run may well be one, but nobody can show it.
                    let mut answer = self.engine.check(model, control);
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
                    restored.extend(needed_events(divided, &slice, witness));
                    if restored.len() == before {
                        return self.refused(answer, objection);
                    }
                }
                Err(Unlifted::Wrong(objection)) => return self.refused(answer, objection),
            }
        }
    }

    /// A run of the slice is none of the original, though it should be.
    fn refused(&self, mut answer: Conclusion, objection: String) -> Conclusion {
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
fn widened(model: &Model<'_>, is_bridged: bool, mut answer: Conclusion) -> Conclusion {
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
) -> BTreeSet<(ClassId, EventId)> {
    let mut needed = BTreeSet::new();
    let mut before = &witness.start;
    for (step, after) in &witness.steps {
        let first = step
            .occurrences
            .first()
            .map(|first| (first.instance, first.event));
        if let Some((instance, event)) = first {
            let class = model.class_of[instance.index()];
            if event.index() >= model.class(instance).events.len() {
                let state = |at: &State| at.life_cycle(instance);
                let events = slice.bridged_events(model, class, (state(before), state(after)));
                needed.extend(events.into_iter().map(|event| (class, event)));
            }
        }
        before = after;
    }
    if needed.is_empty() {
        needed = all_cut(model, slice);
    }
    needed
}

fn all_cut(model: &Model<'_>, slice: &Slice) -> BTreeSet<(ClassId, EventId)> {
    let classes = model.classes.iter().zip(&slice.parts.classes);
    let cut = classes.flat_map(|(class, parts)| {
        let events = parts.events.iter().enumerate();
        let cut = events.filter(|(_, event)| !event.kept);
        cut.map(move |(event, _)| (class.id, EventId::at(event)))
    });
    cut.collect()
}
