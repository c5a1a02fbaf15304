//! R14: answers that may say less than they seem to.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

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
        diagnostic.also(*span, "this cannot be true together with the rest")
    });
    diagnostic.help("change what the start of the check says of its instances")
}

/// No run contains an event; the places are what stands in its way.
pub fn never_happens(name: Span, event: &str, check: &str, because: &[Span]) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &NEVER_HAPPENS,
        name,
        format!("`{event}` never happens in any run of {check}"),
    );
    because.iter().fold(diagnostic, |diagnostic, span| {
        diagnostic.also(*span, "this stands in its way")
    })
}
