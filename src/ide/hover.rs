//! What there is to say about the name under the pointer.

use super::Spot;
use super::guards::{behaviour_of, lifecycle_of};
use super::trees::{declaration, doc_of, line_of, one_line, text_of, trimmed};
use super::usage::field_usage;
use crate::semantics::occurrences::{NameKind, Occurrence};
use crate::syntax::ast::{self, AstNode};
use crate::syntax::{SyntaxNode, TextRange, TextSize};

/// What is shown for a name.
#[derive(Debug)]
pub struct Hover {
    /// The name.
    pub range: TextRange,
    /// Markdown.
    pub text: String,
}

/// What there is to say about the name at an offset.
pub fn hover(spot: &Spot, offset: TextSize) -> Option<Hover> {
    let names = spot.names_at(offset);
    let first = names.first()?;
    let parts: Vec<String> = names.iter().filter_map(|name| about(spot, name)).collect();
    (!parts.is_empty()).then(|| Hover {
        range: first.span.range(),
        text: parts.join("\n\n---\n\n"),
    })
}

fn about(spot: &Spot, name: &Occurrence) -> Option<String> {
    let node = declaration(&spot.project, name.declaration)?;
    let mut parts = vec![code(&head(spot, name, &node))];
    parts.extend(doc_of(&node));
    match name.kind {
        NameKind::Field => parts.extend(field_usage(&spot.project, name.declaration)),
        NameKind::Event => parts.extend(behaviour_of(&spot.project, name.declaration)),
        NameKind::State => parts.extend(lifecycle_of(&spot.project, name.declaration)),
        _ => {}
    }
    Some(parts.join("\n\n"))
}

fn code(text: &str) -> String {
    format!("```rebel\n{text}\n```")
}

/// The declaration without its body.
fn head(spot: &Spot, name: &Occurrence, node: &SyntaxNode) -> String {
    match name.kind {
        NameKind::Specification | NameKind::Invariant => before_brace(node),
        NameKind::Event => event_head(node),
        NameKind::Field => format!("{}.{}", owner(node), line_of(node)),
        NameKind::State => format!("state {} of {}", text_at(spot, name), owner(node)),
        NameKind::Function => function_head(node),
        NameKind::Parameter | NameKind::Configuration => line_of(node),
        NameKind::Variable => variable(node),
        NameKind::TestState | NameKind::Domain => text_of(node),
    }
}

fn text_at<'s>(spot: &'s Spot, name: &Occurrence) -> &'s str {
    spot.project.sources().text_at(name.declaration)
}

/// The name of the specification around a part of it.
pub(super) fn owner(node: &SyntaxNode) -> String {
    let spec = node.ancestors().find_map(ast::Specification::cast);
    let name = spec.and_then(|spec| spec.type_name_token());
    name.map_or_else(String::new, |name| name.text().to_owned())
}

/// What stands before the first brace, without annotations.
fn before_brace(node: &SyntaxNode) -> String {
    let text = without_annotations(node);
    let head = text.split('{').next().unwrap_or_default();
    one_line(head)
}

fn without_annotations(node: &SyntaxNode) -> String {
    let end = node
        .children()
        .filter_map(ast::Annotation::cast)
        .last()
        .map_or(trimmed(node).start(), |last| {
            last.syntax().text_range().end()
        });
    let range = TextRange::new(end, trimmed(node).end().max(end));
    let inside = range - node.text_range().start();
    node.text().slice(inside).to_string()
}

/// An event's name with its parameters. An event of an external specification is only listed.
pub(super) fn event_head(node: &SyntaxNode) -> String {
    match ast::EventDef::cast(node.clone()) {
        Some(event) => {
            let lists = [
                event.config_param_list().map(|it| line_of(it.syntax())),
                event.param_list().map(|it| line_of(it.syntax())),
            ];
            let name = event.path().map(|path| line_of(path.syntax()));
            let lists: String = lists.into_iter().flatten().collect();
            format!("event {}{lists}", name.unwrap_or_default())
        }
        None => format!("event {}", line_of(node)),
    }
}

/// A function's name with its parameters and the type of its value.
pub(super) fn function_head(node: &SyntaxNode) -> String {
    let Some(function) = ast::FunctionDef::cast(node.clone()) else {
        return line_of(node);
    };
    let name = function.path().map(|it| line_of(it.syntax()));
    let params = function.param_list().map(|it| line_of(it.syntax()));
    let result = function.ty().map(|it| line_of(it.syntax()));
    let (name, params) = (name.unwrap_or_default(), params.unwrap_or_default());
    format!("function {name}{params}: {}", result.unwrap_or_default())
}

/// A variable and what it ranges over.
fn variable(node: &SyntaxNode) -> String {
    let quantifier = ast::QuantifierExpr::cast(node.clone());
    let comprehension = ast::ComprehensionExpr::cast(node.clone());
    let (name, over) = match (quantifier, comprehension) {
        (Some(it), _) => (it.ident_token(), it.expr()),
        (_, Some(it)) => (it.ident_token(), it.expr()),
        _ => (None, None),
    };
    let name = name.map_or_else(String::new, |it| it.text().to_owned());
    let over = over.map_or_else(String::new, |it| line_of(it.syntax()));
    format!("{name} : {over}")
}
