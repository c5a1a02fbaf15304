//! What the formatter did, as programs read it: `schemas/fmt.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{self, Sources};

/// What `fretsaw fmt --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "What the formatter did")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    files: Vec<File>,
    /// Why files were left alone, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// What became of one file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct File {
    /// Its path.
    pub file: String,
    /// `would-change` only with `--check`; where it is `failed`, a diagnostic tells why.
    pub status: Status,
}

/// What became of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
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
