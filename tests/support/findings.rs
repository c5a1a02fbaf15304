//! Findings as plain lines, for snapshots.

use std::fmt::Write as _;

use fretsaw::diagnostics::{Diagnostic, Span};
use fretsaw::semantics::Analysis;

/// One line a finding, with its further places and help below it. Paths are shown from `folder`.
pub(crate) fn listing(analysis: &Analysis, folder: &str) -> String {
    let mut out = String::new();
    for diagnostic in &analysis.diagnostics {
        describe(&mut out, analysis, folder, diagnostic).expect("strings can be written");
    }
    out
}

fn describe(
    out: &mut String,
    analysis: &Analysis,
    folder: &str,
    diagnostic: &Diagnostic,
) -> std::fmt::Result {
    let place = place(analysis, folder, diagnostic.primary.span);
    writeln!(
        out,
        "{place}: {} {}: {}",
        diagnostic.severity, diagnostic.code, diagnostic.message
    )?;
    for label in &diagnostic.secondary {
        writeln!(
            out,
            "    {}: {}",
            self::place(analysis, folder, label.span),
            label.text
        )?;
    }
    if let Some(help) = &diagnostic.help {
        writeln!(out, "    help: {help}")?;
    }
    Ok(())
}

fn place(analysis: &Analysis, folder: &str, span: Span) -> String {
    let file = analysis.sources.file(span.file);
    let at = file.line_col(span.range().start());
    let path = file.path().display().to_string();
    let path = path
        .strip_prefix(folder)
        .unwrap_or(&path)
        .trim_start_matches('/');
    format!("{path}:{}:{}", at.line + 1, at.col + 1)
}
