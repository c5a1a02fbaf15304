//! Why an answer that nothing reaches the goal may be an empty one: asked once the answer is known, whoever found it,
//! of the slice that the check depends on.

use crate::engines::Control;
use crate::model::Model;
use crate::outcome::{Outcome, Vacuity};
use crate::slice::divide::divided;
use crate::slice::{Options, Reconnection, Slice};
use crate::vacuity;

/// Why an answer may be an empty one, where it says that nothing reaches the goal.
pub fn notes(
    model: &Model<'_>,
    slicing: Option<Options>,
    outcome: &Outcome,
    control: &Control<'_>,
) -> Vec<Vacuity> {
    let (Outcome::Unreachable(_), false) = (outcome, control.is_stopped()) else {
        return Vec::new();
    };
    let Some(options) = slicing else {
        return vacuity::of(model, control);
    };
    // A bridge leaves out what the events ask for that it stands for, so there are none.
    let options = Options {
        reconnection: Reconnection::Conventional,
        ..options
    };
    let divided = divided(model);
    let divided = divided.as_ref().unwrap_or(model);
    let slice = Slice::of(divided, options);
    if slice.parts.is_whole(divided) {
        return vacuity::of(model, control);
    }
    let notes = vacuity::of(&slice.parts.of_model(divided), control);
    let notes = notes.into_iter().filter_map(|note| match note {
        // A slice lacks states in which the original may well be what is looked for.
        Vacuity::NoGoal { .. } => vacuity::contradictory_goal(model, control),
        other => Some(other),
    });
    notes.collect()
}
