//! Files in memory and places in them.

use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use line_index::{LineCol, LineIndex};

use crate::syntax::{FileKind, TextRange, TextSize};

/// A file of a [`Sources`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(u32);

/// A range in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    start: TextSize,
    end: TextSize,
}

impl Span {
    /// A range in a file.
    pub fn new(file: FileId, range: TextRange) -> Span {
        Span {
            file,
            start: range.start(),
            end: range.end(),
        }
    }

    /// Whether another range lies in this one.
    pub fn contains(self, other: Span) -> bool {
        self.file == other.file && self.range().contains_range(other.range())
    }

    /// The range from the beginning of this one to the end of another one in the same file.
    #[must_use]
    pub fn cover(self, other: Span) -> Span {
        Span::new(self.file, self.range().cover(other.range()))
    }

    /// The range without its file.
    pub fn range(self) -> TextRange {
        TextRange::new(self.start, self.end)
    }
}

/// The text of a file and where it came from.
#[derive(Debug, Clone)]
pub struct SourceFile {
    path: PathBuf,
    text: Arc<str>,
    kind: FileKind,
    lines: LineIndex,
    lengths: OnceLock<Vec<Length>>,
}

/// How long a text is, in two ways of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Length {
    /// Characters as Unicode has them.
    pub characters: u32,
    /// The units of UTF-16, in which editors count.
    pub utf16: u32,
}

impl Length {
    fn of(text: &str) -> Length {
        text.chars().fold(Length::default(), |sum, c| Length {
            characters: sum.characters + 1,
            utf16: sum.utf16 + if c.len_utf16() == 2 { 2 } else { 1 },
        })
    }
}

/// The lengths of beginnings of a text are noted at each multiple of this: a line may have all of a large text, and
/// very many mistakes.
const STRIDE: usize = 1024;

impl SourceFile {
    /// The path as it is shown to the user.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The language of the text.
    pub fn kind(&self) -> FileKind {
        self.kind
    }

    /// Line and column of an offset, both from 0, the column in bytes.
    pub fn line_col(&self, offset: TextSize) -> LineCol {
        self.lines.line_col(offset)
    }

    /// How much stands in an offset's line before it. This takes no longer where the line is long.
    pub fn column(&self, offset: TextSize) -> Length {
        let start = offset - TextSize::new(self.line_col(offset).col);
        let (until, before) = (self.length_before(offset), self.length_before(start));
        Length {
            characters: until.characters - before.characters,
            utf16: until.utf16 - before.utf16,
        }
    }

    /// The length of the text before an offset.
    fn length_before(&self, offset: TextSize) -> Length {
        let offset = usize::from(offset);
        let noted = self.lengths.get_or_init(|| lengths(&self.text));
        let stride = (offset / STRIDE).min(noted.len() - 1);
        let noted = noted[stride];
        let begin = self.text.floor_char_boundary(stride * STRIDE);
        let end = self.text.floor_char_boundary(offset);
        let rest = Length::of(&self.text[begin..end]);
        Length {
            characters: noted.characters + rest.characters,
            utf16: noted.utf16 + rest.utf16,
        }
    }

    /// The table of lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }
}

/// The lengths of what stands before each multiple of [`STRIDE`].
fn lengths(text: &str) -> Vec<Length> {
    let mut noted = vec![Length::default()];
    let (mut begin, mut sum) = (0, Length::default());
    for end in (STRIDE..text.len()).step_by(STRIDE) {
        let end = text.floor_char_boundary(end);
        let length = Length::of(&text[begin..end]);
        sum.characters += length.characters;
        sum.utf16 += length.utf16;
        noted.push(sum);
        begin = end;
    }
    noted
}

/// All files that have been read, each once.
#[derive(Debug, Clone, Default)]
pub struct Sources {
    files: Vec<SourceFile>,
}

impl Sources {
    /// Adds a file.
    pub fn add(&mut self, path: PathBuf, text: Arc<str>, kind: FileKind) -> FileId {
        let id = FileId(u32::try_from(self.files.len()).unwrap_or(u32::MAX));
        let lines = LineIndex::new(&text);
        self.files.push(SourceFile {
            path,
            text,
            kind,
            lines,
            lengths: OnceLock::new(),
        });
        id
    }

    /// The file with this number.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// All files, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        (0..).map(FileId).zip(&self.files)
    }

    /// The line at which a place begins, from 1.
    pub fn line(&self, span: Span) -> u32 {
        self.file(span.file).line_col(span.range().start()).line + 1
    }

    /// The text at a place.
    pub fn text_at(&self, span: Span) -> &str {
        self.file(span.file)
            .text()
            .get(std::ops::Range::<usize>::from(span.range()))
            .unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::{Length, Sources};
    use crate::syntax::{FileKind, TextSize};

    #[test]
    fn columns_are_those_of_their_line_however_long() {
        let text = format!("a\u{1F600}b\n{}\n\u{e9}", "x\u{e9}y\u{1F600}z".repeat(900));
        let mut sources = Sources::default();
        let id = sources.add(PathBuf::from("a"), text.as_str().into(), FileKind::Test);
        let (mut line_start, file) = (0, sources.file(id));
        let mut expected = Length::default();
        for (offset, c) in text.char_indices().chain([(text.len(), ' ')]) {
            if offset > 0 && text[..offset].ends_with('\n') {
                (line_start, expected) = (offset, Length::default());
            }
            let at = TextSize::try_from(offset).unwrap();
            assert_eq!(file.column(at), expected, "{line_start} {offset}");
            expected.characters += 1;
            expected.utf16 += u32::try_from(c.len_utf16()).unwrap();
        }
    }

    /// Nothing looks at the clock here: if each column were counted from the beginning of the line, this would take
    /// minutes.
    #[test]
    fn many_columns_of_a_very_long_line_cost_no_more_than_to_read_it() {
        const LENGTH: u32 = 20_000_000;
        let mut sources = Sources::default();
        let text = "x".repeat(LENGTH as usize);
        let id = sources.add(PathBuf::from("a"), text.into(), FileKind::Test);
        let sum: u64 = (0..100_000)
            .map(|back| {
                let offset = TextSize::new(LENGTH - back);
                u64::from(sources.file(id).column(offset).characters)
            })
            .sum();
        let mean = u64::from(LENGTH) - 50_000;
        assert_eq!(sum, 100_000 * mean + 50_000);
    }
}
