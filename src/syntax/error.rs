//! What can be wrong with a text, as data.
//!
//! Wording, codes and severities are the business of [`crate::diagnostics`].

use rowan::TextRange;

/// One thing that is wrong with a text, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyntaxError {
    /// What is wrong.
    pub kind: SyntaxErrorKind,
    /// Where; empty where something is missing.
    pub range: TextRange,
}

impl SyntaxError {
    /// An error at a place.
    pub fn new(kind: SyntaxErrorKind, range: TextRange) -> SyntaxError {
        SyntaxError { kind, range }
    }
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SyntaxErrorKind {
    /// Something else should stand here.
    Expected {
        /// What should, in words: "an expression", "`:`".
        what: &'static str,
    },
    /// A statement or setup has no `;` at its end.
    MissingSemicolon,
    /// A bracket is never closed.
    UnclosedDelimiter {
        /// The range of the opening bracket.
        open: TextRange,
        /// The closing bracket that is missing.
        close: &'static str,
    },
    /// A string without its closing quote.
    UnclosedString,
    /// A block comment without its `*/`.
    UnclosedComment,
    /// An annotation's text without its `}`.
    UnclosedTagString,
    /// Characters that no token can start with.
    UnknownCharacters {
        /// Those characters.
        characters: String,
    },
    /// Brackets or operators nest deeper than we follow.
    TooDeep,
    /// A reserved word where a name should stand.
    ReservedWord,
    /// An upper-case word that is not a name: `ATM`, `A`.
    BadTypeName,
    /// A test declaration in an `.ebl` file.
    TestDeclarationInSpecification,
    /// A library declaration or specification in a `.tebl` file.
    SpecificationInTest,
    /// `a < b < c`.
    ChainedComparison,
    /// Money that has not exactly two decimals.
    MoneyDecimals,
    /// A day that its month does not have.
    DateOutOfRange,
    /// A date without a year.
    DateWithoutYear,
    /// An hour, minute or second that does not exist.
    TimeOutOfRange,
    /// An IBAN whose check digits do not fit.
    IbanCheckDigits,
}
