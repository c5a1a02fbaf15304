//! Where what a name stands for is declared.

use super::Spot;
use super::trees::{around, token_at};
use crate::diagnostics::{FileId, Span};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{TextRange, TextSize};

/// The declarations that the name at an offset stands for; for an import, the module.
pub fn definitions(spot: &Spot, offset: TextSize) -> Vec<Span> {
    if let Some(module) = imported_at(spot, offset) {
        return vec![start_of(spot, module)];
    }
    let mut declarations: Vec<Span> = spot
        .names_at(offset)
        .iter()
        .map(|name| name.declaration)
        .collect();
    declarations.dedup();
    declarations
}

/// The file of the module that is imported at an offset.
fn imported_at(spot: &Spot, offset: TextSize) -> Option<FileId> {
    let token = token_at(&spot.root()?, offset)?;
    let import: ast::Import = around(&token)?;
    let range = import.path()?.syntax().text_range();
    let module = spot.project.module(spot.file)?;
    let mut imports = module.imports.iter();
    let import = imports.find(|it| it.span.range() == range)?;
    Some(spot.project.modules()[import.target?].file)
}

/// Where a module gives its name.
fn start_of(spot: &Spot, file: FileId) -> Span {
    let root = spot.project.module(file).map(|module| module.parse.root());
    let header = root.and_then(|root| root.children().find_map(ast::ModuleHeader::cast));
    let path = header.and_then(|header| header.path());
    let range = path.map_or(TextRange::default(), |path| path.syntax().text_range());
    Span::new(file, range)
}
