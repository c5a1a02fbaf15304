//! A syntax tree as indented text: one line a node or token, with its range in bytes.

use std::fmt::Write;

use rowan::WalkEvent;

use crate::syntax::{SyntaxElement, SyntaxNode};

/// Lines further down are indented no more: a text that nests without end would otherwise be
/// drowned in spaces. No text written by hand comes near it.
const DEEPEST_INDENTATION: usize = 64;

/// Writes the tree.
pub fn render(root: &SyntaxNode) -> String {
    let mut text = String::new();
    let mut depth = 0;
    // The walk goes up and down by events, so that no depth of nesting can exhaust the stack.
    for event in root.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(element) => {
                line(&mut text, depth, &element);
                depth += 1;
            }
            WalkEvent::Leave(_) => depth -= 1,
        }
    }
    text
}

fn line(text: &mut String, depth: usize, element: &SyntaxElement) {
    text.extend(std::iter::repeat_n("  ", depth.min(DEEPEST_INDENTATION)));
    // Writing to a string does not fail.
    let _ = write!(text, "{:?}@{:?}", element.kind(), element.text_range());
    if let Some(token) = element.as_token() {
        let _ = write!(text, " {:?}", token.text());
    }
    text.push('\n');
}
