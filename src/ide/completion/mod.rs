//! What can be written where the cursor is.
//!
//! A text that is being written is broken at the cursor. So a name is put there, and the tree of that text tells what sort of name
//! could stand there: a field, a state, a type, or a word that begins something.

mod items;
mod members;
mod snippets;
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
        let filler = if word.is_empty() { "xx" } else { "x" };
        let changed = format!("{}{filler}{}", &text[..end], &text[end..]);
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

    fn offers(&self) -> Vec<Offer> {
        use SyntaxKind::{
            ANNOTATION, CONFIG_ARG, DOMAIN_PATH, EVENT_PATTERN, FIELD_EXPR, NAME_EXPR, NAME_REF,
            NAMED_TYPE, PATH, STATE_FROM, STATE_TO, STRING, SYNC_STMT, TAG_STRING,
        };
        if self.token.kind().is_comment() || matches!(self.token.kind(), STRING | TAG_STRING) {
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
