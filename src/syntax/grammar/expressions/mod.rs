//! Expressions, by precedence climbing.
//!
//! Highest first: postfix `.` `[]` call; prefix `new` `not` `-`; `*` `/` `%`; `+` `-`; `in` and comparisons
//! (non-associative); `initialized` `finalized` (prefix) and `instate` (postfix); `&&`; `||`; `->`
//! (right); `?:` (right). Quantifiers extend as far right as they can.

mod atoms;
mod misreadings;

use super::literals::starts_literal;
use super::recovery::{nested, set_height};
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{CompletedMarker, Parser};

pub(super) use atoms::{arg_list, domain_values};
use atoms::{postfix_expr, quantifier};
use misreadings::Operand;

/// How tightly an operator binds; larger is tighter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Conditional,
    Implication,
    Or,
    And,
    StateTest,
    Comparison,
    Sum,
    Product,
    Prefix,
}

/// The least level that an operand to the right of an operator may have.
fn operand_level(level: Level) -> Level {
    match level {
        // Right-associative.
        Level::Conditional => Level::Conditional,
        Level::Implication => Level::Implication,
        Level::Or => Level::And,
        Level::And => Level::StateTest,
        Level::StateTest => Level::Comparison,
        Level::Comparison => Level::Sum,
        Level::Sum => Level::Product,
        Level::Product | Level::Prefix => Level::Prefix,
    }
}

fn infix_level(p: &Parser<'_>) -> Option<Level> {
    Some(match p.current() {
        QUESTION => Level::Conditional,
        ARROW => Level::Implication,
        PIPE_PIPE => Level::Or,
        AMP_AMP => Level::And,
        INSTATE_KW => Level::StateTest,
        IN_KW | LT | LT_EQ | GT | GT_EQ | EQ_EQ | BANG_EQ | EQ => Level::Comparison,
        // `- one with` belongs to a setup statement, not to the expression before it.
        MINUS if p.nth(1) == ONE_KW => return None,
        PLUS | MINUS => Level::Sum,
        STAR | SLASH | PERCENT => Level::Product,
        _ => return None,
    })
}

pub(super) fn starts_expr(p: &Parser<'_>) -> bool {
    starts_literal(p)
        || matches!(
            p.current(),
            L_PAREN | L_BRACE | PIPE | MINUS | TYPE_NAME | BAD_WORD
        )
        || matches!(p.current(), THIS_KW | NOT_KW | IT_KW | IDENT)
        || p.at_name()
}

/// An expression.
pub(super) fn expr(p: &mut Parser<'_>) {
    expr_at(p, Level::Conditional);
}

/// An expression in brackets of its own, where `:` has no other meaning.
fn bracketed_expr(p: &mut Parser<'_>) {
    with_colon(p, false, expr);
}

fn with_colon(p: &mut Parser<'_>, colon_ends: bool, rule: impl FnOnce(&mut Parser<'_>)) {
    let before = std::mem::replace(&mut p.colon_ends, colon_ends);
    rule(p);
    p.colon_ends = before;
}

/// An expression whose operators outside brackets bind at least as tightly as `least`.
fn expr_at(p: &mut Parser<'_>, least: Level) -> Option<Operand> {
    nested(p, |p| {
        let Some(mut left) = prefix_expr(p) else {
            p.error_due("an expression");
            return None;
        };
        let mut compared = 0_u32;
        while let Some(level) = infix_level(p).filter(|level| *level >= least) {
            if level == Level::Comparison {
                if compared == 1 {
                    p.error_here(SyntaxErrorKind::ChainedComparison);
                }
                compared += 1;
            }
            let height = p.height;
            left = infix_expr(p, left, level);
            let height = height.max(p.height) + 1;
            if !set_height(p, height) {
                return None;
            }
        }
        Some(left)
    })
}

fn infix_expr(p: &mut Parser<'_>, left: Operand, level: Level) -> Operand {
    let marker = left.marker.precede(p);
    let (kind, right) = match p.current() {
        QUESTION => (CONDITIONAL_EXPR, conditional(p, left)),
        INSTATE_KW => {
            p.bump_any();
            state_ref(p);
            misreadings::not_binds_tighter(p, left);
            (INSTATE_EXPR, None)
        }
        PLUS | MINUS if left.marker.kind() == TARIFF_EXPR && at_doubled(p) => {
            // `++` and `--` put interest tariffs together.
            p.bump_any();
            p.bump_any();
            (TARIFF_EXPR, expr_at(p, Level::Product))
        }
        _ => (BINARY_EXPR, binary(p, left, level)),
    };
    let marker = marker.complete(p, kind);
    left.extend(marker, level, right)
}

