//! Slices as programs read them: `schemas/slice.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{self, Sources};
use crate::slice::counts::{self, Counts};

/// What `fretsaw slice --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "A slice")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    /// The files of the slice, the test module first; none where there is no slice.
    files: Vec<File>,
    /// How much is kept and cut, only with `--stats`. What is inherited counts for each heir.
    #[serde(skip_serializing_if = "Option::is_none")]
    stats: Option<Stats>,
    /// What there is to say of the original, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// A file of the slice.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct File {
    /// Where the file was written; with `--stdout`, where it belongs in the folder of the slice.
    pub file: String,
    /// What it holds, only with `--stdout`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Count {
    kept: usize,
    cut: usize,
}

/// By kind, in the order of their names.
#[derive(Debug, Serialize, JsonSchema)]
struct Stats {
    events: Count,
    fields: Count,
    states: Count,
    statements: Count,
    syncs: Count,
    transitions: Count,
}

impl From<&Counts> for Stats {
    fn from(counts: &Counts) -> Stats {
        let count = |it: counts::Count| Count {
            kept: it.kept,
            cut: it.cut,
        };
        Stats {
            events: count(counts.events),
            fields: count(counts.fields),
            states: count(counts.states),
            statements: count(counts.statements),
            syncs: count(counts.syncs),
            transitions: count(counts.transitions),
        }
    }
}

/// The document for these files.
pub fn document(
    files: Vec<File>,
    counts: Option<&Counts>,
    sources: &Sources,
    diagnostics: &[diagnostics::Diagnostic],
) -> Document {
    Document {
        version: JSON_VERSION,
        files,
        stats: counts.map(Stats::from),
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}
