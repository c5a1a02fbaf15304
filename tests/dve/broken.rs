//! Wrong models, `broken/*.dve`, and everything that is told of them.

use std::fmt::Write;
use std::path::Path;

use fretsaw::diagnostics::{Diagnostic, Sources, Span};

use super::features::models;
use super::models::load_file;

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
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("dve_broken", text));
}
