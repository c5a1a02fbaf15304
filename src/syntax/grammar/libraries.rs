//! Library declarations: events, functions, invariants.

use super::expressions::expr;
use super::recovery::{block, list, skip_until};
use super::statements::{statement, statements, sync_statements};
use super::types::{starts_type, type_};
use super::{annotations, member_path, name};
use crate::syntax::SyntaxKind::*;
use crate::syntax::parser::Parser;

/// `event name[config](params) { ... }`
pub(super) fn event_def(p: &mut Parser<'_>) {
    let event = p.start();
    annotations(p);
    p.bump_any();
    member_path(p, "the event's name");
    if p.at(L_BRACK) {
        let params = p.start();
        let open = p.position();
        p.bump_any();
        list(p, (R_BRACK, "]"), open, "a parameter", starts_param, param);
        params.complete(p, CONFIG_PARAM_LIST);
    }
    param_list(p);
    block(
        p,
        "`preconditions`, `postconditions` or `sync`",
        |p| p.at_any(&[PRECONDITIONS_KW, POSTCONDITIONS_KW, SYNC_KW]),
        |_| false,
        event_block,
    );
    event.complete(p, EVENT_DEF);
}

fn event_block(p: &mut Parser<'_>) {
    let marker = p.start();
    let keyword = p.current();
    p.bump_any();
    let kind = match keyword {
        PRECONDITIONS_KW => {
            statements(p);
            PRECONDITIONS
        }
        POSTCONDITIONS_KW => {
            statements(p);
            POSTCONDITIONS
        }
        _ => {
            sync_statements(p);
            SYNC_BLOCK
        }
    };
    marker.complete(p, kind);
}

/// `(p: T, q: U = e)`
pub(super) fn param_list(p: &mut Parser<'_>) {
    let open = p.position();
    let params = p.start();
    if !(p.expect(L_PAREN, "`(` and the parameters") || starts_param(p) && p.nth(1) == COLON) {
        return params.abandon(p);
    }
    list(p, (R_PAREN, ")"), open, "a parameter", starts_param, param);
    params.complete(p, PARAM_LIST);
}

fn starts_param(p: &Parser<'_>) -> bool {
    p.at_name() || p.current().is_keyword() && p.nth(1) == COLON
}

fn param(p: &mut Parser<'_>) {
    let marker = p.start();
    name(p, "the parameter's name");
    if p.expect(COLON, "`:` and the parameter's type") || starts_type(p) {
        type_(p);
    }
    if p.eat(EQ) {
        expr(p);
    }
    marker.complete(p, PARAM);
}

/// `function name(params): T = statement`
pub(super) fn function_def(p: &mut Parser<'_>) {
    let function = p.start();
    annotations(p);
    p.begin_entry();
    p.bump_any();
    member_path(p, "the function's name");
    param_list(p);
    if p.expect(COLON, "`:` and the function's type") {
        type_(p);
    }
    if p.in_trouble() {
        skip_until(p, |p| {
            p.at_any(&[EQ, SEMICOLON, R_BRACE]) || p.at_line_start()
        });
    }
    if p.expect(EQ, "`=` and the function's value") {
        p.begin_entry();
        statement(p);
    }
    p.end_entry();
    function.complete(p, FUNCTION_DEF);
}

/// `invariant name { statement* }`
pub(super) fn invariant_def(p: &mut Parser<'_>) {
    let invariant = p.start();
    annotations(p);
    p.bump_any();
    member_path(p, "the invariant's name");
    statements(p);
    invariant.complete(p, INVARIANT_DEF);
}
