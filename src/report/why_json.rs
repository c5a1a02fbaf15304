//! Why something is in a slice, as programs read it: `schemas/why.schema.json` describes the document.

use schemars::JsonSchema;
use serde::Serialize;

use super::why_text::sentence;
use super::why_words::{Words, asked, link, name};
use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{Diagnostic, Sources};
use crate::model::Model;
use crate::slice::Slice;
use crate::slice::why::{Answer, Why};

/// What `fretsaw slice --why NAME --format json` prints.
#[derive(Debug, Serialize, JsonSchema)]
#[schemars(title = "Why something is in a slice")]
pub struct Document {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    /// One for each check that was chosen.
    answers: Vec<CheckAnswer>,
    /// What there is to say about the files, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// The answer for the slice of one check.
#[derive(Debug, Serialize, JsonSchema)]
pub struct CheckAnswer {
    /// The file of the check.
    file: String,
    /// The line of the check, from 1.
    line: u32,
    /// `Account.balance`
    name: String,
    kept: bool,
    /// The answer in words.
    sentence: String,
    /// How the check depends on it; empty where it is cut, or kept for another reason.
    chain: Vec<Step>,
}

/// A step of the chain; the first is what the check asks.
#[derive(Debug, Serialize, JsonSchema)]
struct Step {
    /// `asked` for the first; then dependences by their short names, and what slices add besides.
    #[schemars(extend("enum" = ["asked", "ud", "du", "cd", "ncd", "de", "pdd", "sd", "ad", "kd", "fd", "ld", "gd", "xd", "wd", "frame", "connects", "joins"]))]
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
