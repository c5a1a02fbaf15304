//! Default values of events in slices: one that nobody takes may name a function that is no longer there.

use std::collections::BTreeSet;

use super::edits::Edits;
use super::keep::Keeper;
use super::names::tokens_of;
use super::{Request, Tree};
use crate::semantics::specification::Function;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxToken, TextRange, TextSize};

/// Takes the default value from a parameter, if it names a function that is cut.
pub(super) fn drop_dangling(
    request: &Request<'_>,
    keeper: &Keeper<'_>,
    tree: &Tree<'_>,
    param: &ast::Param,
    edits: &mut Edits,
) {
    let (Some(default), Some(ty)) = (param.default(), param.ty()) else {
        return;
    };
    let mut names = named_in(&default).into_iter();
    let is_dangling = names.any(|name| {
        let meant = meant(request, tree, &name);
        !meant.is_empty() && !meant.iter().any(|it| keeper.keeps(it.name.span))
    });
    if is_dangling {
        let start: TextSize = ty.syntax().text_range().end();
        edits.remove(TextRange::new(start, default.syntax().text_range().end()));
    }
}

/// The names in an expression that may be those of functions, with their modules where these are written: `scaled`,
/// `shop.Library.scaled`.
fn named_in(expr: &ast::Expr) -> Vec<String> {
    let nodes = expr.syntax().descendants();
    let names = nodes.filter(|node| {
        let is_part = node
            .parent()
            .is_some_and(|it| ast::FieldExpr::can_cast(it.kind()));
        let is_name = ast::NameExpr::can_cast(node.kind()) || ast::FieldExpr::can_cast(node.kind());
        is_name && !is_part
    });
    let spelled = names.map(|node| tokens_of(&node).iter().map(SyntaxToken::text).collect());
    spelled.collect()
}

/// The functions that a name in a file can mean: of the module that it names; otherwise of the file itself, or else of
/// what it imports, the nearest first.
fn meant<'p>(request: &Request<'p>, tree: &Tree<'_>, name: &str) -> Vec<&'p Function> {
    let analysis = request.analysis;
    let (module, name) = match name.rsplit_once('.') {
        Some((module, name)) => (Some(module), name),
        None => (None, name),
    };
    let functions = analysis.program.functions.iter();
    let called: Vec<&Function> = functions.filter(|it| it.name.text == name).collect();
    let stands_in = |name: &str, function: &Function| {
        let module = analysis.module(function.file);
        module.is_some_and(|module| module.name == name)
    };
    let of = |wanted: &dyn Fn(&Function) -> bool| -> Vec<&Function> {
        called.iter().copied().filter(|it| wanted(it)).collect()
    };
    if let Some(module) = module {
        return of(&|function| stands_in(module, function));
    }
    let mut found = of(&|function| function.file == tree.id);
    let mut seen = BTreeSet::from([tree.id]);
    let mut near = vec![tree.module];
    while found.is_empty() && !near.is_empty() {
        let imports = near.iter().flat_map(|module| &module.imports);
        let imported = imports.filter_map(|it| analysis.modules.get(it.target?));
        near = imported.filter(|it| seen.insert(it.file)).collect();
        found = of(&|function| near.iter().any(|module| module.file == function.file));
    }
    found
}
