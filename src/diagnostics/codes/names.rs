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
    /// A variable that hides another name.
    HIDING = "R0415" "hiding-variable" Warning
        include_str!("../explanations/R0415.md");
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

/// How many modules are told of that declare an unknown name.
pub const SHOWN_MODULES: usize = 3;

/// Says of an unknown name which modules declare it.
pub fn declared_in_several(unknown: Diagnostic, modules: &[&str]) -> Diagnostic {
    let mut shown: Vec<String> = modules
        .iter()
        .take(SHOWN_MODULES)
        .map(|module| format!("`{module}`"))
        .collect();
    if modules.len() > SHOWN_MODULES {
        shown.push(format!("{} more", modules.len() - SHOWN_MODULES));
    }
    let last = shown.pop().unwrap_or_default();
    unknown.help(format!(
        "{} and {last} declare it: import the one that is meant",
        shown.join(", ")
    ))
}

/// A life-cycle state that a specification does not have.
pub fn unknown_state<'a>(
    span: Span,
    name: &str,
    (spec, declared): (&str, Span),
    states: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_STATE,
        span,
        format!("`{spec}` has no state `{name}`"),
    )
    .also(declared, format!("`{spec}` is declared here"))
    .help_if(known("its states are", states))
}

/// A field that a specification does not have.
pub fn unknown_field<'a>(
    span: Span,
    name: &str,
    spec: &str,
    fields: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_FIELD,
        span,
        format!("`{spec}` has no field `{name}`"),
    )
    .help_if(known("its fields are", fields))
}

/// The message for a field that several specifications lack.
pub fn field_that_several_lack(name: &str, specs: &[&str]) -> String {
    let quoted: Vec<String> = specs.iter().map(|spec| format!("`{spec}`")).collect();
    match quoted.as_slice() {
        [first, second] => format!("{first} and {second} have no field `{name}`"),
        [first, others @ ..] => format!(
            "{first} and {} more specifications have no field `{name}`",
            others.len()
        ),
        [] => String::new(),
    }
}

/// "its states are ...", if they are few enough to be read.
fn known<'a>(what: &str, names: impl Iterator<Item = &'a str>) -> Option<String> {
    const MOST: usize = 8;
    let quoted = names.take(MOST + 1).map(|name| format!("`{name}`"));
    let quoted: Vec<String> = quoted.collect();
    let is_readable = (1..=MOST).contains(&quoted.len());
    is_readable.then(|| format!("{what} {}", quoted.join(", ")))
}

/// A name that is neither parameter nor variable.
pub fn unknown_name(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_NAME,
        span,
        format!("`{name}` is neither a parameter nor a variable here"),
    )
}

/// What a configuration value can be.
pub const CONFIGURATION_VALUES: &str =
    "a configuration value is the same for all instances: a literal or the name of a function";

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
}

/// Where a type stands, which tells what to write for an instance there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstanceType {
    /// The type of a field.
    Field,
    /// The type of a parameter or of a function's value.
    Value,
    /// What a domain is for.
    Domain,
}

/// Says of a specification in the place of a type what to write instead. The type of its key is handed in
/// where it can be put in the place of the name.
pub fn instead_of_specification(
    wrong: Diagnostic,
    place: InstanceType,
    name: &str,
    key: Option<&str>,
) -> Diagnostic {
    let span = wrong.primary.span;
    let (help, text) = match place {
        InstanceType::Field => (
            format!("to refer to an instance, take the type of its key and add `@ref={name}`"),
            key.map(|key| format!("{key} @ref={name}")),
        ),
        InstanceType::Value => (
            "to refer to an instance, take the type of its key".to_owned(),
            key.map(str::to_owned),
        ),
        InstanceType::Domain => (
            format!("name a field or a parameter: `{name}.field` or `{name}.event.parameter`"),
            None,
        ),
    };
    match text {
        Some(text) => {
            wrong
                .help(format!("{help}: `{text}`"))
                .fix(format!("write `{text}`"), span, text)
        }
        None => wrong.help(help),
    }
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
    .fix("write `Term`", span, "Term")
}

/// A name that several modules declare.
pub fn ambiguous(span: Span, what: &str, name: &str, candidates: Vec<(&str, Span)>) -> Diagnostic {
    let qualified = candidates.iter();
    let qualified: Vec<String> = qualified
        .map(|(module, _)| format!("{module}.{name}"))
        .collect();
    let quoted: Vec<String> = qualified.iter().map(|it| format!("`{it}`")).collect();
    let mut diagnostic = Diagnostic::new(
        &AMBIGUOUS,
        span,
        format!("`{name}` could be any of {} {what}s", candidates.len()),
    )
    .help(format!("say which one is meant: {}", quoted.join(" or ")));
    for meant in qualified {
        diagnostic = diagnostic.fix(format!("write `{meant}`"), span, meant);
    }
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

/// An event or invariant that a specification lists twice.
pub fn listed_twice(span: Span, what: &str, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE,
        span,
        format!("the {what} `{name}` is listed twice"),
    )
    .here("listed again here")
    .also(first, "first listed here")
    .help("remove one of them")
}

/// A configuration value that is given twice.
pub fn given_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&DUPLICATE, span, format!("`{name}` is given a value twice"))
        .here("given again here")
        .also(first, "first given here")
        .help("remove one of them")
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
        "Inf" => "there is no largest integer; leave out the bound",
        "ANY" => "to leave something open, leave out the condition",
        _ => "name a parameter, a field or a variable of a quantifier",
    };
    Diagnostic::new(&MEANINGLESS_WORD, span, format!("`{word}` has no value")).help(why)
}

/// A variable that hides another name.
pub fn hiding(span: Span, name: &str, hidden: Option<Span>) -> Diagnostic {
    Diagnostic::new(
        &HIDING,
        span,
        format!("the variable `{name}` hides what `{name}` stands for around it"),
    )
    .also_at(hidden, format!("this `{name}` is hidden"))
    .help("give the variable another name")
}

/// `this` where there is no instance.
pub fn no_this(span: Span, place: &str, help: &str) -> Diagnostic {
    Diagnostic::new(&NO_THIS, span, format!("there is no `this` in {place}")).help(help)
}
