//! What a text says, apart from its white space.

use fretsaw::syntax::{FileKind, SyntaxKind, parse, tokenize};

/// Holds two texts to the same tokens and comments in the same order, and to the same tree.
pub(crate) fn assert_same(name: &str, before: &str, after: &str, kind: FileKind) {
    let (said, says) = (pieces(before), pieces(after));
    assert!(
        said == says,
        "{name} has other tokens or comments, from\n{before}\nit becomes\n{after}"
    );
    assert_eq!(nodes(before, kind), nodes(after, kind), "{name}");
}

/// Holds a text to tidy white space: no tabs, none at the ends of lines, no two empty lines in a row, no empty
/// line at the edges of brackets. What strings and annotations hold is not white space.
pub(crate) fn assert_tidy(name: &str, text: &str) {
    let tokens = tokenize(text).0;
    let kind_at = |index: usize| tokens.get(index).map(|token| token.kind);
    let mut start = 0;
    for (index, token) in tokens.iter().enumerate() {
        let piece = &text[start..usize::from(token.end)];
        start = usize::from(token.end);
        let before = index.checked_sub(1).and_then(kind_at);
        let is_tidy = match token.kind {
            SyntaxKind::WHITESPACE => is_tidy_gap(piece, before, kind_at(index + 1)),
            kind if kind.is_comment() => piece.lines().all(|line| line == line.trim_end()),
            _ => true,
        };
        assert!(is_tidy, "{name}: {piece:?} at {start} in\n{text}");
    }
}

fn is_tidy_gap(gap: &str, before: Option<SyntaxKind>, after: Option<SyntaxKind>) -> bool {
    let indent = gap.trim_start_matches('\n');
    let line_breaks = gap.len() - indent.len();
    let at_edge = opens(before) || closes(after);
    indent.bytes().all(|byte| byte == b' ') && line_breaks <= if at_edge { 1 } else { 2 }
}

fn opens(kind: Option<SyntaxKind>) -> bool {
    use SyntaxKind::{L_BRACE, L_BRACK, L_PAREN};
    matches!(kind, None | Some(L_BRACE | L_BRACK | L_PAREN))
}

fn closes(kind: Option<SyntaxKind>) -> bool {
    use SyntaxKind::{R_BRACE, R_BRACK, R_PAREN};
    matches!(kind, None | Some(R_BRACE | R_BRACK | R_PAREN))
}

/// Tokens and comments in their order.
fn pieces(text: &str) -> Vec<String> {
    let text = text.replace("\r\n", "\n");
    let mut start = 0;
    let mut pieces = Vec::new();
    for token in tokenize(&text).0 {
        let piece = &text[start..usize::from(token.end)];
        start = usize::from(token.end);
        match token.kind {
            SyntaxKind::WHITESPACE => {}
            SyntaxKind::LIFE_CYCLE_KW => pieces.push("lifeCycle".to_owned()),
            kind if kind.is_comment() => pieces.push(trimmed_lines(piece)),
            _ => pieces.push(piece.to_owned()),
        }
    }
    pieces
}

/// A comment without what the formatter may change in it: white space around its lines.
fn trimmed_lines(comment: &str) -> String {
    let lines: Vec<&str> = comment.lines().map(str::trim).collect();
    lines.join("\n")
}

/// The nodes of the tree and how deep they lie, and how many tokens each holds directly.
fn nodes(text: &str, kind: FileKind) -> Vec<(SyntaxKind, usize, usize)> {
    parse(text, kind)
        .root()
        .descendants()
        .map(|node| {
            let tokens = node
                .children_with_tokens()
                .filter(|child| child.as_token().is_some() && !child.kind().is_trivia());
            (node.kind(), node.ancestors().count(), tokens.count())
        })
        .collect()
}

/// The text with its white space replaced by spaces, except around comments.
pub(crate) fn without_line_breaks(text: &str) -> String {
    let tokens = tokenize(text).0;
    let is_comment = |index: usize| {
        let token = tokens.get(index);
        token.is_some_and(|token| token.kind.is_comment())
    };
    let mut start = 0;
    let mut out = String::new();
    for (index, token) in tokens.iter().enumerate() {
        let piece = &text[start..usize::from(token.end)];
        start = usize::from(token.end);
        let near_comment = is_comment(index + 1) || index > 0 && is_comment(index - 1);
        if token.kind == SyntaxKind::WHITESPACE && !near_comment {
            out.push(' ');
        } else {
            out.push_str(piece);
        }
    }
    out
}
