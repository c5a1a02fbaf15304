//! R04: names that stand for nothing, for too much, or for something far away.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// An event that is not declared.
    UNKNOWN_EVENT = "R0401" "unknown-event" Error
        include_str!("../explanations/R0401.md");
    /// A function that is not declared.
    UNKNOWN_FUNCTION = "R0402" "unknown-function" Error
        include_str!("../explanations/R0402.md");
    /// An invariant that is not declared.
    UNKNOWN_INVARIANT = "R0403" "unknown-invariant" Error
        include_str!("../explanations/R0403.md");
    /// A specification that is not declared.
    UNKNOWN_SPECIFICATION = "R0404" "unknown-specification" Error
        include_str!("../explanations/R0404.md");
    /// A life-cycle state that a specification does not have.
    UNKNOWN_STATE = "R0405" "unknown-state" Error
        include_str!("../explanations/R0405.md");
    /// A field that a specification does not have.
    UNKNOWN_FIELD = "R0406" "unknown-field" Error
        include_str!("../explanations/R0406.md");
    /// A name that is neither parameter nor variable.
    UNKNOWN_NAME = "R0407" "unknown-name" Error
        include_str!("../explanations/R0407.md");
    /// A type that does not exist.
    UNKNOWN_TYPE = "R0408" "unknown-type" Error
        include_str!("../explanations/R0408.md");
    /// A name that several modules declare.
    AMBIGUOUS = "R0409" "ambiguous-name" Error
        include_str!("../explanations/R0409.md");
    /// A name that is only found through other modules.
    TRANSITIVE = "R0410" "transitive-import" Warning
        include_str!("../explanations/R0410.md");
    /// A name that is declared twice.
    DUPLICATE = "R0411" "duplicate-name" Error
        include_str!("../explanations/R0411.md");
    /// A part that values of a type do not have.
    UNKNOWN_MEMBER = "R0412" "unknown-member" Error
        include_str!("../explanations/R0412.md");
    /// A word of the grammar without a meaning.
    MEANINGLESS_WORD = "R0413" "meaningless-word" Error
        include_str!("../explanations/R0413.md");
    /// `this` where there is no instance.
    NO_THIS = "R0414" "no-this" Error
        include_str!("../explanations/R0414.md");
}

/// An event that is not declared.
pub fn unknown_event(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_EVENT,
        span,
        format!("there is no event `{name}` here or in the imported modules"),
    )
    .help(define(&format!("event {}() {{ ... }}", simple(name))))
}

/// A function that is not declared.
pub fn unknown_function(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_FUNCTION,
        span,
        format!("there is no function `{name}` here or in the imported modules"),
    )
    .help(define(&format!(
        "function {}(...): ... = ...;",
        simple(name)
    )))
}

/// An event used like a function.
pub fn event_called(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_FUNCTION,
        span,
        format!("`{name}` is an event, not a function"),
    )
    .help("an event happens together with another one by a statement in its `sync` block")
}

/// An invariant that is not declared.
pub fn unknown_invariant(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_INVARIANT,
        span,
        format!("there is no invariant `{name}` here or in the imported modules"),
    )
    .help(define(&format!("invariant {} {{ ... }}", simple(name))))
}

/// A specification that is not declared.
pub fn unknown_specification(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_SPECIFICATION,
        span,
        format!("there is no specification `{name}` here or in the imported modules"),
    )
    .help("import the module that declares it")
}

/// The name without its module.
fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or_default()
}

fn define(declaration: &str) -> String {
    format!("define it: `{declaration}`, or import the module that does")
}

/// Says of an unknown name which module declares it.
pub fn declared_in(unknown: Diagnostic, module: &str) -> Diagnostic {
    unknown.help(format!("`{module}` declares it: add `import {module}`"))
}

/// Says of an unknown name which modules declare it.
pub fn declared_in_several(unknown: Diagnostic, modules: &[&str]) -> Diagnostic {
    const SHOWN: usize = 3;
    let mut shown: Vec<String> = modules
        .iter()
        .take(SHOWN)
        .map(|module| format!("`{module}`"))
        .collect();
    if modules.len() > SHOWN {
        shown.push(format!("{} more", modules.len() - SHOWN));
    }
    let last = shown.pop().unwrap_or_default();
    unknown.help(format!(
        "{} and {last} declare it: import the one that is meant",
        shown.join(", ")
    ))
}

