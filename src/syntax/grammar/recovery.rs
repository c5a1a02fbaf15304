//! What the rules share to survive mistakes: where declarations start, blocks and lists that go
//! on after an error, and the limits on nesting.

use super::Item;
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::error::SyntaxErrorKind;
use crate::syntax::parser::{Parser, Tokens};

/// How high an expression's tree may grow; keeps every later walk over it safe.
const MAX_HEIGHT: u32 = 1000;

/// How many tokens the annotations before the current declaration take. Rules ask this at each
/// annotation of a run, so the end of the run is remembered.
pub(super) fn annotations_ahead(p: &Parser<'_>) -> usize {
    if !p.at(AT) {
        return 0;
    }
    let here = p.position();
    let run = p.annotation_run.get();
    if run.contain(here) {
        return run.end - here;
    }
    let mut n = 0;
    while p.nth(n) == AT && p.nth(n + 2) == TAG_STRING {
        n += 3;
    }
    p.annotation_run.set(Tokens {
        first: here,
        end: here + n,
    });
    n
}

/// Whether a declaration clearly starts here: at the start of a line, with its name behind its
/// keyword. Rules inside a declaration stop there, so that a bracket that was forgotten costs only
/// the declaration it belongs to.
pub(super) fn at_declaration(p: &Parser<'_>) -> bool {
    if !p.at_line_start() {
        return false;
    }
    let n = annotations_ahead(p);
    let name = p.nth_is_name(n + 1);
    match p.nth(n) {
        EVENT_KW => {
            (name && matches!(p.nth(n + 2), L_PAREN | L_BRACK | DOT)) || p.nth(n + 1) == TYPE_NAME
        }
        FUNCTION_KW => name && matches!(p.nth(n + 2), L_PAREN | DOT) || p.nth(n + 1) == TYPE_NAME,
        INVARIANT_KW | STATE_KW | DOMAIN_KW => name && p.nth(n + 2) == L_BRACE,
        SPECIFICATION_KW => matches!(p.nth(n + 1), TYPE_NAME | BAD_WORD),
        ABSTRACT_KW | EXTERNAL_KW | SINGLETON_KW => p.nth(n + 1) == SPECIFICATION_KW,
        CHECK_KW => name && matches!(p.nth(n + 2), REACHABLE_KW | UNREACHABLE_KW | HOLD_KW),
        _ => false,
    }
}

/// Wraps everything up to a place to go on into an error node; braces are skipped in pairs, but
/// never past the next declaration.
pub(super) fn skip_until(p: &mut Parser<'_>, stop: impl Fn(&Parser<'_>) -> bool) {
    if !(p.at(EOF) || at_declaration(p) || stop(p)) {
        skip_at_least_one(p, stop);
    }
}

/// The same, but the current token is skipped in any case.
fn skip_at_least_one(p: &mut Parser<'_>, stop: impl Fn(&Parser<'_>) -> bool) {
    let mut depth = 0_u32;
    let marker = p.start();
    loop {
        match p.current() {
            L_BRACE => depth += 1,
            R_BRACE => depth = depth.saturating_sub(1),
            _ => {}
        }
        p.bump_any();
        if p.at(EOF) || at_declaration(p) || depth == 0 && stop(p) {
            break;
        }
    }
    marker.complete(p, ERROR);
}

/// Wraps the rest of the line into an error node.
pub(super) fn skip_line(p: &mut Parser<'_>) {
    let marker = p.start();
    p.bump_any();
    while !p.at_line_start() {
        p.bump_any();
    }
    marker.complete(p, ERROR);
}

/// On to the next declaration.
pub(super) fn skip_to_item(p: &mut Parser<'_>) {
    skip_until(p, |p| {
        p.at_line_start() && (Item::at(p).is_some() || p.at(IMPORT_KW))
    });
}

