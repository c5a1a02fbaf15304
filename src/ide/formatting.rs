//! Formatting as edits, each of which changes as little as it can.

use crate::syntax::format::{FormatError, format};
use crate::syntax::{FileKind, SyntaxKind, TextRange, TextSize, tokenize};

/// A replacement in one text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Replacement {
    /// What is replaced.
    pub range: TextRange,
    /// The new text.
    pub text: String,
}

/// What formatting changes in a text.
pub fn edits(text: &str, kind: FileKind) -> Result<Vec<Replacement>, FormatError> {
    let formatted = format(text, kind)?;
    Ok(differences(text, &formatted))
}

/// What formatting changes in a part of a text. Lines end as they do in the rest of it.
pub fn edits_in(
    text: &str,
    kind: FileKind,
    range: TextRange,
) -> Result<Vec<Replacement>, FormatError> {
    let mut formatted = format(text, kind)?;
    let first_line = text.split_inclusive('\n').next().unwrap_or_default();
    if first_line.ends_with("\r\n") {
        formatted = formatted.replace("\r\n", "\n").replace('\n', "\r\n");
    }
    let mut edits = differences(text, &formatted);
    edits.retain(|edit| range.contains_range(edit.range));
    Ok(edits)
}

/// A token or comment, and the white space before it.
struct Piece<'t> {
    gap: TextRange,
    range: TextRange,
    text: &'t str,
}

/// Formatting changes white space only, apart from the lines within comments and the spelling of `lifeCycle`: the
/// pieces of both texts are the same ones.
fn differences(before: &str, after: &str) -> Vec<Replacement> {
    let (old, new) = (pieces(before), pieces(after));
    if old.len() != new.len() {
        return vec![Replacement {
            range: TextRange::up_to(TextSize::of(before)),
            text: after.to_owned(),
        }];
    }
    let mut edits = Vec::new();
    for (old, new) in old.iter().zip(&new) {
        edits.extend(replacement(before, old.gap, &after[new.gap]));
        edits.extend(replacement(before, old.range, new.text));
    }
    edits
}

fn replacement(before: &str, range: TextRange, with: &str) -> Option<Replacement> {
    (&before[range] != with).then(|| Replacement {
        range,
        text: with.to_owned(),
    })
}

/// The pieces of a text. The last one is empty, behind the white space at the end.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let (tokens, _) = tokenize(text);
    let mut pieces = Vec::new();
    let (mut start, mut gap) = (TextSize::default(), TextSize::default());
    for token in tokens {
        let range = TextRange::new(start, token.end);
        start = token.end;
        if token.kind != SyntaxKind::WHITESPACE && token.kind != SyntaxKind::EOF {
            pieces.push(Piece {
                gap: TextRange::new(gap, range.start()),
                range,
                text: &text[range],
            });
            gap = range.end();
        }
    }
    let end = TextSize::of(text);
    pieces.push(Piece {
        gap: TextRange::new(gap, end),
        range: TextRange::empty(end),
        text: "",
    });
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_keeps_the_line_ends_of_its_text() {
        let text = "module a.Bb\r\n\r\nevent x(){\r\n}\r\n\r\nevent y() {\r\n  preconditions {\r\n    1 == 1;\r\n  }\r\n}\r\n";
        let all = TextRange::up_to(TextSize::of(text));
        let edits = edits_in(text, FileKind::Specification, all).expect("it can be read");
        assert!(!edits.is_empty());
        for edit in edits {
            assert!(!edit.text.replace("\r\n", "").contains('\n'), "{edit:?}");
            assert_ne!(&text[edit.range], edit.text);
        }
    }
}