/// A life-cycle state that a specification does not have.
pub fn unknown_state(span: Span, name: &str, spec: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_STATE,
        span,
        format!("`{spec}` has no state `{name}`"),
    )
    .also(declared, format!("`{spec}` is declared here"))
}

/// A field that a specification does not have.
pub fn unknown_field(span: Span, name: &str, spec: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_FIELD,
        span,
        format!("`{spec}` has no field `{name}`"),
    )
    .also(declared, format!("`{spec}` is declared here"))
}

/// A name that is neither parameter nor variable.
pub fn unknown_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_NAME,
        span,
        format!("`{name}` is neither a parameter nor a variable here"),
    )
}

/// A field that is written without `this`.
pub fn field_without_this(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_NAME,
        span,
        format!("`{name}` is neither a parameter nor a variable here"),
    )
    .help(format!(
        "a field is written with its instance: `this.{name}`"
    ))
    .fix("add `this.`", span, format!("this.{name}"))
}

/// A type that does not exist.
pub fn unknown_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_TYPE, span, format!("there is no type `{name}`"))
}

/// A specification where a type should stand.
pub fn specification_as_type(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_TYPE,
        span,
        format!("`{name}` is a specification, not a type"),
    )
    .help(format!(
        "to refer to an instance, take the type of its key and add `@ref={name}`"
    ))
}

/// Several types in brackets where one should stand.
pub fn tuple_type(span: Span) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_TYPE,
        span,
        "several types in parentheses are only the parameters of a function",
    )
    .help("write `(A, B) -> C` for a function")
}

/// A term where a type should stand.
pub fn term_type(span: Span, text: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_TYPE,
        span,
        format!("`{text}` is a value, not a type"),
    )
    .help("the type of such values is `Term`")
}

/// A name that several modules declare.
pub fn ambiguous(span: Span, what: &str, name: &str, candidates: Vec<(&str, Span)>) -> Diagnostic {
    let modules: Vec<String> = candidates
        .iter()
        .map(|(module, _)| format!("`{module}.{name}`"))
        .collect();
    let mut diagnostic = Diagnostic::new(
        &AMBIGUOUS,
        span,
        format!("`{name}` could be any of {} {what}s", candidates.len()),
    )
    .help(format!("say which one is meant: {}", modules.join(" or ")));
    for (module, declared) in candidates {
        diagnostic = diagnostic.also(declared, format!("declared in `{module}`"));
    }
    diagnostic
}

/// A name that is only found through other modules.
pub fn transitive(span: Span, what: &str, name: &str, module: &str) -> Diagnostic {
    Diagnostic::new(
        &TRANSITIVE,
        span,
        format!("the {what} `{name}` is found only because an imported module imports `{module}`"),
    )
    .help(format!("add `import {module}`"))
}

/// A name that is declared twice.
pub fn duplicate(span: Span, what: &str, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE,
        span,
        format!("the {what} `{name}` is declared twice"),
    )
    .here("declared again here")
    .also(first, "first declared here")
    .help("remove one of them, or give it another name")
}

/// A part that values of a type do not have.
pub fn unknown_member(
    span: Span,
    name: &str,
    ty: &str,
    members: &[&str],
    value: Span,
) -> Diagnostic {
    let known: Vec<String> = members.iter().map(|member| format!("`{member}`")).collect();
    let help = if known.is_empty() {
        format!("a value of type {ty} has no parts")
    } else {
        format!("a value of type {ty} has {}", known.join(", "))
    };
    Diagnostic::new(
        &UNKNOWN_MEMBER,
        span,
        format!("a value of type {ty} has no `{name}`"),
    )
    .also(value, format!("this is of type {ty}"))
    .help(help)
}

/// A word of the grammar without a meaning.
pub fn meaningless_word(span: Span, word: &str) -> Diagnostic {
    let why = match word {
        "Inf" => "integers have no largest one; leave the bound away",
        "ANY" => "to leave something open, leave the condition away",
        _ => "name a parameter, a field or a variable of a quantifier",
    };
    Diagnostic::new(&MEANINGLESS_WORD, span, format!("`{word}` has no value")).help(why)
}

/// `this` where there is no instance.
pub fn no_this(span: Span, place: &str) -> Diagnostic {
    Diagnostic::new(&NO_THIS, span, format!("there is no `this` in {place}"))
        .help("hand in what is needed as a parameter")
}