/// `{ ... }`: entries until the closing brace. `entry` is called where `starts` says that one
/// starts; anything else is skipped up to where something can go on. Where `leave` says so, the
/// block is taken to end although its brace is missing.
pub(super) fn block(
    p: &mut Parser<'_>,
    what: &'static str,
    starts: impl Fn(&Parser<'_>) -> bool,
    leave: impl Fn(&Parser<'_>) -> bool,
    entry: impl Fn(&mut Parser<'_>),
) {
    let open = p.position();
    if !p.expect(L_BRACE, "`{`") && !goes_on(p, &starts) {
        return;
    }
    entries(p, open, what, starts, leave, entry);
}

/// What stands behind the opening brace of a block, which is the token `open`.
pub(super) fn entries(
    p: &mut Parser<'_>,
    open: usize,
    what: &'static str,
    starts: impl Fn(&Parser<'_>) -> bool,
    leave: impl Fn(&Parser<'_>) -> bool,
    entry: impl Fn(&mut Parser<'_>),
) {
    while !p.at(R_BRACE) && !p.at(EOF) && !at_declaration(p) && !leave(p) {
        let before = p.position();
        p.begin_entry();
        if starts(p) {
            entry(p);
        } else {
            p.error_expected(what);
        }
        let next = |p: &Parser<'_>| p.at(R_BRACE) || leave(p) || p.at_line_start() && starts(p);
        if p.position() == before {
            skip_at_least_one(p, next);
        } else if p.in_trouble() && !p.runs_on() && !p.is_behind(SEMICOLON) {
            skip_until(p, next);
        }
        p.end_entry();
    }
    p.close(R_BRACE, "}", open);
}

/// Whether a block is there although its opening brace is missing: its first entry starts on a
/// line of its own.
fn goes_on(p: &Parser<'_>, starts: impl Fn(&Parser<'_>) -> bool) -> bool {
    p.at_line_start() && !at_declaration(p) && starts(p)
}

/// `item, item, ...` up to a closing bracket, which it takes, too. The opening one has been
/// taken and stands at token `open`.
pub(super) fn list(
    p: &mut Parser<'_>,
    (kind, close): (SyntaxKind, &'static str),
    open: usize,
    what: &'static str,
    starts: impl Fn(&Parser<'_>) -> bool,
    item: impl Fn(&mut Parser<'_>),
) {
    while !p.at(kind) && !p.at(EOF) && !at_declaration(p) {
        let before = p.position();
        if starts(p) {
            item(p);
        } else if p.at(COMMA) {
            p.error_expected(what);
        } else if is_one_stray(p) {
            p.error_expected(what);
            p.skip_token();
        } else if p.at(COLON) {
            // The name before the colon is missing.
            p.error_expected(what);
            skip_until(p, |p| {
                p.at(kind) || p.at_any(&[COMMA, SEMICOLON, R_BRACE]) || p.at_line_start()
            });
        }
        if !next_item(p, kind, &starts) || p.position() == before {
            break;
        }
    }
    p.close(kind, close, open);
}

/// The rest of a list whose first item has been read.
pub(super) fn list_after_first(
    p: &mut Parser<'_>,
    (kind, close): (SyntaxKind, &'static str),
    open: usize,
    what: &'static str,
    starts: impl Fn(&Parser<'_>) -> bool,
    item: impl Fn(&mut Parser<'_>),
) {
    if next_item(p, kind, &starts) {
        list(p, (kind, close), open, what, starts, item);
    } else {
        p.close(kind, close, open);
    }
}

/// Whether the list goes on right behind the current token, which does not belong there.
/// Otherwise the list was only half typed and ends here.
fn is_one_stray(p: &Parser<'_>) -> bool {
    matches!(p.nth(1), COMMA | R_PAREN | R_BRACK) && !p.at_any(&[L_BRACE, R_BRACE, SEMICOLON])
}

/// Takes the comma before the next item. One that is missing is told where it is clear that
/// another item follows.
fn next_item(p: &mut Parser<'_>, close: SyntaxKind, starts: impl Fn(&Parser<'_>) -> bool) -> bool {
    if p.eat(COMMA) {
        return true;
    }
    let follows = !p.at(close)
        && starts(p)
        && !at_declaration(p)
        && (!p.at_line_start() || matches!(p.nth(1), COLON | EQ));
    if follows {
        p.error_due("`,`");
    }
    follows
}

// Nesting.

/// Runs a rule one level deeper, or reports that the text nests too deep and skips the rest
/// of the statement.
pub(super) fn nested<'i, T>(
    p: &mut Parser<'i>,
    rule: impl FnOnce(&mut Parser<'i>) -> Option<T>,
) -> Option<T> {
    if !p.enter() {
        too_deep(p);
        return None;
    }
    let result = rule(p);
    p.leave();
    result
}

fn too_deep(p: &mut Parser<'_>) {
    p.error_here(SyntaxErrorKind::TooDeep);
    p.fall_silent();
    skip_until(p, |p| p.at_any(&[SEMICOLON, R_BRACE]));
    p.height = 0;
}

/// Notes the height of the expression just completed. Gives false, and skips what follows,
/// where it is too high.
pub(super) fn set_height(p: &mut Parser<'_>, height: u32) -> bool {
    p.height = height;
    if height > MAX_HEIGHT {
        too_deep(p);
    }
    height <= MAX_HEIGHT
}
