//! Lines and columns to offsets and back. Columns count bytes or units of UTF-16, as the client wants.

use gen_lsp_types::{Position, PositionEncodingKind};

use crate::diagnostics::SourceFile;
use crate::syntax::TextSize;

/// What columns count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::lsp) enum Encoding {
    Utf8,
    Utf16,
}

impl Encoding {
    /// Bytes, if the client can count them; every client can count units of UTF-16.
    pub(in crate::lsp) fn negotiated(offered: &[PositionEncodingKind]) -> Encoding {
        if offered.contains(&PositionEncodingKind::UTF8) {
            Encoding::Utf8
        } else {
            Encoding::Utf16
        }
    }

    pub(in crate::lsp) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }
}

/// The offset of a position. One behind the end of a line or text means that end, one within a character its
/// beginning.
pub(in crate::lsp) fn offset_at(text: &str, position: Position, encoding: Encoding) -> usize {
    let mut start = 0;
    for _ in 0..position.line {
        match text[start..].find('\n') {
            Some(length) => start += length + 1,
            None => return text.len(),
        }
    }
    let rest = &text[start..];
    let line = rest.find('\n').map_or(rest, |length| &rest[..length]);
    let line = line.strip_suffix('\r').unwrap_or(line);
    start + column_offset(line, position.character as usize, encoding)
}

fn column_offset(line: &str, column: usize, encoding: Encoding) -> usize {
    match encoding {
        Encoding::Utf8 => line.floor_char_boundary(column.min(line.len())),
        Encoding::Utf16 => {
            let mut units = 0;
            for (offset, character) in line.char_indices() {
                units += character.len_utf16();
                if units > column {
                    return offset;
                }
            }
            line.len()
        }
    }
}

/// The position of an offset.
pub(in crate::lsp) fn position_at(
    file: &SourceFile,
    offset: TextSize,
    encoding: Encoding,
) -> Position {
    let length = TextSize::of(&**file.text());
    let offset = offset.min(length);
    let place = file.line_col(offset);
    let character = match encoding {
        Encoding::Utf8 => place.col,
        Encoding::Utf16 => file.column(offset).utf16,
    };
    Position {
        line: place.line,
        character,
    }
}

#[cfg(test)]
mod tests {
    use super::{Encoding, offset_at};
    use gen_lsp_types::Position;

    fn at(text: &str, line: u32, character: u32, encoding: Encoding) -> usize {
        offset_at(text, Position { line, character }, encoding)
    }

    #[test]
    fn columns_count_what_was_agreed() {
        let text = "a\n\u{1F600}b\u{e9}c\r\nd";
        assert_eq!(at(text, 1, 2, Encoding::Utf16), 6);
        assert_eq!(at(text, 1, 4, Encoding::Utf8), 6);
        assert_eq!(at(text, 1, 4, Encoding::Utf16), 9);
    }

    #[test]
    fn positions_outside_the_text_come_to_its_edges() {
        let text = "ab\r\nc\u{1F600}";
        assert_eq!(at(text, 0, 99, Encoding::Utf16), 2);
        assert_eq!(at(text, 99, 0, Encoding::Utf8), text.len());
        assert_eq!(at(text, 1, 2, Encoding::Utf16), 5);
        assert_eq!(at(text, 1, 3, Encoding::Utf8), 5);
        assert_eq!(at("", 0, 7, Encoding::Utf8), 0);
    }
}
