//! Everything that the grammar allows reads without an error, and groups as the language says.

use std::fmt::Write as _;

use fretsaw::syntax::{FileKind, SyntaxElement, SyntaxErrorKind, SyntaxKind, SyntaxNode, parse};

use crate::accepted;
use crate::support::files;

#[test]
fn every_production_is_accepted() {
    let mut wrong = String::new();
    for text in accepted::all() {
        for error in parse(&text.text, text.kind).errors() {
            writeln!(wrong, "{}: {error:?}", text.name).expect("strings can be written");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn every_example_reads_without_an_error() {
    for file in files::all_sources() {
        let parsed = parse(&file.text, file.kind);
        assert_eq!(parsed.errors(), [], "{}", file.name);
        assert_eq!(parsed.root().text().to_string(), file.text, "{}", file.name);
    }
}

#[test]
fn operators_group_as_the_language_says() {
    let mut shapes = String::new();
    for expression in GROUPED {
        let shape = shape_of(expression);
        writeln!(shapes, "{expression}\n    {shape}").expect("strings can be written");
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!("syntax_precedence", shapes));
}

/// One or more expressions for each line of the table of precedences, and for each pair of
/// neighbours in it.
const GROUPED: &[&str] = &[
    "a.b[c].d(e)",
    "new this.a.b",
    "not a.b",
    "- a[b]",
    "not - new a",
    "- a * b",
    "not a * b",
    "a * b / c % d",
    "a + b * c",
    "a * b + c",
    "a - b - c",
    "a - b + c",
    "a + b < c - d",
    "a + b in s",
    "a in s + t",
    "a in s * t",
    "a == b + c",
    "not a == b",
    "not k in s",
    "not X1[1] instate s",
    "not initialized X1[k]",
    "initialized a == b",
    "initialized X1[k] && p",
    "finalized a in s",
    "a == b instate s",
    "a instate s && b",
    "a && b && c",
    "a && b || c && d",
    "a || b || c",
    "a == b && c != d",
    "a || b -> c",
    "a -> b || c",
    "a && b -> c",
    "a -> b -> c",
    "a -> b ? c : d -> e",
    "a > b ? c : d",
    "a ? b : c ? d : e",
    "a ? b ? c : d : e",
    "a ? b : c + 1",
    "(a ? b : c) + 1",
    "forall x : s | a && b",
    "forall x : s | a, b -> c",
    "a && forall x : s | b || c",
    "exists x : s | forall y : t | x == y",
    "{x : s | a, b}",
    "{a ? b : c}",
    "(a ? b : c : d)",
    "(a : b ? c : d)",
    "|s| == |t| + 1",
    "a --b",
    "fixed 3% ++ norm LIBOR -- fixed 1%",
    "a - -b",
    "10% - b",
    "10 % b",
    "{1 .. n + 1}",
    "new (x)",
    "initialized (x)",
];

#[test]
fn misreadings_are_warned_of() {
    use Warning::{In, Not, Nothing, Question};
    for (expression, expected) in WARNED {
        let parsed = parse(
            &accepted::in_precondition(expression),
            FileKind::Specification,
        );
        let found: Vec<Warning> = parsed
            .warnings()
            .iter()
            .map(|warning| match &warning.kind {
                SyntaxErrorKind::NotBindsTighter { .. } => Not,
                SyntaxErrorKind::GroupedOtherwise { operator: "in", .. } => In,
                SyntaxErrorKind::GroupedOtherwise { operator: "?:", .. } => Question,
                _ => Nothing,
            })
            .collect();
        assert_eq!(parsed.errors(), [], "{expression}");
        assert_eq!(found, *expected, "{expression}");
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Warning {
    Not,
    In,
    Question,
    Nothing,
}

const WARNED: &[(&str, &[Warning])] = &[
    ("not a == b", &[Warning::Not]),
    ("not a + 1 == b", &[Warning::Not]),
    ("not k in s", &[Warning::Not]),
    ("not k in s + t", &[Warning::Not]),
    ("not X1[1] instate s", &[Warning::Not]),
    ("not not a == b", &[Warning::Not]),
    ("a && not b == c", &[Warning::Not]),
    ("not (a == b)", &[]),
    ("(not a) == b", &[]),
    ("not a && b", &[]),
    ("not initialized a == b", &[]),
    ("a == not b", &[]),
    ("a + b in s", &[Warning::In]),
    ("a in s + t", &[Warning::In]),
    ("a in s * t", &[Warning::In]),
    ("a + b in s % t", &[Warning::In]),
    ("a * b in s", &[]),
    ("- a in s", &[]),
    ("(a + b) in s", &[]),
    ("a in (s + t)", &[]),
    ("a in s && b in t", &[]),
    ("a > b ? c : d", &[Warning::Question]),
    ("a ? b : c + d", &[Warning::Question]),
    ("a && b ? c : d || e", &[Warning::Question]),
    ("initialized a ? b : c", &[Warning::Question]),
    ("a instate s ? b : c", &[Warning::Question]),
    ("a ? b + 1 : c", &[]),
    ("a ? b : c ? d : e", &[]),
    ("a ? b : c == 1 ? d : e", &[Warning::Question]),
    ("not a ? b : - c", &[]),
    ("(a > b) ? c : (d + e)", &[]),
    ("NL20INGB0001234567", &[]),
    ("NL10INGB000000", &[Warning::Nothing]),
];

/// The tree of an expression with a word for each operator: `(+ a (* b c))`.
fn shape_of(expression: &str) -> String {
    let root = parse(
        &accepted::in_precondition(expression),
        FileKind::Specification,
    )
    .root();
    let statement = root
        .descendants()
        .find(|node| node.kind() == SyntaxKind::EXPR_STMT)
        .expect("there is one statement");
    statement
        .first_child()
        .map_or_else(|| "nothing".to_owned(), |node| shape(&node))
}

/// A node's operator and punctuation, then its parts.
fn shape(node: &SyntaxNode) -> String {
    let mut words = String::new();
    let mut parts = String::new();
    for child in node.children_with_tokens() {
        match child {
            SyntaxElement::Node(part) => {
                parts.push(' ');
                parts.push_str(&shape(&part));
            }
            SyntaxElement::Token(token) if !token.kind().is_trivia() => {
                words.push_str(token.text());
            }
            SyntaxElement::Token(_) => {}
        }
    }
    if parts.is_empty() {
        words
    } else {
        format!("({words}{parts})")
    }
}
