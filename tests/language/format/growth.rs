//! Long texts and deep trees.

use std::time::{Duration, Instant};

use fretsaw::syntax::FileKind;
use fretsaw::syntax::format::format;

/// A module with one precondition.
fn with_expression(expression: &str) -> String {
    format!(
        "module a.Bee\n\nevent c() {{\n    preconditions {{\n        {expression};\n    }}\n}}\n"
    )
}

#[test]
fn deep_expressions_are_formatted() {
    let deep = [
        format!("a{}", ".b".repeat(990)),
        format!("a{}", "[b]".repeat(990)),
        format!("a{}", " + a".repeat(990)),
        format!("a{}", " + a - a && b || c".repeat(150)),
        format!("fixed 1%{}", " ++ fixed 1% -- b".repeat(490)),
        format!("{}a", "a -> ".repeat(100)),
        format!("{}a", "a ? b : ".repeat(100)),
        format!("{}a", "not ".repeat(200)),
        format!("{}a", "-".repeat(200)),
        format!("{}a{}", "(".repeat(200), ")".repeat(200)),
        format!("{}a{}", "f(a, ".repeat(100), ")".repeat(100)),
        format!("{}a{}", "{a, ".repeat(100), "}".repeat(100)),
    ];
    for expression in deep {
        super::checked(
            "deep",
            &with_expression(&expression),
            FileKind::Specification,
        );
    }
}

/// A text of some length, with a bit of everything.
fn long_text(bytes: usize) -> String {
    let declarations = include_str!("library.ebl")
        .split_once("@doc")
        .map_or("", |(_, rest)| rest);
    let mut text = String::from("module demo.Long\n");
    while text.len() < bytes {
        text.push_str("\n@doc");
        text.push_str(declarations);
    }
    text
}

#[test]
fn a_megabyte_is_formatted() {
    let text = long_text(1 << 20);
    let formatted = format(&text, FileKind::Specification);
    assert!(formatted.is_ok_and(|formatted| formatted.len() > text.len() / 2));
}

#[test]
fn long_lists_and_chains_are_formatted() {
    let elements: Vec<String> = (0..10_000).map(|n| n.to_string()).collect();
    let expressions = [
        format!("x in {{{}}}", elements.join(",")),
        format!("f({})", elements.join(",\n")),
        format!("x in {{{}}}", elements.join(", /* c */ ")),
    ];
    for expression in expressions {
        super::checked(
            "long",
            &with_expression(&expression),
            FileKind::Specification,
        );
    }
}

#[test]
fn time_grows_with_the_text_only() {
    let (short, long) = (time_to_format(1 << 14), time_to_format(1 << 17));
    assert!(
        long < short * 8 * 3,
        "8 times the text took {long:?} instead of {short:?}"
    );
}

/// The least of a few measurements: others may be using the machine.
fn time_to_format(bytes: usize) -> Duration {
    let text = long_text(bytes);
    let measure = || {
        let start = Instant::now();
        let formatted = format(&text, FileKind::Specification);
        assert!(formatted.is_ok());
        start.elapsed()
    };
    (0..3).map(|_| measure()).min().unwrap_or_default()
}
