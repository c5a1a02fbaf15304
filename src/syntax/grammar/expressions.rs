//! Expressions, by precedence climbing.
//!
//! Highest first: postfix `.` `[]` call; prefix `new` `not` `-`; `*` `/` `%`; `+` `-`; `in` and comparisons
//! (non-associative); `initialized` `finalized` (prefix) and `instate` (postfix); `&&`; `||`; `->`
//! (right); `?:` (right). Quantifiers extend as far right as they can.

use super::literals::{literal, starts_literal};
use super::{bad_type_name, list, name};
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{CompletedMarker, Parser};

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
        IN_KW | LT | LT_EQ | GT | GT_EQ | EQ_EQ | BANG_EQ => Level::Comparison,
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

fn expr_at(p: &mut Parser<'_>, least: Level) {
    p.nested(|p| {
        let Some(mut left) = prefix_expr(p) else {
            return p.error_expected("an expression");
        };
        let mut compared = false;
        while let Some(level) = infix_level(p).filter(|level| *level >= least) {
            if level == Level::Comparison && std::mem::replace(&mut compared, true) {
                p.error_here(SyntaxErrorKind::ChainedComparison);
            }
            let height = p.height();
            left = infix_expr(p, left, level);
            let height = height.max(p.height()) + 1;
            if !p.set_height(height) {
                return;
            }
        }
    });
}

