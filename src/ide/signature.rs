//! The parameters of what is called where the cursor is.

use super::Spot;
use super::trees::{declaration, doc_of, line_of, token_at, token_before};
use crate::semantics::occurrences::NameKind;
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextSize};

/// What is called.
#[derive(Debug)]
pub struct Signature {
    /// Its name.
    pub name: String,
    /// Its parameters with their types.
    pub params: Vec<String>,
    /// The type of its value.
    pub result: Option<String>,
    /// What its declaration says about it.
    pub doc: Option<String>,
    /// The parameter that the cursor is at.
    pub active: usize,
    /// The parameters are those of a configuration.
    pub is_configuration: bool,
}

/// What is called around an offset: a function, an event, or an event's configuration.
pub fn signature(spot: &Spot, offset: TextSize) -> Option<Signature> {
    let root = spot.root()?;
    let start = solid_before(&root, offset)?;
    let list = start
        .parent_ancestors()
        .find(|node| is_open(node, offset))?;
    let name = called(&list)?;
    let declared = spot.names_at(name.text_range().start()).first()?;
    let node = declaration(&spot.project, declared.declaration)?;
    let configuration = ast::ConfigArgList::cast(list.clone());
    let (params, result) = match declared.kind {
        NameKind::Function => function(&node)?,
        NameKind::Event => (event(&node, configuration.is_some())?, None),
        _ => return None,
    };
    let active = match &configuration {
        Some(list) => named_at(list, &params, offset),
        None => commas_before(&list, offset),
    };
    Some(Signature {
        name: name.text().to_owned(),
        params: params.iter().map(|it| line_of(it.syntax())).collect(),
        result,
        doc: doc_of(&node),
        active,
        is_configuration: configuration.is_some(),
    })
}

/// The last word or sign before an offset. White space behind an open list does not belong to the list.
fn solid_before(root: &SyntaxNode, offset: TextSize) -> Option<SyntaxToken> {
    let first = token_before(root, offset);
    let mut tokens = std::iter::successors(first, SyntaxToken::prev_token);
    tokens.find(|token| !token.kind().is_trivia())
}

/// The parameter that is given by its name at an offset; where no name stands yet, the first that is not given.
fn named_at(list: &ast::ConfigArgList, params: &[ast::Param], offset: TextSize) -> usize {
    let name_of = |arg: ast::ConfigArg| Some(arg.ident_token()?.text().to_owned());
    let index_of = |name: &str| {
        let names = params.iter().map(ast::Param::ident_token);
        let mut names = names.map(|it| it.map(|it| it.text().to_owned()));
        names.position(|it| it.as_deref() == Some(name))
    };
    let separators = commas_before(list.syntax(), offset);
    let here = list.config_args().find(|arg| {
        let start = arg.syntax().text_range().start();
        start <= offset && commas_before(list.syntax(), start) == separators
    });
    let given: Vec<String> = list.config_args().filter_map(name_of).collect();
    let is_missing = |param: &ast::Param| {
        let name = param.ident_token();
        name.is_some_and(|name| given.iter().all(|it| it != name.text()))
    };
    here.and_then(name_of)
        .and_then(|name| index_of(&name))
        .or_else(|| params.iter().position(is_missing))
        .unwrap_or(separators)
}

/// Whether a node is a list of arguments, and an offset behind its beginning and not behind its end.
fn is_open(node: &SyntaxNode, offset: TextSize) -> bool {
    use SyntaxKind::{ARG_LIST, CONFIG_ARG_LIST, L_BRACK, L_PAREN, R_BRACK, R_PAREN};
    if !matches!(node.kind(), ARG_LIST | CONFIG_ARG_LIST) {
        return false;
    }
    let tokens = || super::trees::tokens_in(node);
    let open = tokens().find(|it| matches!(it.kind(), L_PAREN | L_BRACK));
    let close = tokens().find(|it| matches!(it.kind(), R_PAREN | R_BRACK));
    open.is_some_and(|it| it.text_range().end() <= offset)
        && close.is_none_or(|it| offset <= it.text_range().start())
}

/// The name of what a list of arguments is for.
fn called(list: &SyntaxNode) -> Option<SyntaxToken> {
    let parent = list.parent()?;
    if let Some(sync) = ast::SyncStmt::cast(parent.clone()) {
        return sync.ident_token();
    }
    if let Some(event) = ast::EventRef::cast(parent.clone()) {
        return event.path()?.last_segment();
    }
    let callee = ast::CallExpr::cast(parent)?.callee()?;
    token_at(callee.syntax(), callee.syntax().text_range().end())
}

fn function(node: &SyntaxNode) -> Option<(Vec<ast::Param>, Option<String>)> {
    let function = ast::FunctionDef::cast(node.clone())?;
    let params = function.param_list()?.params();
    let result = function.ty().map(|ty| line_of(ty.syntax()));
    Some((params.collect(), result))
}

fn event(node: &SyntaxNode, is_configuration: bool) -> Option<Vec<ast::Param>> {
    Some(match ast::EventDef::cast(node.clone()) {
        Some(event) if is_configuration => event.config_param_list()?.params().collect(),
        Some(event) => event.param_list()?.params().collect(),
        None => {
            let listed = ast::EventRef::cast(node.clone())?;
            listed.param_list()?.params().collect()
        }
    })
}

fn commas_before(list: &SyntaxNode, offset: TextSize) -> usize {
    super::trees::tokens_in(list)
        .filter(|it| it.kind() == SyntaxKind::COMMA && it.text_range().end() <= offset)
        .count()
}
