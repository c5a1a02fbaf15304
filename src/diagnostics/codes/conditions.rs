//! R07: conditions, functions and what events do to fields.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// `new` in a precondition.
    NEW_IN_PRECONDITION = "R0701" "new-in-precondition" Warning
        include_str!("../explanations/R0701.md");
    /// A postcondition that says nothing of the next state.
    POSTCONDITION_WITHOUT_NEW = "R0702" "postcondition-without-new" Warning
        include_str!("../explanations/R0702.md");
    /// An event that changes a key.
    KEY_ASSIGNED = "R0703" "key-assigned" Error
        include_str!("../explanations/R0703.md");
    /// A condition that is always the same.
    CONSTANT = "R0704" "constant-condition" Warning
        include_str!("../explanations/R0704.md");
    /// `new` where there is no next state, or nothing to read in it.
    NO_NEXT_STATE = "R0705" "no-next-state" Error
        include_str!("../explanations/R0705.md");
    /// A function that calls itself.
    RECURSIVE_FUNCTION = "R0706" "recursive-function" Error
        include_str!("../explanations/R0706.md");
    /// A field that is read before it is set.
    UNSET_FIELD = "R0707" "unset-field" Warning
        include_str!("../explanations/R0707.md");
    /// A collection of which only parts are determined.
    PARTIAL_UPDATE = "R0708" "partial-update" Warning
        include_str!("../explanations/R0708.md");
    /// A default value that nothing takes.
    DEFAULT_WITHOUT_EFFECT = "R0709" "default-without-effect" Warning
        include_str!("../explanations/R0709.md");
    /// Two arms of a case for the same value.
    REPEATED_PATTERN = "R0711" "repeated-pattern" Error
        include_str!("../explanations/R0711.md");
}

/// `new` in a precondition.
pub fn new_in_precondition(span: Span) -> Diagnostic {
    Diagnostic::new(
        &NEW_IN_PRECONDITION,
        span,
        "a precondition speaks of the next state",
    )
    .help("move the statement to the postconditions")
}

/// A postcondition that says nothing of the next state.
pub fn postcondition_without_new(span: Span) -> Diagnostic {
    Diagnostic::new(&POSTCONDITION_WITHOUT_NEW, span, "this postcondition says nothing of the next state")
        .help("write `new this.field` for the value after the event, or move the statement to the preconditions")
}

/// An event that changes a key.
pub fn key_assigned(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &KEY_ASSIGNED,
        span,
        format!("the key `{name}` never changes"),
    )
    .also(declared, "declared as the key here")
    .help("an instance has its key from the beginning; remove the statement")
}

/// The help for a condition that can go without a loss.
pub const REMOVE_IT: &str = "remove it";

/// A condition that is always the same.
pub fn constant(span: Span, value: Option<bool>, why: &str, effect: &str) -> Diagnostic {
    let (message, help) = match value {
        Some(true) => ("always true", REMOVE_IT),
        Some(false) => ("always false", effect),
        None => ("the same whatever happens", REMOVE_IT),
    };
    Diagnostic::new(
        &CONSTANT,
        span,
        format!("this condition is {message}: it {why}"),
    )
    .help(help)
}

/// `new` where there is no next state.
pub fn no_next_state(span: Span, place: &str, word: Span) -> Diagnostic {
    Diagnostic::new(
        &NO_NEXT_STATE,
        span,
        format!("there is no next state in {place}"),
    )
    .help("remove `new`")
    .fix("remove `new`", word, "")
}

/// `new` before something that no event changes.
pub fn nothing_new(span: Span, word: Span) -> Diagnostic {
    Diagnostic::new(
        &NO_NEXT_STATE,
        span,
        "`new` has no effect here: this is the same before and after the event",
    )
    .help("`new` stands before a field, as in `new this.field`")
    .fix("remove `new`", word, "")
}

/// A function that calls itself: the first call, the others of the circle, and the functions.
pub fn recursive_function(span: Span, others: &[Span], names: &[&str]) -> Diagnostic {
    let message = if let [name] = names {
        format!("the function `{name}` calls itself")
    } else {
        let mut chain: Vec<&str> = names.to_vec();
        chain.extend(names.first());
        format!("a function calls itself: {}", chain.join(" -> "))
    };
    let mut diagnostic = Diagnostic::new(&RECURSIVE_FUNCTION, span, message)
        .help("functions are put in where they are called, so none can contain itself");
    for place in others {
        diagnostic = diagnostic.also(*place, "and on from here");
    }
    diagnostic
}

/// Fields that are read before they are set.
///
/// Each field comes with its declaration; the place where the first of them is read is shown, too.
pub fn unset_fields(
    span: Span,
    event: &str,
    spec: &str,
    fields: &[(&str, Span)],
    read: Option<Span>,
) -> Diagnostic {
    let names: Vec<String> = fields.iter().map(|(name, _)| format!("`{name}`")).collect();
    let (noun, verb) = if names.len() == 1 {
        ("field", "is")
    } else {
        ("fields", "are")
    };
    let mut diagnostic = Diagnostic::new(
        &UNSET_FIELD,
        span,
        format!("`{event}` leaves the {noun} {} of `{spec}` unset, which {verb} read later", names.join(", ")),
    )
    .help("a field has an arbitrary value until an event sets it; set it with `new this.field == ...`");
    for (_, declared) in fields {
        diagnostic = diagnostic.also(*declared, "declared here");
    }
    let first = fields.first().map_or("", |(name, _)| name);
    diagnostic.also_at(read, format!("`{first}` is read here"))
}

/// A collection of which only parts are determined.
pub fn partial_update(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &PARTIAL_UPDATE,
        span,
        format!("only parts of the new `{name}` are determined: all its other elements may become anything"),
    )
    .also(declared, "declared here")
    .help(format!("say what the whole of `new this.{name}` equals, or what holds for all its elements"))
}

/// A default value that nothing takes.
pub fn default_without_effect(span: Span) -> Diagnostic {
    Diagnostic::new(
        &DEFAULT_WITHOUT_EFFECT,
        span,
        "only configuration parameters have default values",
    )
    .help("remove the default, or move the parameter into `[...]`")
}

/// Two arms of a case for the same value.
pub fn repeated_pattern(span: Span, text: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &REPEATED_PATTERN,
        span,
        format!("there are two arms for `{text}`"),
    )
    .also(first, "the first one")
    .help("remove one of them")
}
