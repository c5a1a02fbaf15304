//! Models as programs read them: `schemas/model.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::model_description::ModelDescription;
use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{Diagnostic, Sources};

/// What `fretsaw graph --kind model --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "What checks run over")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    models: Vec<ModelDescription>,
    /// What there is to say about the files and the checks, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// The document for these models, and what there is to say about the files.
pub fn document(
    models: Vec<ModelDescription>,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> Document {
    Document {
        version: JSON_VERSION,
        models,
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}
