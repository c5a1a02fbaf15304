//! Typed views of the tree.
//!
//! `nodes` is generated from `rebel.ungram`: one type a node, accessors by name. Anything may be missing, since a
//! text may be wrong, so nearly all accessors give an `Option`. What is easier written by hand
//! stands in `tokens.rs`.

#[rustfmt::skip]
mod nodes;
mod tokens;

pub use nodes::*;

use std::marker::PhantomData;

use rowan::{Language, NodeOrToken};

use super::kind::Rebel;
use super::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

type GreenElementRef<'t> = NodeOrToken<&'t rowan::GreenNodeData, &'t rowan::GreenTokenData>;

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
    /// None where there are no such children.
    inner: Option<rowan::SyntaxNodeChildren<Rebel>>,
    phantom: PhantomData<N>,
}

impl<N: AstNode> Iterator for AstChildren<N> {
    type Item = N;

    fn next(&mut self) -> Option<N> {
        self.inner.as_mut()?.find_map(N::cast)
    }
}

/// Most of what a declaration may have is absent, and to look at the shared tree first makes no nodes for nothing.
fn children<N: AstNode>(parent: &SyntaxNode) -> AstChildren<N> {
    let is_wanted = |child: GreenElementRef<'_>| {
        let node = child.into_node();
        node.is_some_and(|node| N::can_cast(Rebel::kind_from_raw(node.kind())))
    };
    let is_there = parent.green().children().any(is_wanted);
    AstChildren {
        inner: is_there.then(|| parent.children()),
        phantom: PhantomData,
    }
}

fn nth_child<N: AstNode>(parent: &SyntaxNode, n: usize) -> Option<N> {
    children(parent).nth(n)
}

/// Makes no other tokens on the way, as it would by asking each of them.
fn token(parent: &SyntaxNode, kinds: &[SyntaxKind]) -> Option<SyntaxToken> {
    let mut start = parent.text_range().start();
    for child in parent.green().children() {
        let range = TextRange::at(start, child.text_len());
        if let NodeOrToken::Token(token) = child
            && kinds.contains(&Rebel::kind_from_raw(token.kind()))
        {
            return parent.child_or_token_at_range(range)?.into_token();
        }
        start = range.end();
    }
    None
}

/// Declares the view of one kind of node.
macro_rules! ast_node {
    ($name:ident, $kind:ident) => {
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub struct $name {
            syntax: crate::syntax::SyntaxNode,
        }

        impl super::AstNode for $name {
            fn can_cast(kind: SyntaxKind) -> bool {
                kind == SyntaxKind::$kind
            }

            fn cast(syntax: crate::syntax::SyntaxNode) -> Option<Self> {
                Self::can_cast(syntax.kind()).then_some(Self { syntax })
            }

            fn syntax(&self) -> &crate::syntax::SyntaxNode {
                &self.syntax
            }
        }
    };
}
use ast_node;

/// Declares the view of several kinds of nodes.
macro_rules! ast_enum {
    ($name:ident { $($variant:ident,)* }) => {
        #[derive(Debug, Clone, PartialEq, Eq, Hash)]
        pub enum $name {
            $($variant($variant),)*
        }

        impl super::AstNode for $name {
            fn can_cast(kind: SyntaxKind) -> bool {
                $($variant::can_cast(kind))||*
            }

            fn cast(node: crate::syntax::SyntaxNode) -> Option<Self> {
                let kind = node.kind();
                $(if $variant::can_cast(kind) {
                    return $variant::cast(node).map(Self::$variant);
                })*
                None
            }

            fn syntax(&self) -> &crate::syntax::SyntaxNode {
                match self {
                    $(Self::$variant(it) => it.syntax(),)*
                }
            }
        }
    };
}
use ast_enum;
