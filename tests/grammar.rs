//! Holds the parser and the typed tree to `rebel.ungram`.
//!
//! `UPDATE_AST=1 cargo test --test grammar` writes `src/syntax/ast/nodes.rs` anew.

#[path = "grammar/conformance.rs"]
mod conformance;
#[path = "support/files.rs"]
mod files;
#[path = "grammar/generator.rs"]
mod generator;

use std::path::Path;

use fretsaw::syntax::{SyntaxNode, parse};
use ungrammar::Grammar;

fn grammar() -> Grammar {
    include_str!("../src/syntax/rebel.ungram")
        .parse()
        .expect("rebel.ungram reads")
}

#[test]
fn the_typed_tree_is_generated_from_the_grammar() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/syntax/ast/nodes.rs");
    let fresh = generator::nodes(&grammar());
    if std::env::var_os("UPDATE_AST").is_some() {
        std::fs::write(&path, &fresh).expect("nodes.rs can be written");
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        stored == fresh,
        "nodes.rs is stale: run UPDATE_AST=1 cargo test --test grammar"
    );
}

#[test]
fn every_tree_of_an_example_conforms_to_the_grammar() {
    let grammar = grammar();
    let mut nodes = 0;
    for file in files::all_sources() {
        let parsed = parse(&file.text, file.kind);
        if parsed.errors().is_empty() {
            nodes += check_tree(&grammar, &parsed.root(), &file.name);
        }
    }
    assert!(nodes > 1000, "only {nodes} nodes were looked at");
}

fn check_tree(grammar: &Grammar, root: &SyntaxNode, file: &str) -> usize {
    root.descendants()
        .inspect(|node| {
            assert!(
                conformance::conforms(grammar, node),
                "{file}: {:?} at {:?} is not as rebel.ungram says: {}",
                node.kind(),
                node.text_range(),
                node.text()
            );
        })
        .count()
}
