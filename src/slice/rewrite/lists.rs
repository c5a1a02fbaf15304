//! Taking items out of lists, with what separates them.

use super::edits::Edits;
use crate::syntax::{SyntaxNode, TextRange};

/// Removes items of a list. What separated them from their neighbours goes, too. The last one of a list that loses all its items
/// leaves its separator, so a list that becomes empty is for the caller.
pub(super) fn remove_items(
    items: &[SyntaxNode],
    keeps: impl Fn(usize, &SyntaxNode) -> bool,
    edits: &mut Edits,
) -> Left {
    let kept: Vec<bool> = items
        .iter()
        .enumerate()
        .map(|(i, it)| keeps(i, it))
        .collect();
    let Some(first) = kept.iter().position(|kept| *kept) else {
        return Left::Nothing;
    };
    for (index, item) in items.iter().enumerate().filter(|(index, _)| !kept[*index]) {
        let range = item.text_range();
        edits.remove(if index < first {
            TextRange::new(range.start(), items[index + 1].text_range().start())
        } else {
            TextRange::new(items[index - 1].text_range().end(), range.end())
        });
    }
    Left::Something
}

/// What is left of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Left {
    /// One item at least.
    Something,
    /// Nothing, or it was empty before; no edits were made.
    Nothing,
}

/// Removes items of a list between brackets, which stay.
pub(super) fn remove_between_brackets(
    list: &SyntaxNode,
    items: &[SyntaxNode],
    keeps: impl Fn(usize, &SyntaxNode) -> bool,
    edits: &mut Edits,
) {
    if remove_items(items, keeps, edits) == Left::Nothing && !items.is_empty() {
        let (Some(open), Some(close)) = (list.first_token(), list.last_token()) else {
            return;
        };
        edits.remove(TextRange::new(
            open.text_range().end(),
            close.text_range().start(),
        ));
    }
}
