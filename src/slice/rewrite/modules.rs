//! The edits of a module of specifications and libraries: which of its declarations stay, and what of events.

use std::collections::{BTreeMap, BTreeSet};

use super::defaults::drop_dangling;
use super::edits::{Edits, trimmed};
use super::keep::Keeper;
use super::left::Position;
use super::lists::{Left, remove_between_brackets, remove_items};
use super::specifications;
use super::{Request, Tree};
use crate::diagnostics::Span;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange};

/// The configuration parameters that definitions of events still use, by the places of their names.
pub(super) type Configuration = BTreeMap<Position, BTreeSet<String>>;

/// Finds the configuration parameters that are still used.
pub(super) fn configuration(keeper: &Keeper<'_>, trees: &[Tree<'_>]) -> Configuration {
    let mut configuration = Configuration::new();
    for tree in trees {
        for event in tree.root.children().filter_map(ast::EventDef::cast) {
            let Some(name) = event.path().map(|path| path.syntax().text_range()) else {
                continue;
            };
            let Some(place) = keeper.place_within(tree.id, name) else {
                continue;
            };
            configuration.insert(place, names_in(keeper, tree, &event));
        }
    }
    configuration
}

/// The names that what is left of an event uses.
fn names_in(keeper: &Keeper<'_>, tree: &Tree<'_>, event: &ast::EventDef) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for member in event.event_members() {
        let statements = member.syntax().children();
        for statement in statements.filter(|it| keeps_statement(keeper, tree, it)) {
            let cut = cut_arguments(keeper, tree, &statement);
            let parts = statement.descendants().filter_map(ast::NameExpr::cast);
            let parts = parts.filter(|part| {
                let range = part.syntax().text_range();
                !cut.iter().any(|cut| cut.contains_range(range))
            });
            let tokens = parts.filter_map(|part| part.name_token());
            let free = tokens.filter(|token| !is_bound(token));
            names.extend(free.map(|token| token.text().to_owned()));
        }
    }
    names
}

/// Whether a name is that of a variable of a quantifier or comprehension around it.
fn is_bound(name: &SyntaxToken) -> bool {
    name.parent_ancestors().any(|node| {
        let (variable, over) = if let Some(it) = ast::QuantifierExpr::cast(node.clone()) {
            (it.ident_token(), it.expr())
        } else if let Some(it) = ast::ComprehensionExpr::cast(node) {
            (it.ident_token(), it.expr())
        } else {
            return false;
        };
        let is_outside = over.is_some_and(|over| {
            let range = over.syntax().text_range();
            range.contains_range(name.text_range())
        });
        variable.is_some_and(|variable| variable.text() == name.text()) && !is_outside
    })
}

/// Whether a statement of an event stays. Conditions before an event always do.
fn keeps_statement(keeper: &Keeper<'_>, tree: &Tree<'_>, statement: &SyntaxNode) -> bool {
    let is_precondition = statement
        .parent()
        .is_some_and(|block| block.kind() == SyntaxKind::PRECONDITIONS);
    is_precondition || keeper.keeps_within(tree.id, statement.text_range())
}

fn cut_arguments(keeper: &Keeper<'_>, tree: &Tree<'_>, statement: &SyntaxNode) -> Vec<TextRange> {
    let Some(sync) = ast::SyncStmt::cast(statement.clone()) else {
        return Vec::new();
    };
    let Some(left) = arguments_left(keeper, tree, &sync) else {
        return Vec::new();
    };
    let arguments = sync.arg_list().into_iter().flat_map(|list| list.exprs());
    let cut = arguments.zip(left).filter(|(_, kept)| !**kept);
    cut.map(|(argument, _)| argument.syntax().text_range())
        .collect()
}

fn arguments_left<'k>(
    keeper: &'k Keeper<'_>,
    tree: &Tree<'_>,
    sync: &ast::SyncStmt,
) -> Option<&'k Vec<bool>> {
    let place = keeper.place_within(tree.id, sync.syntax().text_range())?;
    keeper.left.arguments.get(&place)
}

/// The edits of a module.
pub(super) fn rewrite(
    request: &Request<'_>,
    keeper: &Keeper<'_>,
    configuration: &Configuration,
    tree: &Tree<'_>,
    edits: &mut Edits,
) {
    for item in tree.root.children().filter_map(ast::Item::cast) {
        let name = match &item {
            ast::Item::Specification(it) => it.type_name_token().map(|it| it.text_range()),
            ast::Item::EventDef(it) => it.path().map(|it| it.syntax().text_range()),
            ast::Item::FunctionDef(it) => it.path().map(|it| it.syntax().text_range()),
            ast::Item::InvariantDef(it) => it.path().map(|it| it.syntax().text_range()),
        };
        let place = name.and_then(|name| keeper.place_within(tree.id, name));
        match (&item, place) {
            (_, None) => edits.remove_node(item.syntax()),
            (ast::Item::Specification(it), Some(place)) => {
                specifications::rewrite(request, keeper, configuration, (tree, place), it, edits);
            }
            (ast::Item::EventDef(it), Some(place)) => {
                let used = configuration.get(&place);
                rewrite_event(request, keeper, tree, (it, used), edits);
            }
            (ast::Item::FunctionDef(_) | ast::Item::InvariantDef(_), Some(_)) => {
                trim_state_tests(keeper, tree, item.syntax(), edits);
            }
        }
    }
}

