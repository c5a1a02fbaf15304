//! Statements of events, functions and invariants.

use super::expressions::{arg_list, expr, starts_expr};
use super::literals::{literal, starts_literal};
use super::recovery::{at_declaration, block, nested, skip_until};
use super::{annotations, name, type_name};
use crate::syntax::SyntaxKind::*;
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{Parser, Stretch, Tokens};

pub(super) fn starts_statement(p: &Parser<'_>) -> bool {
    p.at(AT) || p.at(CASE_KW) || starts_expr(p)
}

/// `{ statement* }`
pub(super) fn statements(p: &mut Parser<'_>) {
    block(
        p,
        "a statement",
        starts_statement,
        at_event_block,
        statement,
    );
}

/// Whether a block of an event starts here: what stands before it ends, brace or not.
pub(super) fn at_event_block(p: &Parser<'_>) -> bool {
    matches!(p.current(), PRECONDITIONS_KW | POSTCONDITIONS_KW | SYNC_KW) && p.nth(1) == L_BRACE
}

pub(super) fn statement(p: &mut Parser<'_>) {
    nested(p, |p| {
        match p.current() {
            CASE_KW => case(p),
            L_PAREN if is_parenthesised_statement(p) => parenthesised(p),
            _ => expression_statement(p),
        }
        Some(())
    });
}

fn parenthesised(p: &mut Parser<'_>) {
    let marker = p.start();
    let open = p.position();
    p.bump_any();
    statement(p);
    p.close(R_PAREN, ")", open);
    marker.complete(p, PAREN_STMT);
}

fn expression_statement(p: &mut Parser<'_>) {
    let marker = p.start();
    annotations(p);
    expr(p);
    end_of_statement(p);
    marker.complete(p, EXPR_STMT);
}

/// `( statement )` holds a `;`, `( expression )` does not.
fn is_parenthesised_statement(p: &Parser<'_>) -> bool {
    let mut stretch = p.parentheses.borrow_mut();
    if !stretch.covers(p.position()) {
        look_through(p, &mut stretch);
    }
    stretch.holds_statement(p.position())
}

/// Looks at the tokens up to the next end of a statement. What is found there holds for all parentheses that are
/// still open: asking again for each of them would take quadratic time.
fn look_through(p: &Parser<'_>, stretch: &mut Stretch) {
    let first = p.position();
    stretch.open.clear();
    for number in first.. {
        match p.kind_of(number) {
            L_PAREN => stretch.open.push(number),
            R_PAREN => {
                stretch.open.pop();
            }
            kind @ (SEMICOLON | EOF | PRECONDITIONS_KW | POSTCONDITIONS_KW) => {
                stretch.tokens = Tokens { first, end: number };
                // Where no `)` follows the `;`, it ends a statement whose `(` was left open.
                if kind != SEMICOLON || p.kind_of(number + 1) != R_PAREN {
                    stretch.open.clear();
                }
                return;
            }
            _ => {}
        }
    }
}

/// The `;`, or an error that says what is wrong instead, and on to where the next one starts.
pub(super) fn end_of_statement(p: &mut Parser<'_>) {
    if p.eat(SEMICOLON) {
        return;
    }
    if p.in_trouble() {
        return skip_statement(p);
    }
    if p.at(R_BRACE) && !p.at_line_start() && is_brace_of_expression(p) {
        p.error_here(SyntaxErrorKind::UnmatchedDelimiter);
        return skip_statement(p);
    }
    let ends = |p: &Parser<'_>| p.at_any(&[R_BRACE, EOF]) || at_declaration(p) || at_event_block(p);
    let runs_on = |p: &Parser<'_>| starts_statement(p) && !p.at_any(&[L_BRACE, MINUS]);
    if ends(p) || runs_on(p) || starts_statement(p) && p.at_line_start() {
        p.error_missing(SyntaxErrorKind::MissingSemicolon);
        if !p.at_line_start() && !ends(p) {
            p.run_on();
        }
        return;
    }
    if p.at_any(&[R_PAREN, R_BRACK]) {
        p.error_here(SyntaxErrorKind::UnmatchedDelimiter);
    } else {
        p.error_expected("`;` or an operator");
    }
    skip_statement(p);
}

