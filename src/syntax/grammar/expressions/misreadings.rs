//! Expressions that are read otherwise than they seem, or than the original implementation reads
//! them.
//!
//! There `in` binds like `*`, and `?:` tighter than any binary operator. We notice as the expression is put
//! together; what the original would take together is told by the operands' edges.

use super::Level;
use crate::syntax::SyntaxKind::NOT_KW;
use crate::syntax::parser::{CompletedMarker, Misreading, Parser, Tokens};

/// An expression that has been read, and what its neighbours want to know of it.
#[derive(Clone, Copy)]
pub(super) struct Operand {
    pub(super) marker: CompletedMarker,
    /// How tightly it hangs together.
    pub(super) level: Level,
    /// Behind the last token of its first part that no infix operator divides.
    pub(super) head_end: usize,
    /// The first token of its last summand.
    pub(super) last_term: usize,
    /// The first token of its last part that no operator divides, where something can follow it.
    pub(super) tail: Option<usize>,
}

impl Operand {
    /// An expression that ends at the current token and that no infix operator divides.
    pub(super) fn undivided(p: &Parser<'_>, marker: CompletedMarker) -> Operand {
        Operand {
            marker,
            level: Level::Prefix,
            head_end: p.position(),
            last_term: marker.first(),
            tail: Some(marker.first()),
        }
    }

    /// The operand after an infix operator and its right-hand side have been added.
    pub(super) fn extend(
        self,
        marker: CompletedMarker,
        level: Level,
        right: Option<Operand>,
    ) -> Operand {
        Operand {
            marker,
            level,
            head_end: self.head_end,
            last_term: match (level, right) {
                (Level::Sum, Some(right)) => right.marker.first(),
                _ => marker.first(),
            },
            tail: right.and_then(|right| right.tail),
        }
    }

    fn tokens(self, end: usize) -> Tokens {
        Tokens {
            first: self.marker.first(),
            end,
        }
    }
}

/// `not a == b`: warns of a comparison or state test whose left-hand side starts with `not`.
/// Gives whether it did.
pub(super) fn not_binds_tighter(p: &mut Parser<'_>, left: Operand) -> bool {
    let whole = left.tokens(p.position());
    let mut operand = whole;
    while p.kind_of(operand.first) == NOT_KW {
        operand.first += 1;
    }
    let found = operand != whole;
    if found {
        p.misreading(Misreading {
            whole,
            operator: None,
            parts: vec![operand],
            original: None,
        });
    }
    found
}

/// `a + b in s`, `x in s + t`: warns where the original takes a part of an operand of `in`.
pub(super) fn in_binds_tighter(p: &mut Parser<'_>, left: Operand, operator: usize, right: Operand) {
    let end = p.position();
    let mut parts = Vec::new();
    if left.level == Level::Sum {
        parts.push(left.tokens(operator));
    }
    if matches!(right.level, Level::Sum | Level::Product) {
        parts.push(right.tokens(end));
    }
    if !parts.is_empty() {
        p.misreading(Misreading {
            whole: left.tokens(end),
            operator: Some("in"),
            parts,
            original: Some(Tokens {
                first: left.last_term,
                end: right.head_end,
            }),
        });
    }
}

/// `a > b ? c : d + e`: warns where the original takes a part of the condition, or of the last
/// part.
pub(super) fn conditional_binds_tighter(
    p: &mut Parser<'_>,
    condition: Operand,
    question: usize,
    otherwise: Operand,
) {
    let end = p.position();
    let is_divided = |level| (Level::Implication..Level::Prefix).contains(&level);
    let mut parts = Vec::new();
    if is_divided(condition.level) {
        parts.push(condition.tokens(question));
    }
    if is_divided(otherwise.level) {
        parts.push(otherwise.tokens(end));
    }
    if !parts.is_empty() {
        p.misreading(Misreading {
            whole: condition.tokens(end),
            operator: Some("?:"),
            parts,
            original: condition.tail.map(|first| Tokens {
                first,
                end: otherwise.head_end,
            }),
        });
    }
}
