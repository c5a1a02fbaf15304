//! The formatter: what its output looks like, and that it changes nothing but white space.
//!
//! The inputs under `format/` have their outputs in `snapshots/format/`. `FRETSAW_CASES` sets how many texts
//! with changed white space and comments are tried.

mod changes;
mod growth;
mod reading;

use fretsaw::syntax::FileKind;
use fretsaw::syntax::format::{FormatError, format};

use crate::accepted;
use crate::support::files;
use crate::support::files::Source;

/// The inputs that are made for these tests.
fn inputs() -> Vec<Source> {
    files::sources_under(&files::project().join("tests/language/format"))
}

/// Formats a text, and holds the result to all that is promised of it.
fn checked(name: &str, text: &str, kind: FileKind) -> String {
    let formatted =
        format(text, kind).unwrap_or_else(|error| panic!("{name}: {error:?}, for\n{text}"));
    reading::assert_same(name, text, &formatted, kind);
    reading::assert_tidy(name, &formatted);
    let again = format(&formatted, kind).expect("formatted text reads");
    assert!(
        again == formatted,
        "{name} is no fixed point, from\n{text}\nit becomes\n{formatted}\nand then\n{again}"
    );
    assert!(formatted.ends_with('\n') && !formatted.ends_with("\n\n"));
    assert!(!formatted.contains("\r\n"));
    formatted
}

#[test]
fn outputs_are_as_stored() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/format"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    let inputs = inputs();
    assert!(inputs.len() >= 5, "the inputs are gone");
    for input in inputs {
        let formatted = checked(&input.name, &input.text, input.kind);
        let name = input.name.replace("tests/language/format/", "");
        settings.set_description(input.name.clone());
        settings.bind(|| insta::assert_snapshot!(name, formatted));
        for line in formatted.lines() {
            assert!(
                line.chars().count() <= 100,
                "{}: too long: {line}",
                input.name
            );
        }
    }
}

#[test]
fn every_example_reads_the_same_when_formatted() {
    for source in files::all_sources() {
        checked(&source.name, &source.text, source.kind);
    }
    for source in accepted::all() {
        checked(&source.name, &source.text, source.kind);
    }
}

#[test]
fn layout_depends_only_on_what_a_text_says() {
    // There, columns tell which comments belong together, and a text on one line has no columns.
    let inputs = inputs().into_iter();
    for input in inputs.filter(|it| !it.name.ends_with("/continued.ebl")) {
        let joined = reading::without_line_breaks(&input.text);
        let blanks = |text: &str| text.replace("\n\n", "\n");
        assert_eq!(
            blanks(&checked(&input.name, &joined, input.kind)),
            blanks(&checked(&input.name, &input.text, input.kind)),
            "{} on one line",
            input.name
        );
    }
}

#[test]
fn a_line_is_a_hundred_columns_wide() {
    let function =
        |name: &str| format!("module Aa\n\nfunction f(x: Integer): Integer = x + {name};\n");
    let width = |text: &str| text.lines().map(|line| line.chars().count()).max();
    let short = width(&function("")).expect("a text has lines");
    let fits = function(&"y".repeat(100 - short));
    assert_eq!(width(&fits), Some(100));
    assert_eq!(checked("fits", &fits, FileKind::Specification), fits);
    let wide = function(&"y".repeat(101 - short));
    let broken = wide.replace("Integer = x", "Integer =\n    x");
    assert_eq!(checked("wide", &wide, FileKind::Specification), broken);
}

#[test]
fn line_ends_are_plain() {
    let windows =
        "module a.Bee\r\n\r\n@doc{ one\r\n two }\r\nevent c() {\r\n// d\r\n/* e\r\n f */}\r\n";
    let unix = windows.replace("\r\n", "\n");
    let expected = "module a.Bee\n\n@doc{ one\n two }\nevent c() {\n    // d\n    /* e\n f */\n}\n";
    assert_eq!(checked("unix", &unix, FileKind::Specification), expected);
    assert_eq!(
        format(windows, FileKind::Specification).as_deref(),
        Ok(expected)
    );
    let doubled = windows.replace("\r\n", "\r\r\n");
    assert_eq!(
        format(&doubled, FileKind::Specification).as_deref(),
        Ok(expected)
    );
    let old = "module a.Bee // c\r// d\revent e() {}";
    let expected = "module a.Bee // c\n\n// d\nevent e() {}\n";
    assert_eq!(checked("old", old, FileKind::Specification), expected);
}

#[test]
fn text_with_errors_is_not_formatted() {
    let result = format("module a.Bee event c( {}", FileKind::Specification);
    assert!(matches!(result, Err(FormatError::Syntax(errors)) if !errors.is_empty()));
    let result = format("", FileKind::Test);
    assert!(matches!(result, Err(FormatError::Syntax(_))));
}

#[test]
fn text_that_would_read_in_another_way_is_not_formatted() {
    // At the start of a line, `event Account` ends the block before it.
    let text = "module a.Bee state s { event Account; }";
    assert_eq!(format(text, FileKind::Test), Err(FormatError::WouldChange));
}
