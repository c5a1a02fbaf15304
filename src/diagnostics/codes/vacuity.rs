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
}

/// No run can start: what these statements say cannot all be true.
pub fn contradictory_start(check: Span, because: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &CONTRADICTORY_START,
        check,
        "no run of this check can start, so nothing is reachable",
    );
    let diagnostic = because.iter().fold(diagnostic, |diagnostic, span| {
        diagnostic.also(*span, "these cannot all be true")
    });
    diagnostic.help("change what the start of the check says of its instances")
}

/// No run contains an event; the labels tell what stands in its way, the followers are further events that wait for it.
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
