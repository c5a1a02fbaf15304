//! Semantic tokens and inlay hints.

use gen_lsp_types as lsp;

use super::{Refusal, RequestContext};
use crate::ide::Spot;
use crate::ide::hints::{Hint, hints};
use crate::ide::tokens::{Token, TokenKind, tokens};
use crate::lsp::convert::Places;
use crate::semantics::occurrences::NameKind;
use crate::syntax::{TextRange, TextSize};

/// The types of tokens, at the index that stands for them.
pub(in crate::lsp) const TYPES: [&str; 15] = [
    "namespace",
    "class",
    "property",
    "event",
    "enumMember",
    "function",
    "macro",
    "parameter",
    "variable",
    "enum",
    "type",
    "keyword",
    "number",
    "string",
    "comment",
];

/// The modifiers of tokens, at the bit that stands for them.
pub(in crate::lsp) const MODIFIERS: [&str; 2] = ["declaration", "documentation"];

/// Index and modifiers of a token.
fn kind_of(token: &Token) -> Option<(u32, u32)> {
    let declaration = u32::from(token.is_declaration);
    let index = match token.kind {
        TokenKind::Module => 0,
        TokenKind::Named(NameKind::Specification) => 1,
        TokenKind::Named(NameKind::Field) => 2,
        TokenKind::Named(NameKind::Event) => 3,
        TokenKind::Named(NameKind::State | NameKind::TestState) => 4,
        TokenKind::Named(NameKind::Function) => 5,
        TokenKind::Named(NameKind::Invariant) => 6,
        TokenKind::Named(NameKind::Parameter | NameKind::Configuration) => 7,
        TokenKind::Named(NameKind::Variable) => 8,
        TokenKind::Named(NameKind::Domain) => 9,
        TokenKind::Type => 10,
        TokenKind::Keyword => 11,
        TokenKind::Number => 12,
        TokenKind::String => 13,
        TokenKind::Comment => 14,
        TokenKind::Documentation => return Some((14, 2)),
        // Operators have no colour of their own.
        TokenKind::Operator => return None,
    };
    Some((index, declaration))
}

pub(super) fn full(
    context: &RequestContext,
    params: &lsp::SemanticTokensParams,
) -> Result<Option<lsp::SemanticTokens>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(None);
    };
    let length = TextSize::of(&**spot.source().text());
    answer(context, &spot, TextRange::up_to(length)).map(Some)
}

pub(super) fn range(
    context: &RequestContext,
    params: &lsp::SemanticTokensRangeParams,
) -> Result<Option<lsp::SemanticTokens>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(None);
    };
    let within = context.range(&spot, params.range);
    answer(context, &spot, within).map(Some)
}

fn answer(
    context: &RequestContext,
    spot: &Spot,
    within: TextRange,
) -> Result<lsp::SemanticTokens, Refusal> {
    let places = context.places(spot);
    let mut data = Vec::new();
    let mut before = lsp::Position::default();
    for token in tokens(spot, within, &|| context.is_unwanted())? {
        let Some((token_type, modifiers)) = kind_of(&token) else {
            continue;
        };
        for line in lines_of(spot, token.range) {
            let range = places.range_in(spot.file, line);
            data.push(relative(&mut before, range, token_type, modifiers));
        }
    }
    Ok(lsp::SemanticTokens {
        result_id: None,
        data,
    })
}

/// A token relative to the one before.
fn relative(
    before: &mut lsp::Position,
    range: lsp::Range,
    token_type: u32,
    token_modifiers_bitset: u32,
) -> lsp::SemanticToken {
    let start = range.start;
    let delta_line = start.line - before.line;
    let same_line = if delta_line == 0 { before.character } else { 0 };
    *before = start;
    lsp::SemanticToken {
        delta_line,
        delta_start: start.character - same_line,
        length: range.end.character - start.character,
        token_type,
        token_modifiers_bitset,
    }
}

/// The lines of a range, without those that are empty: editors want tokens on one line.
fn lines_of(spot: &Spot, range: TextRange) -> Vec<TextRange> {
    let text = &spot.source().text()[range];
    let mut start = range.start();
    let mut lines = Vec::new();
    for line in text.split_inclusive('\n') {
        let shown = TextSize::of(line.trim_end_matches(['\n', '\r']));
        if shown > TextSize::default() {
            lines.push(TextRange::at(start, shown));
        }
        start += TextSize::of(line);
    }
    lines
}

pub(super) fn inlay_hints(
    context: &RequestContext,
    params: &lsp::InlayHintParams,
) -> Result<Vec<lsp::InlayHint>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let within = context.range(&spot, params.range);
    let hints = hints(&spot, within, &|| context.is_unwanted())?.into_iter();
    Ok(hints.map(|it| inlay_hint(places, &spot, it)).collect())
}

fn inlay_hint(places: Places<'_>, spot: &Spot, hint: Hint) -> lsp::InlayHint {
    lsp::InlayHint {
        position: places.position(spot.file, hint.offset),
        label: lsp::Label::String(hint.label),
        kind: None,
        text_edits: None,
        tooltip: Some(lsp::Tooltip::String(hint.tooltip.to_owned())),
        padding_left: None,
        padding_right: None,
        data: None,
    }
}
