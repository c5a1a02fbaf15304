//! A syntax tree as JSON: `schemas/tree.schema.json` describes the document.
//!
//! The nesting is written by hand along a walk, because a serializer would recurse as deep as the tree.

use super::harmless::json;
use rowan::WalkEvent;
use schemars::JsonSchema;
use serde::Serialize;

use super::{JSON_VERSION, diagnostics_json};
use crate::diagnostics::{Diagnostic, Sources};
use crate::syntax::{SyntaxElement, SyntaxNode};

/// What `fretsaw parse --format json` prints.
#[derive(JsonSchema)]
#[schemars(title = "Syntax tree")]
#[expect(dead_code, reason = "it is written along a walk; this is its form")]
pub(super) struct Document<'a> {
    #[schemars(extend("const" = JSON_VERSION))]
    version: u32,
    file: &'a str,
    /// Null if the file could not be read.
    tree: Option<Element<'a>>,
    /// What is wrong with the text, in the form of `diagnostics.schema.json`.
    diagnostics: Vec<diagnostics_json::Diagnostic>,
}

/// A node has children, a token has a text. The texts of all tokens in order are the text of the file.
#[derive(Serialize, JsonSchema)]
struct Element<'a> {
    kind: String,
    /// An offset in bytes.
    start: u32,
    /// The offset behind the last byte.
    end: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<&'a str>,
    /// Always empty here: children are written along the walk.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(description = "In the order of the text.")]
    children: Option<Vec<Element<'a>>>,
}

/// Writes the document: the tree of a file, if it could be read, and what is wrong with it.
pub fn render(
    file: &str,
    root: Option<&SyntaxNode>,
    sources: &Sources,
    diagnostics: &[Diagnostic],
) -> serde_json::Result<String> {
    let diagnostics = diagnostics_json::list(sources, diagnostics);
    Ok(format!(
        "{{\"version\":{JSON_VERSION},\"file\":{},\"tree\":{},\"diagnostics\":{}}}\n",
        json(file)?,
        root.map_or(Ok("null".to_owned()), tree)?,
        json(&diagnostics)?,
    ))
}

fn tree(root: &SyntaxNode) -> serde_json::Result<String> {
    let mut text = String::new();
    for event in root.preorder_with_tokens() {
        match event {
            WalkEvent::Enter(element) => enter(&mut text, &element)?,
            WalkEvent::Leave(element) if element.as_node().is_some() => text.push_str("]}"),
            WalkEvent::Leave(_) => {}
        }
    }
    Ok(text)
}

fn enter(text: &mut String, element: &SyntaxElement) -> serde_json::Result<()> {
    if text.ends_with('}') {
        text.push(',');
    }
    let object = json(&Element {
        kind: format!("{:?}", element.kind()),
        start: element.text_range().start().into(),
        end: element.text_range().end().into(),
        text: element.as_token().map(rowan::SyntaxToken::text),
        children: None,
    })?;
    if element.as_node().is_some() {
        text.push_str(object.strip_suffix('}').unwrap_or(&object));
        text.push_str(",\"children\":[");
    } else {
        text.push_str(&object);
    }
    Ok(())
}
