//! R14: answers that may say less than they seem to.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Label, Span};

codes! {
    /// No run can start.
    CONTRADICTORY_START = "R1401" "contradictory-start" Warning
        include_str!("../explanations/R1401.md");
    /// An event that no run of a check contains.
    NEVER_HAPPENS = "R1402" "event-never-happens" Warning
        include_str!("../explanations/R1402.md");
    /// No state can be the goal.
    CONTRADICTORY_GOAL = "R1403" "contradictory-goal" Warning
        include_str!("../explanations/R1403.md");
    /// An event that the goal needs and that no run of a check contains.
    GOAL_NEEDS = "R1404" "needed-event-never-happens" Warning
        include_str!("../explanations/R1404.md");
}

/// No run can start: what these statements say cannot all be true.
pub fn contradictory_start(check: Span, because: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &CONTRADICTORY_START,
        check,
        "no run of this check can start, so nothing is reachable",
    );
    all_true(diagnostic, because).help("change what the start of the check says of its instances")
}

/// No state can be the goal: what these statements say cannot all be true.
pub fn contradictory_goal(check: Span, because: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &CONTRADICTORY_GOAL,
        check,
        "no state can be what this check looks for, so nothing reaches it",
    );
    all_true(diagnostic, because).help("change what the check looks for")
}

/// Labels statements that contradict each other.
fn all_true(diagnostic: Diagnostic, because: &[Span]) -> Diagnostic {
    let what = if because.len() == 1 {
        "this cannot be true"
    } else {
        "these cannot all be true"
    };
    because
        .iter()
        .fold(diagnostic, |diagnostic, span| diagnostic.also(*span, what))
}

/// Every run to the goal contains an event that never happens; the statements together stand in the way.
pub fn goal_needs(name: Span, event: &str, because: &[Span]) -> Diagnostic {
    let message =
        format!("every way to what is looked for takes `{event}`, which can never happen");
    let diagnostic = Diagnostic::new(&GOAL_NEEDS, name, message);
    let what = if because.len() == 1 {
        "this never holds"
    } else {
        "these never hold together"
    };
    because
        .iter()
        .fold(diagnostic, |diagnostic, span| diagnostic.also(*span, what))
}

/// No run contains an event; the labels tell what stands in its way, the followers are further events that wait for
/// it.
pub fn never_happens(
    name: Span,
    event: &str,
    because: Vec<Label>,
    followers: &[String],
) -> Diagnostic {
    let message = format!("`{event}` can never happen");
    let mut diagnostic = Diagnostic::new(&NEVER_HAPPENS, name, message);
    diagnostic.secondary = because;
    match followers {
        [] => diagnostic,
        [one] => diagnostic.help(format!("so {one} never happens either")),
        several => diagnostic.help(format!("so {} never happen either", several.join(", "))),
    }
}
