//! The tokens as the parser sees them: kinds without trivia, and two facts about spacing.

use super::super::SyntaxKind::{self, EOF, UNKNOWN, WHITESPACE};
use super::super::lexer::Token;

/// The tokens that matter.
pub(in crate::syntax) struct Input {
    kinds: Vec<SyntaxKind>,
    spacing: Vec<Spacing>,
}

/// How a token stands to its neighbours.
#[derive(Debug, Clone, Copy, Default)]
struct Spacing {
    starts_line: bool,
    joint: bool,
}

impl Input {
    /// Leaves out trivia, and characters that the lexer has complained about already.
    pub(in crate::syntax) fn new(text: &str, tokens: &[Token]) -> Input {
        let mut input = Input {
            kinds: Vec::with_capacity(tokens.len()),
            spacing: Vec::with_capacity(tokens.len()),
        };
        let mut start = 0;
        let mut spacing = Spacing {
            starts_line: true,
            joint: false,
        };
        for token in tokens {
            let end = usize::from(token.end);
            if is_skipped(token.kind) {
                input.unjoin();
                let has_break = token.kind == WHITESPACE && text[start..end].contains('\n');
                spacing.starts_line |= has_break;
            } else {
                input.kinds.push(token.kind);
                input.spacing.push(Spacing {
                    joint: true,
                    ..spacing
                });
                spacing = Spacing::default();
            }
            start = end;
        }
        input
    }

    fn unjoin(&mut self) {
        if let Some(last) = self.spacing.last_mut() {
            last.joint = false;
        }
    }

    pub(super) fn len(&self) -> usize {
        self.kinds.len()
    }

    pub(super) fn kind(&self, index: usize) -> SyntaxKind {
        self.kinds.get(index).copied().unwrap_or(EOF)
    }

    pub(super) fn starts_line(&self, index: usize) -> bool {
        self.spacing
            .get(index)
            .is_none_or(|spacing| spacing.starts_line)
    }

    pub(super) fn is_joint(&self, index: usize) -> bool {
        self.spacing.get(index).is_some_and(|spacing| spacing.joint)
    }
}

/// Tokens that the parser never sees.
pub(in crate::syntax) fn is_skipped(kind: SyntaxKind) -> bool {
    kind.is_trivia() || kind == UNKNOWN
}
