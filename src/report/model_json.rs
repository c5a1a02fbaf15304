//! Models as programs read them: `schemas/model.schema.json` describes the document.

use serde::Serialize;

use super::model_description::ModelDescription;
use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{Diagnostic, Sources};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    models: Vec<ModelDescription>,
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
