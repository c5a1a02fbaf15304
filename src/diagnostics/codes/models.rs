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
    /// A range with more values than can be tried.
    TOO_MANY_VALUES = "R1306" "too-many-values" Error
        include_str!("../explanations/R1306.md");
    /// An interest tariff, which has no value.
    INTEREST_TARIFF = "R1307" "interest-tariff" Error
        include_str!("../explanations/R1307.md");
    /// A specification that the check refers to and that has no instance.
    NO_INSTANCE = "R1308" "no-instance" Note
        include_str!("../explanations/R1308.md");
    /// A condition that the key of an instance does not satisfy.
    IMPOSSIBLE_KEY = "R1309" "impossible-key" Error
        include_str!("../explanations/R1309.md");
    /// Something that an exploration would have to try all values of, and that has no end of them.
    NO_FINITE_DOMAIN = "R1310" "no-finite-domain" Error
        include_str!("../explanations/R1310.md");
    /// Something that an exploration would have to try all values of, and that has too many.
    DOMAIN_TOO_LARGE = "R1311" "domain-too-large" Error
        include_str!("../explanations/R1311.md");
    /// Something that cannot be explored state by state.
    NOT_EXPLORABLE = "R1312" "not-explorable" Error
        include_str!("../explanations/R1312.md");
}

/// More instances than we can handle.
pub fn too_many_instances(span: Span, found: u64, most: u64) -> Diagnostic {
    // Numbers that do not fit were cut off there, and are not what the user wrote.
    let found = match u32::try_from(found) {
        Ok(found) if found < u32::MAX => found.to_string(),
        _ => "so many".to_owned(),
    };
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

/// A range with more values than can be tried.
pub fn too_many_values(span: Span) -> Diagnostic {
    Diagnostic::new(
        &TOO_MANY_VALUES,
        span,
        "this range has more values than can be tried",
    )
    .help("make it shorter, or step through it with `by`")
}

/// An interest tariff, which has no value.
pub fn interest_tariff(span: Span, check: Span) -> Diagnostic {
    Diagnostic::new(
        &INTEREST_TARIFF,
        span,
        "interest tariffs and norms have no value that could be computed",
    )
    .also(check, "this check depends on it")
    .help("leave the event out with `using events`, or use a Percentage instead")
}

/// A specification that the check refers to and that has no instance.
pub fn no_instance(check: Span, spec: &str, place: Span, consequence: &str) -> Diagnostic {
    Diagnostic::new(
        &NO_INSTANCE,
        check,
        format!("this check has no instance of `{spec}`"),
    )
    .also(place, format!("there is no `{spec}`, {consequence}"))
    .help(format!(
        "if it should take part, add `{spec};` to the state that lists the instances"
    ))
}

/// A condition that the key of an instance does not satisfy.
pub fn impossible_key(span: Span, spec: &str, key: &str) -> Diagnostic {
    Diagnostic::new(
        &IMPOSSIBLE_KEY,
        span,
        format!("this cannot hold of `{spec}[{key}]`, whatever happens"),
    )
    .help("a key is fixed by one `key == literal`; keys that are not are made up, beginning with 1")
}

/// What to do where there are too many values, or infinitely many.
const GIVE_DOMAIN: &str = "give it values in a `domain` and name that behind `within`";

/// Something that an exploration would have to try all values of, and that has no end of them.
pub fn no_finite_domain(span: Span, what: &str, check: Span) -> Diagnostic {
    let message = format!("there is no finite domain for {what}");
    let diagnostic = Diagnostic::new(&NO_FINITE_DOMAIN, span, message);
    explored_for(diagnostic, span, check).help(GIVE_DOMAIN)
}

/// Something that an exploration would have to try all values of, and that has too many.
pub fn domain_too_large(span: Span, what: &str, check: Span) -> Diagnostic {
    let message = format!("{what} has a finite domain, but with more values than can be tried");
    let diagnostic = Diagnostic::new(&DOMAIN_TOO_LARGE, span, message);
    explored_for(diagnostic, span, check).help(GIVE_DOMAIN)
}

/// Something that cannot be explored state by state.
pub fn not_explorable(span: Span, what: &str, check: Span) -> Diagnostic {
    let message = format!("it cannot be explored with {what}");
    let diagnostic = Diagnostic::new(&NOT_EXPLORABLE, span, message);
    explored_for(diagnostic, span, check).help("a `domain` with fewer values may do, named behind `within`; or `fretsaw check` answers it by another engine")
}

/// Names the check where the mistake is somewhere else.
fn explored_for(diagnostic: Diagnostic, span: Span, check: Span) -> Diagnostic {
    if span == check {
        return diagnostic;
    }
    diagnostic.also(check, "this check was to be explored")
}
