//! Files in memory and places in them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

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
}

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

    /// The table of lines.
    pub fn lines(&self) -> &LineIndex {
        &self.lines
    }
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
