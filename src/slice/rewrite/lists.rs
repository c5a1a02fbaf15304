//! Taking items out of lists, with what separates them.

use std::iter::successors;

use super::edits::Edits;
use crate::syntax::{SyntaxNode, SyntaxToken, TextRange, TextSize};

/// Removes items of a list with their separators and comments: those in lines of their own before an item, and those behind it in its line. The
/// last one of a list that loses all its items leaves its separator, so a list that becomes empty is for the caller.
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
    let Some(last) = kept.iter().rposition(|kept| *kept) else {
        return Left::Nothing;
    };
    for index in (0..items.len()).filter(|index| !kept[*index]) {
        let end = Behind::of(items, index).end;
        edits.remove(TextRange::new(beginning(&items[index]), end));
    }
    if let Some(separator) = Behind::of(items, last).separator {
        edits.remove(separator);
    }
    Left::Something
}

/// Where the comments of an item begin, or else the item: behind the line in which what is before it ends.
fn beginning(item: &SyntaxNode) -> TextSize {
    let first = item.first_token();
    let before = first.as_ref().and_then(SyntaxToken::prev_token);
    let mut beginning = item.text_range().start();
    for token in successors(before, SyntaxToken::prev_token) {
        if !token.kind().is_trivia() {
            break;
        }
        if token.text().contains('\n') {
            beginning = token.text_range().start();
            if token.prev_token().is_some_and(|it| is_line_comment(&it)) {
                // Without its line end, the comment would swallow what comes next.
                let line_end = token.text().find('\n').unwrap_or_default() + 1;
                beginning += TextSize::of(&token.text()[..line_end]);
            }
        }
    }
    beginning
}

fn is_line_comment(token: &SyntaxToken) -> bool {
    token.kind().is_trivia() && token.text().starts_with("//")
}

/// What follows an item.
struct Behind {
    separator: Option<TextRange>,
    /// Where what belongs to the item ends: its separator, or a comment in the same line.
    end: TextSize,
}

impl Behind {
    fn of(items: &[SyntaxNode], index: usize) -> Behind {
        let item = items[index].text_range();
        let next_item = items.get(index + 1).map(|it| it.text_range().start());
        let mut behind = Behind {
            separator: None,
            end: item.end(),
        };
        // What stands between a separator and the next item in the same line is the next item's.
        let mut in_line = None;
        let last = items[index].last_token();
        let tokens = last.as_ref().and_then(SyntaxToken::next_token);
        for token in successors(tokens, SyntaxToken::next_token) {
            let range = token.text_range();
            if token.text().contains('\n') {
                behind.end = in_line.take().unwrap_or(behind.end);
                if behind.separator.is_some() {
                    break;
                }
            } else if token.kind().is_trivia() {
                in_line = Some(range.end());
            } else if next_item.is_some_and(|next| range.end() <= next) {
                let begun = behind.separator.unwrap_or(range);
                behind.separator = Some(begun.cover(range));
                behind.end = range.end();
                in_line = None;
            } else {
                break;
            }
        }
        behind
    }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::ast::{self, AstNode};
    use crate::syntax::{FileKind, parse};

    /// The text of an event that loses some of its parameters.
    fn without(lost: &[&str], params: &str) -> String {
        let text = format!("module Lists\n\nevent move({params}) {{}}\n");
        let root = parse(&text, FileKind::Specification).root();
        let list = root.descendants().find_map(ast::ParamList::cast);
        let list = list.expect("an event has parameters");
        let items: Vec<SyntaxNode> = list.params().map(|it| it.syntax().clone()).collect();
        let keeps = |_: usize, item: &SyntaxNode| {
            let text = item.text().to_string();
            !lost.iter().any(|name| text.trim_start().starts_with(name))
        };
        let mut edits = Edits::default();
        remove_between_brackets(list.syntax(), &items, keeps, &mut edits);
        let edited = edits.apply_with_layout(&text, FileKind::Specification);
        edited.replacen("module Lists\n\n", "", 1)
    }

    #[test]
    fn separators_go_with_items() {
        let all = "aa: Integer, bb: Integer, cc: Integer";
        assert_eq!(
            without(&["aa"], all),
            "event move(bb: Integer, cc: Integer) {}\n"
        );
        assert_eq!(
            without(&["bb"], all),
            "event move(aa: Integer, cc: Integer) {}\n"
        );
        assert_eq!(without(&["bb", "cc"], all), "event move(aa: Integer) {}\n");
        assert_eq!(without(&["aa", "bb", "cc"], all), "event move() {}\n");
    }

    #[test]
    fn comments_go_with_items() {
        let all = "
            // Before the first.
            aa: Integer, // Behind the first.
            // Before the second.
            bb: Integer, // Behind the second.
            /* Beside the third. */ cc: Integer // Behind the third.
        ";
        let first = "    // Before the first.\n    aa: Integer, // Behind the first.\n";
        let second = "    // Before the second.\n    bb: Integer, // Behind the second.\n";
        let third = "    /* Beside the third. */ cc: Integer // Behind the third.\n";
        let event = |params: &str| format!("event move(\n{params}) {{}}\n");
        assert_eq!(without(&["aa"], all), event(&[second, third].concat()));
        assert_eq!(without(&["bb"], all), event(&[first, third].concat()));
        let last = second.replace("Integer,", "Integer");
        assert_eq!(without(&["cc"], all), event(&[first, &last].concat()));
        assert_eq!(without(&["aa", "cc"], all), event(&last));
    }

    /// The bracket stands in the line of the parameter that goes.
    #[test]
    fn comments_before_what_goes_do_not_swallow_the_bracket() {
        let all = "aa: Integer, // First.\n bb: Integer";
        let left = "event move(\n    aa: Integer // First.\n) {}\n";
        assert_eq!(without(&["bb"], all), left);
    }

    #[test]
    fn separators_may_stand_in_front() {
        let all = "aa: Integer // First.\n, bb: Integer // Second.\n, cc: Integer";
        assert_eq!(
            without(&["bb"], all),
            "event move(\n    aa: Integer // First.\n    ,\n    cc: Integer\n) {}\n"
        );
        assert_eq!(without(&["aa", "bb"], all), "event move(cc: Integer) {}\n");
    }
}