fn rewrite_event(
    request: &Request<'_>,
    keeper: &Keeper<'_>,
    tree: &Tree<'_>,
    (event, used): (&ast::EventDef, Option<&BTreeSet<String>>),
    edits: &mut Edits,
) {
    if let Some(list) = event.config_param_list() {
        rewrite_config_params(request, keeper, (tree, &list), used, edits);
    }
    if let Some(list) = event.param_list() {
        rewrite_params(keeper, tree, &list, edits);
    }
    let mut is_emptied = event.event_members().next().is_some();
    for member in event.event_members() {
        is_emptied &= rewrite_statements(keeper, tree, member.syntax(), edits) == Left::Nothing;
    }
    if is_emptied {
        let inside = event.syntax().children_with_tokens();
        let inside = inside.skip_while(|it| it.kind() != SyntaxKind::L_BRACE);
        let inside = inside.take_while(|it| it.kind() != SyntaxKind::R_BRACE);
        for comment in inside.filter(|it| it.kind().is_comment()) {
            edits.remove(comment.text_range());
        }
    }
}

/// The statements of an event before it, after it, or in step with it.
fn rewrite_statements(
    keeper: &Keeper<'_>,
    tree: &Tree<'_>,
    block: &SyntaxNode,
    edits: &mut Edits,
) -> Left {
    let statements = block
        .children()
        .filter(|it| ast::Statement::can_cast(it.kind()) || ast::SyncStmt::can_cast(it.kind()));
    let (kept, cut): (Vec<_>, Vec<_>) =
        statements.partition(|it| keeps_statement(keeper, tree, it));
    if kept.is_empty() {
        edits.remove_node(block);
        return Left::Nothing;
    }
    for statement in &cut {
        edits.remove_node(statement);
    }
    for statement in kept {
        rewrite_statement(keeper, tree, &statement, edits);
    }
    Left::Something
}

fn rewrite_statement(
    keeper: &Keeper<'_>,
    tree: &Tree<'_>,
    statement: &SyntaxNode,
    edits: &mut Edits,
) {
    if let Some(sync) = ast::SyncStmt::cast(statement.clone())
        && let (Some(list), Some(left)) = (sync.arg_list(), arguments_left(keeper, tree, &sync))
    {
        let arguments: Vec<SyntaxNode> = list.exprs().map(|it| it.syntax().clone()).collect();
        let keeps = |index: usize, _: &SyntaxNode| left.get(index).copied().unwrap_or(true);
        remove_between_brackets(list.syntax(), &arguments, keeps, edits);
    }
    trim_state_tests(keeper, tree, statement, edits);
}

/// Parameters of an event, where it is defined or, of an external one, where it is listed.
pub(super) fn rewrite_params(
    keeper: &Keeper<'_>,
    tree: &Tree<'_>,
    list: &ast::ParamList,
    edits: &mut Edits,
) {
    let params: Vec<SyntaxNode> = list.params().map(|it| it.syntax().clone()).collect();
    let keeps = |_: usize, param: &SyntaxNode| {
        let name = ast::Param::cast(param.clone()).and_then(|param| param.ident_token());
        name.is_some_and(|name| keeper.keeps_within(tree.id, name.text_range()))
    };
    remove_between_brackets(list.syntax(), &params, keeps, edits);
}

fn rewrite_config_params(
    request: &Request<'_>,
    keeper: &Keeper<'_>,
    (tree, list): (&Tree<'_>, &ast::ConfigParamList),
    used: Option<&BTreeSet<String>>,
    edits: &mut Edits,
) {
    let params: Vec<ast::Param> = list.params().collect();
    let nodes: Vec<SyntaxNode> = params.iter().map(|it| it.syntax().clone()).collect();
    let keeps = |index: usize, _: &SyntaxNode| {
        let name = params[index].ident_token();
        name.is_some_and(|name| used.is_some_and(|used| used.contains(name.text())))
    };
    if remove_items(&nodes, keeps, edits) == Left::Nothing {
        edits.remove_node(list.syntax());
        return;
    }
    for param in params.iter().filter(|it| it.default().is_some()) {
        drop_dangling(request, keeper, tree, param, edits);
    }
}

/// Takes states that are gone from `instate {a, b}`.
pub(super) fn trim_state_tests(
    keeper: &Keeper<'_>,
    tree: &Tree<'_>,
    within: &SyntaxNode,
    edits: &mut Edits,
) {
    for test in within.descendants().filter_map(ast::InstateExpr::cast) {
        let place = Span::new(tree.id, trimmed(test.syntax()));
        let left = keeper.left.states_tested(place);
        if let (Some(set), Some(left)) = (test.state_set(), left) {
            let names: Vec<SyntaxNode> = set.syntax().children().collect();
            let keeps = |_: usize, name: &SyntaxNode| left.contains(&*name.text().to_string());
            remove_items(&names, keeps, edits);
        }
    }
}
