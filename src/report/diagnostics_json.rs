//! Diagnostics as programs read them: `schemas/diagnostics.schema.json` describes the document.

use rowan::TextSize;
use serde::Serialize;

use super::JSON_VERSION;
use crate::diagnostics::{self, SourceFile, Sources, Span};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    diagnostics: Vec<Diagnostic>,
}

/// One diagnostic.
#[derive(Debug, Serialize)]
pub struct Diagnostic {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: String,
    range: Range,
    labels: Vec<Label>,
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix>,
    /// All fixes, where there is a choice; `fix` is the first of them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
}

/// A place and what is said of it.
#[derive(Debug, Serialize)]
pub struct Label {
    file: String,
    range: Range,
    text: String,
}

#[derive(Debug, Serialize)]
struct Fix {
    title: String,
    edits: Vec<Label>,
}

#[derive(Debug, Serialize)]
struct Range {
    start: Position,
    end: Position,
}

/// Line and column count from 1, columns in characters; the offset counts bytes from 0.
#[derive(Debug, Serialize)]
struct Position {
    line: u32,
    column: u32,
    offset: u32,
}

/// The document for these diagnostics.
pub fn document(sources: &Sources, diagnostics: &[diagnostics::Diagnostic]) -> Document {
    Document {
        version: JSON_VERSION,
        diagnostics: list(sources, diagnostics),
    }
}

/// The diagnostics alone, for documents that hold more.
pub fn list(sources: &Sources, diagnostics: &[diagnostics::Diagnostic]) -> Vec<Diagnostic> {
    diagnostics
        .iter()
        .map(|it| diagnostic(sources, it))
        .collect()
}

fn diagnostic(sources: &Sources, diagnostic: &diagnostics::Diagnostic) -> Diagnostic {
    let span = diagnostic.primary.span;
    let said_of_primary = Some(&diagnostic.primary).filter(|label| !label.text.is_empty());
    let labels = said_of_primary.into_iter().chain(&diagnostic.secondary);
    Diagnostic {
        code: diagnostic.code.id,
        severity: match diagnostic.severity {
            diagnostics::Severity::Error => "error",
            diagnostics::Severity::Warning => "warning",
            diagnostics::Severity::Note => "note",
        },
        message: diagnostic.message.clone(),
        file: file_name(sources, span),
        range: range(sources, span),
        labels: labels.map(|it| label(sources, it.span, &it.text)).collect(),
        help: diagnostic.help.clone(),
        fix: diagnostic.fixes.first().map(|it| fix(sources, it)),
        fixes: choice(sources, &diagnostic.fixes),
    }
}

/// The fixes that there are to choose from. A single one is no choice.
fn choice(sources: &Sources, fixes: &[diagnostics::Fix]) -> Vec<Fix> {
    match fixes {
        [] | [_] => Vec::new(),
        several => several.iter().map(|it| fix(sources, it)).collect(),
    }
}

fn fix(sources: &Sources, fix: &diagnostics::Fix) -> Fix {
    let edits = fix.edits.iter();
    Fix {
        title: fix.title.clone(),
        edits: edits.map(|it| label(sources, it.span, &it.text)).collect(),
    }
}

/// What is said of a place, for documents that hold more.
pub fn label(sources: &Sources, span: Span, text: &str) -> Label {
    Label {
        file: file_name(sources, span),
        range: range(sources, span),
        text: text.to_owned(),
    }
}

fn file_name(sources: &Sources, span: Span) -> String {
    sources.file(span.file).path().display().to_string()
}

fn range(sources: &Sources, span: Span) -> Range {
    let file = sources.file(span.file);
    Range {
        start: position(file, span.range().start()),
        end: position(file, span.range().end()),
    }
}

fn position(file: &SourceFile, offset: TextSize) -> Position {
    Position {
        line: file.line_col(offset).line + 1,
        column: file.column(offset).characters + 1,
        offset: offset.into(),
    }
}
