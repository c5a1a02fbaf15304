//! `rebel.ungram` to `ast/nodes.rs`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::LazyLock;

use fretsaw::syntax::SyntaxKind;
use fretsaw::syntax::kind::KINDS;
use ungrammar::{Grammar, Rule};

/// The whole file.
pub(crate) fn nodes(grammar: &Grammar) -> String {
    let mut out = String::from(
        "//! The nodes of the tree. Generated from `rebel.ungram` by `tests/language/grammar.rs`: do not edit.\n\n\
         #![allow(missing_docs, reason = \"the grammar says what each node is\")]\n\n\
         use super::{AstChildren, ast_enum, ast_node, children, nth_child, token};\n\
         use crate::syntax::{SyntaxKind, SyntaxToken};\n",
    );
    for node in grammar.iter() {
        let data = &grammar[node];
        match &data.rule {
            Rule::Alt(rules) if node_kind(&data.name).is_none() => {
                enumeration(&mut out, grammar, &data.name, rules);
            }
            rule => structure(&mut out, grammar, &data.name, rule),
        }
    }
    out
}

fn structure(out: &mut String, grammar: &Grammar, name: &str, rule: &Rule) {
    let kind = node_kind(name).unwrap_or_else(|| panic!("no kind for {name}"));
    let mut fields = Vec::new();
    collect(grammar, rule, None, false, &mut fields);
    write!(out, "\nast_node!({name}, {kind:?});\n").expect("strings can be written");
    let accessors: Vec<String> = fields.iter().map(Field::accessor).collect();
    if !accessors.is_empty() {
        writeln!(out, "\nimpl {name} {{\n{}\n}}", accessors.join("\n\n"))
            .expect("strings can be written");
    }
}

fn enumeration(out: &mut String, grammar: &Grammar, name: &str, rules: &[Rule]) {
    let variants: Vec<String> = rules
        .iter()
        .map(|rule| match rule {
            Rule::Node(node) => grammar[*node].name.clone(),
            _ => panic!("{name} mixes nodes and other rules"),
        })
        .collect();
    let mut lines = vec![String::from("   ")];
    for variant in variants {
        let line = lines.last_mut().expect("never empty");
        if line.len() + variant.len() > 96 {
            lines.push(format!("    {variant},"));
        } else {
            write!(line, " {variant},").expect("strings can be written");
        }
    }
    write!(out, "\nast_enum!({name} {{\n{}\n}});\n", lines.join("\n"))
        .expect("strings can be written");
}

/// An accessor to be.
struct Field {
    name: String,
    what: What,
    many: bool,
    /// How many of the same sort stand before it.
    nth: usize,
}

enum What {
    Node(String),
    Tokens(Vec<SyntaxKind>),
}

impl Field {
    fn accessor(&self) -> String {
        let Field { name, nth, .. } = self;
        match (&self.what, self.many) {
            (What::Node(node), true) => format!(
                "    pub fn {name}(&self) -> AstChildren<{node}> {{\n        children(&self.syntax)\n    }}"
            ),
            (What::Node(node), false) => format!(
                "    pub fn {name}(&self) -> Option<{node}> {{\n        nth_child(&self.syntax, {nth})\n    }}"
            ),
            (What::Tokens(kinds), _) => {
                let kinds = kinds
                    .iter()
                    .map(|kind| format!("SyntaxKind::{kind:?}"))
                    .collect::<Vec<_>>();
                let list = list_of(&kinds);
                let call = format!("token(&self.syntax, {list})");
                format!(
                    "    pub fn {name}_token(&self) -> Option<SyntaxToken> {{\n        {call}\n    }}"
                )
            }
        }
    }
}

fn list_of(kinds: &[String]) -> String {
    let line = format!("&[{}]", kinds.join(", "));
    if line.len() < 60 {
        return line;
    }
    format!(
        "&[\n            {},\n        ]",
        kinds.join(",\n            ")
    )
}

fn collect(
    grammar: &Grammar,
    rule: &Rule,
    label: Option<&str>,
    many: bool,
    fields: &mut Vec<Field>,
) {
    match rule {
        Rule::Labeled { label, rule } => collect(grammar, rule, Some(label), many, fields),
        Rule::Node(node) => {
            let node = grammar[*node].name.clone();
            let name = label.map_or_else(|| default_name(&node, many), str::to_owned);
            add(fields, name, What::Node(node), many);
        }
        Rule::Token(token) => {
            let text = &grammar[*token].name;
            let name = label.map_or_else(|| token_name(text), str::to_owned);
            add(fields, name, What::Tokens(vec![token_kind(text)]), many);
        }
        Rule::Alt(rules) if label.is_some() => {
            let kinds = rules.iter().map(|rule| match rule {
                Rule::Token(token) => token_kind(&grammar[*token].name),
                _ => panic!("only tokens can be alternatives of a labelled rule"),
            });
            add(
                fields,
                label.unwrap_or_default().to_owned(),
                What::Tokens(kinds.collect()),
                many,
            );
        }
        Rule::Alt(rules) | Rule::Seq(rules) => {
            for rule in rules {
                collect(grammar, rule, None, many, fields);
            }
        }
        Rule::Opt(rule) => collect(grammar, rule, label, many, fields),
        Rule::Rep(rule) => collect(grammar, rule, label, true, fields),
    }
}

