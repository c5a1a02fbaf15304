//! R10: test modules.

use std::fmt::Display;

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// A check that names a state which is not declared.
    UNKNOWN_STATE = "R1001" "unknown-test-state" Error
        include_str!("../explanations/R1001.md");
    /// A check that names a domain which is not declared.
    UNKNOWN_DOMAIN = "R1002" "unknown-domain" Error
        include_str!("../explanations/R1002.md");
    /// A constraint that speaks of no instance.
    CONSTRAINT_WITHOUT_FIELD = "R1003" "constraint-without-field" Error
        include_str!("../explanations/R1003.md");
    /// Two instances with one key.
    DUPLICATE_KEY = "R1004" "duplicate-key" Error
        include_str!("../explanations/R1004.md");
    /// A least number of steps beyond the greatest.
    BOUNDS_REVERSED = "R1005" "bounds-reversed" Error
        include_str!("../explanations/R1005.md");
    /// `invariants hold` without instances.
    INVARIANTS_WITHOUT_START = "R1006" "invariants-without-start" Error
        include_str!("../explanations/R1006.md");
    /// `now is` twice.
    SECOND_NOW = "R1007" "second-now" Error
        include_str!("../explanations/R1007.md");
    /// More `- one with` than instances.
    TOO_MANY_CLAUSES = "R1008" "too-many-clauses" Error
        include_str!("../explanations/R1008.md");
    /// A start state that speaks of runs.
    TEMPORAL_START = "R1009" "temporal-start" Error
        include_str!("../explanations/R1009.md");
    /// Two entries of a domain for the same thing.
    SECOND_ENTRY = "R1010" "second-entry" Error
        include_str!("../explanations/R1010.md");
    /// An event or parameter that does not exist.
    UNKNOWN_EVENT = "R1011" "unknown-event-or-parameter" Error
        include_str!("../explanations/R1011.md");
    /// A statement about no instances.
    NO_INSTANCES = "R1014" "no-instances" Error
        include_str!("../explanations/R1014.md");
}

/// A check that names a state which is not declared.
pub fn unknown_state(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_STATE,
        span,
        format!("there is no state `{name}` in this test module"),
    )
    .help(format!("declare it: `state {name} {{ ... }}`"))
}

/// A check that names a domain which is not declared.
pub fn unknown_domain(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_DOMAIN,
        span,
        format!("there is no domain `{name}` in this test module"),
    )
    .help(format!("declare it: `domain {name} {{ ... }}`"))
}

/// A constraint that speaks of no instance.
pub fn constraint_without_field(span: Span) -> Diagnostic {
    Diagnostic::new(&CONSTRAINT_WITHOUT_FIELD, span, "this constraint mentions no field")
        .help("a constraint says something of the fields of the instance, written bare: `with balance > EUR 0.00`")
}

/// Two instances with one key.
pub fn duplicate_key(span: Span, spec: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE_KEY,
        span,
        format!("two instances of `{spec}` have the same key"),
    )
    .also(first, "the first one")
    .help("instances of one specification never share a key")
}

/// One key for several instances at once.
pub fn repeated_key(span: Span, spec: &str, count: u32) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE_KEY,
        span,
        format!("{count} instances of `{spec}` have the same key"),
    )
    .here(format!("`with` speaks of each of the {count} instances"))
    .help("give each its own key: `- one with ...` speaks of one instance")
}

/// A least number of steps beyond the greatest.
pub fn bounds_reversed(span: Span, least: &impl Display, most: &impl Display) -> Diagnostic {
    let mended = format!("between {most} and {least} steps");
    Diagnostic::new(
        &BOUNDS_REVERSED,
        span,
        format!("no run has at least {least} and at most {most} steps"),
    )
    .help(format!("write `{mended}`"))
    .fix(format!("write `{mended}`"), span, mended)
}

/// `invariants hold` without instances.
pub fn invariants_without_start(span: Span) -> Diagnostic {
    Diagnostic::new(
        &INVARIANTS_WITHOUT_START,
        span,
        "`invariants hold` needs a state to start from",
    )
    .help("say which instances there are: `check invariants hold from someState ...`")
}

/// `now is` twice.
pub fn second_now(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&SECOND_NOW, span, "a state says only once what time it is")
        .also(first, "the first one")
        .help("remove one of them")
}

/// More `- one with` than instances.
pub fn too_many_clauses(span: Span, clauses: usize, count: u32) -> Diagnostic {
    let instances = if count == 1 { "instance" } else { "instances" };
    Diagnostic::new(
        &TOO_MANY_CLAUSES,
        span,
        format!("there are {clauses} `- one with` for {count} {instances}"),
    )
    .help("each of them speaks of one instance; raise the number before the state")
}

/// A start state that speaks of runs.
pub fn temporal_start(span: Span, name: &str, temporal: Option<Span>) -> Diagnostic {
    Diagnostic::new(
        &TEMPORAL_START,
        span,
        format!("a run cannot start from `{name}`, which itself speaks of runs"),
    )
    .also_at(temporal, "this speaks of runs")
    .help("`forever`, `eventually`, `until` and `unless` belong in the state that is asked for")
}

/// Two entries of a domain for the same thing.
pub fn second_entry(span: Span, first: Span) -> Diagnostic {
    Diagnostic::new(&SECOND_ENTRY, span, "the domain has two entries for this")
        .also(first, "the first one")
}

/// An event that a specification does not have.
pub fn unknown_event(span: Span, name: &str, spec: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_EVENT,
        span,
        format!("`{spec}` has no event `{name}`"),
    )
    .also(declared, format!("`{spec}` is declared here"))
}

/// A parameter that an event does not have.
pub fn unknown_parameter<'a>(
    span: Span,
    name: &str,
    event: &str,
    params: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let params: Vec<String> = params.map(|param| format!("`{param}`")).collect();
    let help = match params.as_slice() {
        [] => format!("`{event}` has no parameters at all"),
        [only] => format!("its parameter is {only}"),
        several => format!("its parameters are {}", several.join(", ")),
    };
    Diagnostic::new(
        &UNKNOWN_EVENT,
        span,
        format!("the event `{event}` has no parameter `{name}`"),
    )
    .help(help)
}

/// A domain for an event rather than one of its parameters.
pub fn domain_of_event(span: Span, spec: &str, event: &str, param: Option<&str>) -> Diagnostic {
    let wrong = Diagnostic::new(
        &UNKNOWN_EVENT,
        span,
        format!("`{event}` is an event of `{spec}`, not a field"),
    );
    match param {
        Some(param) => wrong
            .help(format!("name a parameter of it: `{spec}.{event}.{param}`"))
            .fix(format!("add `.{param}`"), span, format!("{event}.{param}")),
        None => wrong.help("a domain is for a field, or for a parameter of an event"),
    }
}

/// A statement about no instances.
pub fn no_instances(span: Span, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &NO_INSTANCES,
        span,
        "this statement speaks of no instance at all",
    )
    .help(format!(
        "remove it; that there is no such instance is written `not ... {spec};`"
    ))
}
