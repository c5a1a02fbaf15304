//! Test modules: states, checks, domains.

use super::expressions::{domain_values, expr, starts_expr, state_set};
use super::recovery::{block, entries, nested, skip_until};
use super::statements::end_of_statement;
use super::types::type_;
use super::{module_path, name, name_ref, type_name};
use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::parser::Parser;

/// `state name { setup* }`
pub(super) fn state_setup(p: &mut Parser<'_>) {
    let state = p.start();
    super::annotations(p);
    p.bump_any();
    name(p, "the state's name");
    if p.at_line_start() && at_state_set(p) {
        // The brace is that of the first statement; the one of the block is missing.
        p.error_due("`{`");
        setup_block_with(p, |p| {
            entries(
                p,
                p.position(),
                SETUP_STATEMENT,
                starts_setup,
                |_| false,
                setup,
            );
        });
    } else {
        setup_block(p);
    }
    state.complete(p, STATE_SETUP);
}

/// What stands in a block of setup statements, in words.
const SETUP_STATEMENT: &str = "a setup statement";

fn setup_block(p: &mut Parser<'_>) {
    setup_block_until(p, |_| false);
}

/// A block that also ends, brace or not, where `leave` says so.
fn setup_block_until(p: &mut Parser<'_>, leave: impl Fn(&Parser<'_>) -> bool) {
    setup_block_with(p, |p| block(p, SETUP_STATEMENT, starts_setup, leave, setup));
}

fn setup_block_with(p: &mut Parser<'_>, rule: impl FnOnce(&mut Parser<'_>)) {
    let marker = p.start();
    nested(p, |p| {
        rule(p);
        Some(())
    });
    marker.complete(p, SETUP_BLOCK);
}

fn starts_setup(p: &Parser<'_>) -> bool {
    p.at_any(&[
        NOW_KW,
        INT,
        L_BRACE,
        UNINITIALIZED_KW,
        TYPE_NAME,
        BAD_WORD,
        NOT_KW,
    ]) || p.at_name()
}

fn setup(p: &mut Parser<'_>) {
    let marker = p.start();
    let kind = match p.current() {
        NOW_KW => now_setup(p),
        FOREVER_KW if at_temporal_block(p) => {
            p.bump_any();
            setup_block(p);
            FOREVER_SETUP
        }
        EVENTUALLY_KW if at_temporal_block(p) => {
            p.bump_any();
            setup_block(p);
            EVENTUALLY_SETUP
        }
        L_BRACE if !at_state_set(p) && !at_open_state_set(p) => two_blocks(p),
        _ => instance_setup(p),
    };
    marker.complete(p, kind);
}

/// Whether `forever` or `eventually` is the keyword here; its brace may have been forgotten.
fn at_temporal_block(p: &Parser<'_>) -> bool {
    p.nth(1) == L_BRACE || p.next_starts_line()
}

/// `now is 26 Sep 2016, 16:42;`
fn now_setup(p: &mut Parser<'_>) -> SyntaxKind {
    p.bump_any();
    if p.expect(IS_KW, "`is` and the time") || p.at(INT) && !p.at_line_start() {
        expr(p);
    }
    end_of_statement(p);
    NOW_SETUP
}

/// `{ ... } until { ... }`
fn two_blocks(p: &mut Parser<'_>) -> SyntaxKind {
    setup_block_until(p, |p| {
        p.at_any(&[UNTIL_KW, UNLESS_KW]) && p.nth(1) == L_BRACE
    });
    let kind = if p.at(UNLESS_KW) {
        UNLESS_SETUP
    } else {
        UNTIL_SETUP
    };
    if p.at_any(&[UNTIL_KW, UNLESS_KW]) {
        p.bump_any();
    } else {
        p.error_due("`until` or `unless`");
    }
    if p.at(L_BRACE) || !p.has_complained() {
        setup_block(p);
    }
    kind
}

/// Whether `{ s t }` names states here, rather than opening a block of setups.
fn at_state_set(p: &Parser<'_>) -> bool {
    let n = names_end(p, 1);
    p.at(L_BRACE) && n > 1 && p.nth(n) == R_BRACE
}

/// Whether `{ s t Account` names states although its closing brace is missing.
fn at_open_state_set(p: &Parser<'_>) -> bool {
    let n = names_end(p, 1);
    n > 2 && p.nth(n) == TYPE_NAME && p.nth(1) != NOT_KW && !p.next_starts_line()
}

/// Whether `s t } Account` names states although its opening brace is missing. Every statement asks this, so it looks
/// only a few names ahead.
fn at_unopened_state_set(p: &Parser<'_>) -> bool {
    const FAR: usize = 16;
    let n = (0..FAR).find(|n| !is_in_list_of_names(p, *n)).unwrap_or(0);
    n > 0 && p.nth(n) == R_BRACE && matches!(p.nth(n + 1), TYPE_NAME | BAD_WORD)
}