/// Skips the rest of a statement in which something is wrong, with its `;`.
fn skip_statement(p: &mut Parser<'_>) {
    skip_until(p, |p| {
        p.at(SEMICOLON)
            || p.at(R_BRACE) && !is_brace_of_expression(p)
            || at_event_block(p)
            || p.at_line_start() && starts_statement(p) && !goes_on_here(p)
    });
    p.eat(SEMICOLON);
}

/// Whether a line that could start a statement rather goes on with the one before: `- x`, `| c`, `key : value`.
fn goes_on_here(p: &Parser<'_>) -> bool {
    p.at_any(&[MINUS, PIPE]) || p.nth(1) == COLON
}

/// Whether the expression goes on behind a closing brace: then it is not the brace of the block.
fn is_brace_of_expression(p: &Parser<'_>) -> bool {
    let goes_on = matches!(
        p.nth(1),
        COMMA
            | PIPE
            | R_PAREN
            | R_BRACK
            | DOT
            | DOT_DOT
            | AMP_AMP
            | PIPE_PIPE
            | ARROW
            | QUESTION
            | COLON
            | EQ_EQ
            | BANG_EQ
            | LT
            | LT_EQ
            | GT
            | GT_EQ
            | PLUS
            | STAR
            | SLASH
            | PERCENT
            | IN_KW
            | AND_KW
    );
    goes_on || p.nth(1) == SEMICOLON && p.cases == 0
}

/// `case e { literal => statement ... };`
fn case(p: &mut Parser<'_>) {
    let marker = p.start();
    p.bump_any();
    if at_arms(p) {
        p.error_expected("an expression");
    } else {
        expr(p);
    }
    p.cases += 1;
    block(
        p,
        "a literal and `=>`",
        starts_literal,
        at_event_block,
        |p| {
            let arm = p.start();
            literal(p);
            p.expect(FAT_ARROW, "`=>`");
            statement(p);
            arm.complete(p, CASE_ARM);
        },
    );
    p.cases -= 1;
    end_of_statement(p);
    marker.complete(p, CASE_STMT);
}

/// Whether the arms of a `case` start here, where what it looks at is due.
fn at_arms(p: &Parser<'_>) -> bool {
    p.at(L_BRACE) && (p.nth(2) == FAT_ARROW || p.nth(3) == FAT_ARROW)
}

/// `sync { ... }` without its keyword.
pub(super) fn sync_statements(p: &mut Parser<'_>) {
    let starts = |p: &Parser<'_>| p.at_any(&[AT, NOT_KW, TYPE_NAME, BAD_WORD]) || p.at_name();
    block(
        p,
        "`Specification[key].event(...)`",
        starts,
        at_event_block,
        sync_statement,
    );
}

/// `not* S[key].event(args);`
fn sync_statement(p: &mut Parser<'_>) {
    let marker = p.start();
    annotations(p);
    while p.eat(NOT_KW) {}
    sync_target(p);
    let open = p.position();
    if p.expect(L_BRACK, "`[` and the partner's key") {
        expr(p);
        p.close(R_BRACK, "]", open);
    }
    if p.expect(DOT, "`.` and the partner's event") {
        name(p, "the partner's event");
    }
    if p.at(L_PAREN) {
        arg_list(p);
    } else {
        p.error_expected("`(` and the event's arguments");
    }
    end_of_statement(p);
    marker.complete(p, SYNC_STMT);
}

/// `Name` or `a.b.Name`
fn sync_target(p: &mut Parser<'_>) {
    let path = p.start();
    while p.at_name() && p.nth(1) == DOT {
        p.bump_as(IDENT);
        p.bump_any();
    }
    type_name(p, "the partner's specification");
    path.complete(p, PATH);
}
