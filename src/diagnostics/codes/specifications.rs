//! R05: specifications, inheritance, configuration.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// A specification without a key.
    MISSING_KEY = "R0501" "missing-key" Error
        include_str!("../explanations/R0501.md");
    /// A specification with several keys.
    SEVERAL_KEYS = "R0502" "several-keys" Error
        include_str!("../explanations/R0502.md");
    /// A key of a type that cannot be one.
    KEY_TYPE = "R0503" "key-type" Error
        include_str!("../explanations/R0503.md");
    /// A specification that extends itself.
    INHERITANCE_CYCLE = "R0504" "inheritance-cycle" Error
        include_str!("../explanations/R0504.md");
    /// An inherited field with another type.
    REDECLARED_FIELD = "R0505" "redeclared-field" Error
        include_str!("../explanations/R0505.md");
    /// An inherited event with another configuration.
    CONFIGURED_TWICE = "R0506" "configured-twice" Error
        include_str!("../explanations/R0506.md");
    /// An instance of an abstract specification.
    ABSTRACT_INSTANCE = "R0507" "abstract-instance" Error
        include_str!("../explanations/R0507.md");
    /// A configuration value for no parameter.
    UNKNOWN_ARGUMENT = "R0508" "unknown-configuration" Error
        include_str!("../explanations/R0508.md");
    /// A configuration parameter without a value.
    NO_VALUE = "R0509" "missing-configuration" Error
        include_str!("../explanations/R0509.md");
    /// An event that is only declared, in a specification that is not external.
    ONLY_DECLARED = "R0510" "event-without-definition" Error
        include_str!("../explanations/R0510.md");
    /// A reference of another type than the key.
    REFERENCE_TYPE = "R0512" "reference-type" Error
        include_str!("../explanations/R0512.md");
}

/// A specification without a key.
pub fn missing_key(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(&MISSING_KEY, span, format!("`{name}` has no key")).help(
        "mark the field that tells its instances apart with `@key`, such as `id: Integer @key`",
    )
}

/// A specification with several keys.
pub fn several_keys(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&SEVERAL_KEYS, span, format!("`{name}` has several keys"))
        .here("another key")
        .also(first, "the first key")
        .help("a specification has one key; remove `@key` from the others")
}

/// A key of a type that cannot be one.
pub fn key_type(span: Span, name: &str, ty: &str) -> Diagnostic {
    Diagnostic::new(
        &KEY_TYPE,
        span,
        format!("the key `{name}` cannot be of type {ty}"),
    )
    .help("a key is a single, exact value, such as an Integer, a String or an IBAN")
}

/// A specification that extends itself, directly or through others: where the first is told to extend
/// the second, where the others are, and their names.
pub fn inheritance_cycle(span: Span, others: &[Span], names: &[&str]) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(
        &INHERITANCE_CYCLE,
        span,
        format!(
            "a specification extends itself: {}",
            names.join(" extends ")
        ),
    )
    .help("remove one `extends` of the circle");
    for place in others {
        diagnostic = diagnostic.also(*place, "and on from here");
    }
    diagnostic
}

/// An inherited field with another type.
pub fn redeclared_field(
    span: Span,
    name: &str,
    own: &str,
    inherited: &str,
    first: Span,
) -> Diagnostic {
    Diagnostic::new(
        &REDECLARED_FIELD,
        span,
        format!("the field `{name}` has type {own} here and is inherited with type {inherited}"),
    )
    .also(first, "inherited from here")
    .help(format!(
        "declare it as {inherited}, leave it out, or give it another name"
    ))
}

/// An inherited event with another configuration.
pub fn configured_twice(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &CONFIGURED_TWICE,
        span,
        format!("the event `{name}` is inherited with another configuration"),
    )
    .here("configured here")
    .also(first, "and here, differently")
    .help("list the event in one of the two specifications only")
}

/// An instance of an abstract specification.
pub fn abstract_instance(span: Span, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &ABSTRACT_INSTANCE,
        span,
        format!("`{name}` is abstract and has no instances"),
    )
    .also(declared, "declared abstract here")
    .help("take a specification that extends it")
}

/// A configuration value for no parameter.
pub fn unknown_argument(span: Span, event: &str, name: &str) -> Diagnostic {
    Diagnostic::new(
        &UNKNOWN_ARGUMENT,
        span,
        format!("the event `{event}` has no configuration parameter `{name}`"),
    )
}

/// A configuration parameter without a value.
pub fn no_value(span: Span, event: &str, name: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &NO_VALUE,
        span,
        format!("the configuration parameter `{name}` of `{event}` has no value"),
    )
    .also(declared, "it has no default")
    .help(format!("give it one: `{event}[{name} = ...]`"))
}

/// An event that is only declared, in a specification that is not external.
pub fn only_declared(span: Span, name: &str, spec: &str) -> Diagnostic {
    Diagnostic::new(
        &ONLY_DECLARED,
        span,
        format!("the event `{name}` is only declared, but `{spec}` is not external"),
    )
    .help(format!(
        "define it as an `event` and list it as `{name}[]`, or make the specification `external`"
    ))
}

/// A reference of another type than the key.
pub fn reference_type(
    span: Span,
    found: &str,
    spec: &str,
    key: &str,
    declared: Span,
) -> Diagnostic {
    Diagnostic::new(
        &REFERENCE_TYPE,
        span,
        format!("a reference to `{spec}` has the type of its key, {key}, but this is {found}"),
    )
    .also(declared, format!("the key of `{spec}`"))
    .fix(format!("write `{key}`"), span, key)
}
