//! Replays of runs that a search has found.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use fretsaw::model::Model;
use fretsaw::model::explore::Run;

/// Takes every step of a run again, and looks at its ends.
pub(crate) fn replay(model: &Model<'_>, run: &Run) {
    assert!(model.is_start(&run.start), "not a start: {:?}", run.start);
    let mut current = &run.start;
    for (step, next) in &run.steps {
        let first = step.occurrences[0].clone();
        let replayed = model.interpreter().check(current, first, next);
        assert_eq!(replayed.as_ref(), Ok(step), "from {current:?} to {next:?}");
        current = next;
    }
    assert!(model.is_goal(current), "not the goal: {current:?}");
}
