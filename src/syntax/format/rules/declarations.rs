//! Files and declarations: specifications, events, functions, invariants, life cycles, types.

use crate::syntax::SyntaxKind::*;
use crate::syntax::format::doc::Indent;
use crate::syntax::format::layout::{INDENT, Layout, Separator, usual};
use crate::syntax::{SyntaxElement, SyntaxKind};

/// Where the arrows of a state stand further right than this, those after the first are indented
/// as usual.
const RIGHTMOST_ARROW: usize = 48;

impl Layout<'_> {
    /// A whole file: its parts with an empty line between them, except where several imports or
    /// checks stand together.
    pub(super) fn file(&mut self, parts: &[SyntaxElement]) {
        let mut previous = None;
        for part in parts {
            match (previous, part.kind()) {
                (None, _) => {}
                (Some(IMPORT), IMPORT) | (Some(CHECK), CHECK) => self.entry_line(),
                _ => self.declaration_line(),
            }
            self.element(part);
            previous = Some(part.kind());
        }
    }

    /// Annotations on lines of their own. Gives what they belong to.
    pub(super) fn annotations<'e>(&mut self, elements: &'e [SyntaxElement]) -> &'e [SyntaxElement] {
        let count = elements
            .iter()
            .take_while(|element| element.kind() == ANNOTATION)
            .count();
        let (annotations, rest) = elements.split_at(count);
        for annotation in annotations {
            self.element(annotation);
            self.newline();
        }
        rest
    }

    /// `@doc{...}`, a head, `{ ... }` and perhaps a `;`.
    pub(super) fn braced_declaration(&mut self, children: &[SyntaxElement]) {
        let rest = self.annotations(children);
        let (head, block) = split_before(rest, L_BRACE);
        self.run(head, usual);
        let Some(close) = block.iter().rposition(|part| part.kind() == R_BRACE) else {
            return;
        };
        if !head.is_empty() {
            self.space();
        }
        self.block(&block[..=close]);
        self.run(&block[close + 1..], usual);
    }

    /// `function name(params): T = statement`
    pub(super) fn function_def(&mut self, children: &[SyntaxElement]) {
        let rest = self.annotations(children);
        self.value_behind(rest, EQ);
    }

    /// Something with a statement behind its `=` or `=>`, on the same line if it fits.
    pub(super) fn value_behind(&mut self, children: &[SyntaxElement], sign: SyntaxKind) {
        let Some(at) = children.iter().position(|child| child.kind() == sign) else {
            return self.run(children, usual);
        };
        let (head, value) = children.split_at(at + 1);
        self.run(head, usual);
        if value.iter().any(|part| part.kind() == EXPR_STMT) {
            self.line_group(|layout| {
                layout.indent(|layout| {
                    layout.line();
                    layout.run(value, usual);
                });
            });
        } else {
            self.space();
            self.run(value, usual);
        }
    }

    /// `initial s -> t: e`, further arrows below the first.
    pub(super) fn state_from(&mut self, children: &[SyntaxElement]) {
        let (head, arrows) = split_before(children, STATE_TO);
        self.run(head, usual);
        let head_width = head
            .iter()
            .map(|part| usize::from(part.text_range().len()) + 1);
        let column = Some(head_width.sum()).filter(|column| *column <= RIGHTMOST_ARROW);
        let indent = Indent::all(column.unwrap_or(INDENT));
        self.indent_by(indent, |layout| {
            for (number, arrow) in arrows.iter().enumerate() {
                if number == 0 {
                    layout.space();
                } else {
                    layout.entry_line();
                }
                layout.element(arrow);
            }
        });
    }

    /// `-> t: e, f`
    pub(super) fn state_to(&mut self, children: &[SyntaxElement]) {
        let (head, events) = split_before(children, NAME_REF);
        self.run(head, usual);
        self.space();
        self.indent(|layout| layout.items(events, true));
    }

    /// `map[K : V]`
    pub(super) fn map_type(&mut self, children: &[SyntaxElement]) {
        self.run(children, |left, right| match (left, right) {
            (COLON, _) | (_, COLON) => Separator::Space,
            _ => Separator::Nothing,
        });
    }
}

/// What stands before the first element of a kind, and the rest.
pub(super) fn split_before(
    elements: &[SyntaxElement],
    kind: SyntaxKind,
) -> (&[SyntaxElement], &[SyntaxElement]) {
    let at = elements.iter().position(|element| element.kind() == kind);
    elements.split_at(at.unwrap_or(elements.len()))
}
