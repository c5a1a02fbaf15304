//! Types.

use super::bad_type_name;
use super::recovery::{list, nested};
use crate::syntax::SyntaxKind::*;
use crate::syntax::parser::{CompletedMarker, Parser};

pub(super) fn starts_type(p: &Parser<'_>) -> bool {
    matches!(
        p.current(),
        BUILTIN_TYPE | TYPE_NAME | BAD_WORD | L_PAREN | PERIOD | FREQUENCY
    ) || (p.at(SET_KW) || p.at(MAP_KW)) && p.nth(1) == L_BRACK
        || p.at(INT) && p.nth(1) == PERIOD
}

/// A type; `A -> B -> C` is `A -> (B -> C)`.
pub(super) fn type_(p: &mut Parser<'_>) {
    nested(p, |p| {
        let Some(left) = simple_type(p) else {
            p.error_due("a type");
            return None;
        };
        if p.at(ARROW) {
            let function = left.precede(p);
            p.bump_any();
            type_(p);
            function.complete(p, FUNCTION_TYPE);
        }
        Some(())
    });
}

fn simple_type(p: &mut Parser<'_>) -> Option<CompletedMarker> {
    if !starts_type(p) {
        return None;
    }
    let marker = p.start();
    let open = p.position() + 1;
    let kind = match p.current() {
        SET_KW => {
            p.bump_any();
            p.bump_any();
            type_(p);
            p.close(R_BRACK, "]", open);
            SET_TYPE
        }
        MAP_KW => {
            p.bump_any();
            p.bump_any();
            type_(p);
            p.expect(COLON, "`:` between the types of keys and values");
            type_(p);
            p.close(R_BRACK, "]", open);
            MAP_TYPE
        }
        L_PAREN => {
            p.bump_any();
            list(p, (R_PAREN, ")"), open - 1, "a type", starts_type, type_);
            TUPLE_TYPE
        }
        INT => {
            p.bump_any();
            p.bump_any();
            TERM_TYPE
        }
        BAD_WORD => {
            bad_type_name(p);
            NAMED_TYPE
        }
        _ => {
            p.bump_any();
            NAMED_TYPE
        }
    };
    Some(marker.complete(p, kind))
}
