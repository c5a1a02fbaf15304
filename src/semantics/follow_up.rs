//! What a mistake makes doubtful.
//!
//! One mistake is told once. A declaration with a syntax error may lack anything. In a module with something that may
//! be a declaration without a name, or that imports something which was not found, a name that stands for nothing may
//! be declared in what is missing.

use rustc_hash::FxHashMap;

use super::load::Workspace;
use crate::diagnostics::{Diagnostic, FileId, Span};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, TextRange};

/// What cannot be relied on.
pub(super) struct BrokenParts {
    /// The declarations with syntax errors, by file.
    broken: FxHashMap<FileId, Vec<TextRange>>,
    /// For each module whether something it can see may be missing.
    incomplete: Vec<bool>,
}

impl BrokenParts {
    pub(super) fn new(workspace: &Workspace) -> BrokenParts {
        let mut broken = FxHashMap::default();
        let mut incomplete = Vec::with_capacity(workspace.modules.len());
        for module in &workspace.modules {
            let items = broken_items(&module.parse);
            let lost = module.imports.iter().any(|import| import.target.is_none());
            incomplete.push(lost || items.iter().any(hides_declaration));
            if !items.is_empty() {
                let ranges = items.iter().map(SyntaxNode::text_range).collect();
                broken.insert(module.file, ranges);
            }
        }
        spread(workspace, &mut incomplete);
        BrokenParts { broken, incomplete }
    }

    /// Whether a name that was not found in a module may be declared in something that is missing.
    pub(super) fn may_be_missing(&self, module: usize) -> bool {
        self.incomplete[module]
    }

    /// Whether a place lies in a declaration that could not be read.
    pub(super) fn is_broken(&self, span: Span) -> bool {
        let items = self
            .broken
            .get(&span.file)
            .map_or(&[] as &[TextRange], Vec::as_slice);
        let range = span.range();
        let next = items.partition_point(|item| item.end() < range.end());
        items
            .get(next)
            .is_some_and(|item| item.contains_range(range))
    }

    /// Whether anything at all was not understood.
    pub(super) fn is_anywhere(&self) -> bool {
        !self.broken.is_empty() || self.incomplete.iter().any(|incomplete| *incomplete)
    }

    /// Drops findings about declarations that could not be read.
    pub(super) fn filter(&self, diagnostics: &mut Vec<Diagnostic>) {
        if !self.broken.is_empty() {
            diagnostics.retain(|diagnostic| !self.is_broken(diagnostic.primary.span));
        }
    }
}

/// The declarations of a text that hold a syntax error or stand next to one.
fn broken_items(parse: &crate::syntax::Parse) -> Vec<SyntaxNode> {
    let errors = parse.errors();
    if errors.is_empty() {
        return Vec::new();
    }
    let root = parse.root();
    let mut items = Vec::new();
    let mut next = 0;
    for item in root.children() {
        let range = item.text_range();
        // Errors come in the order of the text, so each is looked at once.
        while errors
            .get(next)
            .is_some_and(|error| error.range.end() < range.start())
        {
            next += 1;
        }
        if errors
            .get(next)
            .is_some_and(|error| error.range.start() <= range.end())
        {
            items.push(item);
        }
    }
    items
}

/// Whether a broken piece of text may be, or hold, a declaration whose name is not known.
fn hides_declaration(item: &SyntaxNode) -> bool {
    let named = |path: Option<ast::Path>| path.and_then(|path| path.last_segment()).is_some();
    match ast::Item::cast(item.clone()) {
        Some(ast::Item::Specification(spec)) => spec.type_name_token().is_none(),
        Some(ast::Item::EventDef(event)) => !named(event.path()),
        Some(ast::Item::FunctionDef(function)) => !named(function.path()),
        Some(ast::Item::InvariantDef(invariant)) => !named(invariant.path()),
        None => item.kind() == SyntaxKind::ERROR,
    }
}

/// A module that imports an incomplete one is incomplete, too.
fn spread(workspace: &Workspace, incomplete: &mut [bool]) {
    let mut importers: Vec<Vec<usize>> = vec![Vec::new(); workspace.modules.len()];
    for (index, module) in workspace.modules.iter().enumerate() {
        for target in module.imports.iter().filter_map(|import| import.target) {
            importers[target].push(index);
        }
    }
    let mut work: Vec<usize> = (0..incomplete.len())
        .filter(|index| incomplete[*index])
        .collect();
    while let Some(module) = work.pop() {
        for importer in &importers[module] {
            if !std::mem::replace(&mut incomplete[*importer], true) {
                work.push(*importer);
            }
        }
    }
}