fn at_doubled(p: &Parser<'_>) -> bool {
    p.is_joint() && p.nth(1) == p.current()
}

/// A binary operator and what stands behind it.
fn binary(p: &mut Parser<'_>, left: Operand, level: Level) -> Option<Operand> {
    let operator = p.position();
    let is_in = p.at(IN_KW);
    if p.at(EQ) {
        p.error_here(SyntaxErrorKind::AssignmentForEquality);
    }
    p.bump_any();
    let right = expr_at(p, operand_level(level))?;
    if level == Level::Comparison && !misreadings::not_binds_tighter(p, left) && is_in {
        misreadings::in_binds_tighter(p, left, operator, right);
    }
    Some(right)
}

/// `? a : b`
fn conditional(p: &mut Parser<'_>, condition: Operand) -> Option<Operand> {
    let question = p.position();
    p.bump_any();
    with_colon(p, true, expr);
    let height = p.height;
    if p.is_behind(TIME) && !p.at(COLON) {
        p.error_at_time(SyntaxErrorKind::TimeForPair);
        return None;
    }
    p.expect(COLON, "`:` and what the expression is otherwise");
    let otherwise = expr_at(p, Level::Conditional);
    let height = height.max(p.height);
    if let Some(otherwise) = otherwise {
        misreadings::conditional_binds_tighter(p, condition, question, otherwise);
    }
    set_height(p, height);
    otherwise
}

/// `s`, or `{ s t }` for one of several states.
fn state_ref(p: &mut Parser<'_>) {
    if p.at(L_BRACE) {
        state_set(p);
    } else {
        super::name_ref(p, "the name of a life-cycle state");
    }
}

pub(super) fn state_set(p: &mut Parser<'_>) {
    let set = p.start();
    let open = p.position();
    p.bump_any();
    while p.at_name() {
        super::name_ref(p, "the name of a life-cycle state");
        p.eat(COMMA);
    }
    p.close(R_BRACE, "}", open);
    set.complete(p, STATE_SET);
}

fn prefix_expr(p: &mut Parser<'_>) -> Option<Operand> {
    let undivided = |p: &mut Parser<'_>| {
        let marker = postfix_expr(p)?;
        Some(Operand::undivided(p, marker))
    };
    let (level, least) = match p.current() {
        NEW_KW | INITIALIZED_KW | FINALIZED_KW if !prefix_word(p) => return undivided(p),
        INITIALIZED_KW | FINALIZED_KW => (Level::StateTest, Level::Comparison),
        NEW_KW | NOT_KW | MINUS => (Level::Prefix, Level::Prefix),
        FORALL_KW | EXISTS_KW if quantifier_word(p) => {
            let marker = quantifier(p);
            return Some(Operand::undivided(p, marker));
        }
        _ => return undivided(p),
    };
    let marker = p.start();
    p.bump_any();
    let operand = expr_at(p, least);
    let height = p.height + 1;
    let marker = marker.complete(p, PREFIX_EXPR);
    set_height(p, height);
    Some(prefixed(p, marker, level, operand))
}

/// `not`, `new` and `-` make one undivided part; `initialized` has the last part of its operand.
fn prefixed(
    p: &Parser<'_>,
    marker: CompletedMarker,
    level: Level,
    operand: Option<Operand>,
) -> Operand {
    let undivided = Operand::undivided(p, marker);
    match operand {
        Some(operand) if level == Level::StateTest => Operand {
            level,
            head_end: operand.head_end,
            tail: operand.tail,
            ..undivided
        },
        _ => undivided,
    }
}

/// Whether `new`, `initialized` or `finalized` is the operator here, not a name of the user's.
/// In `new (x)` it is the operator.
fn prefix_word(p: &Parser<'_>) -> bool {
    let next = p.nth(1);
    starts_operand(next) || p.nth_is_name(1) && infix_word(next).is_none()
}

/// Whether `forall` or `exists` is the keyword here: the variable behind it says so, colon or not.
fn quantifier_word(p: &Parser<'_>) -> bool {
    let has_variable = !p.next_starts_line() && infix_word(p.nth(1)).is_none();
    p.nth_is_name(1) && (p.nth(2) == COLON || has_variable)
}

fn starts_operand(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        THIS_KW
            | TYPE_NAME
            | BAD_WORD
            | L_PAREN
            | INT
            | REAL
            | MONEY
            | CURRENCY
            | STRING
            | IBAN
            | IDENT
            | NEW_KW
            | NOT_KW
            | IT_KW
            | BOOL
    )
}

/// Words that can stand behind a complete expression.
fn infix_word(kind: SyntaxKind) -> Option<()> {
    matches!(kind, IN_KW | INSTATE_KW | AND_KW | WITH_KW).then_some(())
}
