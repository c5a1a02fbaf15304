//! Slices as programs read them: `schemas/slice.schema.json` describes the document.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{self, Sources};
use crate::slice::counts::Counts;

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    files: Vec<File>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<BTreeMap<&'static str, Count>>,
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// A file of the slice.
#[derive(Debug, Clone, Serialize)]
pub struct File {
    /// Where it was written, or where it belongs in the folder of the slice.
    pub file: String,
    /// Its text, where it was not written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Debug, Serialize)]
struct Count {
    kept: usize,
    cut: usize,
}

/// The document for these files.
pub fn document(
    files: Vec<File>,
    counts: Option<&Counts>,
    sources: &Sources,
    diagnostics: &[diagnostics::Diagnostic],
) -> Document {
    let named = |counts: &Counts| {
        let counts = counts.named().into_iter();
        counts
            .map(|(name, it)| {
                let (kept, cut) = (it.kept, it.cut);
                (name, Count { kept, cut })
            })
            .collect()
    };
    Document {
        version: JSON_VERSION,
        files,
        stats: counts.map(named),
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}
