//! Diagnostics as people read them: message, excerpt with labels, help.
//!
//! The text carries colours where [`Drawing`] says so; whoever writes it to a stream that has none takes them out.

use std::fmt;

use anstream::adapter::strip_str;
use anstyle::Style;
use miette::{GraphicalReportHandler, GraphicalTheme, LabeledSpan, SourceCode, ThemeCharacters};
use rowan::{TextRange, TextSize};

use super::excerpt::Excerpts;
use super::harmless::harmless;
use crate::diagnostics::{Diagnostic, FileId, Label, Severity, SourceFile, Sources, Span};

/// Lines shown before and after a label.
const CONTEXT_LINES: u32 = 1;

/// A label over more lines than this is drawn at its first line only.
const MOST_LINES_OF_A_LABEL: u32 = 6;

/// An excerpt with more bytes than this, from a file of very long lines, is left out.
const MOST_BYTES_OF_AN_EXCERPT: TextSize = TextSize::new(4096);

/// What the output can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Drawing {
    /// Lines and arrows beyond ASCII.
    pub unicode: bool,
    /// Columns.
    pub width: usize,
    /// Colours and weights of letters.
    pub colours: bool,
}

impl Drawing {
    /// What editors and files can show.
    pub const PLAIN: Drawing = Drawing {
        unicode: true,
        width: 100,
        colours: false,
    };

    /// A style, where there are any.
    pub(super) fn style(self, style: Style) -> Style {
        if self.colours { style } else { Style::new() }
    }
}

/// Renders one diagnostic, with a line break at its end.
pub fn render(sources: &Sources, diagnostic: &Diagnostic, drawing: Drawing) -> String {
    let mut parts = parts(sources, diagnostic);
    if let Some(last) = parts.last_mut() {
        last.help.clone_from(&diagnostic.help);
    }
    let mut text = String::new();
    for part in &parts {
        part.render(drawing, &mut text);
    }
    // miette indents the first line, where people and tools look for the severity.
    text.trim_start_matches(' ').to_owned()
}

/// Renders what is to be said of a place, without a code.
pub fn remark(sources: &Sources, message: &str, label: &Label, drawing: Drawing) -> String {
    remarks(sources, message, std::slice::from_ref(label), drawing)
}

/// Renders what is to be said of several places of one file, without a code. The last is what it is about.
pub fn remarks(sources: &Sources, message: &str, labels: &[Label], drawing: Drawing) -> String {
    let Some(last) = labels.last() else {
        return String::new();
    };
    let mut part = Part::new(sources.file(last.span.file), last.span);
    part.message = harmless(message);
    for (index, label) in labels.iter().enumerate() {
        part.add_label(label, index + 1 == labels.len());
    }
    part.labels.sort_by_key(LabeledSpan::offset);
    let mut text = String::new();
    part.render(drawing, &mut text);
    text.trim_start_matches(' ').to_owned()
}

/// One line that counts the diagnostics.
pub fn summary(diagnostics: &[Diagnostic], n_files: usize) -> String {
    let count = |severity| {
        diagnostics
            .iter()
            .filter(|it| it.severity == severity)
            .count()
    };
    let (n_errors, n_warnings) = (count(Severity::Error), count(Severity::Warning));
    let found = match (n_errors, n_warnings) {
        (0, 0) => "no errors".to_owned(),
        (0, _) => counted(n_warnings, "warning"),
        (_, 0) => counted(n_errors, "error"),
        _ => format!(
            "{}, {}",
            counted(n_errors, "error"),
            counted(n_warnings, "warning")
        ),
    };
    format!("{found} in {}", counted(n_files, "file"))
}

/// `1 file`, `2 files`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// What miette renders at once: a message and labels of one file.
struct Part<'a> {
    severity: miette::Severity,
    title: String,
    message: String,
    file: &'a SourceFile,
    excerpts: Excerpts<'a>,
    /// Empty if the file has no text that could be shown.
    labels: Vec<LabeledSpan>,
    primary: TextRange,
    help: Option<String>,
}

/// The diagnostic with the labels of its own file, then a note for each label elsewhere.
fn parts<'a>(sources: &'a Sources, diagnostic: &Diagnostic) -> Vec<Part<'a>> {
    let file = diagnostic.primary.span.file;
    let (here, elsewhere): (Vec<&Label>, Vec<&Label>) = diagnostic
        .secondary
        .iter()
        .partition(|label| label.span.file == file);
    let mut parts = vec![main_part(sources, diagnostic, file, &here)];
    parts.extend(elsewhere.iter().map(|label| note(sources, label)));
    parts
}

