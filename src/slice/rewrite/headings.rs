//! Headings of which nothing is left.
//!
//! A comment that belongs to nothing by itself speaks of what follows, up to the next such comment or the end of the block. It goes with
//! the last of it.

use super::edits::{Edits, trimmed};
use crate::syntax::{SyntaxNode, SyntaxToken, TextRange};

/// Removes the headings of a text of which everything is removed.
pub(super) fn remove(root: &SyntaxNode, text: &str, edits: &mut Edits) {
    let removed = edits.removed(text);
    let is_gone = |node: &SyntaxNode| removed.covers(trimmed(node));
    for section in root.descendants().flat_map(|block| sections(&block)) {
        if !section.nodes.is_empty() && section.nodes.iter().all(is_gone) {
            for comment in section.heading {
                edits.remove(comment);
            }
        }
    }
}

/// Comments, and what follows them.
struct Section {
    heading: Vec<TextRange>,
    nodes: Vec<SyntaxNode>,
}

/// The parts of a block that begin with comments.
fn sections(block: &SyntaxNode) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for part in block.children_with_tokens() {
        match part {
            rowan::NodeOrToken::Node(node) => {
                if let Some(section) = sections.last_mut() {
                    section.nodes.push(node);
                }
            }
            rowan::NodeOrToken::Token(token) if is_heading(&token) => {
                match sections.last_mut().filter(|it| it.nodes.is_empty()) {
                    Some(section) => section.heading.push(token.text_range()),
                    None => sections.push(Section {
                        heading: vec![token.text_range()],
                        nodes: Vec::new(),
                    }),
                }
            }
            rowan::NodeOrToken::Token(_) => {}
        }
    }
    sections
}

/// Whether a token is a comment at the beginning of a line.
fn is_heading(token: &SyntaxToken) -> bool {
    let before = token.prev_token();
    token.kind().is_comment() && before.is_none_or(|before| before.text().contains('\n'))
}
