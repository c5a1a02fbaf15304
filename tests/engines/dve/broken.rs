//! Wrong models, `broken/*.dve`, and everything that is told of them.

use std::fmt::Write;
use std::path::Path;

use fretsaw::diagnostics::{Diagnostic, Sources, Span};

use super::features::models;
use crate::support::dve_models::{load, load_file};

fn listing(sources: &Sources, diagnostics: &[Diagnostic]) -> String {
    let place = |span: Span| {
        let at = sources.file(span.file).line_col(span.range().start());
        format!("{}:{}", at.line + 1, at.col + 1)
    };
    let mut text = String::new();
    for it in diagnostics {
        let at = place(it.primary.span);
        let _ = writeln!(text, "{at}: {} {}: {}", it.severity, it.code, it.message);
        for label in &it.secondary {
            let _ = writeln!(text, "    {}: {}", place(label.span), label.text);
        }
        if let Some(help) = &it.help {
            let _ = writeln!(text, "    help: {help}");
        }
    }
    text
}

fn findings(path: &Path) -> String {
    let loaded = load_file(path);
    let found = &loaded.reading.diagnostics;
    let has_errors = found.iter().any(Diagnostic::is_error);
    assert_eq!(loaded.reading.model.is_none(), has_errors);
    let name = path.file_stem().expect("a name").display();
    format!("== {name}\n{}\n", listing(&loaded.sources, found))
}

#[test]
fn everything_that_is_wrong_is_told() {
    let paths = models("broken");
    let text: String = paths.iter().map(|path| findings(path)).collect();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("dve_broken", text));
}

fn findings_in(text: &str) -> Vec<Diagnostic> {
    load("wrong.dve", text).reading.diagnostics
}

/// Each unknown name is told of, but not each is compared with all that are known.
#[test]
fn only_some_of_very_many_unknown_names_are_searched_for() {
    let declared: Vec<String> = (0..300).map(|n| format!("int name{n}x;")).collect();
    let declared = declared.join("\n");
    let guards: Vec<String> = (0..300)
        .map(|n| format!("a -> a {{ guard name{n}y; }}"))
        .collect();
    let process = format!(
        "process P {{ state a; init a; trans {}; }}",
        guards.join(", ")
    );
    let found = findings_in(&format!("{declared}{process}\nsystem async;\n"));
    assert_eq!(found.len(), 300);
    let helped = found.iter().filter(|it| it.help.is_some()).count();
    assert_eq!(helped, 100);
}

/// Lists that go wrong for 400 KB. Nothing looks at the clock here: a test that takes minutes has failed.
#[test]
fn recovery_in_lists_is_linear() {
    let process = "process P { state a, b; init a; ";
    let lists = [
        (String::new(), "x y "),
        ("int a, ".to_owned(), "x y "),
        ("int a[3] = {".to_owned(), "1 x "),
        ("channel {".to_owned(), "x, "),
        ("process P { ".to_owned(), "x y "),
        ("process P { state ".to_owned(), "x y "),
        (format!("{process}trans "), "x y "),
        (format!("{process}trans a -> b {{ "), "x y "),
        (format!("{process}trans a -> b {{ guard "), "x y "),
        (format!("{process}trans a -> b {{ effect "), "x y "),
        (format!("{process}assert "), "x y "),
    ];
    for (before, repeated) in lists {
        let text = format!("{before}{}", repeated.repeat(400_000 / repeated.len()));
        let found = findings_in(&text);
        assert!(!found.is_empty(), "{before}{repeated}");
    }
}
