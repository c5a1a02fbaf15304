//! R09: syncs.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// A sync with an event that the partner does not have.
    UNKNOWN_EVENT = "R0901" "unknown-partner-event" Error
        include_str!("../explanations/R0901.md");
    /// Syncs that come back to where they started.
    SYNC_CIRCLE = "R0902" "sync-cycle" Error
        include_str!("../explanations/R0902.md");
    /// A sync of an instance with itself.
    OWN_INSTANCE = "R0903" "sync-with-itself" Warning
        include_str!("../explanations/R0903.md");
    /// An internal event that no sync names.
    NEVER_SYNCED = "R0904" "internal-event-without-sync" Warning
        include_str!("../explanations/R0904.md");
}

/// A sync with an event that the partner does not have.
pub fn unknown_event(span: Span, name: &str, spec: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_EVENT,
        span,
        format!("`{spec}` has no event `{name}`"),
    )
    .also(declared, format!("`{spec}` is declared here"))
}

/// Syncs that come back to where they started: the first sync, the others, and the events.
pub fn sync_circle(first: Span, others: &[Span], names: &[String]) -> Diagnostic {
    let mut chain: Vec<&str> = names.iter().map(String::as_str).collect();
    chain.extend(names.first().map(String::as_str));
    let message = format!("syncs run in a circle: {}", chain.join(" -> "));
    let mut diagnostic = Diagnostic::new(&SYNC_CIRCLE, first, message)
        .help("an event cannot happen within itself; break the circle");
    for place in others {
        diagnostic = diagnostic.also(*place, "and on from here");
    }
    diagnostic
}

/// A sync of an instance with itself.
pub fn own_instance(span: Span, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &OWN_INSTANCE,
        span,
        format!("this `{spec}` syncs with itself, so the event can never happen"),
    )
    .help("an instance takes at most one event in a step")
}

/// An internal event that no sync names.
pub fn never_synced(span: Span, name: &str, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &NEVER_SYNCED,
        span,
        format!("the internal event `{name}` of `{spec}` can never happen: no sync names it"),
    )
    .help("an internal event happens only as the partner of a sync; remove `internal`, or sync with it")
}
