//! The formatter: one layout for every text that reads without errors.
//!
//! `format` goes from text to text: `trivia` finds what stands between the tokens, `rules` walk the tree
//! and write a document (`doc`) in the vocabulary of `layout`, and `printer` breaks its lines. Tokens and
//! comments keep their order; only white space between them changes, and `lifecycle` becomes `lifeCycle`.

#![allow(clippy::enum_glob_use, reason = "rules name dozens of kinds")]

mod doc;
mod layout;
mod printer;
mod rules;
mod trivia;

use std::borrow::Cow;

use rowan::WalkEvent;

use super::{FileKind, SyntaxElement, SyntaxError, SyntaxKind, SyntaxNode, Token, parse, tokenize};
use layout::Layout;

/// Why a text was not formatted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// It has syntax errors.
    #[error("the text has syntax errors")]
    Syntax(Vec<SyntaxError>),
    /// It would not read the same afterwards. No text is known to do that except where a line that starts
    /// like a declaration ends a block, such as an instance in a state called `event`.
    #[error("the text would not read the same if it were formatted")]
    WouldChange,
}

/// Formats a text. The result reads as the same tree, holds the same comments in the same places, and
/// is left alone when it is formatted again.
pub fn format(text: &str, file: FileKind) -> Result<String, FormatError> {
    let text = with_plain_line_ends(text);
    let mut formatted = laid_out(&text, file)?;
    // A block comment that ended a line may stand within one now, where it counts as something else and may be put
    // elsewhere.
    if formatted.contains("/*") {
        for _ in 0..MOST_ROUNDS {
            let again = laid_out(&formatted, file)?;
            if again == formatted {
                break;
            }
            formatted = again;
        }
    }
    Ok(formatted)
}

/// Enough for all texts that were tried.
const MOST_ROUNDS: u32 = 5;

/// The text with new white space.
fn laid_out(text: &str, file: FileKind) -> Result<String, FormatError> {
    let parsed = parse(text, file);
    if !parsed.errors().is_empty() {
        return Err(FormatError::Syntax(parsed.errors().to_vec()));
    }
    let (tokens, _) = tokenize(text);
    let mut layout = Layout::new(text, trivia::gaps(text, &tokens));
    layout.node(&parsed.root());
    let formatted = printer::print(&layout.finish());
    let again = parse(&formatted, file);
    let reads_the_same = again.errors().is_empty()
        && same_tree(&parsed.root(), &again.root())
        && same_comments((text, &tokens), &formatted);
    if reads_the_same {
        Ok(formatted)
    } else {
        Err(FormatError::WouldChange)
    }
}

/// Lines end in `\n`, also within comments, strings and annotations.
fn with_plain_line_ends(text: &str) -> Cow<'_, str> {
    if !text.contains("\r\n") {
        return Cow::Borrowed(text);
    }
    let mut plain = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        match line.strip_suffix('\n') {
            Some(line) => {
                plain.push_str(line.trim_end_matches('\r'));
                plain.push('\n');
            }
            None => plain.push_str(line),
        }
    }
    Cow::Owned(plain)
}

/// Whether two texts have the same comments in the same order.
fn same_comments((before, tokens): (&str, &[Token]), after: &str) -> bool {
    let (tokens_after, _) = tokenize(after);
    comment_lines(before, tokens).eq(comment_lines(after, &tokens_after))
}

/// The lines of all comments, in their order, without white space around them.
fn comment_lines<'s>(text: &'s str, tokens: &[Token]) -> impl Iterator<Item = &'s str> {
    let starts = std::iter::once(0).chain(tokens.iter().map(|token| usize::from(token.end)));
    tokens
        .iter()
        .zip(starts)
        .filter(|(token, _)| token.kind.is_comment())
        .flat_map(move |(token, start)| text[start..usize::from(token.end)].lines())
        .map(str::trim)
}

/// Whether two trees differ in nothing but trivia and the spelling of `lifeCycle`.
fn same_tree(left: &SyntaxNode, right: &SyntaxNode) -> bool {
    let mut left = without_trivia(left);
    let mut right = without_trivia(right);
    loop {
        match (left.next(), right.next()) {
            (None, None) => return true,
            (Some(left), Some(right)) if same_step(&left, &right) => {}
            _ => return false,
        }
    }
}

/// A tree in the order of its text, without white space and comments.
fn without_trivia(root: &SyntaxNode) -> impl Iterator<Item = WalkEvent<SyntaxElement>> {
    root.preorder_with_tokens().filter(|step| match step {
        WalkEvent::Enter(element) | WalkEvent::Leave(element) => !element.kind().is_trivia(),
    })
}

fn same_step(left: &WalkEvent<SyntaxElement>, right: &WalkEvent<SyntaxElement>) -> bool {
    match (left, right) {
        (WalkEvent::Enter(left), WalkEvent::Enter(right)) => same_element(left, right),
        (WalkEvent::Leave(left), WalkEvent::Leave(right)) => left.kind() == right.kind(),
        _ => false,
    }
}

fn same_element(left: &SyntaxElement, right: &SyntaxElement) -> bool {
    let same_text = match (left, right) {
        (SyntaxElement::Token(left), SyntaxElement::Token(right)) => left.text() == right.text(),
        (left, right) => left.as_node().is_some() && right.as_node().is_some(),
    };
    left.kind() == right.kind() && (same_text || left.kind() == SyntaxKind::LIFE_CYCLE_KW)
}
