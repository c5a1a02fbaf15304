//! What can be folded: blocks, imports, comments and annotations of several lines.

use rowan::NodeOrToken;

use super::database::go_on;
use super::trees::trimmed;
use super::{Stale, Stop};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, TextRange};

/// What is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FoldKind {
    /// What stands between braces.
    Block,
    /// All imports.
    Imports,
    /// A comment, several lines of them, or the text of an annotation.
    Comment,
}

/// A range that can be folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fold {
    /// From its first line, which stays, to its last.
    pub range: TextRange,
    /// What it is.
    pub kind: FoldKind,
}

/// The folds of a text that have more than one line.
pub fn folds(root: &SyntaxNode, stop: &Stop<'_>) -> Result<Vec<Fold>, Stale> {
    let mut folds = Vec::new();
    folds.extend(imports(root));
    let mut comments: Option<TextRange> = None;
    for element in root.descendants_with_tokens() {
        go_on(stop)?;
        match element {
            NodeOrToken::Node(node) => folds.extend(block(&node)),
            NodeOrToken::Token(token) if token.kind() == SyntaxKind::LINE_COMMENT => {
                let range = token.text_range();
                comments = Some(comments.map_or(range, |before| before.cover(range)));
            }
            NodeOrToken::Token(token) if token.kind() == SyntaxKind::WHITESPACE => {
                if token.text().matches('\n').count() > 1 {
                    folds.extend(comments.take().map(comment));
                }
            }
            NodeOrToken::Token(token) => {
                folds.extend(comments.take().map(comment));
                if matches!(
                    token.kind(),
                    SyntaxKind::BLOCK_COMMENT | SyntaxKind::TAG_STRING
                ) {
                    folds.push(comment(token.text_range()));
                }
            }
        }
    }
    folds.extend(comments.map(comment));
    // A slice of the tree's own text looks through the whole tree each time.
    let text = root.text().to_string();
    folds.retain(|fold| text[fold.range].contains('\n'));
    Ok(folds)
}

fn comment(range: TextRange) -> Fold {
    Fold {
        range,
        kind: FoldKind::Comment,
    }
}

fn imports(root: &SyntaxNode) -> Option<Fold> {
    let mut imports = root.children().filter_map(ast::Import::cast);
    let first = trimmed(imports.next()?.syntax());
    let last = trimmed(imports.last()?.syntax());
    Some(Fold {
        range: first.cover(last),
        kind: FoldKind::Imports,
    })
}

/// From the brace that opens a node's block to the one that closes it.
fn block(node: &SyntaxNode) -> Option<Fold> {
    let mut tokens = super::trees::tokens_in(node);
    let open = tokens.find(|token| token.kind() == SyntaxKind::L_BRACE)?;
    let close = tokens.find(|token| token.kind() == SyntaxKind::R_BRACE)?;
    Some(Fold {
        range: open.text_range().cover(close.text_range()),
        kind: FoldKind::Block,
    })
}
