//! Layer 1: text to lossless trees, and back.
//!
//! [`parse`] cannot fail: whatever the text, it gives a tree whose text is that text, byte for
//! byte, and a list of what is wrong with it. The tree is untyped ([`SyntaxNode`]); [`ast`] reads it by
//! names. Nothing here knows what a specification means.

pub mod ast;
pub mod error;
mod grammar;
pub mod kind;
mod lexer;
mod parser;
mod tree_builder;
mod validation;

pub use error::{SyntaxError, SyntaxErrorKind};
pub use kind::{FileKind, SyntaxElement, SyntaxKind, SyntaxNode, SyntaxToken};
pub use lexer::{Token, tokenize};
pub use rowan::{TextRange, TextSize};

use parser::{ParseError, ParseErrorKind, Place};
use rowan::GreenNode;

/// A tree and what is wrong with its text.
#[derive(Debug, Clone)]
pub struct Parse {
    green: GreenNode,
    errors: Vec<SyntaxError>,
}

impl Parse {
    /// The root of the tree: a `MODULE` or a `TEST_MODULE`.
    pub fn root(&self) -> SyntaxNode {
        SyntaxNode::new_root(self.green.clone())
    }

    /// What is wrong, in order of the text.
    pub fn errors(&self) -> &[SyntaxError] {
        &self.errors
    }
}

/// Reads a text.
pub fn parse(text: &str, file: FileKind) -> Parse {
    let (tokens, mut errors) = tokenize(text);
    let input = parser::Input::new(text, &tokens);
    let mut parser = parser::Parser::new(&input, file);
    grammar::file(&mut parser);
    let (events, parse_errors) = parser.finish();
    let ranges = token_ranges(&tokens, &parse_errors);
    errors.extend(parse_errors.into_iter().map(|error| locate(error, &ranges)));
    let green = tree_builder::build(text, &tokens, events);
    let root = SyntaxNode::new_root(green.clone());
    debug_assert_eq!(
        root.text().to_string(),
        text,
        "the tree must print back its text"
    );
    validation::validate(&root, &mut errors);
    errors.sort_by_key(|error| (error.range.start(), error.range.end()));
    Parse { green, errors }
}

/// The ranges of the tokens that the parser saw, and an empty one at the end of the text.
/// Most texts have no errors, and then nobody asks.
fn token_ranges(tokens: &[Token], errors: &[ParseError]) -> Vec<TextRange> {
    if errors.is_empty() {
        return Vec::new();
    }
    let mut start = TextSize::new(0);
    let mut ranges = Vec::new();
    for token in tokens {
        if !parser::is_skipped(token.kind) {
            ranges.push(TextRange::new(start, token.end));
        }
        start = token.end;
    }
    ranges.push(TextRange::empty(start));
    ranges
}

fn locate(error: ParseError, ranges: &[TextRange]) -> SyntaxError {
    let range_of = |index: usize| ranges.get(index).copied().unwrap_or_default();
    let range = match error.place {
        Place::At(index) if index + 1 == ranges.len() => end_of_last(ranges),
        Place::At(index) => range_of(index),
        Place::Before(0) => TextRange::empty(TextSize::new(0)),
        Place::Before(index) => TextRange::empty(range_of(index - 1).end()),
    };
    let kind = match error.kind {
        ParseErrorKind::Plain(kind) => kind,
        ParseErrorKind::Unclosed { open, close } => SyntaxErrorKind::UnclosedDelimiter {
            open: range_of(open),
            close,
        },
    };
    SyntaxError::new(kind, range)
}

/// What is missing at the end of the text is missing behind its last token, not behind the
/// white space that follows.
fn end_of_last(ranges: &[TextRange]) -> TextRange {
    let last = ranges
        .len()
        .checked_sub(2)
        .and_then(|index| ranges.get(index));
    TextRange::empty(last.map_or(TextSize::new(0), |range| range.end()))
}
