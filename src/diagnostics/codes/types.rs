//! R06: types that do not go together.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// A value of another type than is due.
    MISMATCH = "R0601" "type-mismatch" Error
        include_str!("../explanations/R0601.md");
    /// Operands that an operator is not defined for.
    OPERANDS = "R0602" "operand-types" Error
        include_str!("../explanations/R0602.md");
    /// A statement that is not a condition.
    NOT_BOOLEAN = "R0603" "not-boolean" Error
        include_str!("../explanations/R0603.md");
    /// Too few or too many arguments.
    ARITY = "R0604" "wrong-arity" Error
        include_str!("../explanations/R0604.md");
    /// Something that cannot be called or indexed.
    NOT_CALLABLE = "R0605" "not-callable" Error
        include_str!("../explanations/R0605.md");
    /// Parts of different types where all must have one.
    DIFFERENT_TYPES = "R0606" "different-types" Error
        include_str!("../explanations/R0606.md");
    /// Something that is not an instance.
    NOT_AN_INSTANCE = "R0607" "not-an-instance" Error
        include_str!("../explanations/R0607.md");
    /// Something that is not a collection.
    NOT_A_COLLECTION = "R0608" "not-a-collection" Error
        include_str!("../explanations/R0608.md");
}

/// A function's value of another type than the function promises.
pub fn result(span: Span, name: &str, expected: &str, found: &str, declared: Span) -> Diagnostic {
    let why = format!("`{name}` is declared to return it");
    mismatch(span, expected, found, &why).also(declared, "declared here")
}

/// A value of another type than is due.
pub fn mismatch(span: Span, expected: &str, found: &str, why: &str) -> Diagnostic {
    Diagnostic::new(
        &MISMATCH,
        span,
        format!("expected {expected}, found {found}"),
    )
    .here(format!("expected {expected} because {why}"))
}

/// The key of an instance has another type.
pub fn key_type(span: Span, spec: &str, expected: &str, found: &str, declared: Span) -> Diagnostic {
    Diagnostic::new(
        &MISMATCH,
        span,
        format!("the key of `{spec}` is of type {expected}, found {found}"),
    )
    .also(declared, "the key is declared here")
}

/// An argument of another type than its parameter.
pub fn argument(
    span: Span,
    param: &str,
    expected: &str,
    found: &str,
    declared: Span,
) -> Diagnostic {
    Diagnostic::new(
        &MISMATCH,
        span,
        format!("expected {expected} for `{param}`, found {found}"),
    )
    .also(declared, "the parameter is declared here")
}

/// Operands that an operator is not defined for.
pub fn operands(
    operator: Span,
    symbol: &str,
    left: (&str, Span),
    right: (&str, Span),
) -> Diagnostic {
    Diagnostic::new(
        &OPERANDS,
        operator,
        format!("`{symbol}` is not defined for {} and {}", left.0, right.0),
    )
    .also(left.1, format!("this is {}", left.0))
    .also(right.1, format!("this is {}", right.0))
}

/// `-` before something that has no opposite.
pub fn no_negation(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(&OPERANDS, span, format!("`-` is not defined for {ty}"))
}

/// A range of something that cannot be counted through.
pub fn no_range(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(&OPERANDS, span, format!("there are no ranges of {ty}"))
        .help("numbers, money, percentages, dates and times have ranges")
}

/// A statement that is not a condition.
pub fn not_boolean(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(
        &NOT_BOOLEAN,
        span,
        format!("a statement must be true or false, but this is {ty}"),
    )
    .help("compare it with something, as in `a == b`")
}

/// Too few or too many arguments.
pub fn wrong_arity(
    span: Span,
    what: &str,
    name: &str,
    params: &[(&str, String)],
    found: usize,
    declared: Span,
) -> Diagnostic {
    let expected = params.len();
    let arguments = if expected == 1 {
        "argument"
    } else {
        "arguments"
    };
    let params: Vec<String> = params
        .iter()
        .map(|(param, ty)| format!("{param}: {ty}"))
        .collect();
    Diagnostic::new(
        &ARITY,
        span,
        format!("the {what} `{name}` takes {expected} {arguments}, found {found}"),
    )
    .also(declared, format!("`{name}` is declared here"))
    .help(format!("it is declared as `{name}({})`", params.join(", ")))
}

/// Something that is called and is no function.
pub fn not_a_function(span: Span, text: &str, ty: &str) -> Diagnostic {
    Diagnostic::new(
        &NOT_CALLABLE,
        span,
        format!("`{text}` is of type {ty}, not a function"),
    )
}

/// Something that has no elements by key.
pub fn not_indexable(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(
        &NOT_CALLABLE,
        span,
        format!("only maps have values by key, but this is {ty}"),
    )
    .help("an instance is written `Specification[key]`")
}

/// Parts of different types where all must have one.
pub fn different_types(
    span: Span,
    what: &str,
    expected: &str,
    found: &str,
    first: Span,
) -> Diagnostic {
    Diagnostic::new(
        &DIFFERENT_TYPES,
        span,
        format!("the {what} must have one type, but there are {expected} and {found}"),
    )
    .here(format!("this is {found}"))
    .also(first, format!("this is {expected}"))
}

/// Something that is not an instance.
pub fn not_an_instance(span: Span, ty: &str) -> Diagnostic {
    Diagnostic::new(
        &NOT_AN_INSTANCE,
        span,
        format!("only an instance has a life-cycle state, but this is {ty}"),
    )
    .help("an instance is written `Specification[key]`")
}

/// A specification where a value should stand.
pub fn specification_as_value(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &NOT_AN_INSTANCE,
        span,
        format!("`{name}` is a specification, not a value"),
    )
    .help(format!("an instance of it is written `{name}[key]`"))
}

/// Something that is not a collection.
pub fn not_a_collection(span: Span, what: &str, ty: &str) -> Diagnostic {
    Diagnostic::new(&NOT_A_COLLECTION, span, format!("{what}, but this is {ty}"))
}
