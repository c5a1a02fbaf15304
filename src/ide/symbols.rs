//! The outline of a text, and the names of a whole project.

use super::database::go_on;
use super::hover::{event_head, function_head};
use super::trees::{line_of, trimmed};
use super::{Project, Stale, Stop};
use crate::diagnostics::Span;
use crate::semantics::occurrences::{NameKind, Occurrence};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxNode, SyntaxToken, TextRange};

/// What an entry of an outline is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    /// Something with a name.
    Named(NameKind),
    /// A check.
    Check,
}

/// An entry of an outline.
#[derive(Debug)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// More about it, on one line.
    pub detail: Option<String>,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub range: TextRange,
    /// Its name, or what is shown of it first.
    pub selection: TextRange,
    /// What belongs to it.
    pub children: Vec<Symbol>,
}

/// The outline of a text.
pub fn outline(root: &SyntaxNode, stop: &Stop<'_>) -> Result<Vec<Symbol>, Stale> {
    let mut symbols = Vec::new();
    for node in root.children() {
        go_on(stop)?;
        let Some(mut symbol) = item(&node) else {
            continue;
        };
        let spec = ast::Specification::cast(node).into_iter();
        for member in spec.flat_map(|spec| spec.specification_members()) {
            for child in members(&member) {
                go_on(stop)?;
                symbol.children.push(child);
            }
        }
        symbols.push(symbol);
    }
    Ok(symbols)
}

fn item(node: &SyntaxNode) -> Option<Symbol> {
    if let Some(item) = ast::Item::cast(node.clone()) {
        return library_item(&item);
    }
    match ast::TestItem::cast(node.clone())? {
        ast::TestItem::StateSetup(it) => symbol(node, it.ident_token()?, NameKind::TestState, None),
        ast::TestItem::Domain(it) => symbol(node, it.ident_token()?, NameKind::Domain, None),
        ast::TestItem::Check(it) => Some(check(&it)),
    }
}

fn library_item(item: &ast::Item) -> Option<Symbol> {
    let node = item.syntax();
    match item {
        ast::Item::Specification(it) => {
            symbol(node, it.type_name_token()?, NameKind::Specification, None)
        }
        ast::Item::EventDef(it) => {
            let detail = event_head(node).strip_prefix("event ").map(str::to_owned);
            symbol(node, it.path()?.last_segment()?, NameKind::Event, detail)
        }
        ast::Item::FunctionDef(it) => {
            let detail = function_head(node);
            let detail = detail.strip_prefix("function ").map(str::to_owned);
            symbol(node, it.path()?.last_segment()?, NameKind::Function, detail)
        }
        ast::Item::InvariantDef(it) => {
            symbol(node, it.path()?.last_segment()?, NameKind::Invariant, None)
        }
    }
}

/// What belongs to a part of a specification. Each is made when it is its turn: there may be thousands.
fn members(member: &ast::SpecificationMember) -> Box<dyn Iterator<Item = Symbol>> {
    match member {
        ast::SpecificationMember::FieldBlock(block) => {
            let fields = block.fields().filter_map(|it| {
                let ty = it.ty().map(|ty| line_of(ty.syntax()));
                symbol(it.syntax(), it.ident_token()?, NameKind::Field, ty)
            });
            Box::new(fields)
        }
        ast::SpecificationMember::EventBlock(block) => {
            let events = block.event_refs().filter_map(|it| {
                let name = it.path()?.last_segment()?;
                symbol(it.syntax(), name, NameKind::Event, None)
            });
            Box::new(events)
        }
        ast::SpecificationMember::InvariantBlock(block) => {
            let invariants = block.invariant_refs().filter_map(|it| {
                let name = it.path()?.last_segment()?;
                symbol(it.syntax(), name, NameKind::Invariant, None)
            });
            Box::new(invariants)
        }
        ast::SpecificationMember::LifeCycle(cycle) => {
            let states = cycle.state_froms().filter_map(|it| {
                let modifier = it.modifier_token().map(|it| it.text().to_owned());
                symbol(it.syntax(), it.ident_token()?, NameKind::State, modifier)
            });
            Box::new(states)
        }
    }
}

#[allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    reason = "all callers have a token that they do not need any more, and give an option"
)]
fn symbol(
    node: &SyntaxNode,
    name: SyntaxToken,
    kind: NameKind,
    detail: Option<String>,
) -> Option<Symbol> {
    Some(Symbol {
        name: name.text().to_owned(),
        detail,
        kind: SymbolKind::Named(kind),
        range: trimmed(node),
        selection: name.text_range(),
        children: Vec::new(),
    })
}

fn check(check: &ast::Check) -> Symbol {
    let text = line_of(check.syntax());
    let property = check.property();
    let selection = property.map_or(trimmed(check.syntax()), |it| trimmed(it.syntax()));
    Symbol {
        name: text.trim_end_matches(';').to_owned(),
        detail: None,
        kind: SymbolKind::Check,
        range: trimmed(check.syntax()),
        selection,
        children: Vec::new(),
    }
}

/// A name of a project.
#[derive(Debug)]
pub struct Found<'p> {
    /// The name.
    pub name: &'p str,
    /// The module that declares it.
    pub module: &'p str,
    /// What it is.
    pub kind: NameKind,
    /// Where it is declared.
    pub span: Span,
}

/// As many as an editor shows.
const MOST: usize = 512;

/// The names of a project that have the letters of a query in their order.
pub fn search<'p>(project: &'p Project, query: &str) -> Vec<Found<'p>> {
    let query = query.to_lowercase();
    let declared = project.occurrences().iter();
    let declared = declared.filter(|name| name.is_declaration() && is_global(name));
    let named = declared.map(|name| (project.sources().text_at(name.span), name));
    let found = named.filter(|(text, _)| has_letters(text, &query));
    let found = found.map(|(text, name)| Found {
        name: text,
        module: project
            .module(name.span.file)
            .map_or("", |module| module.name.as_str()),
        kind: name.kind,
        span: name.span,
    });
    found.take(MOST).collect()
}

fn is_global(name: &Occurrence) -> bool {
    !matches!(
        name.kind,
        NameKind::Parameter | NameKind::Configuration | NameKind::Variable
    )
}

/// Whether a name has all letters of a query, in this order.
fn has_letters(name: &str, query: &str) -> bool {
    let mut letters = name.chars().flat_map(char::to_lowercase);
    query
        .chars()
        .all(|wanted| letters.any(|letter| letter == wanted))
}
