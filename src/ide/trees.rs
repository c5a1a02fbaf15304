//! What questions about texts have in common: nodes around a place, and ranges without white space.

use rowan::{NodeOrToken, WalkEvent};

use super::Project;
use crate::diagnostics::Span;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

/// The range of a node without the comments and white space around it.
pub(super) fn trimmed(node: &SyntaxNode) -> TextRange {
    let is_solid = |token: &SyntaxToken| !token.kind().is_trivia();
    let first = node.first_token();
    let first = std::iter::successors(first, SyntaxToken::next_token).find(is_solid);
    let last = node.last_token();
    let last = std::iter::successors(last, SyntaxToken::prev_token).find(is_solid);
    match (first, last) {
        (Some(first), Some(last)) if first.text_range().start() < last.text_range().end() => {
            TextRange::new(first.text_range().start(), last.text_range().end())
        }
        _ => node.text_range(),
    }
}

/// The text of a node without what stands around it.
pub(super) fn text_of(node: &SyntaxNode) -> String {
    let inside = trimmed(node) - node.text_range().start();
    node.text().slice(inside).to_string()
}

/// The text of a node on one line.
pub(super) fn line_of(node: &SyntaxNode) -> String {
    one_line(&text_of(node))
}

/// A text with each run of white space as one space.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The token at an offset. Between two tokens, the one that is a word counts, and then the one behind.
pub(super) fn token_at(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let is_word = |token: &SyntaxToken| {
        matches!(token.kind(), SyntaxKind::IDENT | SyntaxKind::TYPE_NAME)
            || token.kind().is_keyword()
    };
    let (before, behind) = (token_before(root, offset), token_behind(root, offset));
    if behind.as_ref().is_some_and(is_word) {
        return behind;
    }
    before.clone().filter(is_word).or(behind).or(before)
}

/// The token that ends at an offset, or around it.
pub(super) fn token_before(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let start = offset.checked_sub(TextSize::from(1))?;
    token_around(root, TextRange::new(start, offset))
}

/// The token that begins at an offset, or around it.
fn token_behind(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let end = offset.checked_add(TextSize::from(1))?;
    token_around(root, TextRange::new(offset, end))
}

/// The token around a range. Each step down bisects, while `token_at_offset` looks at every sibling, of which long
/// texts have many.
fn token_around(root: &SyntaxNode, range: TextRange) -> Option<SyntaxToken> {
    let inside = root.text_range().contains_range(range);
    let element = inside.then(|| root.covering_element(range))?;
    element.into_token()
}

/// What of a tree lies in a range, or touches it, in the order of the text.
pub(super) fn elements_in(
    root: &SyntaxNode,
    within: TextRange,
) -> impl Iterator<Item = SyntaxElement> {
    let mut walk = root.preorder_with_tokens();
    std::iter::from_fn(move || {
        loop {
            let WalkEvent::Enter(element) = walk.next()? else {
                continue;
            };
            let range = element.text_range();
            if range.start() > within.end() {
                return None;
            }
            if range.intersect(within).is_some() {
                return Some(element);
            }
            walk.skip_subtree();
        }
    })
}

/// The innermost node of a type around a token.
pub(super) fn around<N: AstNode>(token: &SyntaxToken) -> Option<N> {
    token.parent_ancestors().find_map(N::cast)
}

/// The tokens directly in a node.
pub(super) fn tokens_in(node: &SyntaxNode) -> impl Iterator<Item = SyntaxToken> {
    node.children_with_tokens()
        .filter_map(NodeOrToken::into_token)
}

/// The declaration whose name stands at a place.
pub(super) fn declaration(project: &Project, name: Span) -> Option<SyntaxNode> {
    use SyntaxKind::{
        COMPREHENSION_EXPR, DOMAIN, EVENT_DEF, EVENT_REF, FIELD, FUNCTION_DEF, INVARIANT_DEF,
        INVARIANT_REF, PARAM, QUANTIFIER_EXPR, SPECIFICATION, STATE_FROM, STATE_SETUP,
    };
    let root = project.module(name.file)?.parse.root();
    let token = token_at(&root, name.range().start())?;
    token.parent_ancestors().find(|node| {
        matches!(
            node.kind(),
            COMPREHENSION_EXPR
                | DOMAIN
                | EVENT_DEF
                | EVENT_REF
                | FIELD
                | FUNCTION_DEF
                | INVARIANT_DEF
                | INVARIANT_REF
                | PARAM
                | QUANTIFIER_EXPR
                | SPECIFICATION
                | STATE_FROM
                | STATE_SETUP
        )
    })
}

/// The text of a declaration's `@doc`.
pub(super) fn doc_of(node: &SyntaxNode) -> Option<String> {
    let annotations = node.children().filter_map(ast::Annotation::cast);
    let mut docs = annotations.filter(|it| it.ident_token().is_some_and(|it| it.text() == "doc"));
    let text = docs.next()?.tag_text()?;
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    Some(lines.join("\n"))
}
