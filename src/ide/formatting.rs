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

/// What formatting changes in a part of a text.
pub fn edits_in(
    text: &str,
    kind: FileKind,
    range: TextRange,
) -> Result<Vec<Replacement>, FormatError> {
    let mut edits = edits(text, kind)?;
    edits.retain(|edit| range.contains_range(edit.range));
    Ok(edits)
}

/// A token or comment, and the white space before it.
struct Piece<'t> {
    gap: TextRange,
    range: TextRange,
    text: &'t str,
}

/// Formatting changes white space only, apart from the lines within comments and the spelling of `lifeCycle`: the pieces of
/// both texts are the same ones.
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
