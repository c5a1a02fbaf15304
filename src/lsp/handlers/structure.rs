//! The structure of a text: outline, folds, selections, links; and the names of all texts.

use gen_lsp_types as lsp;

use super::{Refusal, RequestContext};
use crate::ide::Spot;
use crate::ide::folding::{FoldKind, folds};
use crate::ide::links;
use crate::ide::selection::selections;
use crate::ide::symbols::{Symbol, SymbolKind, outline, search};
use crate::lsp::convert::{Places, uri_of};
use crate::semantics::occurrences::NameKind;
use crate::syntax::TextRange;

pub(super) fn document_symbols(
    context: &RequestContext,
    params: &lsp::DocumentSymbolParams,
) -> Result<Vec<lsp::DocumentSymbol>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let Some(root) = spot.root() else {
        return Ok(Vec::new());
    };
    let symbols = outline(&root, &|| context.is_unwanted())?;
    let places = context.places(&spot);
    Ok(symbols
        .into_iter()
        .map(|it| symbol(places, &spot, it))
        .collect())
}

fn symbol(places: Places<'_>, spot: &Spot, found: Symbol) -> lsp::DocumentSymbol {
    let children = found.children.into_iter();
    let children = children.map(|it| symbol(places, spot, it)).collect();
    let kind = match found.kind {
        SymbolKind::Named(kind) => symbol_kind(kind),
        SymbolKind::Check => lsp::SymbolKind::Boolean,
    };
    #[allow(
        deprecated,
        reason = "the structure has a field that nobody uses any more"
    )]
    lsp::DocumentSymbol {
        name: found.name,
        detail: found.detail,
        kind,
        tags: None,
        deprecated: None,
        range: places.range_in(spot.file, found.range),
        selection_range: places.range_in(spot.file, found.selection),
        children: Some(children),
    }
}

pub(super) fn symbol_kind(kind: NameKind) -> lsp::SymbolKind {
    match kind {
        NameKind::Specification => lsp::SymbolKind::Class,
        NameKind::Field => lsp::SymbolKind::Field,
        NameKind::Event => lsp::SymbolKind::Event,
        NameKind::State => lsp::SymbolKind::EnumMember,
        NameKind::Function => lsp::SymbolKind::Function,
        NameKind::Invariant => lsp::SymbolKind::Constant,
        NameKind::Parameter | NameKind::Configuration | NameKind::Variable => {
            lsp::SymbolKind::Variable
        }
        NameKind::TestState => lsp::SymbolKind::Object,
        NameKind::Domain => lsp::SymbolKind::Enum,
    }
}

pub(super) fn workspace_symbols(
    context: &RequestContext,
    params: &lsp::WorkspaceSymbolParams,
) -> Result<Vec<lsp::WorkspaceSymbol>, Refusal> {
    let mut symbols = Vec::new();
    for name in context.snapshot.projects() {
        let project = context.snapshot.project(name)?;
        let places = Places {
            sources: project.sources(),
            encoding: context.abilities.encoding,
        };
        for found in search(&project, &params.query) {
            let location = places.location(found.span);
            symbols.push(lsp::WorkspaceSymbol {
                location: lsp::WorkspaceSymbolLocation::Location(location),
                data: None,
                base_symbol_information: lsp::BaseSymbolInformation {
                    name: found.name.to_owned(),
                    kind: symbol_kind(found.kind),
                    tags: None,
                    container_name: Some(found.module.to_owned()),
                },
            });
        }
    }
    Ok(symbols)
}

pub(super) fn folding(
    context: &RequestContext,
    params: &lsp::FoldingRangeParams,
) -> Result<Vec<lsp::FoldingRange>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let Some(root) = spot.root() else {
        return Ok(Vec::new());
    };
    let folds = folds(&root, &|| context.is_unwanted())?;
    let places = context.places(&spot);
    let folds = folds.into_iter().map(|fold| {
        let range = places.range_in(spot.file, fold.range);
        lsp::FoldingRange {
            start_line: range.start.line,
            start_character: Some(range.start.character),
            end_line: range.end.line,
            end_character: Some(range.end.character),
            kind: match fold.kind {
                FoldKind::Block => None,
                FoldKind::Imports => Some(lsp::FoldingRangeKind::Imports),
                FoldKind::Comment => Some(lsp::FoldingRangeKind::Comment),
            },
            collapsed_text: None,
        }
    });
    Ok(folds.collect())
}

pub(super) fn selection(
    context: &RequestContext,
    params: &lsp::SelectionRangeParams,
) -> Result<Vec<lsp::SelectionRange>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let Some(root) = spot.root() else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let positions = params.positions.iter();
    let ranges = positions.map(|position| {
        let ranges = selections(&root, context.offset(&spot, *position));
        nested(places, &spot, &ranges)
    });
    Ok(ranges.collect())
}

/// Ranges, innermost first, each as the parent of the one before.
fn nested(places: Places<'_>, spot: &Spot, ranges: &[TextRange]) -> lsp::SelectionRange {
    let range_of = |range: &TextRange| places.range_in(spot.file, *range);
    let outermost = lsp::SelectionRange {
        range: ranges.last().map(range_of).unwrap_or_default(),
        parent: None,
    };
    let inner = ranges.iter().rev().skip(1);
    inner.fold(outermost, |parent, range| lsp::SelectionRange {
        range: range_of(range),
        parent: Some(Box::new(parent)),
    })
}

pub(super) fn links(
    context: &RequestContext,
    params: &lsp::DocumentLinkParams,
) -> Result<Vec<lsp::DocumentLink>, Refusal> {
    let Some(spot) = context.spot(&params.text_document.uri)? else {
        return Ok(Vec::new());
    };
    let places = context.places(&spot);
    let links = links::links(&spot);
    let links = links.iter().map(|link| lsp::DocumentLink {
        range: places.range_in(spot.file, link.range),
        target: Some(uri_of(link.target)),
        tooltip: None,
        data: None,
    });
    Ok(links.collect())
}
