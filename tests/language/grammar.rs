//! Holds the parser and the typed tree to `rebel.ungram`.
//!
//! `UPDATE_AST=1 cargo test --test language grammar` writes `src/syntax/ast/nodes.rs` anew.

mod conformance;
mod generator;

use std::path::Path;

use fretsaw::syntax::kind::KINDS;
use fretsaw::syntax::{SyntaxKind, SyntaxNode, parse};
use ungrammar::Grammar;

use crate::accepted;
use crate::support::files;

fn grammar() -> Grammar {
    include_str!("../../src/syntax/rebel.ungram")
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
        "nodes.rs is stale: run UPDATE_AST=1 cargo test --test language grammar"
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
    for text in accepted::all() {
        let parsed = parse(&text.text, text.kind);
        nodes += check_tree(&grammar, &parsed.root(), &text.name);
    }
    assert!(nodes > 1000, "only {nodes} nodes were looked at");
}

#[test]
fn the_accepted_texts_hold_every_kind_of_node() {
    let mut seen = std::collections::BTreeSet::new();
    for text in accepted::all() {
        let root = parse(&text.text, text.kind).root();
        seen.extend(root.descendants().map(|node| node.kind()));
    }
    let missing: Vec<SyntaxKind> = KINDS
        .iter()
        .copied()
        .filter(|kind| *kind > SyntaxKind::TOMBSTONE && *kind != SyntaxKind::ERROR)
        .filter(|kind| !seen.contains(kind))
        .collect();
    assert_eq!(missing, []);
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
