//! The lines of a file around a place, for miette.
//!
//! miette's own sources scan the whole text for each label, which makes many diagnostics in a
//! large file quadratic. This one asks the line index, and hands out copies of the few lines that
//! are shown, in which nothing can confuse a terminal.

use std::sync::OnceLock;

use line_index::LineCol;
use miette::{MietteError, SourceCode, SourceSpan, SpanContents};
use rowan::{TextRange, TextSize};

use super::harmless::{harmless, is_harmful};
use crate::diagnostics::SourceFile;

/// A file whose lines miette may read.
pub(super) struct Excerpts<'a> {
    file: &'a SourceFile,
    name: String,
    /// Whether the empty line behind the last line break is a line to be shown.
    shows_end: bool,
    handed_out: Texts,
}

/// Texts that live as long as the whole, which only grows: miette keeps references to what it has read.
#[derive(Default)]
struct Texts(OnceLock<(String, Box<Texts>)>);

/// Some whole lines of a file.
struct Excerpt<'a> {
    name: &'a str,
    text: &'a str,
    span: SourceSpan,
    line: usize,
    column: usize,
    line_count: usize,
}

impl<'a> Excerpts<'a> {
    pub(super) fn new(file: &'a SourceFile) -> Excerpts<'a> {
        let name = harmless(&file.path().display().to_string());
        Excerpts {
            file,
            name,
            shows_end: false,
            handed_out: Texts::default(),
        }
    }

    /// Makes sure that an empty range at the end of the text has a line to stand in.
    pub(super) fn make_room_for(&mut self, range: TextRange) {
        let behind_last_line = range.start() == self.end() && self.file.text().ends_with('\n');
        self.shows_end |= behind_last_line;
    }

    /// The first and the last line that a range touches.
    pub(super) fn lines_of(&self, range: TextRange) -> (u32, u32) {
        let first = self.file.line_col(range.start()).line;
        let touches_next = range.is_empty() || !self.ends_with_line_break(range);
        let last = if touches_next {
            self.file.line_col(range.end()).line
        } else {
            self.file.line_col(range.end()).line.saturating_sub(1)
        };
        (first, last.max(first))
    }

    /// The range of whole lines.
    pub(super) fn range_of_lines(&self, first: u32, last: u32) -> TextRange {
        let start = self.start_of_line(first);
        TextRange::new(start, self.start_of_line(last + 1).max(start))
    }

    /// The number of characters between the beginning of the line and the offset.
    pub(super) fn column(&self, offset: TextSize) -> usize {
        self.file.column(offset).characters as usize
    }

    /// Beyond the last line this is the end of the text.
    fn start_of_line(&self, line: u32) -> TextSize {
        let start = self.file.lines().offset(LineCol { line, col: 0 });
        start.map_or(self.end(), |start| start.min(self.end()))
    }

    fn end(&self) -> TextSize {
        TextSize::of(self.file.text().as_ref())
    }

    fn ends_with_line_break(&self, range: TextRange) -> bool {
        let before_end = usize::from(range.end()).saturating_sub(1);
        self.file.text().as_bytes().get(before_end) == Some(&b'\n')
    }
}

impl SourceCode for Excerpts<'_> {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let range = text_range(span).ok_or(MietteError::OutOfBounds)?;
        if range.end() > self.end() {
            return Err(MietteError::OutOfBounds);
        }
        let (first, last) = self.lines_of(range);
        let first = first.saturating_sub(small(lines_before));
        let shown = self.range_of_lines(first, last.saturating_add(small(lines_after)));
        let mut text = shown_text(&self.file.text()[shown]);
        if self.shows_end && range.end() == self.end() && !shown.is_empty() {
            text.push('\n');
        }
        let text = self.handed_out.keep(text);
        Ok(Box::new(Excerpt {
            name: &self.name,
            line: first as usize,
            column: if lines_before == 0 {
                self.column(range.start())
            } else {
                0
            },
            line_count: text.lines().count(),
            span: (usize::from(shown.start()), text.len()).into(),
            text,
        }))
    }
}

impl<'a> SpanContents<'a> for Excerpt<'a> {
    fn data(&self) -> &'a [u8] {
        self.text.as_bytes()
    }

    fn span(&self) -> &SourceSpan {
        &self.span
    }

    fn line(&self) -> usize {
        self.line
    }

    fn column(&self) -> usize {
        self.column
    }

    fn line_count(&self) -> usize {
        self.line_count
    }

    fn name(&self) -> Option<&str> {
        Some(self.name)
    }
}

impl Texts {
    fn keep(&self, text: String) -> &str {
        let mut end = self;
        while let Some((_, next)) = end.0.get() {
            end = next;
        }
        &end.0.get_or_init(|| (text, Box::default())).0
    }
}

/// The lines as they are shown. Offsets must stay what they are in the file, so a harmful character gives way to
/// as many bytes. The last line always ends: miette cannot point behind one that does not.
fn shown_text(lines: &str) -> String {
    let mut text = String::with_capacity(lines.len() + 1);
    let mut chars = lines.chars().peekable();
    while let Some(c) = chars.next() {
        let ends_line = c == '\r' && chars.peek() == Some(&'\n');
        if is_harmful(c) && !ends_line {
            text.extend(std::iter::repeat_n('?', c.len_utf8()));
        } else {
            text.push(c);
        }
    }
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

fn text_range(span: &SourceSpan) -> Option<TextRange> {
    let start = u32::try_from(span.offset()).ok()?;
    let end = start.checked_add(u32::try_from(span.len()).ok()?)?;
    Some(TextRange::new(start.into(), end.into()))
}

fn small(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
