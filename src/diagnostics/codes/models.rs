//! R13: checks that cannot be run as they stand.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// More instances than we can handle.
    TOO_MANY_INSTANCES = "R1301" "too-many-instances" Error
        include_str!("../explanations/R1301.md");
    /// A key that has to be given.
    KEY_NOT_GENERATED = "R1302" "key-not-generated" Error
        include_str!("../explanations/R1302.md");
    /// Two instances with one key.
    DUPLICATE_KEY = "R1303" "duplicate-instance-key" Error
        include_str!("../explanations/R1303.md");
    /// A question about whole runs.
    TEMPORAL = "R1304" "temporal-goal" Error
        include_str!("../explanations/R1304.md");
    /// Something that must have a value, and has none.
    NO_VALUE = "R1305" "no-value" Error
        include_str!("../explanations/R1305.md");
}

/// More instances than we can handle.
pub fn too_many_instances(span: Span, found: u64, most: u64) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_INSTANCES,
        span,
        format!("{found} instances are too many: at most {most} are handled"),
    )
}

/// A key that has to be given.
pub fn key_not_generated(span: Span, spec: &str, ty: &str) -> Diagnostic {
    Diagnostic::new(
        &KEY_NOT_GENERATED,
        span,
        format!("the key of this `{spec}` must be given: keys of type {ty} are not made up"),
    )
    .help("fix it with `with key == value`")
}

/// Two instances with one key.
pub fn duplicate_key(span: Span, spec: &str, key: &str, first: Span) -> Diagnostic {
    Diagnostic::new(
        &DUPLICATE_KEY,
        span,
        format!("two instances of `{spec}` have the key {key}"),
    )
    .also(first, "the first one")
}

/// A question about whole runs.
pub fn temporal(span: Span) -> Diagnostic {
    Diagnostic::new(
        &TEMPORAL,
        span,
        "`forever`, `eventually`, `until` and `unless` cannot be checked yet",
    )
}

/// Something that must have a value, and has none.
pub fn no_value(span: Span) -> Diagnostic {
    Diagnostic::new(
        &NO_VALUE,
        span,
        "this has no value, or is not the same in every run",
    )
}
