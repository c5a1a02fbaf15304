//! The parameters of what is called where the cursor is.

use super::Spot;
use super::trees::{declaration, doc_of, line_of, token_at};
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
}

/// What is called around an offset: a function, an event, or an event's configuration.
pub fn signature(spot: &Spot, offset: TextSize) -> Option<Signature> {
    let root = spot.root()?;
    let before = offset.checked_sub(TextSize::from(1)).unwrap_or(offset);
    let start = root.token_at_offset(before).right_biased()?;
    let list = start
        .parent_ancestors()
        .find(|node| is_open(node, offset))?;
    let name = called(&list)?;
    let declared = spot.names_at(name.text_range().start()).first()?;
    let node = declaration(&spot.project, declared.declaration)?;
    let is_configuration = list.kind() == SyntaxKind::CONFIG_ARG_LIST;
    let (params, result) = match declared.kind {
        NameKind::Function => function(&node)?,
        NameKind::Event => (event(&node, is_configuration)?, None),
        _ => return None,
    };
    Some(Signature {
        name: name.text().to_owned(),
        params,
        result,
        doc: doc_of(&node),
        active: commas_before(&list, offset),
    })
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

fn function(node: &SyntaxNode) -> Option<(Vec<String>, Option<String>)> {
    let function = ast::FunctionDef::cast(node.clone())?;
    let params = function.param_list()?.params();
    let result = function.ty().map(|ty| line_of(ty.syntax()));
    Some((params.map(|it| line_of(it.syntax())).collect(), result))
}

fn event(node: &SyntaxNode, is_configuration: bool) -> Option<Vec<String>> {
    let params = match ast::EventDef::cast(node.clone()) {
        Some(event) if is_configuration => event.config_param_list()?.params(),
        Some(event) => event.param_list()?.params(),
        None => ast::EventRef::cast(node.clone())?.param_list()?.params(),
    };
    Some(params.map(|it| line_of(it.syntax())).collect())
}

fn commas_before(list: &SyntaxNode, offset: TextSize) -> usize {
    super::trees::tokens_in(list)
        .filter(|it| it.kind() == SyntaxKind::COMMA && it.text_range().end() <= offset)
        .count()
}
