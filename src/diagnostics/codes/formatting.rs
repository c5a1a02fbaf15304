//! R12: files that are not formatted.

use std::io;
use std::path::Path;

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};

codes! {
    /// The system does not let us write it.
    UNWRITABLE = "R1201" "unwritable-file" Error
        include_str!("../explanations/R1201.md");
    /// The formatter does not trust itself.
    NOT_FORMATTED = "R1202" "not-formatted" Error
        include_str!("../explanations/R1202.md");
}

/// The system does not let us write the file.
pub fn unwritable(span: Span, error: &io::Error) -> Diagnostic {
    let message = format!("the file cannot be written: {error}");
    Diagnostic::new(&UNWRITABLE, span, message)
}

/// Formatting would change the meaning of the file.
pub fn not_formatted(span: Span, path: &Path) -> Diagnostic {
    let name = path.display();
    let message = format!("`{name}` would not read the same if it were formatted");
    Diagnostic::new(&NOT_FORMATTED, span, message)
}
