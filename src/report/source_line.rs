//! Pieces of source texts on one line, without their comments: a comment at the end of a line would swallow what
//! follows.

use super::harmless::harmless;
use crate::syntax::{SyntaxKind, TextRange, TextSize, tokenize};

/// A text without its annotations, comments and line breaks, made harmless.
pub(super) fn source_line(text: &str) -> String {
    harmless(&flattened(text).0)
}

/// A text without its annotations, comments and line breaks, and where it begins then.
pub(super) fn flattened(text: &str) -> (String, TextSize) {
    let mut line = String::new();
    let mut first = None;
    let mut start = TextSize::new(0);
    let mut in_annotation = false;
    for token in tokenize(text).0 {
        let part = &text[TextRange::new(start, token.end)];
        in_annotation |= token.kind == SyntaxKind::AT;
        if !token.kind.is_trivia() && !in_annotation {
            first.get_or_insert(start);
            line.push_str(part);
        } else if !line.is_empty() && !line.ends_with(' ') {
            line.push(' ');
        }
        in_annotation &= token.kind != SyntaxKind::TAG_STRING;
        start = token.end;
    }
    line.truncate(line.trim_end().len());
    (line, first.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_line_breaks_go() {
        let text = "a == b // why\n    && c /* not */ == 1";
        assert_eq!(source_line(text), "a == b && c == 1");
    }
}
