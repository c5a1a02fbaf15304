//! Diagnostics as programs read them: `schemas/diagnostics.schema.json` describes the document.

use rowan::TextSize;
use schemars::JsonSchema;
use serde::Serialize;

use super::JSON_VERSION;
use crate::diagnostics::{self, SourceFile, Sources, Span};

/// What `fretsaw lint --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Diagnostics")]
pub struct Document {
    /// Grows when a field changes its meaning or goes away.
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    /// Ordered by file and place.
    diagnostics: Vec<Diagnostic>,
}

/// One diagnostic.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Diagnostic {
    /// `R` and four digits; `fretsaw explain` tells what it means.
    code: &'static str,
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    severity: &'static str,
    /// One sentence without a full stop.
    message: String,
    /// The path as it was given, or below the folder that was given.
    file: String,
    range: Range,
    /// Places with what is said of them. The diagnostic's own range comes first, if something is said of it.
    labels: Vec<Label>,
    /// What to do.
    help: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fix: Option<Fix>,
    /// All fixes, the likeliest first, where there are several to choose from; `fix` is the first of them. Each mends
    /// it by itself.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    fixes: Vec<Fix>,
}

/// A place and what is said of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Label {
    file: String,
    range: Range,
    text: String,
}

/// Replacements that mend it, to be made all at once.
#[derive(Debug, Serialize, JsonSchema)]
struct Fix {
    /// What the fix does, in the imperative.
    title: String,
    /// Each range is replaced by the text.
    edits: Vec<Label>,
}

/// The end is the position behind the last character. Both are the same where something is missing.
#[derive(Debug, Serialize, JsonSchema)]
struct Range {
    start: Position,
    end: Position,
}

/// Line and column count from 1, columns in characters; the offset counts bytes from 0.
#[derive(Debug, Serialize, JsonSchema)]
struct Position {
    /// From 1.
    #[schemars(range(min = 1))]
    line: u32,
    /// From 1, in characters (Unicode scalar values).
    #[schemars(range(min = 1))]
    column: u32,
    /// From 0, in bytes of UTF-8.
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
