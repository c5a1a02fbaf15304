//! Codes: the stable names of the things we tell.

use std::fmt;

/// How bad something is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The text has no meaning that could be checked.
    Error,
    /// The text has a meaning, but perhaps not the one that was meant.
    Warning,
    /// The text has the meaning that was meant, perhaps; this is what follows from it.
    Note,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        })
    }
}

/// A sort of diagnostic. Its id never changes its meaning and is never given again.
#[derive(Debug, PartialEq, Eq)]
pub struct Code {
    /// `R` and four digits; the first two tell the family.
    pub id: &'static str,
    /// A few words that name it: `unknown-event`.
    pub name: &'static str,
    /// How bad it is, unless a case says otherwise.
    pub severity: Severity,
    /// What it means, why it matters, and how to mend it, in Markdown. The code blocks are run
    /// by a test: those marked `bad` must show this code, those marked `good` must not.
    pub explanation: &'static str,
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.id)
    }
}

/// Declares the codes of a family and the list of them.
macro_rules! codes {
    ($($(#[$meta:meta])* $constant:ident = $id:literal $name:literal $severity:ident $explanation:expr;)*) => {
        $($(#[$meta])*
        pub static $constant: $crate::diagnostics::Code = $crate::diagnostics::Code {
            id: $id,
            name: $name,
            severity: $crate::diagnostics::Severity::$severity,
            explanation: $explanation,
        };)*

        /// The codes of this family.
        pub static ALL: &[&$crate::diagnostics::Code] = &[$(&$constant),*];
    };
}
pub(super) use codes;
