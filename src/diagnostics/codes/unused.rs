//! R11: what nothing uses.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// A parameter that nothing refers to.
    PARAMETER = "R1102" "unused-parameter" Warning
        include_str!("../explanations/R1102.md");
    /// An event that no specification lists.
    EVENT = "R1103" "unused-event" Warning
        include_str!("../explanations/R1103.md");
    /// A function, invariant, state or domain that nothing refers to.
    DECLARATION = "R1104" "unused-declaration" Warning
        include_str!("../explanations/R1104.md");
}

/// A parameter that nothing refers to.
pub fn parameter(span: Span, what: &str, name: &str, param: &str) -> Diagnostic {
    Diagnostic::new(
        &PARAMETER,
        span,
        format!("the {what} `{name}` does not use its parameter `{param}`"),
    )
    .help("remove it, or use it")
}

/// An event that no specification lists.
pub fn event(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &EVENT,
        span,
        format!("no specification lists the event `{name}`"),
    )
    .help("list it under `events` of a specification, or remove it")
}

/// A function, invariant, state or domain that nothing refers to.
pub fn declaration(span: Span, what: &str, name: &str) -> Diagnostic {
    Diagnostic::new(
        &DECLARATION,
        span,
        format!("nothing uses the {what} `{name}`"),
    )
    .help("use it, or remove it")
}
