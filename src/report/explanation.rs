//! Explanations of codes, and the list of all codes.
//!
//! Explanations are written in a little Markdown: paragraphs, headings and fenced code blocks marked `bad` or `good`.
//! Like all text for people, what comes out carries colours.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use schemars::JsonSchema;
use serde::Serialize;

use super::JSON_VERSION;
use crate::diagnostics::{Code, Severity};

const BOLD: Style = Style::new().bold();
const DIMMED: Style = Style::new().dimmed();

/// What `fretsaw explain --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Codes of diagnostics")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    codes: Vec<Entry>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Entry {
    /// `R` and four digits; the first two tell the family.
    id: &'static str,
    name: &'static str,
    #[schemars(extend("enum" = ["error", "warning", "note"]))]
    severity: &'static str,
    /// Markdown.
    explanation: &'static str,
}

/// The codes as a JSON document.
pub fn document(codes: impl IntoIterator<Item = &'static Code>) -> Document {
    let codes = codes.into_iter().map(|code| Entry {
        id: code.id,
        name: code.name,
        severity: match code.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        },
        explanation: code.explanation.trim(),
    });
    Document {
        version: JSON_VERSION,
        codes: codes.collect(),
    }
}

/// One code: a title line and its explanation.
pub fn render(code: &Code) -> String {
    let mut text = format!("{}\n\n", title(code));
    let mut in_block = None;
    for line in code.explanation.trim().lines() {
        in_block = match (line.strip_prefix("```"), in_block) {
            (Some(_), Some(_)) => None,
            (Some(info), None) => {
                render_caption(&mut text, info);
                Some(block_style(info))
            }
            (None, style) => {
                render_line(&mut text, line, style);
                style
            }
        };
    }
    text
}

/// All codes, one a line, under the titles of their families.
pub fn render_list(families: &[(&str, &[&Code])]) -> String {
    let mut text = String::new();
    for (name, codes) in families {
        if !text.is_empty() {
            text.push('\n');
        }
        // Writing to a string does not fail.
        let _ = writeln!(text, "{BOLD}{name}{BOLD:#}");
        for code in *codes {
            let _ = writeln!(text, "  {}", title(code));
        }
    }
    text
}

fn title(code: &Code) -> String {
    let severity = code.severity.to_string();
    let colour = match code.severity {
        Severity::Error => AnsiColor::Red.on_default(),
        Severity::Warning => AnsiColor::Yellow.on_default(),
        Severity::Note => AnsiColor::Cyan.on_default(),
    };
    format!(
        "{BOLD}{}{BOLD:#}  {colour}{severity:<7}{colour:#}  {}",
        code.id, code.name
    )
}

/// Colours do not reach every reader, so words say which example is which.
fn render_caption(text: &mut String, info: &str) {
    let caption = match info.split_whitespace().nth(1) {
        Some("bad") => "Wrong:",
        Some("good") => "Right:",
        _ => return,
    };
    // Writing to a string does not fail.
    let _ = writeln!(text, "{BOLD}{caption}{BOLD:#}\n");
}

/// What is wrong is red, what is right is green.
fn block_style(info: &str) -> Style {
    match info.split_whitespace().nth(1) {
        Some("bad") => AnsiColor::Red.on_default(),
        Some("good") => AnsiColor::Green.on_default(),
        _ => DIMMED,
    }
}

fn render_line(text: &mut String, line: &str, block: Option<Style>) {
    // Writing to a string does not fail.
    let _ = match block {
        Some(_) if line.is_empty() => writeln!(text),
        Some(style) => writeln!(text, "    {style}{line}{style:#}"),
        None if line.starts_with('#') => {
            let heading = line.trim_start_matches('#').trim_start();
            writeln!(text, "{BOLD}{heading}{BOLD:#}")
        }
        None => writeln!(text, "{line}"),
    };
}
