//! What stands between the tokens of a text: comments, line breaks, empty lines.
//!
//! Gaps are taken from the tokens alone, not from the tree, so a comment is found wherever it stands.

use crate::syntax::SyntaxKind::{self, COMMA, EOF, R_BRACE, R_BRACK, R_PAREN, SEMICOLON};
use crate::syntax::lexer::{Token, column_behind};

/// What stands before a token, or before the end of the text.
#[derive(Debug, Default)]
pub(super) struct Gap<'s> {
    /// Comments that end the line of the token before.
    pub(super) trailing: Vec<Comment<'s>>,
    /// All other comments.
    pub(super) leading: Vec<Comment<'s>>,
    /// The token is separated from what stands before it by an empty line, and may be.
    pub(super) blank_before_token: bool,
    /// The token ends something, so it follows its neighbour without a space or an empty line.
    pub(super) token_is_tight: bool,
}

/// A comment and its place.
#[derive(Debug)]
pub(super) struct Comment<'s> {
    pub(super) text: &'s str,
    /// It starts a line.
    pub(super) starts_line: bool,
    /// Nothing but other comments stands on its line.
    pub(super) alone: bool,
    /// Its line ends behind it.
    pub(super) ends_line: bool,
    /// An empty line stands before it.
    pub(super) blank_before: bool,
    /// Where it begins in its line.
    column: usize,
    /// It goes on with a `//` comment behind something, right below and in the same column.
    pub(super) continues: bool,
}

impl Comment<'_> {
    /// `//`, not `/* */`.
    pub(super) fn is_line_comment(&self) -> bool {
        self.text.starts_with("//")
    }
}

impl Gap<'_> {
    /// Whether an empty line separates what stands before from the leading comments or, without
    /// such, from the token.
    pub(super) fn starts_with_blank(&self) -> bool {
        match self.leading.first() {
            Some(comment) => comment.blank_before,
            None => self.blank_before_token,
        }
    }

    /// Whether there is an empty line anywhere behind the line of the token before.
    pub(super) fn has_blank(&self) -> bool {
        self.blank_before_token || self.leading.iter().any(|comment| comment.blank_before)
    }

    /// Whether no comment stands here.
    pub(super) fn is_empty(&self) -> bool {
        self.trailing.is_empty() && self.leading.is_empty()
    }
}

/// The gaps before each token that is not trivia, and the one before the end of the text. A line
/// ends where the text starts and where it ends.
pub(super) fn gaps<'s>(text: &'s str, tokens: &[Token]) -> Vec<Gap<'s>> {
    let mut gaps = Vec::new();
    let mut collector = Collector {
        comments: Vec::new(),
        line_breaks: 1,
    };
    let mut start = 0;
    for token in tokens {
        let end = usize::from(token.end);
        let piece = &text[start..end];
        start = end;
        if token.kind.is_comment() {
            collector.comment(piece, column_behind(&text[..end - piece.len()]));
        } else if token.kind.is_trivia() {
            collector.line_breaks += line_breaks(piece);
        } else {
            gaps.push(std::mem::take(&mut collector).finish(token.kind));
        }
    }
    collector.line_breaks += 1;
    gaps.push(collector.finish(EOF));
    gaps
}

/// Line breaks of any kind; `\r\n` has been made `\n` before.
fn line_breaks(white_space: &str) -> usize {
    white_space.matches(['\n', '\r']).count()
}

#[derive(Default)]
struct Collector<'s> {
    comments: Vec<Comment<'s>>,
    /// Since the last comment, or the token before.
    line_breaks: usize,
}

impl<'s> Collector<'s> {
    fn comment(&mut self, text: &'s str, column: usize) {
        let line_breaks = self.end_line();
        self.comments.push(Comment {
            text,
            starts_line: line_breaks > 0,
            alone: false,
            ends_line: false,
            blank_before: line_breaks > 1,
            column,
            continues: false,
        });
    }

    /// Tells the last comment whether its line has ended.
    fn end_line(&mut self) -> usize {
        let line_breaks = std::mem::take(&mut self.line_breaks);
        if let Some(last) = self.comments.last_mut() {
            last.ends_line = line_breaks > 0;
        }
        line_breaks
    }

    fn finish(mut self, token: SyntaxKind) -> Gap<'s> {
        let line_breaks = self.end_line();
        let mut alone = false;
        for comment in self.comments.iter_mut().rev() {
            alone |= comment.ends_line;
            comment.alone = alone;
        }
        let mut trailing = self.trailing_comments();
        trailing += self.mark_continuations(trailing);
        let leading = self.comments.split_off(trailing);
        let token_is_tight = matches!(token, COMMA | SEMICOLON | R_PAREN | R_BRACK | R_BRACE);
        Gap {
            trailing: self.comments,
            leading,
            blank_before_token: line_breaks > 1 && !token_is_tight,
            token_is_tight,
        }
    }

    /// Marks the comments that go on with the last of the trailing ones, and tells how many they are.
    fn mark_continuations(&mut self, trailing: usize) -> usize {
        let (before, behind) = self.comments.split_at_mut(trailing);
        let Some(last) = before.last().filter(|last| last.is_line_comment()) else {
            return 0;
        };
        let goes_on = |it: &&mut Comment<'_>| {
            it.is_line_comment() && it.column == last.column && !it.blank_before
        };
        let continuations = behind.iter_mut().take_while(goes_on);
        continuations.map(|it| it.continues = true).count()
    }

    /// How many comments stand on the line of the token before, if the last of them ends it.
    fn trailing_comments(&self) -> usize {
        let on_line = self
            .comments
            .iter()
            .take_while(|comment| !comment.starts_line)
            .count();
        match self.comments[..on_line].last() {
            Some(last) if last.ends_line => on_line,
            _ => 0,
        }
    }
}
