//! Transition systems as programs read them: `schemas/system.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::system_description::SystemDescription;
use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{Diagnostic, Sources};

/// What `fretsaw graph --kind system --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Transition systems of checks")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    systems: Vec<SystemDescription>,
    /// What there is to say about the files and the checks, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// The document for these systems, and what there is to say about the files.
pub fn document(
    systems: Vec<SystemDescription>,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> Document {
    Document {
        version: JSON_VERSION,
        systems,
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}