fn main_part<'a>(
    sources: &'a Sources,
    diagnostic: &Diagnostic,
    file: FileId,
    secondary: &[&Label],
) -> Part<'a> {
    let mut part = Part::new(sources.file(file), diagnostic.primary.span);
    part.severity = match diagnostic.severity {
        Severity::Error => miette::Severity::Error,
        Severity::Warning => miette::Severity::Warning,
        Severity::Note => miette::Severity::Advice,
    };
    part.title = format!("{}[{}]:", diagnostic.severity, diagnostic.code);
    part.message = harmless(&diagnostic.message);
    part.add_label(&diagnostic.primary, true);
    for label in secondary {
        part.add_label(label, false);
    }
    part.labels.sort_by_key(LabeledSpan::offset);
    part
}

fn note<'a>(sources: &'a Sources, label: &Label) -> Part<'a> {
    let mut part = Part::new(sources.file(label.span.file), label.span);
    part.message = harmless(&label.text);
    let unsaid = Label {
        span: label.span,
        text: String::new(),
    };
    part.add_label(&unsaid, true);
    part
}

impl<'a> Part<'a> {
    fn new(file: &'a SourceFile, primary: Span) -> Part<'a> {
        Part {
            severity: miette::Severity::Advice,
            title: "note:".to_owned(),
            message: String::new(),
            file,
            excerpts: Excerpts::new(file),
            labels: Vec::new(),
            primary: primary.range(),
            help: None,
        }
    }

    fn add_label(&mut self, label: &Label, primary: bool) {
        let range = self.drawn_range(label.span.range());
        if !self.can_be_shown(range) {
            return;
        }
        self.excerpts.make_room_for(range);
        let text = (!label.text.is_empty()).then(|| harmless(&label.text));
        let span = (usize::from(range.start()), usize::from(range.len()));
        self.labels.push(if primary {
            LabeledSpan::new_primary_with_span(text, span)
        } else {
            LabeledSpan::new_with_span(text, span)
        });
    }

    /// The range, or the part of it in its first line if it has very many.
    fn drawn_range(&self, range: TextRange) -> TextRange {
        let (first, last) = self.excerpts.lines_of(range);
        if last - first < MOST_LINES_OF_A_LABEL {
            return range;
        }
        let line = &self.file.text()[self.excerpts.range_of_lines(first, first)];
        let line_break = TextSize::of(line) - TextSize::of(line.trim_end_matches(['\n', '\r']));
        let end = self.excerpts.range_of_lines(first, first).end() - line_break;
        TextRange::new(range.start(), end.max(range.start()))
    }

    fn can_be_shown(&self, range: TextRange) -> bool {
        let (first, last) = self.excerpts.lines_of(range);
        let first = first.saturating_sub(CONTEXT_LINES);
        let lines = self.excerpts.range_of_lines(first, last + CONTEXT_LINES);
        !self.file.text().is_empty() && lines.len() <= MOST_BYTES_OF_AN_EXCERPT
    }

    fn render(&self, drawing: Drawing, text: &mut String) {
        let mut styled = String::new();
        // Writing to a string does not fail, and our source knows all offsets of its own spans.
        let _ = self.handler(drawing).render_report(&mut styled, self);
        if drawing.colours {
            text.push_str(&styled);
        } else {
            // miette counts the letters of styles where it indents lines: without any, texts would not look the same.
            text.extend(strip_str(&styled));
        }
    }

    fn handler(&self, drawing: Drawing) -> GraphicalReportHandler {
        let mut theme = GraphicalTheme::unicode();
        if !drawing.unicode {
            theme.characters = ThemeCharacters::ascii();
        }
        // The primary label has the colour of the severity. miette hands out styles in order of the labels' places.
        let primary = match self.severity {
            miette::Severity::Error => theme.styles.error,
            miette::Severity::Warning => theme.styles.warning,
            miette::Severity::Advice => theme.styles.advice,
        };
        let styles = self.labels.iter().map(|label| {
            if label.primary() {
                primary
            } else {
                theme.styles.advice
            }
        });
        theme.styles.highlights = styles.collect();
        theme.characters.error.clone_from(&self.title);
        theme.characters.warning.clone_from(&self.title);
        theme.characters.advice.clone_from(&self.title);
        GraphicalReportHandler::new_themed(theme)
            .with_width(drawing.width)
            .with_context_lines(CONTEXT_LINES as usize)
            .without_syntax_highlighting()
    }

    /// The place in words, for what has no excerpt.
    fn place(&self) -> String {
        let path = harmless(&self.file.path().display().to_string());
        if self.file.text().is_empty() {
            return path;
        }
        let line = self.file.line_col(self.primary.start()).line + 1;
        let column = self.excerpts.column(self.primary.start()) + 1;
        format!("{path}:{line}:{column}")
    }
}

impl fmt::Display for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        let place = self.place();
        if self.labels.is_empty() && !self.message.contains(&place) {
            write!(f, "\nat {place}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Part<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for Part<'_> {}

impl miette::Diagnostic for Part<'_> {
    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'b>(&'b self) -> Option<Box<dyn fmt::Display + 'b>> {
        let help = harmless(self.help.as_deref()?);
        Some(Box::new(help))
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.excerpts)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }
}
