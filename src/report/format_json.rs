//! What the formatter did, as programs read it: `schemas/fmt.schema.json` describes the document.

use serde::Serialize;

use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{self, Sources};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    files: Vec<File>,
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// What became of one file.
#[derive(Debug, Clone, Serialize)]
pub struct File {
    /// Its path.
    pub file: String,
    /// What became of it.
    pub status: Status,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    /// It was formatted already.
    Unchanged,
    /// It has been written anew.
    Formatted,
    /// It would have been written anew.
    WouldChange,
    /// It was left alone; a diagnostic tells why.
    Failed,
}

/// The document for these files.
pub fn document(
    files: Vec<File>,
    sources: &Sources,
    diagnostics: &[diagnostics::Diagnostic],
) -> Document {
    Document {
        version: JSON_VERSION,
        files,
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}
