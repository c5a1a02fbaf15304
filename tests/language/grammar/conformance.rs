//! Does a node have the children that its rule allows?
//!
//! A rule is a regular expression over kinds of children, so we follow all ways through it at once.

use std::collections::BTreeSet;

use fretsaw::syntax::{SyntaxElement, SyntaxKind, SyntaxNode};
use ungrammar::{Grammar, Rule};

use super::generator::{node_kind, token_kind};

pub(crate) fn conforms(grammar: &Grammar, node: &SyntaxNode) -> bool {
    let Some(rule) = rule_of(grammar, node.kind()) else {
        return false;
    };
    let children: Vec<SyntaxKind> = node
        .children_with_tokens()
        .filter(|child| !child.kind().is_trivia())
        .map(|child: SyntaxElement| child.kind())
        .collect();
    ends(grammar, rule, &children, BTreeSet::from([0])).contains(&children.len())
}

fn rule_of(grammar: &Grammar, kind: SyntaxKind) -> Option<&Rule> {
    let node = grammar
        .iter()
        .find(|node| node_kind(&grammar[*node].name) == Some(kind))?;
    Some(&grammar[node].rule)
}

/// Where the rule can end if it starts at one of `starts`.
fn ends(
    grammar: &Grammar,
    rule: &Rule,
    children: &[SyntaxKind],
    starts: BTreeSet<usize>,
) -> BTreeSet<usize> {
    match rule {
        Rule::Labeled { rule, .. } => ends(grammar, rule, children, starts),
        Rule::Token(token) => step(children, &starts, &[token_kind(&grammar[*token].name)]),
        Rule::Node(node) => step(children, &starts, &kinds_of(grammar, &grammar[*node].name)),
        Rule::Seq(rules) => rules
            .iter()
            .fold(starts, |starts, rule| ends(grammar, rule, children, starts)),
        Rule::Alt(rules) => rules
            .iter()
            .flat_map(|rule| ends(grammar, rule, children, starts.clone()))
            .collect(),
        Rule::Opt(rule) => {
            let mut all = ends(grammar, rule, children, starts.clone());
            all.extend(starts);
            all
        }
        Rule::Rep(rule) => repeat(grammar, rule, children, starts),
    }
}

fn repeat(
    grammar: &Grammar,
    rule: &Rule,
    children: &[SyntaxKind],
    starts: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut all = starts.clone();
    let mut fresh = starts;
    while !fresh.is_empty() {
        fresh = ends(grammar, rule, children, fresh);
        fresh.retain(|end| all.insert(*end));
    }
    all
}

fn step(
    children: &[SyntaxKind],
    starts: &BTreeSet<usize>,
    kinds: &[SyntaxKind],
) -> BTreeSet<usize> {
    starts
        .iter()
        .filter(|start| {
            children
                .get(**start)
                .is_some_and(|child| kinds.contains(child))
        })
        .map(|start| start + 1)
        .collect()
}

/// The kinds that a name of the grammar stands for: one, or those of its alternatives.
pub(crate) fn kinds_of(grammar: &Grammar, name: &str) -> Vec<SyntaxKind> {
    if let Some(kind) = node_kind(name) {
        return vec![kind];
    }
    let node = grammar
        .iter()
        .find(|node| grammar[*node].name == name)
        .expect("a node of the grammar");
    let Rule::Alt(alternatives) = &grammar[node].rule else {
        panic!("{name} has no kind and is no alternative");
    };
    alternatives
        .iter()
        .flat_map(|rule| match rule {
            Rule::Node(node) => kinds_of(grammar, &grammar[*node].name),
            _ => panic!("{name} mixes nodes and other rules"),
        })
        .collect()
}