/// The first of the tokens from the n-th on that belongs to no list of names.
fn names_end(p: &Parser<'_>, from: usize) -> usize {
    let mut n = from;
    while is_in_list_of_names(p, n) {
        n += 1;
    }
    n
}

fn is_in_list_of_names(p: &Parser<'_>, n: usize) -> bool {
    p.nth_is_name(n) || p.nth(n) == COMMA
}

/// `not? 2 opened Account with c, c;`
fn instance_setup(p: &mut Parser<'_>) -> SyntaxKind {
    if p.at(NOT_KW) && p.nth(1) != SEMICOLON {
        p.bump_any();
    }
    p.eat(INT);
    if p.at(L_BRACE) {
        state_set(p);
    } else if at_unopened_state_set(p) {
        p.error_expected("`{`");
        skip_until(p, |p| p.is_behind(R_BRACE));
    } else if p.at(UNINITIALIZED_KW) {
        p.bump_any();
    } else if p.at_name() && p.nth(1) != DOT {
        name_ref(p, "the name of a life-cycle state");
    }
    if p.at_name() || p.at_any(&[TYPE_NAME, BAD_WORD]) {
        module_path(p, "the name of a specification");
    } else {
        p.error_due("the name of a specification");
    }
    constraints(p);
    end_of_statement(p);
    INSTANCE_SETUP
}

/// `with c, c` or `- one with c - one with d`
fn constraints(p: &mut Parser<'_>) {
    if p.at(WITH_KW) {
        let with = p.start();
        with_constraints(p);
        with.complete(p, WITH_CLAUSE);
    } else if at_constraint(p) {
        // The word alone is missing.
        let with = p.start();
        p.error_due("`with`");
        constraint_list(p);
        with.complete(p, WITH_CLAUSE);
    }
    while p.at(MINUS) && p.nth(1) == ONE_KW {
        let one = p.start();
        p.bump_any();
        p.bump_any();
        if p.at(WITH_KW) || p.at_line_start() || !starts_expr(p) {
            with_constraints(p);
        } else {
            // The word alone is missing.
            p.error_expected("`with`");
            constraint_list(p);
        }
        one.complete(p, ONE_WITH_CLAUSE);
    }
}

fn with_constraints(p: &mut Parser<'_>) {
    if p.expect(WITH_KW, "`with` and the constraints") {
        constraint_list(p);
    }
}

fn constraint_list(p: &mut Parser<'_>) {
    expr(p);
    while p.at_any(&[COMMA, AND_KW]) || at_constraint(p) {
        if p.at_any(&[COMMA, AND_KW]) {
            p.bump_any();
        } else {
            p.error_due("`and`");
        }
        expr(p);
    }
}

/// Whether a field is compared here: no setup statement starts like that, so a word is missing before it.
fn at_constraint(p: &Parser<'_>) -> bool {
    let compared = matches!(
        p.nth(1),
        EQ_EQ | BANG_EQ | LT | LT_EQ | GT | GT_EQ | L_BRACK | EQ
    );
    p.at_name() && compared
}

/// `check name reachable from s in max 5 steps using events S.* within d;`
pub(super) fn check(p: &mut Parser<'_>) {
    let check = p.start();
    super::annotations(p);
    p.begin_entry();
    p.bump_any();
    property(p);
    clauses(p);
    end_of_check(p);
    p.end_entry();
    check.complete(p, CHECK);
}

/// `from`, bounds, `using` and `within`, in this order.
fn clauses(p: &mut Parser<'_>) {
    let mut last = None;
    while let Some(rank) = clause_rank(p) {
        if last.replace(rank) >= Some(rank) {
            p.error_expected("`from`, `in` or `between`, `using`, `within` in this order");
        }
        match p.current() {
            FROM_KW => named_clause(p, "the name of a state", FROM_CLAUSE),
            USING_KW => using(p),
            WITHIN_KW => named_clause(p, "the name of a domain", WITHIN_CLAUSE),
            _ => bounds(p),
        }
    }
}

fn clause_rank(p: &Parser<'_>) -> Option<u8> {
    match p.current() {
        FROM_KW => Some(0),
        IN_KW | BETWEEN_KW => Some(1),
        USING_KW => Some(2),
        WITHIN_KW => Some(3),
        _ => None,
    }
}

