//! The words of statements that are written clause by clause, by what stands before the cursor.

use super::snippets::word;
use super::{Cursor, Offer};
use crate::syntax::{SyntaxKind, SyntaxToken};

impl Cursor<'_> {
    /// What stands before the cursor in its statement, without white space and comments.
    fn words_before(&self) -> Vec<SyntaxToken> {
        const LONGEST: usize = 200;
        let before = std::iter::successors(self.token.prev_token(), SyntaxToken::prev_token);
        let solid = before.filter(|token| !token.kind().is_trivia());
        let own = solid.take_while(|token| {
            let ends = [
                SyntaxKind::SEMICOLON,
                SyntaxKind::L_BRACE,
                SyntaxKind::R_BRACE,
            ];
            !ends.contains(&token.kind())
        });
        let mut words: Vec<SyntaxToken> = own.take(LONGEST).collect();
        words.reverse();
        words
    }
}

/// How a clause of a check is begun.
fn clauses() -> [(&'static [&'static str], Vec<Offer>); 4] {
    [
        (&["from"], vec![word("from")]),
        (
            &["in", "between"],
            vec![
                word("in").snippet("in max ${1:5} steps"),
                word("between").snippet("between ${1:1} and ${2:5} steps"),
            ],
        ),
        (
            &["using"],
            vec![word("using").snippet("using events ${1:Account}.*")],
        ),
        (&["within"], vec![word("within")]),
    ]
}

/// What can follow in a check.
pub(super) fn words_of_check(cursor: &Cursor<'_>) -> Vec<Offer> {
    let words = cursor.words_before();
    let start = words.iter().rposition(|token| token.text() == "check");
    let words: Vec<&str> = words.iter().map(SyntaxToken::text).collect();
    let words = words
        .get(start.map_or(0, |at| at + 1)..)
        .unwrap_or_default();
    match words {
        ["invariants"] => vec![word("hold")],
        [_] => ["reachable", "unreachable"].map(word).to_vec(),
        [.., "in"] => vec![
            word("max").snippet("max ${1:5} steps"),
            word("exactly").snippet("exactly ${1:5} steps"),
        ],
        [.., "max" | "exactly" | "and", "1"] => ["step", "steps"].map(word).to_vec(),
        [.., "max" | "exactly" | "and", number] if is_number(number) => vec![word("steps")],
        [.., "between", number] if is_number(number) => {
            vec![word("and").snippet("and ${1:5} steps")]
        }
        [.., "using"] => vec![events()],
        [] | [.., "max" | "exactly" | "between" | "and"] => Vec::new(),
        _ => later_clauses(words),
    }
}

/// What follows `using`.
pub(super) fn events() -> Offer {
    word("events").snippet("events ${1:Account}.*")
}

/// Whether the word before the cursor is `using`.
pub(super) fn is_behind_using(cursor: &Cursor<'_>) -> bool {
    let words = cursor.words_before();
    words.last().is_some_and(|token| token.text() == "using")
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Clauses have an order, and each is written once.
fn later_clauses(words: &[&str]) -> Vec<Offer> {
    let clauses = clauses();
    // The name of the state that is asked for may be any word.
    let words = words.get(1..).unwrap_or_default();
    let is_written = |begin: &[&str]| words.iter().any(|word| begin.contains(word));
    let last = clauses.iter().rposition(|(begin, _)| is_written(begin));
    let later = clauses.into_iter().skip(last.map_or(0, |at| at + 1));
    later.flat_map(|(_, offers)| offers).collect()
}

/// What a statement of a test state goes on with.
pub(super) enum SetupPart {
    /// The statement begins.
    Beginning,
    /// A state and a specification follow.
    State,
    /// A specification follows.
    Specification,
    /// One of these words follows.
    Words(Vec<Offer>),
}

/// What can follow in a statement of a test state.
pub(super) fn part_of_setup(cursor: &Cursor<'_>) -> SetupPart {
    let words = cursor.words_before();
    let is_constrained = words.iter().any(|token| token.text() == "with");
    let Some(last) = words.last() else {
        return SetupPart::Beginning;
    };
    match (last.kind(), last.text()) {
        _ if is_constrained => SetupPart::Words(vec![word("and")]),
        (_, "now") => SetupPart::Words(vec![word("is")]),
        (SyntaxKind::TYPE_NAME, _) => SetupPart::Words(vec![word("with"), word("- one with")]),
        (SyntaxKind::INT, _) | (_, "not") => SetupPart::State,
        _ => SetupPart::Specification,
    }
}
