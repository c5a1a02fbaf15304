//! Taking items out of lists, with what separates them.

use std::iter::successors;

use super::edits::{Edits, trimmed};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

/// Removes items of a list with their separators and comments. A comment beside an item in the same line is the
/// item's; one in a line of its own, or at the end of a line, speaks of all items in the line that follows or ends.
/// Whoever loses all items of a list has to take the rest of it away.
pub(super) fn remove_items(
    items: &[SyntaxNode],
    keeps: impl Fn(usize, &SyntaxNode) -> bool,
    edits: &mut Edits,
) -> Left {
    let kept = items.iter().enumerate().map(|(i, item)| keeps(i, item));
    let kept: Vec<bool> = kept.collect();
    let Some(last) = kept.iter().rposition(|kept| *kept) else {
        return Left::Nothing;
    };
    let gaps: Vec<Gap> = (0..=items.len()).map(|at| Gap::of(items, at)).collect();
    let lines = kept_lines(&gaps, &kept);
    for (at, gap) in gaps.iter().enumerate() {
        for (comment, of) in &gap.comments {
            let stays = match of {
                Of::Before => at == 0 || kept[at - 1],
                Of::Behind => at == kept.len() || kept[at],
                Of::LineBefore => at == 0 || lines[at - 1],
                Of::LineBehind => at == kept.len() || lines[at],
            };
            if !stays {
                edits.remove(*comment);
            }
        }
        // A separator goes with the item before it, or if no item follows any more.
        let follows_kept = at > 0 && kept[at - 1];
        match gap.separator {
            Some(_) if follows_kept && at - 1 != last => {}
            // What goes on in the same column as a comment behind it still has to.
            Some(separator) if follows_kept && gap.has_continuation() => {
                edits.replace(separator, " ");
            }
            Some(separator) => edits.remove(separator),
            None => {}
        }
    }
    let cut = items.iter().zip(&kept).filter(|(_, kept)| !**kept);
    cut.for_each(|(item, _)| edits.remove_node(item));
    Left::Something
}

/// For each item whether one in the same line is kept.
fn kept_lines(gaps: &[Gap], kept: &[bool]) -> Vec<bool> {
    let mut lines = kept.to_vec();
    for index in 1..kept.len() {
        lines[index] |= !gaps[index].breaks_line && lines[index - 1];
    }
    for index in (1..kept.len()).rev() {
        lines[index - 1] |= !gaps[index].breaks_line && lines[index];
    }
    lines
}

/// What stands before, between or behind the items of a list.
#[derive(Default)]
struct Gap {
    separator: Option<TextRange>,
    breaks_line: bool,
    comments: Vec<(TextRange, Of)>,
}

/// What a comment in a gap speaks of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// The item before the gap.
    Before,
    /// The item behind it.
    Behind,
    /// The line that ends with the comment.
    LineBefore,
    /// The line below it.
    LineBehind,
}

impl Gap {
    /// The gap before the item with a number, or behind all.
    fn of(items: &[SyntaxNode], at: usize) -> Gap {
        let mut gap = Gap::default();
        let tokens = tokens_of_gap(items, at);
        for (index, token) in tokens.iter().enumerate() {
            let range = token.text_range();
            if token.kind().is_comment() {
                let rest = tokens[index + 1..].iter();
                let mut rest = rest.take_while(|it| it.kind().is_trivia());
                let ends_line = rest.any(|it| it.text().contains('\n'));
                let of = match (gap.breaks_line, ends_line) {
                    (true, true) if gap.is_continued_by(&tokens[..=index]) => Of::LineBefore,
                    (true, true) => Of::LineBehind,
                    (false, true) => Of::LineBefore,
                    (false, false) if at > 0 && gap.separator.is_none() => Of::Before,
                    (_, false) => Of::Behind,
                };
                gap.comments.push((range, of));
            } else if !token.kind().is_trivia() {
                let begun = gap.separator.unwrap_or(range);
                gap.separator = Some(begun.cover(range));
            }
            gap.breaks_line |= token.text().contains('\n');
        }
        gap
    }

    /// Whether the comment of the line that ends has a second line.
    fn has_continuation(&self) -> bool {
        let of = self.comments.iter().map(|(_, of)| *of);
        of.filter(|of| *of == Of::LineBefore).count() > 1
    }

