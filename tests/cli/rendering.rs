//! How diagnostics look, without the program around them.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fretsaw::diagnostics::codes::syntax::{MISSING_SEMICOLON, UNCLOSED_TEXT, UNEXPECTED};
use fretsaw::diagnostics::{Diagnostic, FileId, Severity, Sources, Span};
use fretsaw::report::diagnostics_text::{Drawing, render};
use fretsaw::syntax::{FileKind, TextRange, TextSize};

use proptest::prelude::*;

use super::program::assert_snapshot;

const ASCII: Drawing = Drawing {
    unicode: false,
    width: 80,
    colours: true,
};
const UNICODE: Drawing = Drawing {
    unicode: true,
    width: 80,
    colours: true,
};

fn source(sources: &mut Sources, name: &str, text: &str) -> FileId {
    sources.add(
        PathBuf::from(name),
        Arc::from(text),
        FileKind::Specification,
    )
}

/// The n-th place where a text stands in a file.
fn nth(sources: &Sources, file: FileId, text: &str, n: usize) -> Span {
    let (start, _) = sources
        .file(file)
        .text()
        .match_indices(text)
        .nth(n)
        .unwrap();
    let start = TextSize::try_from(start).unwrap();
    Span::new(file, TextRange::at(start, TextSize::of(text)))
}

fn behind(span: Span) -> Span {
    Span::new(span.file, TextRange::empty(span.range().end()))
}

fn plain(sources: &Sources, diagnostic: &Diagnostic, drawing: Drawing) -> String {
    let coloured = render(sources, diagnostic, drawing);
    let stripped = anstream::adapter::strip_str(&coloured).to_string();
    let without = Drawing {
        colours: false,
        ..drawing
    };
    let plain = render(sources, diagnostic, without);
    assert_eq!(plain, stripped);
    plain
}

#[test]
fn labels_in_two_files() {
    let mut sources = Sources::default();
    let here = source(
        &mut sources,
        "shop/Shop.ebl",
        "module Shop\n\nevent open() {\n}\n",
    );
    let there = source(
        &mut sources,
        "shop/Library.ebl",
        "module Library\nevent close() {\n}\n",
    );
    let diagnostic = Diagnostic::new(
        &UNEXPECTED,
        nth(&sources, here, "open", 0),
        "these two do not fit",
    )
    .here("this one")
    .also(
        nth(&sources, there, "close", 0),
        "the other one is declared here",
    )
    .also(nth(&sources, here, "Shop", 0), "in this module")
    .help("change one of them");
    assert_snapshot("two_files_ascii", &plain(&sources, &diagnostic, ASCII));
    assert_snapshot("two_files_unicode", &plain(&sources, &diagnostic, UNICODE));
}

#[test]
fn what_is_missing_is_missing_behind_the_text() {
    let mut sources = Sources::default();
    let texts = ["a\n\tb ä\tc\nd\n", "a\r\n\tb ä\tc\r\nd\r\n", "\tb ä\tc"];
    let shown: Vec<String> = texts
        .iter()
        .map(|text| {
            let file = source(&mut sources, "Shop.ebl", text);
            let place = behind(nth(&sources, file, "c", 0));
            let diagnostic =
                Diagnostic::new(&MISSING_SEMICOLON, place, "expected `;`").here("here");
            plain(&sources, &diagnostic, ASCII)
        })
        .collect();
    assert_snapshot("missing_at_end_of_line", &shown.join("\n"));
}

#[test]
fn what_is_missing_at_the_very_end_is_shown_there() {
    let mut sources = Sources::default();
    let file = source(&mut sources, "Shop.ebl", "module Shop\n");
    let end = behind(nth(&sources, file, "\n", 0));
    let diagnostic = Diagnostic::new(&UNEXPECTED, end, "expected more").here("here");
    assert_snapshot(
        "missing_at_end_of_file",
        &plain(&sources, &diagnostic, ASCII),
    );
}

