//! Why something is in a slice, as programs read it: `schemas/why.schema.json` describes the document.

use serde::Serialize;

use super::why_text::sentence;
use super::why_words::{Words, asked, link, name};
use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{Diagnostic, Sources};
use crate::model::Model;
use crate::slice::Slice;
use crate::slice::why::{Answer, Why};

/// The whole document.
#[derive(Debug, Serialize)]
pub struct Document {
    version: u32,
    answers: Vec<CheckAnswer>,
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// The answer for the slice of one check.
#[derive(Debug, Serialize)]
pub struct CheckAnswer {
    file: String,
    line: u32,
    name: String,
    kept: bool,
    sentence: String,
    chain: Vec<Step>,
}

/// A step of the chain; the first is what the check asks.
#[derive(Debug, Serialize)]
struct Step {
    kind: &'static str,
    #[serde(flatten)]
    place: diagnostics_json::Label,
}

/// The document for answers, and what there is to say about the files.
pub fn document(
    answers: Vec<CheckAnswer>,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> Document {
    Document {
        version: JSON_VERSION,
        answers,
        diagnostics: diagnostics_json::list(sources, diagnostics),
    }
}

/// The answer for the slice of a model's check.
pub fn answer(sources: &Sources, model: &Model<'_>, slice: &Slice, why: &Why) -> CheckAnswer {
    let words = Words { model, slice };
    let mut steps = Vec::new();
    if let Answer::Chain(chain) = &why.answer {
        steps.push(Step {
            kind: "asked",
            place: diagnostics_json::label(sources, chain.asked, &asked(&words, chain.start)),
        });
        steps.extend(chain.links.iter().map(|it| Step {
            kind: it.reason.name(),
            place: diagnostics_json::label(sources, it.span, &link(&words, it)),
        }));
    }
    let check = model.check.span;
    CheckAnswer {
        file: sources.file(check.file).path().display().to_string(),
        line: sources.line(check),
        name: name(model.program, why.what),
        kept: !why.is_cut(),
        sentence: sentence(model, why),
        chain: steps,
    }
}
