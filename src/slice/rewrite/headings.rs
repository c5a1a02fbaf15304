//! Headings of which nothing is left.
//!
//! A comment that belongs to nothing by itself speaks of what follows, up to the next such comment or the end of the block. It goes with
//! the last of it.

use super::edits::{Edits, trimmed};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// Removes the headings of a text of which everything is removed.
pub(super) fn remove(root: &SyntaxNode, text: &str, edits: &mut Edits) {
    let removed = edits.removed(text);
    let is_gone = |node: &SyntaxNode| removed.covers(trimmed(node));
    for section in blocks(root, text).iter().flat_map(sections) {
        if !section.nodes.is_empty() && section.nodes.iter().all(is_gone) {
            for comment in section.heading {
                edits.remove(comment);
            }
        }
    }
}

/// What has comments of its own. Most texts have few, so that we do not look through the whole tree.
fn blocks(root: &SyntaxNode, text: &str) -> Vec<SyntaxNode> {
    let begins = text.match_indices(['/']).map(|(at, _)| at);
    let begins = begins.filter(|at| text[*at..].starts_with("//") || text[*at..].starts_with("/*"));
    let begins = begins.filter_map(|at| TextSize::try_from(at).ok());
    let tokens = begins.filter_map(|at| root.token_at_offset(at).right_biased());
    let comments = tokens.filter(|token| token.kind().is_comment());
    let mut blocks: Vec<SyntaxNode> = comments.filter_map(|token| token.parent()).collect();
    blocks.sort_by_key(|it| (it.text_range().start(), it.text_range().end()));
    blocks.dedup();
    blocks
}

/// Comments, and what follows them.
#[derive(Default)]
struct Section {
    heading: Vec<TextRange>,
    nodes: Vec<SyntaxNode>,
}

/// The parts of a block that begin with comments and have nothing but nodes.
fn sections(block: &SyntaxNode) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    let mut section: Option<Section> = None;
    // A comment right below something ends that.
    let mut is_below = false;
    for part in block.children_with_tokens() {
        match part {
            rowan::NodeOrToken::Node(node) => {
                is_below = true;
                if let Some(section) = &mut section {
                    section.nodes.push(node);
                }
            }
            rowan::NodeOrToken::Token(token) if token.kind() == SyntaxKind::WHITESPACE => {
                is_below &= token.text().matches('\n').count() < 2;
            }
            rowan::NodeOrToken::Token(token) if is_heading(&token) && !is_below => {
                let open = section.take_if(|it| it.nodes.is_empty());
                sections.extend(section.take());
                let mut open = open.unwrap_or_default();
                open.heading.push(token.text_range());
                section = Some(open);
            }
            rowan::NodeOrToken::Token(token) if token.kind().is_trivia() => {}
            rowan::NodeOrToken::Token(_) => sections.extend(section.take()),
        }
    }
    sections.extend(section);
    sections
}

/// Whether a token is a comment at the beginning of a line.
fn is_heading(token: &SyntaxToken) -> bool {
    let before = token.prev_token();
    token.kind().is_comment() && before.is_none_or(|before| before.text().contains('\n'))
}