    /// Whether the last of some tokens is a comment that goes on with the one of the line that ended above it: both
    /// are of `//`, and begin in the same column.
    fn is_continued_by(&self, tokens: &[SyntaxToken]) -> bool {
        let [.., first, space, comment] = tokens else {
            return false;
        };
        let known = self.comments.last();
        known.is_some_and(|(range, of)| *range == first.text_range() && *of == Of::LineBefore)
            && first.kind() == SyntaxKind::LINE_COMMENT
            && comment.kind() == SyntaxKind::LINE_COMMENT
            && space.text().matches('\n').count() == 1
            && column(first) == column(comment)
    }
}

/// In which column a token begins.
fn column(token: &SyntaxToken) -> usize {
    let mut column = 0;
    for before in successors(token.prev_token(), SyntaxToken::prev_token) {
        match before.text().rsplit_once('\n') {
            Some((_, line)) => return column + line.chars().count(),
            None => column += before.text().chars().count(),
        }
    }
    column
}

/// The tokens before the item with a number, back to the item before it, or else to something that is no comment.
fn tokens_of_gap(items: &[SyntaxNode], at: usize) -> Vec<SyntaxToken> {
    let before = at.checked_sub(1).map(|before| &items[before]);
    let Some(before) = before.and_then(SyntaxNode::last_token) else {
        let first = items.first().and_then(SyntaxNode::first_token);
        let tokens = successors(
            first.and_then(|it| it.prev_token()),
            SyntaxToken::prev_token,
        );
        let mut tokens: Vec<_> = tokens.take_while(|it| it.kind().is_trivia()).collect();
        tokens.reverse();
        return tokens;
    };
    let tokens = successors(before.next_token(), SyntaxToken::next_token);
    match items.get(at) {
        Some(next) => {
            let end = next.text_range().start();
            tokens
                .take_while(|it| it.text_range().start() < end)
                .collect()
        }
        None => tokens.take_while(|it| it.kind().is_trivia()).collect(),
    }
}

/// Moves the `;` behind a list to the last item that is kept, if that has lost the line of the `;`. What stands behind
/// the `;` spoke of what is cut.
pub(super) fn pull_up_end(
    items: &[SyntaxNode],
    keeps: impl Fn(usize, &SyntaxNode) -> bool,
    edits: &mut Edits,
) {
    let mut kept = (0..items.len()).filter(|index| keeps(*index, &items[*index]));
    let behind = items.last().and_then(SyntaxNode::last_token);
    let mut behind = successors(
        behind.and_then(|it| it.next_token()),
        SyntaxToken::next_token,
    );
    let end = behind.find(|it| !it.kind().is_trivia());
    let (Some(last), Some(end)) = (kept.next_back(), end) else {
        return;
    };
    let mut gaps = (last + 1..items.len()).map(|at| Gap::of(items, at));
    if end.text() == ";" && gaps.any(|gap| gap.breaks_line) {
        edits.append(trimmed(&items[last]).end(), ";");
        edits.remove(end.text_range());
        let own = end.parent().map(|it| it.text_range().end());
        let own = own.unwrap_or(end.text_range().end());
        edits.remove(TextRange::new(end.text_range().end(), own));
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

    #[test]
    fn comments_of_lines_stay_with_the_last_of_their_items() {
        let all = "
            // Both.
            aa: Integer, bb: Integer, // In one line.
            // Alone.
            cc: Integer
            // No more.
        ";
        let both = |param: &str| format!("    // Both.\n    {param}: Integer // In one line.\n");
        let event = |params: &str| format!("event move(\n{params}    // No more.\n) {{}}\n");
        assert_eq!(without(&["aa", "cc"], all), event(&both("bb")));
        assert_eq!(without(&["bb", "cc"], all), event(&both("aa")));
        let alone = "    // Alone.\n    cc: Integer\n";
        assert_eq!(without(&["aa", "bb"], all), event(alone));
    }

    #[test]
    fn comments_beside_items_go_with_them() {
        let all = "/* a */ aa: Integer /* A */, /* b */ bb: Integer, cc: Integer /* C */";
        assert_eq!(
            without(&["aa"], all),
            "event move(/* b */ bb: Integer, cc: Integer /* C */) {}\n"
        );
        assert_eq!(
            without(&["bb", "cc"], all),
            "event move(/* a */ aa: Integer /* A */) {}\n"
        );
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
