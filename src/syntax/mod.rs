//! Layer 1: text to lossless trees, and back.
//!
//! [`parse`] cannot fail: whatever the text, it gives a tree whose text is that text, byte for
//! byte, and a list of what is wrong with it. The tree is untyped ([`SyntaxNode`]); [`ast`] reads it by
//! names. Nothing here knows what a specification means.

pub mod ast;
mod blame;
mod difference;
pub mod error;
pub mod format;
mod grammar;
pub mod kind;
mod lexer;
mod parser;
mod reparse;
mod tree_builder;
mod trimming;
mod validation;

pub(crate) use difference::EditedBody;
pub use error::{SyntaxError, SyntaxErrorKind};
pub use kind::{FileKind, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};
pub use lexer::{Token, tokenize};
pub use reparse::reparse;
pub use rowan::{TextRange, TextSize};
pub(crate) use trimming::trimmed_range;

use parser::{ErrorPosition, Input, Misreading, ParseError, ParseErrorKind};
use rowan::{GreenNode, NodeOrToken};

/// A tree and what is wrong with its text.
#[derive(Debug, Clone)]
pub struct Parse {
    green: GreenNode,
    errors: Vec<SyntaxError>,
    warnings: Vec<SyntaxError>,
}

impl Parse {
    /// The root of the tree: a `MODULE` or a `TEST_MODULE`.
    pub fn root(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// What leaves the text without a meaning, in order of the text.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }

    /// What is probably not meant as it stands, in order of the text.
    pub fn warnings(&self) -> &[SyntaxError] {
        &self.warnings
    }
}

/// Reads a text.
pub fn parse(text: &str, file: FileKind) -> Parse {
    read(text, file, grammar::file)
}

/// Reads a text by a rule that takes all of it.
fn read(text: &str, file: FileKind, rule: fn(&mut parser::Parser<'_>)) -> Parse {
    let (tokens, mut problems) = tokenize(text);
    let input = Input::new(text, &tokens, &problems);
    let mut parser = parser::Parser::new(&input, file);
    rule(&mut parser);
    let output = parser.finish();
    problems.extend(locate_all(output.errors, text, &input));
    for misreading in &output.misreadings {
        problems.push(locate_misreading(misreading, &input));
    }
    validation::validate(text, &input, &output.literals, &mut problems);
    let green = tree_builder::build(text, &tokens, output.events);
    debug_assert!(prints_back(&green, text), "the tree must print its text");
    problems.sort_by_key(|problem| (problem.range.start(), problem.range.end()));
    let (warnings, errors) = problems
        .into_iter()
        .partition(|problem| problem.kind.is_warning());
    Parse {
        green,
        errors,
        warnings,
    }
}

/// Whether the tree's text is the text that was read. The tree may be high, so this does not recurse.
fn prints_back(green: &GreenNode, text: &str) -> bool {
    let mut rest = text;
    let mut open = vec![green.children()];
    while let Some(children) = open.last_mut() {
        match children.next() {
            Some(NodeOrToken::Node(node)) => open.push(node.children()),
            Some(NodeOrToken::Token(token)) => match rest.strip_prefix(token.text()) {
                Some(behind) => rest = behind,
                None => return false,
            },
            None => {
                open.pop();
            }
        }
    }
    rest.is_empty()
}

/// Turns numbers of tokens into places of the text. A brace that was forgotten takes back the complaints that
/// only came from its absence.
fn locate_all(errors: Vec<ParseError>, text: &str, input: &Input<'_>) -> Vec<SyntaxError> {
    let mut located: Vec<SyntaxError> = Vec::with_capacity(errors.len());
    for error in errors {
        let error = locate(error, text, input);
        let opened = match error.kind {
            SyntaxErrorKind::UnclosedDelimiter { open, .. } => open,
            _ => error.range,
        };
        while located
            .pop_if(|earlier| earlier.range.start() > opened.start())
            .is_some()
        {}
        located.push(error);
    }
    located
}

fn locate(error: ParseError, text: &str, input: &Input<'_>) -> SyntaxError {
    let (kind, place) = match error.kind {
        ParseErrorKind::Plain(kind) => (kind, error.place),
        ParseErrorKind::Unclosed { open, close } => {
            let (open, place) = blame::unclosed(text, input, open, error.place);
            let is_text = input.kind(open) == SyntaxKind::TAG_STRING;
            let open = input.range(open);
            if is_text {
                let brace = TextRange::at(open.start(), TextSize::new(1));
                return SyntaxError::new(SyntaxErrorKind::UnclosedTagString, brace);
            }
            (SyntaxErrorKind::UnclosedDelimiter { open, close }, place)
        }
    };
    let range = match place {
        ErrorPosition::At(number) => input.range(number),
        ErrorPosition::Before(number) => TextRange::empty(input.end_before(number)),
    };
    SyntaxError::new(kind, range)
}

fn locate_misreading(misreading: &Misreading, input: &Input<'_>) -> SyntaxError {
    let mut parts = misreading.parts.iter().map(|part| input.range_of(*part));
    let kind = match misreading.operator {
        None => SyntaxErrorKind::NotBindsTighter {
            operand: parts.next().unwrap_or_default(),
        },
        Some(operator) => SyntaxErrorKind::GroupedOtherwise {
            operator,
            parts: parts.collect(),
            original: misreading.original.map(|tokens| input.range_of(tokens)),
        },
    };
    SyntaxError::new(kind, input.range_of(misreading.whole))
}
