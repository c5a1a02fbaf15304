//! Events and tokens to a lossless tree.
//!
//! The parser never sees trivia; here they get their place. A comment right above a declaration, statement or field
//! belongs to it, and so does one that begins behind it on the same line, with the lines that continue it: whoever
//! moves or cuts such a node takes its comments along. All other trivia lie in the innermost node that is open when
//! they come up.

#![allow(clippy::enum_glob_use, reason = "the list of owners is long")]

use rowan::{GreenNode, GreenToken, NodeOrToken, TextRange, TextSize};

use super::SyntaxKind::{self, *};
use super::lexer::{Token, column_behind};
use super::parser::{Event, is_skipped};

/// Makes the tree.
pub(super) fn build(text: &str, tokens: &[Token], mut events: Vec<Event>) -> GreenNode {
    let mut builder = TreeBuilder::new(text, tokens);
    let mut parents = Vec::new();
    for index in 0..events.len() {
        match events[index] {
            Event::Start {
                kind: TOMBSTONE,
                parent: 0,
            } => {}
            Event::Start { .. } => {
                collect_parents(&mut events, index, &mut parents);
                for kind in parents.drain(..).rev() {
                    builder.start_node(kind);
                }
            }
            Event::Finish => builder.finish_node(),
            Event::Token { kind } => builder.token(kind),
        }
    }
    builder.finish()
}

/// The kinds of the node that starts at an event and of the nodes that were put around it later, inner first.
/// Their own events are cleared, so that they start only once.
fn collect_parents(events: &mut [Event], start: usize, kinds: &mut Vec<SyntaxKind>) {
    let mut index = start;
    while let Some(Event::Start { kind, parent }) = events.get_mut(index) {
        let (kind_here, distance) = (*kind, *parent);
        (*kind, *parent) = (TOMBSTONE, 0);
        if kind_here != TOMBSTONE {
            kinds.push(kind_here);
        }
        if distance == 0 {
            break;
        }
        index += distance as usize;
    }
}

/// Nodes that own the comments around them.
fn owns_comments(kind: SyntaxKind) -> bool {
    matches!(
        kind,
        SPECIFICATION
            | EVENT_DEF
            | FUNCTION_DEF
            | INVARIANT_DEF
            | IMPORT
            | FIELD_BLOCK
            | EVENT_BLOCK
            | INVARIANT_BLOCK
            | LIFE_CYCLE
            | PRECONDITIONS
            | POSTCONDITIONS
            | SYNC_BLOCK
            | EXPR_STMT
            | PAREN_STMT
            | CASE_STMT
            | CASE_ARM
            | SYNC_STMT
            | FIELD
            | EVENT_REF
            | INVARIANT_REF
            | STATE_FROM
            | STATE_TO
            | STATE_SETUP
            | NOW_SETUP
            | INSTANCE_SETUP
            | FOREVER_SETUP
            | EVENTUALLY_SETUP
            | UNTIL_SETUP
            | UNLESS_SETUP
            | CHECK
            | DOMAIN
            | DOMAIN_ENTRY
    )
}

struct TreeBuilder<'t> {
    text: &'t str,
    tokens: &'t [Token],
    next: usize,
    offset: TextSize,
    /// Kind of each open node, and where its children start.
    open: Vec<(SyntaxKind, usize)>,
    children: Vec<NodeOrToken<GreenNode, GreenToken>>,
    cache: TokenCache,
}