fn end_of_check(p: &mut Parser<'_>) {
    if p.in_trouble() {
        skip_until(p, |p| p.at(SEMICOLON) || at_item(p));
        p.eat(SEMICOLON);
        return;
    }
    if !p.at(SEMICOLON) && !p.at(EOF) && !p.at_line_start() {
        p.error_expected("`from`, `in`, `between`, `using`, `within` or `;`");
        skip_until(p, |p| p.at(SEMICOLON) || at_item(p));
        p.eat(SEMICOLON);
        return;
    }
    end_of_statement(p);
}

/// Whether a line starts with another declaration, whole or not.
fn at_item(p: &Parser<'_>) -> bool {
    p.at_line_start() && super::Item::at(p).is_some()
}

fn property(p: &mut Parser<'_>) {
    let property = p.start();
    if p.at(INVARIANTS_KW) && p.nth(1) == HOLD_KW {
        p.bump_any();
        p.bump_any();
        property.complete(p, INVARIANTS_HOLD);
        return;
    }
    name_ref(p, "the name of a state, or `invariants hold`");
    if p.at_any(&[REACHABLE_KW, UNREACHABLE_KW]) {
        p.bump_any();
    } else {
        p.error_due("`reachable` or `unreachable`");
        if p.at(IDENT) && !p.at_line_start() {
            p.skip_token();
        }
    }
    property.complete(p, REACHABILITY);
}

fn named_clause(p: &mut Parser<'_>, what: &'static str, kind: SyntaxKind) {
    let clause = p.start();
    p.bump_any();
    if at_next_clause(p) {
        p.error_due(what);
    } else {
        name_ref(p, what);
    }
    clause.complete(p, kind);
}

/// Whether a clause starts here where a name is due, though its keyword could be that name.
fn at_next_clause(p: &Parser<'_>) -> bool {
    match p.current() {
        IN_KW => matches!(p.nth(1), MAX_KW | EXACTLY_KW),
        BETWEEN_KW => p.nth(1) == INT,
        USING_KW => p.nth(1) == EVENTS_KW,
        WITHIN_KW => p.nth_is_name(1) && p.nth(2) == SEMICOLON,
        _ => false,
    }
}

/// `in max 5 steps`, `in exactly 5 steps`, `between 2 and 5 steps`
fn bounds(p: &mut Parser<'_>) {
    let bounds = p.start();
    if p.eat(BETWEEN_KW) {
        p.expect(INT, "the least number of steps");
        p.expect(AND_KW, "`and` and the greatest number of steps");
    } else {
        p.bump_any();
        if p.at_any(&[MAX_KW, EXACTLY_KW]) {
            p.bump_any();
        } else {
            p.error_due("`max` or `exactly`");
        }
    }
    p.expect(INT, "the number of steps");
    if p.at_any(&[STEP_KW, STEPS_KW]) {
        p.bump_any();
    } else {
        p.error_due("`steps`");
    }
    bounds.complete(p, BOUNDS);
}

/// `using events Account.*, Transaction.book`
fn using(p: &mut Parser<'_>) {
    let using = p.start();
    p.bump_any();
    p.expect(EVENTS_KW, "`events`");
    event_pattern(p);
    while p.eat(COMMA) || p.at(TYPE_NAME) && p.nth(1) == DOT {
        if !p.is_behind(COMMA) {
            p.error_due("`,`");
        }
        event_pattern(p);
    }
    using.complete(p, USING_CLAUSE);
}

fn event_pattern(p: &mut Parser<'_>) {
    let pattern = p.start();
    if type_name(p, "`Specification.event` or `Specification.*`")
        && p.expect(DOT, "`.` and the name of an event or `*`")
        && !p.eat(STAR)
    {
        name(p, "the name of an event or `*`");
    }
    pattern.complete(p, EVENT_PATTERN);
}

/// `domain name { what : values; ... }`
pub(super) fn domain(p: &mut Parser<'_>) {
    let domain = p.start();
    super::annotations(p);
    p.bump_any();
    name(p, "the domain's name");
    let starts = |p: &Parser<'_>| super::types::starts_type(p);
    block(
        p,
        "a type, field or parameter, and its values",
        starts,
        |_| false,
        domain_entry,
    );
    domain.complete(p, DOMAIN);
}

fn domain_entry(p: &mut Parser<'_>) {
    let entry = p.start();
    if p.at(TYPE_NAME) && p.nth(1) == DOT {
        let target = p.start();
        p.bump_any();
        p.bump_any();
        name(p, "the name of a field or event");
        if p.eat(DOT) {
            name(p, "the name of a parameter");
        }
        target.complete(p, DOMAIN_PATH);
    } else {
        type_(p);
    }
    if p.expect(COLON, "`:` and the values") || starts_expr(p) && !p.at_line_start() {
        domain_values(p);
    }
    end_of_statement(p);
    entry.complete(p, DOMAIN_ENTRY);
}
