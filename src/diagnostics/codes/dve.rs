//! R15: models in the language of `DiVinE`.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// A text that is not DVE.
    SYNTAX = "R1501" "dve-syntax" Error
        include_str!("../explanations/R1501.md");
    /// A name that nothing has.
    UNKNOWN_NAME = "R1502" "dve-unknown-name" Error
        include_str!("../explanations/R1502.md");
    /// A name that two things have.
    DUPLICATE_NAME = "R1503" "dve-duplicate-name" Error
        include_str!("../explanations/R1503.md");
    /// Something that cannot be used like this.
    WRONG_USE = "R1504" "dve-wrong-use" Error
        include_str!("../explanations/R1504.md");
    /// A value that must be known before the model runs.
    NOT_CONSTANT = "R1505" "dve-not-constant" Error
        include_str!("../explanations/R1505.md");
    /// Sizes that make no sense or are beyond what is handled.
    SIZE = "R1506" "dve-size" Error
        include_str!("../explanations/R1506.md");
    /// Messages that do not have the parts that they should have.
    MESSAGE = "R1507" "dve-message" Error
        include_str!("../explanations/R1507.md");
    /// Something that every model has to say.
    MISSING = "R1508" "dve-missing" Error
        include_str!("../explanations/R1508.md");
    /// Something of the language that is not handled.
    UNSUPPORTED = "R1509" "dve-unsupported" Error
        include_str!("../explanations/R1509.md");
    /// A property that is written in the model.
    PROPERTY_IGNORED = "R1510" "dve-property-ignored" Warning
        include_str!("../explanations/R1510.md");
    /// A local name that hides a global one.
    HIDDEN_NAME = "R1511" "dve-hidden-name" Warning
        include_str!("../explanations/R1511.md");
    /// A value to begin with that its type does not have.
    INITIAL_VALUE = "R1512" "dve-initial-value" Warning
        include_str!("../explanations/R1512.md");
    /// A communication that nobody takes part in.
    NO_PARTNER = "R1513" "dve-no-partner" Warning
        include_str!("../explanations/R1513.md");
    /// An assertion of the model that is false.
    ASSERTION = "R1514" "dve-assertion" Error
        include_str!("../explanations/R1514.md");
    /// A run that computes something without a value.
    RUN_ERROR = "R1515" "dve-run-error" Error
        include_str!("../explanations/R1515.md");
}

/// Something else should stand here.
pub fn expected(span: Span, expected: &str, found: Option<&str>) -> Diagnostic {
    let found = found.map_or_else(
        || "the text ends".to_owned(),
        |found| format!("there is `{found}`"),
    );
    Diagnostic::new(&SYNTAX, span, format!("expected {expected}, but {found}"))
}

/// A keyword where a name should stand.
pub fn keyword_as_name(span: Span, what: &str, keyword: &str) -> Diagnostic {
    Diagnostic::new(
        &SYNTAX,
        span,
        format!("expected {what}, but `{keyword}` is a word of the language"),
    )
    .help("choose another name")
}

/// A comment without an end.
pub fn unclosed_comment(span: Span) -> Diagnostic {
    Diagnostic::new(&SYNTAX, span, "this comment is not closed").help("close it with `*/`")
}

/// Characters that mean nothing.
pub fn unknown_text(span: Span) -> Diagnostic {
    Diagnostic::new(&SYNTAX, span, "this means nothing in a model")
}

/// A part that a transition or process has already.
pub fn second_part(span: Span, keyword: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&SYNTAX, span, format!("a second `{keyword}`")).also(first, "the first one")
}

/// A name that nothing has.
pub fn unknown_name(span: Span, what: &str, name: &str, help: Option<String>) -> Diagnostic {
    Diagnostic::new(&UNKNOWN_NAME, span, format!("there is no {what} `{name}`")).help_if(help)
}

/// A name that two things have.
pub fn duplicate_name(span: Span, name: &str, first: Span) -> Diagnostic {
    Diagnostic::new(&DUPLICATE_NAME, span, format!("`{name}` exists already"))
        .also(first, "it is declared here")
}

/// A second thing where there can be only one.
pub fn one_only(span: Span, what: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE_NAME,
        span,
        format!("there can be only one {what}"),
    )
    .also(first, "this is one already")
}

/// Something that cannot be used like this.
pub fn wrong_use(span: Span, message: String, declared: Option<Span>) -> Diagnostic {
    Diagnostic::new(&WRONG_USE, span, message).also_at(declared, "it is declared here")
}

/// A value that must be known before the model runs.
pub fn not_constant(span: Span) -> Diagnostic {
    Diagnostic::new(
        &NOT_CONSTANT,
        span,
        "this has to be known before the model runs",
    )
    .help("use numbers and constants only")
}

/// A size that makes no sense or is beyond what is handled.
pub fn size(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(&SIZE, span, message)
}

/// Messages that do not have the parts that they should have.
pub fn message(span: Span, found: usize, wanted: usize, channel: &str) -> Diagnostic {
    let parts = |number| match number {
        0 => "no value".to_owned(),
        1 => "one value".to_owned(),
        more => format!("{more} values"),
    };
    Diagnostic::new(
        &MESSAGE,
        span,
        format!(
            "this message has {}, but those of `{channel}` have {}",
            parts(found),
            parts(wanted)
        ),
    )
}

/// Something that every model has to say.
pub fn missing(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(&MISSING, span, message)
}

/// Something of the language that is not handled.
pub fn unsupported(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(&UNSUPPORTED, span, message)
}

/// A property that is written in the model.
pub fn property_ignored(span: Span, name: &str) -> Diagnostic {
    Diagnostic::new(
        &PROPERTY_IGNORED,
        span,
        format!("the property `{name}` is left out: only what is reachable is explored"),
    )
    .help("ask for a state with `--property`")
}

/// A local name that hides a global one.
pub fn hidden_name(span: Span, name: &str, hidden: Span) -> Diagnostic {
    Diagnostic::new(
        &HIDDEN_NAME,
        span,
        format!("this `{name}` hides another one"),
    )
    .also(hidden, "this one cannot be named here")
}

/// A value to begin with that its type does not have.
pub fn initial_value(span: Span, written: i64, ty: &str, kept: i64) -> Diagnostic {
    Diagnostic::new(
        &INITIAL_VALUE,
        span,
        format!("{written} does not fit into a variable of type {ty}: {kept} is left of it"),
    )
}

/// A communication that nobody takes part in.
pub fn no_partner(span: Span, channel: &str, is_send: bool) -> Diagnostic {
    let partner = if is_send { "receives from" } else { "sends to" };
    Diagnostic::new(
        &NO_PARTNER,
        span,
        format!("this never happens: no other process {partner} `{channel}`"),
    )
}

/// An assertion of the model that is false.
pub fn assertion(span: Span, when: &str) -> Diagnostic {
    Diagnostic::new(&ASSERTION, span, format!("this assertion is false {when}"))
}

/// A run that computes something without a value.
pub fn run_error(span: Span, message: String) -> Diagnostic {
    Diagnostic::new(&RUN_ERROR, span, message)
}
