//! Statements.

use crate::syntax::SyntaxElement;
use crate::syntax::SyntaxKind::*;
use crate::syntax::format::layout::{Layout, usual};

impl Layout<'_> {
    /// Annotations on lines of their own, then something up to its `;`.
    pub(super) fn statement(&mut self, children: &[SyntaxElement]) {
        let rest = self.annotations(children);
        let (end, body) = match rest.split_last() {
            Some((last, body)) if last.kind() == SEMICOLON => (Some(last), body),
            _ => (None, rest),
        };
        self.hang(|layout| layout.run(body, usual));
        if let Some(end) = end {
            self.element(end);
        }
    }

    /// `( statement )`
    pub(super) fn paren_stmt(&mut self, children: &[SyntaxElement]) {
        self.list(children, false);
    }
}