fn infix_expr(p: &mut Parser<'_>, left: CompletedMarker, level: Level) -> CompletedMarker {
    let marker = left.precede(p);
    let kind = match p.current() {
        QUESTION => {
            p.bump_any();
            with_colon(p, true, expr);
            let height = p.height();
            p.expect(COLON, "`:` and what the expression is otherwise");
            expr_at(p, Level::Conditional);
            let height = height.max(p.height());
            p.set_height(height);
            CONDITIONAL_EXPR
        }
        INSTATE_KW => {
            p.bump_any();
            state_ref(p);
            INSTATE_EXPR
        }
        PLUS | MINUS if p.is_joint() && p.nth(1) == p.current() && p.nth(2) != INT => {
            // `++` and `--` put interest tariffs together.
            p.bump_any();
            p.bump_any();
            expr_at(p, Level::Product);
            TARIFF_EXPR
        }
        _ => {
            p.bump_any();
            expr_at(p, operand_level(level));
            BINARY_EXPR
        }
    };
    marker.complete(p, kind)
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

fn prefix_expr(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let least = match p.current() {
        NEW_KW | INITIALIZED_KW | FINALIZED_KW if !prefix_word(p) => return postfix_expr(p),
        INITIALIZED_KW | FINALIZED_KW => Level::Comparison,
        NEW_KW | NOT_KW | MINUS => Level::Prefix,
        FORALL_KW | EXISTS_KW if p.nth_is_name(1) && p.nth(2) == COLON => {
            return Some(quantifier(p));
        }
        _ => return postfix_expr(p),
    };
    let marker = p.start();
    p.bump_any();
    expr_at(p, least);
    let height = p.height() + 1;
    let prefix = marker.complete(p, PREFIX_EXPR);
    p.set_height(height);
    Some(prefix)
}

/// Whether `new`, `initialized` or `finalized` is the operator here, not a name of the user's.
/// In `new (x)` it is the operator.
fn prefix_word(p: &Parser<'_>) -> bool {
    let next = p.nth(1);
    starts_operand(next) || p.nth_is_name(1) && infix_word(next).is_none()
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

fn postfix_expr(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let mut operand = atom(p)?;
    loop {
        let height = p.height();
        operand = match p.current() {
            DOT => {
                let marker = operand.precede(p);
                p.bump_any();
                member_name(p);
                marker.complete(p, FIELD_EXPR)
            }
            L_BRACK => {
                let marker = operand.precede(p);
                let open = p.position();
                p.bump_any();
                bracketed_expr(p);
                p.close(R_BRACK, "]", open);
                marker.complete(p, INDEX_EXPR)
            }
            L_PAREN if matches!(operand.kind(), NAME_EXPR | FIELD_EXPR) => {
                let marker = operand.precede(p);
                arg_list(p);
                marker.complete(p, CALL_EXPR)
            }
            _ => return Some(operand),
        };
        let height = height.max(p.height()) + 1;
        if !p.set_height(height) {
            return Some(operand);
        }
    }
}

fn member_name(p: &mut Parser<'_>) {
    match p.current() {
        TYPE_NAME => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        // Whatever word stands behind a dot is meant as a name: `now.date`, `x.in`.
        word if word.is_keyword() => p.bump_as(IDENT),
        _ => {
            name(p, "the name of a field or member");
        }
    }
}

/// `( e, e )`
pub(super) fn arg_list(p: &mut Parser<'_>) {
    let args = p.start();
    let open = p.position();
    p.bump_any();
    expr_list(p, (R_PAREN, ")"), open);
    args.complete(p, ARG_LIST);
}

/// Expressions up to a closing bracket. Leaves the height of the highest.
fn expr_list(p: &mut Parser<'_>, close: (SyntaxKind, &'static str), open: usize) {
    p.set_height(0);
    let highest = std::cell::Cell::new(0);
    list(p, close, open, "an expression", starts_expr, |p| {
        bracketed_expr(p);
        highest.set(highest.get().max(p.height()));
    });
    p.set_height(highest.get());
}

fn atom(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    p.set_height(1);
    if starts_literal(p) {
        return Some(literal(p));
    }
    match p.current() {
        L_PAREN => return Some(paren_or_map(p)),
        L_BRACE => return Some(braced(p)),
        PIPE => return Some(cardinality(p)),
        FIXED_KW if p.nth(1) == PERCENTAGE => return Some(tariff(p)),
        NORM_KW if p.nth(1) == NORM => return Some(tariff(p)),
        _ => {}
    }
    let marker = p.start();
    match p.current() {
        TYPE_NAME | THIS_KW | IT_KW => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        _ if p.at_name() => p.bump_as(IDENT),
        _ => {
            marker.abandon(p);
            return None;
        }
    }
    Some(marker.complete(p, NAME_EXPR))
}

/// `fixed 3%`, `norm EURIBOR`, either `bounded by min = t max = t`.
fn tariff(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump_any();
    p.bump_any();
    if p.at(BOUNDED_KW) && p.nth(1) == BY_KW {
        let bounds = p.start();
        p.bump_any();
        p.bump_any();
        while matches!(p.current(), MIN_KW | MAX_KW) && p.nth(1) == EQ {
            p.bump_any();
            p.bump_any();
            expr_at(p, Level::Product);
        }
        bounds.complete(p, TARIFF_BOUNDS);
    }
    marker.complete(p, TARIFF_EXPR)
}

/// `( e )`, `()`, `( k : v, ... )`
fn paren_or_map(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump_any();
    if p.eat(R_PAREN) {
        return marker.complete(p, MAP_EXPR);
    }
    let entry = p.start();
    with_colon(p, true, expr);
    if !p.at(COLON) {
        let height = p.height() + 1;
        entry.abandon(p);
        p.close(R_PAREN, ")", open);
        let paren = marker.complete(p, PAREN_EXPR);
        p.set_height(height);
        return paren;
    }
    p.bump_any();
    let mut height = p.height();
    with_colon(p, true, expr);
    entry.complete(p, MAP_ENTRY);
    height = height.max(p.height());
    while p.eat(COMMA) {
        map_entry(p);
        height = height.max(p.height());
    }
    p.close(R_PAREN, ")", open);
    let map = marker.complete(p, MAP_EXPR);
    p.set_height(height + 2);
    map
}

fn map_entry(p: &mut Parser<'_>) {
    let entry = p.start();
    with_colon(p, true, expr);
    let height = p.height();
    p.expect(COLON, "`:` and the value of this key");
    with_colon(p, true, expr);
    entry.complete(p, MAP_ENTRY);
    let height = height.max(p.height());
    p.set_height(height);
}

/// `{ e, e }`, `{ lo .. hi }`, `{ x : s | c, c }`
fn braced(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump_any();
    if p.nth_is_name(0) && p.nth(1) == COLON {
        p.bump_as(IDENT);
        p.bump_any();
        quantified(p);
        p.close(R_BRACE, "}", open);
        return marker.complete(p, COMPREHENSION_EXPR);
    }
    if p.eat(R_BRACE) {
        return marker.complete(p, SET_EXPR);
    }
    bracketed_expr(p);
    let first = p.height();
    if p.eat(DOT_DOT) {
        bracketed_expr(p);
        p.close(R_BRACE, "}", open);
        let height = first.max(p.height()) + 1;
        let range = marker.complete(p, RANGE_EXPR);
        p.set_height(height);
        return range;
    }
    if p.eat(COMMA) {
        expr_list(p, (R_BRACE, "}"), open);
    } else {
        p.close(R_BRACE, "}", open);
    }
    let height = first.max(p.height()) + 1;
    let set = marker.complete(p, SET_EXPR);
    p.set_height(height);
    set
}

/// `|s|`
fn cardinality(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump_any();
    bracketed_expr(p);
    p.close(PIPE, "|", open);
    let height = p.height() + 1;
    let cardinality = marker.complete(p, CARDINALITY_EXPR);
    p.set_height(height);
    cardinality
}

/// `forall x : s | c, c`
fn quantifier(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump_any();
    p.bump_as(IDENT);
    p.bump_any();
    quantified(p);
    marker.complete(p, QUANTIFIER_EXPR)
}

/// What stands behind the colon of a quantifier or comprehension.
fn quantified(p: &mut Parser<'_>) {
    bracketed_expr(p);
    let mut height = p.height();
    p.expect(PIPE, "`|` and the conditions");
    let conditions = p.start();
    expr(p);
    height = height.max(p.height());
    while p.at(COMMA) {
        p.bump_any();
        expr(p);
        height = height.max(p.height());
    }
    conditions.complete(p, CONDITION_LIST);
    p.set_height(height + 2);
}

/// `lo .. hi by step` or a set: what a domain may be.
pub(super) fn domain_values(p: &mut Parser<'_>) {
    let marker = p.start();
    with_colon(p, false, expr);
    if !p.eat(DOT_DOT) {
        marker.abandon(p);
        return;
    }
    expr(p);
    if p.eat(BY_KW) {
        expr(p);
    }
    marker.complete(p, RANGE_EXPR);
}
