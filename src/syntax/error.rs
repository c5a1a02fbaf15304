//! What can be wrong with a text, as data.
//!
//! Wording, codes and severities are the business of [`crate::diagnostics`]; here is only told which
//! problems leave the text without a meaning ([`SyntaxErrorKind::is_warning`] says which do not).

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
    /// A closing bracket that closes nothing.
    UnmatchedDelimiter,
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
    /// A name whose first letter should be in the other case: `event Open`, `import bank.account`.
    NameCase {
        /// What the name should start with.
        upper: bool,
    },
    /// A test declaration in an `.ebl` file.
    TestDeclarationInSpecification,
    /// A library declaration or specification in a `.tebl` file.
    SpecificationInTest,
    /// An import behind another declaration.
    LateImport,
    /// `a < b < c`.
    ChainedComparison,
    /// `a = b`.
    AssignmentForEquality,
    /// `1:2` where two expressions and a colon are meant: it reads as a time.
    TimeForPair,
    /// Money that has not exactly two decimals.
    MoneyDecimals,
    /// A day that its month does not have, or a year beyond the calendar.
    DateOutOfRange,
    /// A date without a year.
    DateWithoutYear,
    /// An hour, minute or second that does not exist.
    TimeOutOfRange,
    /// An IBAN whose check digits do not fit.
    IbanCheckDigits {
        /// The digits that would.
        expected: u8,
    },
    /// `not a == b`, which is `(not a) == b`.
    NotBindsTighter {
        /// What was perhaps meant to be negated: `a == b`.
        operand: TextRange,
    },
    /// A text that the original implementation of Rebel groups in another way.
    GroupedOtherwise {
        /// The operator that binds otherwise there: `in` or `?:`.
        operator: &'static str,
        /// What has to stand in parentheses to be read alike by both.
        parts: Vec<TextRange>,
        /// What the original takes together, where it can read the text at all.
        original: Option<TextRange>,
    },
}

impl SyntaxErrorKind {
    /// Whether the text has a meaning all the same.
    pub fn is_warning(&self) -> bool {
        matches!(
            self,
            SyntaxErrorKind::IbanCheckDigits { .. }
                | SyntaxErrorKind::NotBindsTighter { .. }
                | SyntaxErrorKind::GroupedOtherwise { .. }
        )
    }
}
