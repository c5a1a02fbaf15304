//! The vocabulary of the layout rules: tokens with their comments, separators, groups, blocks, lists.
//!
//! Rules visit every token in the order of the text and put separators between them. Comments come along by
//! themselves: those before a token are written before it, those behind it on its line right after it.

use super::doc::{DocBuilder, Indent, Op, Trailing};
use super::trivia::{Comment, Gap};
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::{SyntaxElement, SyntaxNode, SyntaxToken};

/// The columns of one level of indentation.
pub(super) const INDENT: usize = 4;

/// A document in the making.
pub(super) struct Layout<'s> {
    source: &'s str,
    gaps: Vec<Gap<'s>>,
    /// The number of the next token.
    next: usize,
    /// The token before the next one.
    previous: &'s str,
    /// The next token stands directly behind the opening bracket of a list.
    after_bracket: bool,
    doc: DocBuilder<'s>,
}

impl<'s> Layout<'s> {
    pub(super) fn new(source: &'s str, gaps: Vec<Gap<'s>>) -> Layout<'s> {
        Layout {
            source,
            gaps,
            next: 0,
            previous: "",
            after_bracket: false,
            doc: DocBuilder::default(),
        }
    }

    /// The document, with the comments at the end of the text.
    pub(super) fn finish(mut self) -> Vec<Op<'s>> {
        self.entry_line();
        self.leading_comments();
        self.doc.finish()
    }

    // Tokens.

    /// A token with the comments before it and behind it.
    pub(super) fn token(&mut self, token: &SyntaxToken) {
        self.leading_comments();
        let text = self.text_of(token);
        if self.doc.ends_with_text() && would_join(self.previous, text) {
            self.space();
        }
        self.doc.push(Op::Text(text));
        self.previous = text;
        self.after_bracket = opens_list(token);
        self.next += 1;
        self.trailing_comments();
    }

    fn text_of(&self, token: &SyntaxToken) -> &'s str {
        match token.kind() {
            LIFE_CYCLE_KW => "lifeCycle",
            _ => &self.source[token.text_range()],
        }
    }

    /// The comments before the next token, if they have not been written yet.
    pub(super) fn leading_comments(&mut self) {
        let Some(gap) = self.gaps.get_mut(self.next) else {
            return;
        };
        let comments = std::mem::take(&mut gap.leading);
        let blank = gap.blank_before_token;
        for (number, comment) in comments.iter().enumerate() {
            self.leading_comment(comment, number == 0);
        }
        if comments.last().is_some_and(|last| last.ends_line) {
            self.doc.push(Op::Newline { blank });
        }
    }

    fn leading_comment(&mut self, comment: &Comment<'s>, first: bool) {
        if comment.starts_line && (comment.alone || !first) {
            let blank = comment.blank_before && !first;
            self.doc.push(Op::Newline { blank });
        } else if !self.after_bracket || !first {
            self.space();
        }
        self.doc.push(Op::Comment(comment.text));
        if !comment.ends_line && !self.at_tight_token() {
            self.space();
        }
    }

    fn trailing_comments(&mut self) {
        let Some(gap) = self.gaps.get_mut(self.next) else {
            return;
        };
        for comment in std::mem::take(&mut gap.trailing) {
            let ends_line = comment.is_line_comment();
            let trailing = Trailing {
                text: comment.text,
                ends_line,
                continues: comment.continues,
                space_before: ends_line || !self.after_bracket,
                space_after: !self.at_tight_token(),
            };
            self.doc.push(Op::Trailing(trailing));
        }
    }

    fn at_tight_token(&self) -> bool {
        let gap = self.gaps.get(self.next);
        gap.is_some_and(|gap| gap.token_is_tight)
    }

    // Separators.

    pub(super) fn space(&mut self) {
        self.doc.push(Op::Space);
    }

    /// A space, or a line break if the group breaks.
    pub(super) fn line(&mut self) {
        self.doc.push(Op::Line { soft: false });
    }

    /// Nothing, or a line break if the group breaks.
    pub(super) fn soft_line(&mut self) {
        self.doc.push(Op::Line { soft: true });
    }

    /// A space, or a line break if what follows does not fit on the line.
    pub(super) fn fill_line(&mut self) {
        self.doc.push(Op::BeginGroup { broken: false });
        self.line();
        self.doc.push(Op::EndGroup);
    }

    pub(super) fn newline(&mut self) {
        self.doc.push(Op::Newline { blank: false });
    }

    pub(super) fn blank_line(&mut self) {
        self.doc.push(Op::Newline { blank: true });
    }

    /// A line break before an entry of a block, with an empty line where the text has some.
    pub(super) fn entry_line(&mut self) {
        let gap = self.gaps.get(self.next);
        let blank = gap.is_some_and(Gap::starts_with_blank);
        self.doc.push(Op::Newline { blank });
    }

    /// One empty line between declarations: where the text has some, else before the comments.
    pub(super) fn declaration_line(&mut self) {
        let gap = self.gaps.get(self.next);
        if gap.is_some_and(Gap::has_blank) {
            self.entry_line();
        } else {
            self.blank_line();
        }
    }

    // Groups.

    /// A group that starts with a token. The comments before that token stay outside, so that they
    /// do not break it.
    pub(super) fn group(&mut self, content: impl FnOnce(&mut Layout<'s>)) {
        self.leading_comments();
        self.line_group(content);
    }

    /// A group that starts with a line.
    pub(super) fn line_group(&mut self, content: impl FnOnce(&mut Layout<'s>)) {
        self.doc.push(Op::BeginGroup { broken: false });
        content(self);
        self.doc.end(Op::EndGroup);
    }

    pub(super) fn indent(&mut self, content: impl FnOnce(&mut Layout<'s>)) {
        self.indent_by(Indent::all(INDENT), content);
    }

    /// Something that sees to the indentation of its lines itself, except where a comment forces
    /// them.
    pub(super) fn hang(&mut self, content: impl FnOnce(&mut Layout<'s>)) {
        self.leading_comments();
        let indent = Indent {
            groups: 0,
            others: INDENT,
        };
        self.indent_by(indent, content);
    }

    pub(super) fn indent_by(&mut self, indent: Indent, content: impl FnOnce(&mut Layout<'s>)) {
        self.doc.push(Op::BeginIndent(indent));
        content(self);
        self.doc.end(Op::EndIndent);
    }

    // Shapes.

    /// Elements with the separators that `between` gives for each two neighbours.
    pub(super) fn run(
        &mut self,
        elements: &[SyntaxElement],
        between: impl Fn(SyntaxKind, SyntaxKind) -> Separator,
    ) {
        let mut previous = None;
        for element in elements {
            let separator = previous.map(|kind| between(kind, element.kind()));
            if separator == Some(Separator::Space) {
                self.space();
            }
            self.element(element);
            previous = Some(element.kind());
        }
    }

    /// `{`, entries on lines of their own, `}`.
    pub(super) fn block(&mut self, elements: &[SyntaxElement]) {
        let [open, entries @ .., close] = elements else {
            return;
        };
        let is_empty = entries.is_empty() && !self.bracket_holds_comments();
        self.element(open);
        if !is_empty {
            self.indent(|layout| layout.entries(entries));
            self.newline();
        }
        self.element(close);
    }

    /// Whether comments stand behind the next token, which is an opening bracket.
    fn bracket_holds_comments(&self) -> bool {
        let inside = self.gaps.get(self.next + 1);
        inside.is_some_and(|gap| !gap.is_empty())
    }

    /// The entries of a block, and the comments behind the last.
    fn entries(&mut self, entries: &[SyntaxElement]) {
        for (number, entry) in entries.iter().enumerate() {
            self.separate_entry(number == 0);
            self.element(entry);
        }
        let behind = self.gaps.get(self.next);
        if behind.is_some_and(|gap| !gap.leading.is_empty()) {
            self.separate_entry(entries.is_empty());
            self.leading_comments();
        }
    }

    fn separate_entry(&mut self, first: bool) {
        if first {
            self.newline();
        } else {
            self.entry_line();
        }
    }

    /// `(`, items with commas behind them, `)`, with any brackets: on one line, or else with the
    /// items on lines of their own or, if `filled`, on as few lines as possible.
    pub(super) fn list(&mut self, elements: &[SyntaxElement], filled: bool) {
        let [open, items @ .., close] = elements else {
            return;
        };
        let is_empty = items.is_empty() && !self.bracket_holds_comments();
        self.group(|layout| {
            layout.element(open);
            if !is_empty {
                layout.indent(|layout| {
                    layout.soft_line();
                    layout.items(items, filled);
                    layout.leading_comments();
                });
                layout.soft_line();
            }
            layout.element(close);
        });
    }

    /// Items with commas behind them, or without.
    pub(super) fn items(&mut self, items: &[SyntaxElement], filled: bool) {
        for (number, item) in items.iter().enumerate() {
            if number > 0 && item.kind() != COMMA {
                if filled {
                    self.fill_line();
                } else {
                    self.line();
                }
            }
            self.element(item);
        }
    }
}

/// What stands between two elements on one line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Separator {
    Nothing,
    Space,
}

/// Nothing before punctuation and brackets that belong to the name before them, else a space.
pub(super) fn usual(left: SyntaxKind, right: SyntaxKind) -> Separator {
    let is_tight = matches!(left, DOT | L_BRACK)
        || matches!(right, COLON | SEMICOLON | COMMA | DOT | L_BRACK | R_BRACK)
        || matches!(
            right,
            PARAM_LIST | CONFIG_PARAM_LIST | CONFIG_ARG_LIST | ARG_LIST
        );
    if is_tight {
        Separator::Nothing
    } else {
        Separator::Space
    }
}

/// A space between all elements.
pub(super) fn spaced(_: SyntaxKind, _: SyntaxKind) -> Separator {
    Separator::Space
}

/// Nothing between all elements.
pub(super) fn tight(_: SyntaxKind, _: SyntaxKind) -> Separator {
    Separator::Nothing
}

/// The children of a node without trivia.
pub(super) fn elements(node: &SyntaxNode) -> Vec<SyntaxElement> {
    node.children_with_tokens()
        .filter(|child| !child.kind().is_trivia())
        .collect()
}

/// Whether a token opens a list, where comments need no space before them.
fn opens_list(token: &SyntaxToken) -> bool {
    let is_block = |node: SyntaxNode| {
        !matches!(
            node.kind(),
            SET_EXPR | RANGE_EXPR | COMPREHENSION_EXPR | STATE_SET
        )
    };
    match token.kind() {
        L_PAREN | L_BRACK => true,
        L_BRACE => !token.parent().is_some_and(is_block),
        _ => false,
    }
}

/// Whether two tokens would be read in another way without a space between them.
fn would_join(left: &str, right: &str) -> bool {
    let (Some(left), Some(right)) = (left.chars().next_back(), right.chars().next()) else {
        return false;
    };
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    is_word(left) && is_word(right) || (left, right) == ('|', '|')
}
