//! What can be written, and the parameters of what is called.

use gen_lsp_types as lsp;

use super::names::markdown;
use super::{Refusal, RequestContext};
use crate::ide::completion::{Completion, Offer, OfferKind, completion};
use crate::ide::signature::{self, Signature};
use crate::semantics::occurrences::NameKind;

pub(super) fn complete(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Vec<lsp::CompletionItem>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(Vec::new());
    };
    let Completion { range, mut offers } = completion(&spot, offset);
    if !context.abilities.fills_in {
        for offer in &mut offers {
            offer.snippet = None;
        }
    }
    let range = context.places(&spot).range_in(spot.file, range);
    let offers = offers.into_iter().enumerate();
    Ok(offers.map(|(rank, it)| item(rank, it, range)).collect())
}

fn item(rank: usize, offer: Offer, range: lsp::Range) -> lsp::CompletionItem {
    let format = match offer.snippet {
        Some(_) => lsp::InsertTextFormat::Snippet,
        None => lsp::InsertTextFormat::PlainText,
    };
    let new_text = offer.snippet.unwrap_or_else(|| offer.label.clone());
    let edit = lsp::TextEdit { range, new_text };
    lsp::CompletionItem {
        label: offer.label,
        kind: Some(kind_of(offer.kind)),
        detail: offer.detail,
        // Editors sort by the alphabet otherwise.
        sort_text: Some(format!("{rank:04}")),
        insert_text_format: Some(format),
        text_edit: Some(lsp::CompletionItemTextEdit::TextEdit(edit)),
        ..lsp::CompletionItem::default()
    }
}

fn kind_of(kind: OfferKind) -> lsp::CompletionItemKind {
    use lsp::CompletionItemKind as Kind;
    match kind {
        OfferKind::Named(NameKind::Specification) => Kind::Class,
        OfferKind::Named(NameKind::Field) => Kind::Field,
        OfferKind::Named(NameKind::Event) => Kind::Event,
        OfferKind::Named(NameKind::State | NameKind::TestState) => Kind::EnumMember,
        OfferKind::Named(NameKind::Function) => Kind::Function,
        OfferKind::Named(NameKind::Invariant) => Kind::Constant,
        OfferKind::Named(NameKind::Domain) => Kind::Enum,
        OfferKind::Named(NameKind::Parameter | NameKind::Configuration | NameKind::Variable) => {
            Kind::Variable
        }
        OfferKind::Member => Kind::Property,
        OfferKind::Module => Kind::Module,
        OfferKind::Type => Kind::Struct,
        OfferKind::Keyword => Kind::Keyword,
        OfferKind::Snippet => Kind::Snippet,
    }
}

pub(super) fn signature(
    context: &RequestContext,
    params: &lsp::TextDocumentPositionParams,
) -> Result<Option<lsp::SignatureHelp>, Refusal> {
    let Some((spot, offset)) = context.place(params)? else {
        return Ok(None);
    };
    Ok(signature::signature(&spot, offset).map(help))
}

fn help(signature: Signature) -> lsp::SignatureHelp {
    let active = u32::try_from(signature.active).unwrap_or_default();
    let result = signature.result.map(|result| format!(": {result}"));
    let (open, close) = if signature.is_configuration {
        ('[', ']')
    } else {
        ('(', ')')
    };
    let label = format!(
        "{}{open}{}{close}{}",
        signature.name,
        signature.params.join(", "),
        result.unwrap_or_default()
    );
    let params = signature.params.into_iter();
    let params = params.map(|param| lsp::ParameterInformation {
        label: lsp::ParameterInformationLabel::String(param),
        documentation: None,
    });
    lsp::SignatureHelp {
        signatures: vec![lsp::SignatureInformation {
            label,
            documentation: signature
                .doc
                .map(|doc| lsp::Documentation::MarkupContent(markdown(doc))),
            parameters: Some(params.collect()),
            active_parameter: None,
        }],
        active_signature: Some(0),
        active_parameter: Some(lsp::ActiveParameter::Int(active)),
    }
}
