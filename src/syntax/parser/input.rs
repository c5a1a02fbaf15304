//! The tokens as the parser sees them: kinds without trivia, and three facts about what lies between.

use super::super::SyntaxKind::{self, EOF, UNKNOWN, WHITESPACE};
use super::super::error::SyntaxError;
use super::super::lexer::Token;
use rowan::{TextRange, TextSize};

/// The tokens that matter.
pub(in crate::syntax) struct Input<'t> {
    all: &'t [Token],
    seen: Vec<Seen>,
    /// Whether the lexer complained just before the end of the text.
    end_is_excused: bool,
}

/// A token and how it stands to its neighbours.
#[derive(Debug, Clone, Copy)]
struct Seen {
    kind: SyntaxKind,
    starts_line: bool,
    /// The lexer has complained about what stands before it.
    excused: bool,
    /// Its number among all tokens.
    index: u32,
}

impl<'t> Input<'t> {
    /// Leaves out trivia, and characters that the lexer has complained about already.
    pub(in crate::syntax) fn new(
        text: &str,
        tokens: &'t [Token],
        errors: &[SyntaxError],
    ) -> Input<'t> {
        let mut seen = Vec::with_capacity(tokens.len() * 2 / 3);
        let bytes = text.as_bytes();
        let mut errors = errors.iter().map(|error| error.range.start()).peekable();
        let mut start = TextSize::new(0);
        let (mut starts_line, mut excused) = (true, false);
        for (index, token) in (0_u32..).zip(tokens) {
            if !is_skipped(token.kind) {
                seen.push(Seen {
                    kind: token.kind,
                    starts_line,
                    excused,
                    index,
                });
                (starts_line, excused) = (false, false);
            } else if token.kind == WHITESPACE && !starts_line {
                starts_line = has_line_break(&bytes[usize::from(start)..usize::from(token.end)]);
            }
            excused |= token.kind == UNKNOWN;
            excused |= errors.next_if(|error| *error < token.end).is_some();
            start = token.end;
        }
        Input {
            all: tokens,
            seen,
            end_is_excused: excused,
        }
    }

    pub(in crate::syntax) fn len(&self) -> usize {
        self.seen.len()
    }

    pub(in crate::syntax) fn kind(&self, number: usize) -> SyntaxKind {
        self.seen.get(number).map_or(EOF, |token| token.kind)
    }

    /// Whether a token is the first of its line; the end of the text counts as such.
    pub(in crate::syntax) fn starts_line(&self, number: usize) -> bool {
        self.seen.get(number).is_none_or(|token| token.starts_line)
    }

    /// Whether a complaint about this token would only repeat what the lexer said.
    pub(super) fn is_excused(&self, number: usize) -> bool {
        self.seen
            .get(number)
            .map_or(self.end_is_excused, |token| token.excused)
    }

    /// Whether nothing stands between a token and the next.
    pub(super) fn is_joint(&self, number: usize) -> bool {
        match (self.seen.get(number), self.seen.get(number + 1)) {
            (Some(token), Some(next)) => token.index + 1 == next.index,
            _ => false,
        }
    }

    /// Where a token stands in the text.
    pub(in crate::syntax) fn range(&self, number: usize) -> TextRange {
        match self.seen.get(number) {
            Some(token) => {
                let index = token.index as usize;
                let start = index.checked_sub(1).map(|before| self.all[before].end);
                TextRange::new(start.unwrap_or_default(), self.all[index].end)
            }
            None => TextRange::empty(self.end_before(number)),
        }
    }

    /// Where the token before this one ends: what is missing is missing there, and not behind
    /// the white space that follows.
    pub(in crate::syntax) fn end_before(&self, number: usize) -> TextSize {
        match number.min(self.seen.len()).checked_sub(1) {
            Some(before) => self.range(before).end(),
            None => TextSize::new(0),
        }
    }

    /// What the tokens from `first` up to `end` cover.
    pub(in crate::syntax) fn range_of(&self, tokens: super::Tokens) -> TextRange {
        let start = self.range(tokens.first).start();
        TextRange::new(start, self.end_before(tokens.end).max(start))
    }
}

fn has_line_break(space: &[u8]) -> bool {
    space.contains(&b'\n')
}

/// Tokens that the parser never sees.
pub(in crate::syntax) fn is_skipped(kind: SyntaxKind) -> bool {
    kind.is_trivia() || kind == UNKNOWN
}
