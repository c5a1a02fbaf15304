//! Literals of more than one token: money, dates, times, terms.

use crate::syntax::SyntaxKind::{self, *};
use crate::syntax::parser::{CompletedMarker, Parser};

/// Whether a literal starts here, also as the pattern of a `case` arm.
pub(super) fn starts_literal(p: &Parser<'_>) -> bool {
    matches!(
        p.current(),
        INT | REAL
            | PERCENTAGE
            | TIME
            | IBAN
            | CURRENCY
            | MONEY
            | STRING
            | PERIOD
            | FREQUENCY
            | NORM
            | BOOL
            | INF
            | ANY
            | NOW_KW
    )
}

pub(super) fn literal(p: &mut Parser<'_>) -> CompletedMarker {
    match p.current() {
        CURRENCY if matches!(p.nth(1), REAL | INT) => noted(p, 2, MONEY_LITERAL),
        MONEY => noted(p, 1, MONEY_LITERAL),
        INT if p.nth(1) == MONTH => date(p),
        INT if p.nth(1) == PERIOD => tokens(p, 2, TERM_LITERAL),
        INT if p.nth(1) == COLON && p.nth(2) == INT && !p.colon_ends => spaced_time(p),
        TIME => noted(p, 1, TIME_LITERAL),
        IBAN => noted(p, 1, LITERAL),
        _ => tokens(p, 1, LITERAL),
    }
}

fn tokens(p: &mut Parser<'_>, n: usize, kind: SyntaxKind) -> CompletedMarker {
    let marker = p.start();
    for _ in 0..n {
        p.bump_any();
    }
    marker.complete(p, kind)
}

/// A literal whose text is looked at later.
fn noted(p: &mut Parser<'_>, n: usize, kind: SyntaxKind) -> CompletedMarker {
    let marker = p.start();
    for _ in 0..n {
        p.bump_any();
    }
    marker.complete_literal(p, kind)
}

/// `26 Sep 2016`, `26 Sep`, `26 Sep 2016, 16:42`.
fn date(p: &mut Parser<'_>) -> CompletedMarker {
    let has_year = p.nth(2) == INT && p.nth(3) != MONTH;
    let date = noted(p, if has_year { 3 } else { 2 }, DATE_LITERAL);
    if p.at(COMMA) && at_time(p, 1) {
        let date_time = date.precede(p);
        p.bump_any();
        if p.at(TIME) {
            noted(p, 1, TIME_LITERAL);
        } else {
            spaced_time(p);
        }
        return date_time.complete(p, DATE_TIME_LITERAL);
    }
    date
}

fn at_time(p: &Parser<'_>, n: usize) -> bool {
    p.nth(n) == TIME
        || !p.colon_ends && p.nth(n) == INT && p.nth(n + 1) == COLON && p.nth(n + 2) == INT
}

/// `16 : 42`, as the original allows it.
fn spaced_time(p: &mut Parser<'_>) -> CompletedMarker {
    let has_seconds = p.nth(3) == COLON && p.nth(4) == INT;
    noted(p, if has_seconds { 5 } else { 3 }, TIME_LITERAL)
}
