//! Places of an analysis as the protocol tells them.

use gen_lsp_types::{Location, Position, Range, TextEdit, Uri};

use super::positions::{Encoding, position_at};
use super::uris::uri_of;
use crate::diagnostics::{Edit, FileId, SourceFile, Sources, Span};
use crate::syntax::{TextRange, TextSize};

/// What places need to be told.
#[derive(Clone, Copy)]
pub(in crate::lsp) struct Places<'s> {
    pub(in crate::lsp) sources: &'s Sources,
    pub(in crate::lsp) encoding: Encoding,
}

impl<'s> Places<'s> {
    pub(in crate::lsp) fn source(self, file: FileId) -> &'s SourceFile {
        self.sources.file(file)
    }

    pub(in crate::lsp) fn position(self, file: FileId, offset: TextSize) -> Position {
        position_at(self.source(file), offset, self.encoding)
    }

    pub(in crate::lsp) fn range_in(self, file: FileId, range: TextRange) -> Range {
        Range {
            start: self.position(file, range.start()),
            end: self.position(file, range.end()),
        }
    }

    pub(in crate::lsp) fn range(self, span: Span) -> Range {
        self.range_in(span.file, span.range())
    }

    pub(in crate::lsp) fn uri(self, file: FileId) -> Uri {
        uri_of(self.source(file).path())
    }

    pub(in crate::lsp) fn location(self, span: Span) -> Location {
        Location {
            uri: self.uri(span.file),
            range: self.range(span),
        }
    }

    pub(in crate::lsp) fn edit(self, edit: &Edit) -> TextEdit {
        TextEdit {
            range: self.range(edit.span),
            new_text: edit.text.clone(),
        }
    }
}