impl<'t> TreeBuilder<'t> {
    fn new(text: &'t str, tokens: &'t [Token]) -> TreeBuilder<'t> {
        TreeBuilder {
            text,
            tokens,
            next: 0,
            offset: TextSize::new(0),
            open: Vec::new(),
            children: Vec::new(),
            cache: TokenCache::new(),
        }
    }

    fn start_node(&mut self, kind: SyntaxKind) {
        if !self.open.is_empty() {
            let trivia = self.trivia_ahead();
            let outside = if owns_comments(kind) {
                trivia - self.comments_above(trivia)
            } else {
                trivia
            };
            self.push_raw(outside);
        }
        self.open.push((kind, self.children.len()));
    }

    fn finish_node(&mut self) {
        let Some((kind, first)) = self.open.pop() else {
            return;
        };
        if self.open.is_empty() {
            self.push_raw(self.tokens.len() - self.next);
        } else if owns_comments(kind) {
            let behind = self.comment_behind();
            self.push_raw(behind);
        }
        let node = GreenNode::new(kind.into(), self.children.drain(first..));
        self.children.push(NodeOrToken::Node(node));
    }

    fn token(&mut self, kind: SyntaxKind) {
        let trivia = self.trivia_ahead();
        self.push_raw(trivia);
        self.push(kind);
    }

    fn finish(mut self) -> GreenNode {
        match self.children.pop() {
            Some(NodeOrToken::Node(root)) => root,
            _ => GreenNode::new(ERROR.into(), []),
        }
    }

    fn trivia_ahead(&self) -> usize {
        self.tokens[self.next..]
            .iter()
            .take_while(|token| is_skipped(token.kind))
            .count()
    }

    /// How many of the trivia ahead stand right above the next token, without a blank line
    /// between them, from the first comment on. A comment at the end of a line that has begun is not above anything.
    fn comments_above(&self, trivia: usize) -> usize {
        let mut owned = 0;
        for index in (self.rest_of_line(trivia)..trivia).rev() {
            let token = self.tokens[self.next + index];
            if token.kind == WHITESPACE {
                if self.is_blank_line(self.next + index) {
                    break;
                }
            } else {
                owned = trivia - index;
            }
        }
        owned
    }

    /// How many of the trivia ahead end the line of the token before; none where the line goes on behind them.
    fn rest_of_line(&self, trivia: usize) -> usize {
        if self.next == 0 {
            return 0;
        }
        let mut ahead = self.next..self.next + trivia;
        let end = ahead.find(|index| self.ends_line(*index));
        end.map_or(0, |end| self.end_of_comment(end - 1) - self.next)
    }

    /// How many of the trivia ahead are a comment on the line just ended.
    fn comment_behind(&self) -> usize {
        let mut taken = 0;
        for index in self.next..self.tokens.len() {
            let token = self.tokens[index];
            match token.kind {
                WHITESPACE if !self.ends_line(index) => {}
                LINE_COMMENT => return self.end_of_comment(index) - self.next,
                BLOCK_COMMENT => taken = index + 1 - self.next,
                _ => break,
            }
        }
        // A block comment belongs here only if its line, or what is around, ends with it.
        let mut behind = self.next + taken..self.tokens.len();
        let is_space =
            |index: &usize| self.tokens[*index].kind == WHITESPACE && !self.ends_line(*index);
        let next = behind.find(|index| !is_space(index));
        let ends = next.is_none_or(|next| matches!(self.tokens[next].kind, WHITESPACE | R_BRACE));
        if ends { taken } else { 0 }
    }

    /// Where a comment ends. One of `//` goes on in the lines right below that begin in the same column.
    fn end_of_comment(&self, first: usize) -> usize {
        let is_comment = |index: usize| {
            let token = self.tokens.get(index);
            token.is_some_and(|token| token.kind == LINE_COMMENT)
        };
        let mut last = first;
        while is_comment(last)
            && is_comment(last + 2)
            && self.ends_line(last + 1)
            && !self.is_blank_line(last + 1)
            && self.column(last + 2) == self.column(first)
        {
            last += 2;
        }
        last + 1
    }

    /// In which column a token begins.
    fn column(&self, index: usize) -> usize {
        column_behind(&self.text[..self.range(index).start().into()])
    }

    fn ends_line(&self, index: usize) -> bool {
        self.tokens[index].kind == WHITESPACE && self.breaks_line(index)
    }

    fn breaks_line(&self, index: usize) -> bool {
        self.line_breaks(index).next().is_some()
    }

    fn is_blank_line(&self, index: usize) -> bool {
        self.line_breaks(index).nth(1).is_some()
    }

    fn line_breaks(&self, index: usize) -> impl Iterator<Item = u8> {
        self.text[self.range(index)]
            .bytes()
            .filter(|byte| *byte == b'\n')
    }

    fn range(&self, index: usize) -> TextRange {
        let start = if index == 0 {
            TextSize::new(0)
        } else {
            self.tokens[index - 1].end
        };
        TextRange::new(start, self.tokens[index].end)
    }

    fn push_raw(&mut self, count: usize) {
        for _ in 0..count {
            self.push(self.tokens[self.next].kind);
        }
    }

    fn push(&mut self, kind: SyntaxKind) {
        let end = self.tokens[self.next].end;
        let text = &self.text[TextRange::new(self.offset, end)];
        self.children
            .push(NodeOrToken::Token(self.cache.token(kind, text)));
        self.offset = end;
        self.next += 1;
    }
}

/// Tokens made before. Texts repeat (punctuation, keywords, indents, names), and sharing a
/// token is several times cheaper than making one; rowan's own cache hashes nodes as well.
struct TokenCache {
    /// At the number of its kind, for kinds that have only one text.
    fixed: Vec<Option<GreenToken>>,
    slots: Vec<Option<(SyntaxKind, GreenToken)>>,
}

impl TokenCache {
    const SLOTS: usize = 1 << 12;

    fn new() -> TokenCache {
        TokenCache {
            fixed: vec![None; EOF as usize],
            slots: vec![None; Self::SLOTS],
        }
    }

    fn token(&mut self, kind: SyntaxKind, text: &str) -> GreenToken {
        const LONGEST: usize = 32;
        if has_one_text(kind) {
            let slot = &mut self.fixed[kind as usize];
            return slot
                .get_or_insert_with(|| GreenToken::new(kind.into(), text))
                .clone();
        }
        if text.len() > LONGEST {
            return GreenToken::new(kind.into(), text);
        }
        let slot = &mut self.slots[slot_of(kind, text)];
        match slot {
            Some((cached, token)) if *cached == kind && token.text() == text => token.clone(),
            _ => {
                let token = GreenToken::new(kind.into(), text);
                *slot = Some((kind, token.clone()));
                token
            }
        }
    }
}

/// Punctuation and keywords, but for the one that is spelt in two ways.
fn has_one_text(kind: SyntaxKind) -> bool {
    (L_BRACE..EOF).contains(&kind) && kind != LIFE_CYCLE_KW
}

/// Mixes eight bytes at a time: hashing is most of what a shared token costs.
fn slot_of(kind: SyntaxKind, text: &str) -> usize {
    const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;
    let (words, rest) = text.as_bytes().as_chunks();
    let tail = rest
        .iter()
        .fold(kind as u64, |tail, byte| tail << 8 | u64::from(*byte));
    let hash = words.iter().fold(tail, |hash, word| {
        (hash.wrapping_mul(MULTIPLIER) ^ u64::from_le_bytes(*word)).rotate_left(23)
    });
    // The highest bits of a product are the best mixed; there are as many of them as slots.
    let slot = hash.wrapping_mul(MULTIPLIER) >> (64 - TokenCache::SLOTS.trailing_zeros());
    usize::try_from(slot).unwrap_or_default()
}
