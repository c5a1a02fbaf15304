//! Replays of runs that a search has found.

use fretsaw::model::Model;
use fretsaw::model::run::Run;

/// Takes every step of a run again, and looks at its ends.
pub(crate) fn replay(model: &Model<'_>, run: &Run) {
    if let Some(objection) = objection(model, run) {
        panic!("{objection}");
    }
}

/// Why a run is none that reaches the goal, if it is not.
pub(crate) fn objection(model: &Model<'_>, run: &Run) -> Option<String> {
    if !model.is_start(&run.start) {
        return Some(format!("not a start: {:?}", run.start));
    }
    let mut current = &run.start;
    for (step, next) in &run.steps {
        let first = step.occurrences[0].clone();
        let replayed = model.interpreter().check(current, first, next);
        if replayed.as_ref() != Ok(step) {
            return Some(format!("{replayed:?}\nfrom {current:?}\nto {next:?}"));
        }
        current = next;
    }
    let length = run.steps.len() as u64;
    let fits = |bounds: &fretsaw::semantics::test_module::Bounds| {
        bounds.least <= length && length <= bounds.most
    };
    if !model.bounds.as_ref().is_none_or(fits) {
        return Some(format!("{length} steps are not within the bounds"));
    }
    (!model.is_goal(current)).then(|| format!("not the goal: {current:?}"))
}
