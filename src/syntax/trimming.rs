//! Ranges of nodes without the comments and white space around them.

use rowan::{GreenNodeData, Language, NodeOrToken, TextSize};

use super::kind::Rebel;
use super::{SyntaxNode, TextRange};

/// The range of a node without the comments and white space before it and directly at its end. This is asked of nearly
/// every node, so it reads the shared tree, which needs no nodes to be made.
pub(crate) fn trimmed_range(node: &SyntaxNode) -> TextRange {
    let whole = node.text_range();
    let (Some(before), Some(behind)) = (trivia_before(node.green()), trivia_behind(node.green()))
    else {
        return whole;
    };
    let start = whole.start() + before;
    TextRange::new(start, (whole.end() - behind).max(start))
}

/// How much stands before the first thing in a node that is no trivia; none where there is no such thing.
fn trivia_before(node: &GreenNodeData) -> Option<TextSize> {
    let (mut before, first) = trivia(node.children())?;
    let mut next = first.into_node();
    while let Some(inner) = next {
        let Some((more, first)) = trivia(inner.children()) else {
            break;
        };
        before += more;
        next = first.into_node();
    }
    Some(before)
}

/// How much stands behind the last part of a node that is no trivia.
fn trivia_behind(node: &GreenNodeData) -> Option<TextSize> {
    trivia(node.children().rev()).map(|(behind, _)| behind)
}

type Element<'t> = NodeOrToken<&'t GreenNodeData, &'t rowan::GreenTokenData>;

/// The length of the trivia that come first, and what comes then.
fn trivia<'t>(elements: impl Iterator<Item = Element<'t>>) -> Option<(TextSize, Element<'t>)> {
    let mut length = TextSize::new(0);
    for element in elements {
        if !Rebel::kind_from_raw(element.kind()).is_trivia() {
            return Some((length, element));
        }
        length += element.text_len();
    }
    None
}
