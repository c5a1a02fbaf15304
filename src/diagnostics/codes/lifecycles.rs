//! R08: life cycles.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Severity, Span};

codes! {
    /// A life cycle that names an event which the specification does not list.
    UNDECLARED_EVENT = "R0801" "undeclared-event" Error
        include_str!("../explanations/R0801.md");
    /// An arrow to a state that does not exist.
    UNDECLARED_STATE = "R0802" "undeclared-state" Error
        include_str!("../explanations/R0802.md");
    /// An event that no arrow names.
    EVENT_WITHOUT_ARROW = "R0803" "event-without-arrow" Warning
        include_str!("../explanations/R0803.md");
    /// A state that no way leads to.
    UNREACHABLE_STATE = "R0804" "unreachable-state" Warning
        include_str!("../explanations/R0804.md");
    /// A life cycle without a start.
    NO_INITIAL_STATE = "R0805" "no-initial-state" Error
        include_str!("../explanations/R0805.md");
    /// A life cycle with several starts.
    SEVERAL_INITIAL_STATES = "R0806" "several-initial-states" Error
        include_str!("../explanations/R0806.md");
    /// A final state that can be left.
    FINAL_WITH_WAY_OUT = "R0807" "final-with-way-out" Warning
        include_str!("../explanations/R0807.md");
    /// A state that cannot be left and is not final.
    DEAD_END = "R0808" "dead-end" Warning
        include_str!("../explanations/R0808.md");
    /// The same arrow twice.
    REPEATED_ARROW = "R0809" "repeated-arrow" Warning
        include_str!("../explanations/R0809.md");
    /// A state that is listed twice.
    DUPLICATE_STATE = "R0810" "state-listed-twice" Warning
        include_str!("../explanations/R0810.md");
}

/// A life cycle that names an event which the specification does not list.
pub fn undeclared_event(span: Span, name: &str, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &UNDECLARED_EVENT,
        span,
        format!("`{spec}` has no event `{name}`"),
    )
    .help(format!("list it under `events`: `{name}[]`"))
}

/// An arrow to a state that does not exist.
pub fn undeclared_state(span: Span, name: &str, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &UNDECLARED_STATE,
        span,
        format!("the life cycle of `{spec}` has no state `{name}`"),
    )
    .help(format!(
        "every state has an entry of its own; add `{name}` or `final {name}`"
    ))
}

/// An event that no arrow names.
pub fn event_without_arrow(span: Span, name: &str, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &EVENT_WITHOUT_ARROW,
        span,
        format!("the event `{name}` can never happen: the life cycle of `{spec}` does not name it"),
    )
    .help("name it on an arrow of the life cycle, or remove it")
}

/// A state that no way leads to.
pub fn unreachable_state(span: Span, name: &str, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &UNREACHABLE_STATE,
        span,
        format!("no way leads from the initial state of `{spec}` to `{name}`"),
    )
    .help("add an arrow that leads to it, or remove it")
}

/// A life cycle without a start.
pub fn no_initial_state(span: Span, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &NO_INITIAL_STATE,
        span,
        format!("`{spec}` has no initial state"),
    )
    .help("mark the state in which instances start with `initial`")
}

/// A specification without any life cycle.
pub fn no_life_cycle(span: Span, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &NO_INITIAL_STATE,
        span,
        format!("`{spec}` has no life cycle, so nothing can happen to its instances"),
    )
    .help("add `lifeCycle { initial ... }`, or make it `abstract` or `external`")
}

/// A life cycle with several starts.
pub fn several_initial_states(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &SEVERAL_INITIAL_STATES,
        span,
        format!("`{name}` is a second initial state"),
    )
    .also(first, "the first one")
    .help("instances start in one state")
}

/// A life cycle with a start of its own and an inherited one.
pub fn inherited_initial_state(span: Span, name: &str, inherited: (&str, Span)) -> Diagnostic {
    let (first, declared) = inherited;
    Diagnostic::new(
        &SEVERAL_INITIAL_STATES,
        span,
        format!("`{name}` is a second initial state"),
    )
    .also(
        declared,
        format!("`{first}` is inherited as initial from here"),
    )
    .help(format!(
        "instances start in one state; to start in `{name}`, list `{first}` here without `initial`"
    ))
}

/// A final state that can be left.
pub fn final_with_way_out(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &FINAL_WITH_WAY_OUT,
        span,
        format!("the state `{name}` is final and can still be left"),
    )
    .also(declared, "declared final here")
    .help("remove `final` or the arrow")
}

/// A final state in which events happen.
pub fn final_with_events(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &FINAL_WITH_WAY_OUT,
        span,
        format!("events still happen in the final state `{name}`"),
    )
    .also(declared, "declared final here")
    .help("remove `final` or the arrow")
}

/// A state that cannot be left and is not final.
pub fn dead_end(span: Span, name: &str, is_initial: bool) -> Diagnostic {
    // A state has one modifier, so the initial one cannot be final, too.
    let dead_end = Diagnostic::new(
        &DEAD_END,
        span,
        format!("the state `{name}` cannot be left and is not final"),
    );
    if is_initial {
        return dead_end.help("add an arrow that leads out of it");
    }
    let mended = format!("final {name}");
    dead_end
        .help(format!("mark it: `{mended}`, or add an arrow"))
        .fix(format!("write `{mended}`"), span, mended)
}

/// The same arrow twice.
pub fn repeated_arrow(span: Span, event: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &REPEATED_ARROW,
        span,
        format!("`{event}` is listed twice for the same two states"),
    )
    .also(first, "first listed here")
    .help("remove one of them")
}

/// A state that is listed as the first one and as a last one.
pub fn initial_and_final(span: Span, name: &str, first: Span) -> Diagnostic {
    let mut both = Diagnostic::new(
        &DUPLICATE_STATE,
        span,
        format!("the state `{name}` is listed as initial and as final"),
    )
    .also(first, "first listed here")
    .help("instances start in a state that they leave; end in another one");
    both.severity = Severity::Error;
    both
}

/// A state that is listed twice.
pub fn duplicate_state(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE_STATE,
        span,
        format!("the state `{name}` is listed twice"),
    )
    .also(first, "first listed here")
    .help("put all its arrows in one place")
}
