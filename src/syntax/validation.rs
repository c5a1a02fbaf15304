//! Rules about single literals that the grammar should not hold.

use super::{SyntaxError, SyntaxNode};

/// Adds what is wrong with the literals of a tree.
pub(super) fn validate(_root: &SyntaxNode, _errors: &mut Vec<SyntaxError>) {}
