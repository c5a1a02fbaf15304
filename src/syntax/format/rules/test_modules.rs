//! Test modules: setups and checks.

use super::declarations::split_before;
use crate::syntax::SyntaxElement;
use crate::syntax::SyntaxKind::*;
use crate::syntax::format::layout::{Layout, usual};

impl Layout<'_> {
    /// `2 opened Account`, its constraints, and `- one with` clauses on lines of their own.
    pub(super) fn instance_setup(&mut self, children: &[SyntaxElement]) {
        let (body, end) = split_before(children, SEMICOLON);
        let (head, ones) = split_before(body, ONE_WITH_CLAUSE);
        self.hang(|layout| layout.run(head, usual));
        self.indent(|layout| {
            for one in ones {
                layout.newline();
                layout.element(one);
            }
        });
        self.run(end, usual);
    }

    /// `with c, c` or `- one with c and c`
    pub(super) fn constraints(&mut self, children: &[SyntaxElement]) {
        let with = children.iter().position(|child| child.kind() == WITH_KW);
        let (head, constraints) = children.split_at(with.map_or(0, |at| at + 1));
        self.group(|layout| {
            layout.run(head, usual);
            layout.indent(|layout| {
                let mut behind_and = false;
                for part in constraints {
                    match part.kind() {
                        COMMA => {}
                        _ if behind_and => layout.space(),
                        _ => layout.line(),
                    }
                    behind_and = part.kind() == AND_KW;
                    layout.element(part);
                }
            });
        });
    }

    /// `check p reachable from s in max 5 steps using events S.* within d;`
    pub(super) fn check(&mut self, children: &[SyntaxElement]) {
        let rest = self.annotations(children);
        self.group(|layout| {
            layout.indent(|layout| {
                for (number, part) in rest.iter().enumerate() {
                    match part.kind() {
                        FROM_CLAUSE | BOUNDS | USING_CLAUSE | WITHIN_CLAUSE => layout.line(),
                        REACHABILITY | INVARIANTS_HOLD if number > 0 => layout.space(),
                        _ => {}
                    }
                    layout.element(part);
                }
            });
        });
    }

    /// `using events S.*, T.e`
    pub(super) fn using_clause(&mut self, children: &[SyntaxElement]) {
        let (head, patterns) = split_before(children, EVENT_PATTERN);
        self.run(head, usual);
        self.space();
        self.indent(|layout| layout.items(patterns, true));
    }
}
