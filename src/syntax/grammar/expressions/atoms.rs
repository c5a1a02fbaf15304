//! Expressions without infix operators: names, calls, brackets, quantifiers.

use super::{Level, bracketed_expr, expr, expr_at, starts_expr, with_colon};
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::grammar::literals::{literal, starts_literal};
use crate::syntax::grammar::recovery::{at_declaration, list, list_after_first, set_height};
use crate::syntax::grammar::{bad_type_name, name};
use crate::syntax::parser::{CompletedMarker, Marker, Parser};

/// A name, literal or bracket, and what hangs on it: `.name`, `[key]`, `(arguments)`.
pub(super) fn postfix_expr(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    let mut operand = atom(p)?;
    loop {
        let height = p.height;
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
        let height = height.max(p.height) + 1;
        if !set_height(p, height) {
            return Some(operand);
        }
    }
}

fn member_name(p: &mut Parser<'_>) {
    match p.current() {
        TYPE_NAME => p.bump_any(),
        BAD_WORD => bad_type_name(p),
        // Whatever word stands behind a dot is meant as a name: `now.date`, `x.in`.
        word if word.is_keyword() && !at_declaration(p) => p.bump_as(IDENT),
        _ => {
            name(p, "the name of a field or member");
        }
    }
}

/// `( e, e )`
pub(in crate::syntax::grammar) fn arg_list(p: &mut Parser<'_>) {
    let args = p.start();
    let open = p.position();
    p.bump_any();
    expr_list(p, (R_PAREN, ")"), open);
    args.complete(p, ARG_LIST);
}

/// Expressions up to a closing bracket. Leaves the height of the highest.
fn expr_list(p: &mut Parser<'_>, close: (SyntaxKind, &'static str), open: usize) {
    set_height(p, 0);
    let highest = std::cell::Cell::new(0);
    list(p, close, open, "an expression", starts_expr, |p| {
        bracketed_expr(p);
        highest.set(highest.get().max(p.height));
    });
    set_height(p, highest.get());
}

/// The same, behind the first expression.
fn expr_list_after_first(p: &mut Parser<'_>, close: (SyntaxKind, &'static str), open: usize) {
    let highest = std::cell::Cell::new(0);
    list_after_first(p, close, open, "an expression", starts_expr, |p| {
        bracketed_expr(p);
        highest.set(highest.get().max(p.height));
    });
    set_height(p, highest.get());
}

fn atom(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    set_height(p, 1);
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
        BAD_WORD => {
            bad_type_name(p);
            // `CUR_gbp 1.00` is money in a currency that is not one.
            if p.at_any(&[INT, REAL]) && !p.at_line_start() {
                p.bump_any();
            }
        }
        _ if p.at_name() && !at_declaration(p) => p.bump_as(IDENT),
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
    if p.at(TIME) && p.nth(1) == COMMA {
        // `( 1:2, 3:4 )` cannot be anything but a map, though `1:2` is a time.
        map_entry(p);
        return map_after_first(p, marker, open);
    }
    let entry = p.start();
    with_colon(p, true, expr);
    if !p.at(COLON) {
        let height = p.height + 1;
        entry.abandon(p);
        p.close(R_PAREN, ")", open);
        let paren = marker.complete(p, PAREN_EXPR);
        set_height(p, height);
        return paren;
    }
    p.bump_any();
    let height = p.height;
    with_colon(p, true, expr);
    entry.complete(p, MAP_ENTRY);
    let height = height.max(p.height);
    set_height(p, height);
    map_after_first(p, marker, open)
}

/// What stands behind the first entry of a map, which has just been read.
fn map_after_first(p: &mut Parser<'_>, map: Marker, open: usize) -> CompletedMarker {
    let mut height = p.height;
    while p.eat(COMMA) {
        map_entry(p);
        height = height.max(p.height);
    }
    p.close(R_PAREN, ")", open);
    let map = map.complete(p, MAP_EXPR);
    set_height(p, height + 2);
    map
}

fn map_entry(p: &mut Parser<'_>) {
    let entry = p.start();
    if p.at(TIME) && matches!(p.nth(1), COMMA | R_PAREN) {
        p.error_here(SyntaxErrorKind::TimeForPair);
        p.skip_token();
        entry.complete(p, MAP_ENTRY);
        set_height(p, 1);
        return;
    }
    with_colon(p, true, expr);
    let height = p.height;
    p.expect(COLON, "`:` and the value of this key");
    with_colon(p, true, expr);
    entry.complete(p, MAP_ENTRY);
    let height = height.max(p.height);
    set_height(p, height);
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
    let first = p.height;
    if p.eat(DOT_DOT) {
        bracketed_expr(p);
        if p.at(BY_KW) {
            // Only the ranges of domains have steps.
            p.error_expected("`}`");
        }
        p.close(R_BRACE, "}", open);
        let height = first.max(p.height) + 1;
        let range = marker.complete(p, RANGE_EXPR);
        set_height(p, height);
        return range;
    }
    expr_list_after_first(p, (R_BRACE, "}"), open);
    let height = first.max(p.height) + 1;
    let set = marker.complete(p, SET_EXPR);
    set_height(p, height);
    set
}

/// `|s|`
fn cardinality(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    let open = p.position();
    p.bump_any();
    bracketed_expr(p);
    p.close(PIPE, "|", open);
    let height = p.height + 1;
    let cardinality = marker.complete(p, CARDINALITY_EXPR);
    set_height(p, height);
    cardinality
}

/// `forall x : s | c, c`
pub(super) fn quantifier(p: &mut Parser<'_>) -> CompletedMarker {
    let marker = p.start();
    p.bump_any();
    p.bump_as(IDENT);
    p.expect(COLON, "`:` and what the variable ranges over");
    quantified(p);
    marker.complete(p, QUANTIFIER_EXPR)
}

/// What stands behind the colon of a quantifier or comprehension.
fn quantified(p: &mut Parser<'_>) {
    bracketed_expr(p);
    let mut height = p.height;
    p.expect(PIPE, "`|` and the conditions");
    let conditions = p.start();
    expr(p);
    height = height.max(p.height);
    while p.at(COMMA) {
        p.bump_any();
        expr(p);
        height = height.max(p.height);
    }
    conditions.complete(p, CONDITION_LIST);
    set_height(p, height + 2);
}

/// `lo .. hi by step` or a set: what a domain may be.
pub(in crate::syntax::grammar) fn domain_values(p: &mut Parser<'_>) {
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
