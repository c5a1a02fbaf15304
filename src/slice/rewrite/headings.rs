//! Headings of which nothing is left.
//!
//! A comment that belongs to nothing by itself speaks of what follows, up to the next such comment or the end of the
//! block. It goes with the last of it. So does a comment with a rule, `// ---- money ----`, also where it stands right
//! above something.

use super::edits::{Edits, trimmed};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// Removes the headings of a text of which everything is removed.
pub(super) fn remove(root: &SyntaxNode, text: &str, edits: &mut Edits) {
    let blocks = blocks(root, text);
    if blocks.is_empty() {
        return;
    }
    let removed = edits.removed(text);
    let is_gone = |node: &SyntaxNode| removed.covers(trimmed(node));
    for section in blocks.iter().flat_map(sections) {
        if !section.nodes.is_empty() && section.nodes.iter().all(is_gone) {
            for comment in section.heading {
                edits.remove(comment);
            }
        }
    }
}

/// What has comments of its own. Most texts have few, so that we do not look through the whole tree.
fn blocks(root: &SyntaxNode, text: &str) -> Vec<SyntaxNode> {
    let begins = text.match_indices('/').map(|(at, _)| at);
    let begins = begins.filter(|at| text[*at..].starts_with("//") || text[*at..].starts_with("/*"));
    let begins = begins.filter_map(|at| TextSize::try_from(at).ok());
    let tokens = begins.filter_map(|at| root.token_at_offset(at).right_biased());
    let comments = tokens.filter(|token| token.kind().is_comment());
    let mut blocks: Vec<SyntaxNode> = comments.filter_map(|it| block_of(&it)).collect();
    blocks.sort_by_key(|it| (it.text_range().start(), it.text_range().end()));
    blocks.dedup();
    blocks
}

/// What a comment stands in, or what that stands in which it is the heading of.
fn block_of(comment: &SyntaxToken) -> Option<SyntaxNode> {
    let around = comment.parent()?;
    let heading = heading_of(&around);
    if !heading.is_some_and(|it| it.contains_range(comment.text_range())) {
        return Some(around);
    }
    let start = around.text_range().start();
    let mut outer = around.ancestors().skip(1);
    outer.find(|it| it.text_range().start() < start || it.parent().is_none())
}

/// The comments above something, up to the last one with a rule.
pub(super) fn heading_of(node: &SyntaxNode) -> Option<TextRange> {
    let leading = std::iter::successors(node.first_token(), SyntaxToken::next_token)
        .take_while(|token| token.kind().is_trivia());
    let comments = leading.filter(|token| token.kind().is_comment());
    let comments: Vec<SyntaxToken> = comments.collect();
    let last = comments.iter().rfind(|token| has_rule(token.text()))?;
    Some(comments[0].text_range().cover(last.text_range()))
}

/// Whether a comment begins or ends with a line of signs: `// ==== Money`, `/* ---- */`.
fn has_rule(comment: &str) -> bool {
    let inner = comment.strip_prefix("//").or_else(|| {
        let inner = comment.strip_prefix("/*")?;
        inner.strip_suffix("*/")
    });
    let inner = inner.unwrap_or(comment).trim();
    let is_rule = |signs: &str| {
        let sign = signs.chars().next().unwrap_or(' ');
        "-=*#~_/".contains(sign) && signs.chars().all(|it| it == sign)
    };
    let (first, last) = (inner.get(..3), inner.len().checked_sub(3));
    first.is_some_and(is_rule) || last.and_then(|at| inner.get(at..)).is_some_and(is_rule)
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
                if let Some(heading) = heading_of(&node) {
                    section = Some(begin(section.take(), &mut sections, heading));
                }
                if let Some(section) = &mut section {
                    section.nodes.push(node);
                }
            }
            rowan::NodeOrToken::Token(token) if token.kind() == SyntaxKind::WHITESPACE => {
                is_below &= token.text().matches('\n').count() < 2;
            }
            rowan::NodeOrToken::Token(token) if is_heading(&token) && !is_below => {
                section = Some(begin(section.take(), &mut sections, token.text_range()));
            }
            rowan::NodeOrToken::Token(token) if token.kind().is_trivia() => {}
            rowan::NodeOrToken::Token(_) => sections.extend(section.take()),
        }
    }
    sections.extend(section);
    sections
}

/// Ends a section, unless it has only headings so far, and begins the next one.
fn begin(section: Option<Section>, sections: &mut Vec<Section>, heading: TextRange) -> Section {
    let mut next = match section {
        Some(open) if open.nodes.is_empty() => open,
        ended => {
            sections.extend(ended);
            Section::default()
        }
    };
    next.heading.push(heading);
    next
}

/// Whether a token is a comment at the beginning of a line.
fn is_heading(token: &SyntaxToken) -> bool {
    let before = token.prev_token();
    token.kind().is_comment() && before.is_none_or(|before| before.text().contains('\n'))
}
