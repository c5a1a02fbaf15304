//! Typed views of the tree.
//!
//! [`nodes`] is generated from `rebel.ungram`: one type a node, accessors by name. Anything may be missing, since a
//! text may be wrong, so nearly all accessors give an `Option`. What is easier written by hand
//! stands in `tokens.rs`.

mod nodes;
mod tokens;

pub use nodes::*;
pub use tokens::*;

use std::marker::PhantomData;

use super::{SyntaxKind, SyntaxNode, SyntaxToken};

/// A typed view of a node.
pub trait AstNode: Sized {
    /// Whether a node of this kind can be seen as `Self`.
    fn can_cast(kind: SyntaxKind) -> bool;
    /// The view, if the node is of the right kind.
    fn cast(node: SyntaxNode) -> Option<Self>;
    /// The node itself.
    fn syntax(&self) -> &SyntaxNode;
}

/// The children of a node that can be seen as `N`.
pub struct AstChildren<N> {
    inner: rowan::SyntaxNodeChildren<super::kind::Rebel>,
    phantom: PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.inner.by_ref().find_map(N::cast)
    }
}

fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
    AstChildren { inner: parent.children(), phantom: PhantomData }
}

fn nth_child<N: AstNode>(parent: &SyntaxNode, n: usize) -> Option<N> {
    children(parent).nth(n)
}

fn token(parent: &SyntaxNode, kinds: &[SyntaxKind]) -> Option<SyntaxToken> {
    nth_token(parent, kinds, 0)
}

fn nth_token(parent: &SyntaxNode, kinds: &[SyntaxKind], n: usize) -> Option<SyntaxToken> {
    parent
        .children_with_tokens()
        .filter_map(rowan::NodeOrToken::into_token)
        .filter(|token| kinds.contains(&token.kind()))
        .nth(n)
}
