//! What can be written where the cursor is.
//!
//! A text that is being written is broken at the cursor. So a name is put there, and the tree of that text tells what
//! sort of name could stand there: a field, a state, a type, or a word that begins something. Names begin with a small
//! letter or a capital; where nothing tells which, both are tried.

mod clauses;
mod items;
mod members;
mod snippets;
mod types;
mod visible;

use super::Spot;
use super::trees::token_at;
use crate::semantics::occurrences::NameKind;
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, TextRange, TextSize, parse};

/// What an offer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum OfferKind {
    /// Something with a name.
    Named(NameKind),
    /// A part of a value, as the currency of an amount of money.
    Member,
    /// A module.
    Module,
    /// A built-in type.
    Type,
    /// A keyword.
    Keyword,
    /// A block with places to fill in.
    Snippet,
}

/// Something that can be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Offer {
    /// What is shown, and written unless there is a snippet.
    pub label: String,
    /// What it is.
    pub kind: OfferKind,
    /// More about it, on one line.
    pub detail: Option<String>,
    /// What is written instead: a text with `$1` and the like where something is to be filled in.
    pub snippet: Option<String>,
}

impl Offer {
    fn new(label: impl Into<String>, kind: OfferKind) -> Offer {
        Offer {
            label: label.into(),
            kind,
            detail: None,
            snippet: None,
        }
    }

    fn detail(mut self, detail: impl Into<String>) -> Offer {
        self.detail = Some(detail.into());
        self
    }

    fn snippet(mut self, snippet: impl Into<String>) -> Offer {
        self.snippet = Some(snippet.into());
        self
    }
}

/// What can be written.
#[derive(Debug)]
pub struct Completion {
    /// The word that is being written.
    pub range: TextRange,
    /// What it can become, best first.
    pub offers: Vec<Offer>,
}

/// What can be written at an offset.
pub fn completion(spot: &Spot, offset: TextSize) -> Completion {
    let text = spot.source().text();
    let end = text.floor_char_boundary(usize::from(offset).min(text.len()));
    let start = word_start(&text[..end]);
    let range = TextRange::new(size(start), size(end));
    let mut offers = Cursor::new(spot, start, end).map_or_else(Vec::new, |it| it.offers());
    let mut seen = rustc_hash::FxHashSet::default();
    offers.retain(|offer| seen.insert((offer.label.clone(), offer.kind)));
    Completion { range, offers }
}

fn size(offset: usize) -> TextSize {
    TextSize::try_from(offset).unwrap_or_default()
}

/// Where the word at the end of a text begins.
fn word_start(text: &str) -> usize {
    let is_part = |character: char| character.is_ascii_alphanumeric() || character == '_';
    text.trim_end_matches(is_part).len()
}

/// What makes a name of a word that is being written.
fn filler(word: &str) -> &'static str {
    if word.is_empty() { "xx" } else { "x" }
}

/// What names stand in directly.
const NAMES: &[SyntaxKind] = &[
    SyntaxKind::ANNOTATION,
    SyntaxKind::CONFIG_ARG,
    SyntaxKind::DOMAIN_PATH,
    SyntaxKind::EVENT_PATTERN,
    SyntaxKind::FIELD_EXPR,
    SyntaxKind::NAME_EXPR,
    SyntaxKind::NAME_REF,
    SyntaxKind::NAMED_TYPE,
    SyntaxKind::PATH,
    SyntaxKind::STATE_FROM,
    SyntaxKind::STATE_TO,
    SyntaxKind::SYNC_STMT,
];

/// The place of a text, in the tree of the text with a name there.
pub(super) struct Cursor<'s> {
    spot: &'s Spot,
    token: SyntaxToken,
    /// The node that the name stands in directly.
    parent: SyntaxNode,
}

impl<'s> Cursor<'s> {
    fn new(spot: &'s Spot, start: usize, end: usize) -> Option<Cursor<'s>> {
        let text = spot.source().text();
        let word = &text[start..end];
        // A word that begins like the name of a specification stays one.
        let small = Cursor::with(spot, (start, end), &format!("{word}{}", filler(word)));
        if small.as_ref().is_some_and(Cursor::is_name) {
            return small;
        }
        let mut letters = word.chars();
        let first = letters.next().map(|it| it.to_ascii_uppercase());
        let capital = format!("{}{}x", first.unwrap_or('X'), letters.as_str());
        let capital = Cursor::with(spot, (start, end), &capital);
        capital.filter(Cursor::is_name).or(small)
    }

    /// The cursor in the text with a word in place of a range.
    fn with(spot: &'s Spot, (start, end): (usize, usize), word: &str) -> Option<Cursor<'s>> {
        let text = spot.source().text();
        let changed = format!("{}{word}{}", &text[..start], &text[end..]);
        let tree = parse(&changed, spot.source().kind());
        let token = token_at(&tree.root(), size(start))?;
        let is_written = token.text_range().start() == size(start) && !token.kind().is_trivia();
        let parent = token.parent()?;
        is_written.then_some(Cursor {
            spot,
            token,
            parent,
        })
    }

    fn grandparent(&self) -> Option<SyntaxNode> {
        self.parent.parent()
    }

    /// Whether the word stands where names stand.
    fn is_name(&self) -> bool {
        self.is_in_text() || NAMES.contains(&self.parent.kind())
    }

    fn is_in_text(&self) -> bool {
        let kind = self.token.kind();
        kind.is_comment() || matches!(kind, SyntaxKind::STRING | SyntaxKind::TAG_STRING)
    }

    fn offers(&self) -> Vec<Offer> {
        use SyntaxKind::{
            ANNOTATION, CONFIG_ARG, DOMAIN_PATH, EVENT_PATTERN, FIELD_EXPR, NAME_EXPR, NAME_REF,
            NAMED_TYPE, PATH, STATE_FROM, STATE_TO, SYNC_STMT,
        };
        if self.is_in_text() {
            return Vec::new();
        }
        match self.parent.kind() {
            FIELD_EXPR => self.members(),
            NAME_EXPR => self.expressions(),
            NAMED_TYPE => self.types(),
            PATH => self.paths(),
            NAME_REF => self.references(),
            STATE_FROM => self.begin_state(),
            STATE_TO => self.states_of_own(),
            SYNC_STMT => self.events_of_partner(),
            CONFIG_ARG => self.configuration(),
            EVENT_PATTERN | DOMAIN_PATH => self.parts_of_pattern(),
            ANNOTATION => snippets::annotations(),
            _ => self.keywords(),
        }
    }
}