/// Adds an accessor, unless it is there already. `X (',' X)*` is one accessor for many.
/// Tokens that repeat, and punctuation, need none.
fn add(fields: &mut Vec<Field>, name: String, what: What, many: bool) {
    if name.is_empty() {
        return;
    }
    if let What::Node(node) = &what
        && let Some(first) = fields
            .iter_mut()
            .find(|field| field.is_node(node) && !field.is_labelled())
        && many
    {
        first.name = default_name(node, true);
        first.many = true;
        return;
    }
    let is_node = matches!(what, What::Node(_));
    if fields
        .iter()
        .any(|field| field.name == name && matches!(field.what, What::Node(_)) == is_node)
    {
        return;
    }
    let nth = match &what {
        What::Node(node) => fields.iter().filter(|field| field.is_node(node)).count(),
        What::Tokens(_) => 0,
    };
    fields.push(Field {
        name,
        what,
        many,
        nth,
    });
}

impl Field {
    fn is_node(&self, name: &str) -> bool {
        matches!(&self.what, What::Node(node) if node == name)
    }

    fn is_labelled(&self) -> bool {
        match &self.what {
            What::Node(node) => self.name != default_name(node, self.many),
            What::Tokens(_) => true,
        }
    }
}

fn default_name(node: &str, many: bool) -> String {
    let name = match (node, many) {
        ("Type", false) => return "ty".to_owned(),
        _ => snake(node),
    };
    match (many, name.as_str()) {
        (false, _) => name,
        (true, "property") => "properties".to_owned(),
        (true, _) if name.ends_with('y') => format!("{}ies", &name[..name.len() - 1]),
        (true, _) => format!("{name}s"),
    }
}

fn snake(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}

/// The accessor's name for a token; punctuation has none.
fn token_name(text: &str) -> String {
    match text {
        "lifeCycle" => "life_cycle".to_owned(),
        _ if text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') => text.to_owned(),
        "*" => "star".to_owned(),
        _ => String::new(),
    }
}

/// The kind that a node of the grammar has, unless it only unites others.
pub(crate) fn node_kind(name: &str) -> Option<SyntaxKind> {
    kind_named(&snake(name).to_uppercase()).filter(|kind| *kind > SyntaxKind::TOMBSTONE)
}

/// The kind of a token of the grammar.
pub(crate) fn token_kind(text: &str) -> SyntaxKind {
    let name = match text {
        "{" => "L_BRACE",
        "}" => "R_BRACE",
        "(" => "L_PAREN",
        ")" => "R_PAREN",
        "[" => "L_BRACK",
        "]" => "R_BRACK",
        "," => "COMMA",
        ";" => "SEMICOLON",
        ":" => "COLON",
        "." => "DOT",
        ".." => "DOT_DOT",
        "?" => "QUESTION",
        "|" => "PIPE",
        "||" => "PIPE_PIPE",
        "&&" => "AMP_AMP",
        "->" => "ARROW",
        "=>" => "FAT_ARROW",
        "=" => "EQ",
        "==" => "EQ_EQ",
        "!=" => "BANG_EQ",
        "<" => "LT",
        "<=" => "LT_EQ",
        ">" => "GT",
        ">=" => "GT_EQ",
        "+" => "PLUS",
        "-" => "MINUS",
        "*" => "STAR",
        "/" => "SLASH",
        "%" => "PERCENT",
        "@" => "AT",
        "lifeCycle" => "LIFE_CYCLE_KW",
        "norm_word" => "NORM_KW",
        word => return word_kind(word),
    };
    kind_named(name).unwrap_or_else(|| panic!("no kind for {text}"))
}

/// Literal tokens are called like their kind, keywords carry `_KW`.
fn word_kind(word: &str) -> SyntaxKind {
    let upper = word.to_uppercase();
    kind_named(&upper)
        .filter(|kind| *kind < SyntaxKind::L_BRACE)
        .or_else(|| kind_named(&format!("{upper}_KW")))
        .unwrap_or_else(|| panic!("no kind for {word}"))
}

fn kind_named(name: &str) -> Option<SyntaxKind> {
    static KINDS_BY_NAME: LazyLock<BTreeMap<String, SyntaxKind>> = LazyLock::new(|| {
        KINDS
            .iter()
            .map(|kind| (format!("{kind:?}"), *kind))
            .collect()
    });
    KINDS_BY_NAME.get(name).copied()
}
