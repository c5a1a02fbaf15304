//! Which brace was forgotten?
//!
//! Where a closing brace is missing, those behind it close the wrong blocks, and the parser only notices at the
//! end of the declaration. People see it at once, by the indentation, and so do we here: only after
//! the fact, and only to point at the right place. Indentation never decides how a text is read.

use super::SyntaxKind::{L_BRACE, R_BRACE, TAG_STRING};
use super::parser::{ErrorPosition, Input};

/// The opening brace, or the text of an annotation, to blame, and the place where the closing brace is missed. The
/// parser found the one at `open` without its partner at `place`.
pub(super) fn unclosed(
    text: &str,
    input: &Input<'_>,
    open: usize,
    place: ErrorPosition,
) -> (usize, ErrorPosition) {
    let (ErrorPosition::Before(end), L_BRACE) = (place, input.kind(open)) else {
        return (open, place);
    };
    let mut opened = Vec::new();
    for number in open..end {
        match input.kind(number) {
            L_BRACE => opened.push(number),
            R_BRACE => {
                if let Some(partner) = opened.pop()
                    && is_misaligned(text, input, partner, number)
                {
                    return (partner, ErrorPosition::Before(number));
                }
            }
            TAG_STRING if swallows_a_brace(text, input, number) => {
                return (number, ErrorPosition::At(number));
            }
            _ => {}
        }
    }
    (open, place)
}

/// Whether a closing brace stands at the start of a line, further left than the line of its
/// opening brace.
fn is_misaligned(text: &str, input: &Input<'_>, open: usize, close: usize) -> bool {
    input.starts_line(close) && indentation(text, input, close) < indentation(text, input, open)
}

/// Whether the text of an annotation ends with a brace that stands alone on its line, further left
/// than the annotation: it was meant to close the block.
fn swallows_a_brace(text: &str, input: &Input<'_>, number: usize) -> bool {
    let tag = &text[input.range(number)];
    tag.trim_end_matches('}')
        .rsplit_once('\n')
        .is_some_and(|(_, line)| {
            line.trim().is_empty() && line.len() < indentation(text, input, number)
        })
}

/// The white space at the start of a token's line, in bytes; none on a line too long to be
/// looked through for every brace on it.
fn indentation(text: &str, input: &Input<'_>, number: usize) -> usize {
    const LONGEST_LINE: usize = 400;
    let before = &text.as_bytes()[..usize::from(input.range(number).start())];
    let line = before
        .iter()
        .rev()
        .take(LONGEST_LINE)
        .take_while(|byte| **byte != b'\n')
        .count();
    before[before.len() - line..]
        .iter()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count()
}
