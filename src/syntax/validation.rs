//! Rules about the text of single literals, which the grammar does not hold.
//!
//! The parser notes the literals that have such rules, so that nobody has to walk the tree for them.

use rowan::TextRange;

use super::SyntaxKind::{self, DATE_LITERAL, MONEY_LITERAL, TIME_LITERAL};
use super::error::{SyntaxError, SyntaxErrorKind};
use super::parser::{Input, Tokens};

/// Adds what is wrong with the literals.
pub(super) fn validate(
    text: &str,
    input: &Input<'_>,
    literals: &[(SyntaxKind, Tokens)],
    problems: &mut Vec<SyntaxError>,
) {
    for (kind, tokens) in literals {
        let problem = match *kind {
            MONEY_LITERAL => money(text, input, *tokens),
            DATE_LITERAL => date(text, input, *tokens),
            TIME_LITERAL => time(text, input, *tokens),
            _ => iban(&text[input.range(tokens.first)]),
        };
        if let Some(problem) = problem {
            problems.push(SyntaxError::new(problem, place(*kind, input, *tokens)));
        }
    }
}

/// Of money only the amount can be wrong; of others we point at the whole.
fn place(kind: SyntaxKind, input: &Input<'_>, tokens: Tokens) -> TextRange {
    match kind {
        MONEY_LITERAL => input.range(tokens.end - 1),
        _ => input.range_of(tokens),
    }
}

fn money(text: &str, input: &Input<'_>, tokens: Tokens) -> Option<SyntaxErrorKind> {
    let amount = &text[input.range(tokens.end - 1)];
    let decimals = amount.split_once('.').map_or("", |(_, decimals)| decimals);
    (decimals.len() != 2).then_some(SyntaxErrorKind::MoneyDecimals)
}

fn date(text: &str, input: &Input<'_>, tokens: Tokens) -> Option<SyntaxErrorKind> {
    let part = |number| &text[input.range(number)];
    let day = number(part(tokens.first));
    let has_year = tokens.end == tokens.first + 3;
    // A leap year, so that the day alone is judged where there is no year.
    let year = if has_year {
        number(part(tokens.first + 2))
    } else {
        2000
    };
    let days = days_in(part(tokens.first + 1), year);
    if !(1..=days).contains(&day) || !(1..=9999).contains(&year) {
        return Some(SyntaxErrorKind::DateOutOfRange);
    }
    (!has_year).then_some(SyntaxErrorKind::DateWithoutYear)
}

fn days_in(month: &str, year: u32) -> u32 {
    match month {
        "Feb" if is_leap(year) => 29,
        "Feb" => 28,
        "Apr" | "Jun" | "Sep" | "Nov" => 30,
        _ => 31,
    }
}

fn is_leap(year: u32) -> bool {
    year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400)
}

/// `16:42`, `16:42:07`, also with spaces around the colons.
fn time(text: &str, input: &Input<'_>, tokens: Tokens) -> Option<SyntaxErrorKind> {
    let limits = [24, 60, 60];
    let parts = (tokens.first..tokens.end)
        .flat_map(|token| text[input.range(token)].split(':'))
        .filter(|part| !part.is_empty())
        .map(number);
    let fits = parts.zip(limits).all(|(part, limit)| part < limit);
    (!fits).then_some(SyntaxErrorKind::TimeOutOfRange)
}

/// Digits as a number; too many of them make one that is out of every range.
fn number(digits: &str) -> u32 {
    digits.parse().unwrap_or(u32::MAX)
}

/// The check digits of an IBAN make it 1 modulo 97, with its first four characters moved to the
/// end and letters counted from 10 (ISO 13616).
fn iban(text: &str) -> Option<SyntaxErrorKind> {
    let (country, rest) = text.split_at_checked(2)?;
    let (digits, account) = rest.split_at_checked(2)?;
    let remainder = [account, country, "00"].iter().fold(0, |sum, part| {
        part.chars()
            .filter_map(|c| c.to_digit(36))
            .fold(sum, append)
    });
    let expected = u8::try_from(98 - remainder).unwrap_or_default();
    (number(digits) != u32::from(expected)).then_some(SyntaxErrorKind::IbanCheckDigits { expected })
}

/// Writes the value of one more character behind a number, modulo 97.
fn append(sum: u32, value: u32) -> u32 {
    let shift = if value < 10 { 10 } else { 100 };
    (sum * shift + value) % 97
}