#[test]
fn long_ranges_are_shown_by_their_first_line() {
    let mut sources = Sources::default();
    let long = format!("/* text\n{}", "more\n".repeat(1000));
    let file = source(&mut sources, "Long.ebl", &long);
    let diagnostic = Diagnostic::new(
        &UNCLOSED_TEXT,
        nth(&sources, file, &long, 0),
        "never closed",
    );
    let short = source(&mut sources, "Short.ebl", "/* text\nmore\nmore */\n");
    let three = nth(&sources, short, "/* text\nmore\nmore */", 0);
    let mut warning = Diagnostic::new(&UNCLOSED_TEXT, three, "three lines").here("all of this");
    warning.severity = Severity::Warning;
    let shown = [&diagnostic, &warning].map(|it| plain(&sources, it, ASCII));
    assert_snapshot("long_ranges", &shown.join("\n"));
}

#[test]
fn very_long_lines_are_not_shown() {
    let mut sources = Sources::default();
    let file = source(
        &mut sources,
        "Long.ebl",
        &format!("é {} x", "word ".repeat(10_000)),
    );
    let diagnostic = Diagnostic::new(&UNEXPECTED, nth(&sources, file, "x", 0), "not here");
    let shown = plain(&sources, &diagnostic, ASCII);
    assert_eq!(shown, "error[R0101]: not here\n  | at Long.ebl:1:50004\n");
}

#[test]
fn nothing_in_a_text_reaches_the_terminal_as_a_command() {
    let mut sources = Sources::default();
    let text = "module \u{1b}[31m \u{202e}x \u{9b}y\n";
    let file = source(&mut sources, "Shop\u{7}.ebl", text);
    let message = format!("`{}` is wrong", text.trim_end());
    let diagnostic = Diagnostic::new(&UNEXPECTED, nth(&sources, file, "y", 0), message)
        .here("\u{1b}[2J")
        .help("\u{1b}c");
    let shown = plain(&sources, &diagnostic, ASCII);
    let harmful = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!shown.contains(harmful), "{shown:?}");
    assert!(shown.contains("module ?[31m ???x ??y"), "{shown}");
}

/// With a scan of the whole text for each label this takes minutes; the bound leaves room for slow machines only.
#[test]
fn many_diagnostics_in_a_large_file_take_linear_time() {
    let mut sources = Sources::default();
    let line = format!("x{}\n", " word".repeat(119));
    let file = source(&mut sources, "Large.ebl", &line.repeat(10_000));
    let start = Instant::now();
    for i in (0..10_000).step_by(4) {
        let at = TextSize::try_from(i * line.len()).unwrap();
        let span = Span::new(file, TextRange::at(at, TextSize::new(1)));
        let shown = render(
            &sources,
            &Diagnostic::new(&UNEXPECTED, span, "not here"),
            ASCII,
        );
        assert!(shown.contains(&format!(":{}:1", i + 1)), "{shown}");
    }
    let taken = start.elapsed();
    assert!(taken < Duration::from_mins(1), "{taken:?}");
}

/// A text of awkward characters, and two ranges in it.
fn awkward() -> impl Strategy<Value = (String, (usize, usize), (usize, usize))> {
    let characters = prop::sample::select(vec!['a', ' ', '\t', '\n', '\r', 'é', '漢', '\u{1b}']);
    let text = prop::collection::vec(characters, 1..40);
    text.prop_flat_map(|text| {
        let range = (0..=text.len(), 0..=text.len());
        (Just(text.into_iter().collect()), range.clone(), range)
    })
}

/// The range between two characters, given by their indices in any order.
fn between(file: FileId, text: &str, (a, b): (usize, usize)) -> Span {
    let offset = |index| text.chars().take(index).map(TextSize::of).sum();
    Span::new(file, TextRange::new(offset(a.min(b)), offset(a.max(b))))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]
    #[test]
    fn whatever_the_places_every_label_is_shown((text, first, second) in awkward(), elsewhere: bool) {
        let mut sources = Sources::default();
        let file = source(&mut sources, "A.ebl", &text);
        let other = if elsewhere { source(&mut sources, "B.ebl", &text) } else { file };
        let diagnostic = Diagnostic::new(&UNEXPECTED, between(file, &text, first), "wrong")
            .here("PRIMARY")
            .also(between(other, &text, second), "SECONDARY");
        for drawing in [ASCII, UNICODE] {
            let shown = plain(&sources, &diagnostic, drawing);
            prop_assert!(shown.contains("PRIMARY"), "{}", shown);
            prop_assert!(shown.contains("SECONDARY"), "{}", shown);
        }
    }
}
