//! What a selection grows to.

use super::trees::{token_at, trimmed};
use crate::syntax::{SyntaxNode, TextRange, TextSize};

/// The ranges around an offset, innermost first, each larger than the one before.
pub fn selections(root: &SyntaxNode, offset: TextSize) -> Vec<TextRange> {
    let Some(token) = token_at(root, offset) else {
        return vec![root.text_range()];
    };
    let mut ranges: Vec<TextRange> = Vec::new();
    if !token.kind().is_trivia() || token.kind().is_comment() {
        ranges.push(token.text_range());
    }
    for node in token.parent_ancestors() {
        for range in [inner(&node), Some(trimmed(&node))].into_iter().flatten() {
            let is_around = range.contains_inclusive(offset);
            let is_larger = ranges
                .last()
                .is_none_or(|last| range.contains_range(*last) && range != *last);
            if is_around && is_larger {
                ranges.push(range);
            }
        }
    }
    // Behind the last word there is nothing but the text as a whole.
    if ranges.is_empty() {
        ranges.push(root.text_range());
    }
    ranges
}

/// What stands between the braces of a node.
fn inner(node: &SyntaxNode) -> Option<TextRange> {
    use crate::syntax::SyntaxKind::{L_BRACE, R_BRACE};
    let mut tokens = super::trees::tokens_in(node);
    let open = tokens.find(|token| token.kind() == L_BRACE)?;
    let close = tokens.find(|token| token.kind() == R_BRACE)?;
    let text = node.text();
    let range = TextRange::new(open.text_range().end(), close.text_range().start());
    let inside = text.slice(range - node.text_range().start()).to_string();
    let before = inside.len() - inside.trim_start().len();
    let kept = TextSize::try_from(inside.trim().len()).ok()?;
    let start = range.start() + TextSize::try_from(before).ok()?;
    Some(TextRange::at(start, kept))
}
