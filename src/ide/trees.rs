//! What questions about texts have in common: nodes around a place, and ranges without white space.

use rowan::NodeOrToken;

use super::Project;
use crate::diagnostics::Span;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize};

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
    if !root.text_range().contains_inclusive(offset) {
        return None;
    }
    let tokens = root.token_at_offset(offset);
    let is_word = |token: &SyntaxToken| {
        matches!(token.kind(), SyntaxKind::IDENT | SyntaxKind::TYPE_NAME)
            || token.kind().is_keyword()
    };
    let word = tokens.clone().filter(is_word).last();
    word.or_else(|| tokens.right_biased())
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
