//! Specifications: fields, events, invariants, life cycle.

use super::expressions::expr;
use super::libraries::param_list;
use super::recovery::{block, list};
use super::types::{starts_type, type_};
use super::{annotations, member_path, module_path, name, name_ref, type_name};
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::parser::Parser;

/// The keywords of a specification's blocks.
const MEMBERS: [SyntaxKind; 4] = [FIELDS_KW, EVENTS_KW, INVARIANTS_KW, LIFE_CYCLE_KW];

pub(super) fn specification(p: &mut Parser<'_>) {
    let specification = p.start();
    annotations(p);
    if p.at_any(&[ABSTRACT_KW, EXTERNAL_KW, SINGLETON_KW]) {
        p.bump_any();
    }
    p.expect(SPECIFICATION_KW, "`specification`");
    type_name(p, "the specification's name");
    if p.at(EXTENDS_KW) {
        let extends = p.start();
        p.bump_any();
        module_path(p, "the name of a specification");
        extends.complete(p, EXTENDS);
    }
    block(
        p,
        "`fields`, `events`, `invariants` or `lifeCycle`",
        |p| p.at_any(&MEMBERS),
        |_| false,
        member,
    );
    specification.complete(p, SPECIFICATION);
}

/// Whether a block of a specification starts here: what stands before it ends, brace or not.
fn at_member(p: &Parser<'_>) -> bool {
    p.at_any(&MEMBERS) && p.nth(1) == L_BRACE
}

fn member(p: &mut Parser<'_>) {
    let marker = p.start();
    let keyword = p.current();
    p.bump_any();
    let kind = match keyword {
        FIELDS_KW => {
            block(p, "a field", starts_field, at_member, field);
            FIELD_BLOCK
        }
        EVENTS_KW => {
            block(p, "an event", at_reference, at_member, event_ref);
            EVENT_BLOCK
        }
        INVARIANTS_KW => {
            block(
                p,
                "the name of an invariant",
                at_reference,
                at_member,
                |p| {
                    let invariant = p.start();
                    member_path(p, "the name of an invariant");
                    invariant.complete(p, INVARIANT_REF);
                },
            );
            INVARIANT_BLOCK
        }
        _ => {
            block(p, "a state", at_state, at_member, state_from);
            LIFE_CYCLE
        }
    };
    marker.complete(p, kind);
}

fn starts_field(p: &Parser<'_>) -> bool {
    p.at_name() || p.current().is_keyword() && p.nth(1) == COLON
}

fn at_reference(p: &Parser<'_>) -> bool {
    p.at_name() || p.at(TYPE_NAME)
}

/// `name: T @key`
fn field(p: &mut Parser<'_>) {
    let field = p.start();
    name(p, "the field's name");
    if p.expect(COLON, "`:` and the field's type") || starts_type(p) && !p.at_line_start() {
        type_(p);
    }
    annotations(p);
    field.complete(p, FIELD);
}

/// `internal? name[p = e]`, or `name(p: T)` in an external specification
fn event_ref(p: &mut Parser<'_>) {
    let event = p.start();
    if p.at(INTERNAL_KW) && (p.nth_is_name(1) || p.nth(1) == TYPE_NAME) {
        p.bump_any();
    }
    member_path(p, "the name of an event");
    if p.at(L_PAREN) {
        param_list(p);
    } else if p.at(L_BRACK) {
        let args = p.start();
        let open = p.position();
        p.bump_any();
        list(
            p,
            (R_BRACK, "]"),
            open,
            "`parameter = value`",
            starts_config_arg,
            config_arg,
        );
        args.complete(p, CONFIG_ARG_LIST);
    } else {
        p.error_missing(crate::syntax::SyntaxErrorKind::Expected {
            what: "`[]` behind the event's name",
        });
    }
    event.complete(p, EVENT_REF);
}

fn starts_config_arg(p: &Parser<'_>) -> bool {
    p.at_name()
}

fn config_arg(p: &mut Parser<'_>) {
    let arg = p.start();
    name(p, "the parameter's name");
    if p.expect(EQ, "`=` and the parameter's value") {
        expr(p);
    }
    arg.complete(p, CONFIG_ARG);
}

fn at_state(p: &Parser<'_>) -> bool {
    p.at_any(&[INITIAL_KW, FINAL_KW, ARROW]) || p.at_name()
}

/// `initial s -> t: e, f -> u: g`
fn state_from(p: &mut Parser<'_>) {
    let state = p.start();
    if p.at_any(&[INITIAL_KW, FINAL_KW]) {
        p.bump_any();
    }
    name(p, "the name of a state");
    while at_target(p) {
        state_to(p);
    }
    state.complete(p, STATE_FROM);
}

/// Whether a target follows, also behind an arrow that is missing or written otherwise.
fn at_target(p: &Parser<'_>) -> bool {
    let without_arrow = p.nth_is_name(0) && p.nth(1) == COLON;
    p.at_any(&[ARROW, FAT_ARROW, GT, MINUS, EQ]) || without_arrow
}

/// Whether an event is named although the sign before it is missing.
fn at_next_event(p: &Parser<'_>) -> bool {
    let ends_line = p.next_starts_line();
    p.at_name() && !p.at_line_start() && (ends_line || !matches!(p.nth(1), COLON | ARROW))
}

/// Whether another event of the list follows; a state is never followed by a comma.
fn is_comma_missing(p: &Parser<'_>) -> bool {
    at_next_event(p) && p.nth(1) == COMMA
}

fn state_to(p: &mut Parser<'_>) {
    let target = p.start();
    if !p.expect(ARROW, "`->` and the next state") && !p.at_name() {
        p.skip_token();
    }
    name(p, "the name of the next state");
    if p.expect(COLON, "`:` and the events that lead there") || at_next_event(p) {
        name_ref(p, "the name of an event");
        while p.eat(COMMA) || is_comma_missing(p) {
            if !p.is_behind(COMMA) {
                p.error_expected("`,`");
            }
            name_ref(p, "the name of an event");
        }
    }
    target.complete(p, STATE_TO);
}
