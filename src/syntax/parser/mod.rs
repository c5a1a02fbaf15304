//! The parser's machinery: it looks at kinds of tokens and writes events.
//!
//! It knows neither text nor trees. The rules are in [`super::grammar`], the tree is made from the events
//! by [`super::tree_builder`]. Trivia never reach it.

mod input;

use super::SyntaxKind::{self, EOF, ERROR, TOMBSTONE};
use super::error::SyntaxErrorKind;
use super::kind::FileKind;

pub(super) use input::{Input, is_skipped};

/// What the parser says, in order of the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Event {
    /// A node starts. `parent` is the distance to a later `Start` whose node holds this one, or 0.
    Start { kind: SyntaxKind, parent: u32 },
    /// The innermost node ends.
    Finish,
    /// The next token, under this kind.
    Token { kind: SyntaxKind },
}

/// Where an error is: at a token, or in the gap before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The token with this number.
    At(usize),
    /// Just behind the token before the one with this number.
    Before(usize),
}

/// An error as the parser sees it: by numbers of tokens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum ParseErrorKind {
    Plain(SyntaxErrorKind),
    Unclosed { open: usize, close: &'static str },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ParseError {
    pub(super) kind: ParseErrorKind,
    pub(super) place: Place,
}

/// How deep rules may call each other; keeps the parser's own stack small.
const MAX_DEPTH: u32 = 256;
/// How high an expression's tree may grow; keeps every later walk over it safe.
const MAX_HEIGHT: u32 = 1000;

pub(super) struct Parser<'i> {
    input: &'i Input,
    position: usize,
    events: Vec<Event>,
    errors: Vec<ParseError>,
    file: FileKind,
    depth: u32,
    /// The height of the expression that was completed last.
    height: u32,
    /// Set after a nesting that is too deep, until the next declaration.
    silent: bool,
    /// The position at which the last error was reported.
    last_error: Option<usize>,
    /// In a place where `:` ends an expression, so `1 : 2` is not a time.
    pub(super) colon_ends: bool,
}

impl<'i> Parser<'i> {
    pub(super) fn new(input: &'i Input, file: FileKind) -> Parser<'i> {
        Parser {
            input,
            position: 0,
            events: Vec::with_capacity(input.len() * 3),
            errors: Vec::new(),
            file,
            depth: 0,
            height: 0,
            silent: false,
            last_error: None,
            colon_ends: false,
        }
    }

    pub(super) fn finish(self) -> (Vec<Event>, Vec<ParseError>) {
        (self.events, self.errors)
    }

    pub(super) fn file(&self) -> FileKind {
        self.file
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    // Looking.

    pub(super) fn current(&self) -> SyntaxKind {
        self.input.kind(self.position)
    }

    pub(super) fn nth(&self, n: usize) -> SyntaxKind {
        self.input.kind(self.position + n)
    }

    pub(super) fn at(&self, kind: SyntaxKind) -> bool {
        self.current() == kind
    }

    pub(super) fn at_any(&self, kinds: &[SyntaxKind]) -> bool {
        kinds.contains(&self.current())
    }

    /// Whether the current token is the first of its line.
    pub(super) fn at_line_start(&self) -> bool {
        self.input.starts_line(self.position)
    }

    /// Whether nothing stands between the current token and the next.
    pub(super) fn is_joint(&self) -> bool {
        self.input.is_joint(self.position)
    }

    /// Whether the n-th token from here can be a lower-case name.
    pub(super) fn nth_is_name(&self, n: usize) -> bool {
        self.nth(n).is_name(self.file)
    }

    pub(super) fn at_name(&self) -> bool {
        self.nth_is_name(0)
    }

    // Moving.

    /// Takes the current token as it is.
    pub(super) fn bump_any(&mut self) {
        let kind = self.current();
        self.bump_as(kind);
    }

    /// Takes the current token under another kind: a contextual keyword that is a name here.
    pub(super) fn bump_as(&mut self, kind: SyntaxKind) {
        if self.current() == EOF {
            return;
        }
        self.events.push(Event::Token { kind });
        self.position += 1;
    }

    pub(super) fn eat(&mut self, kind: SyntaxKind) -> bool {
        let found = self.at(kind);
        if found {
            self.bump_any();
        }
        found
    }

    /// Takes a token of this kind or reports that it is missing.
    pub(super) fn expect(&mut self, kind: SyntaxKind, what: &'static str) -> bool {
        let found = self.eat(kind);
        if !found {
            self.error_expected(what);
        }
        found
    }

    // Complaining.

    /// Reports that something else should stand at the current token.
    pub(super) fn error_expected(&mut self, what: &'static str) {
        self.error_here(SyntaxErrorKind::Expected { what });
    }

    /// Reports an error at the current token.
    pub(super) fn error_here(&mut self, kind: SyntaxErrorKind) {
        self.push_error(ParseErrorKind::Plain(kind), Place::At(self.position));
    }

    /// Reports that something is missing behind the last token.
    pub(super) fn error_missing(&mut self, kind: SyntaxErrorKind) {
        self.push_error(ParseErrorKind::Plain(kind), Place::Before(self.position));
    }

    /// Takes a closing bracket, or reports that the one at token `open` is not closed.
    pub(super) fn close(&mut self, kind: SyntaxKind, close: &'static str, open: usize) {
        if !self.eat(kind) {
            let place = Place::Before(self.position);
            self.push_error(ParseErrorKind::Unclosed { open, close }, place);
        }
    }

    /// One mistake, one error: nothing more is said until the parser has moved on.
    fn push_error(&mut self, kind: ParseErrorKind, place: Place) {
        if self.silent || self.last_error == Some(self.position) {
            return;
        }
        self.last_error = Some(self.position);
        self.errors.push(ParseError { kind, place });
    }

    /// Wraps the current token into an error node.
    pub(super) fn skip_token(&mut self) {
        let marker = self.start();
        self.bump_any();
        marker.complete(self, ERROR);
    }

    /// Wraps everything up to a place to go on into an error node; brackets are skipped in pairs.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Parser<'_>) -> bool) {
        if self.at(EOF) || stop(self) {
            return;
        }
        let marker = self.start();
        let mut depth = 0_u32;
        while !self.at(EOF) && !(depth == 0 && stop(self)) {
            match self.current() {
                SyntaxKind::L_BRACE => depth += 1,
                SyntaxKind::R_BRACE => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.bump_any();
        }
        marker.complete(self, ERROR);
    }

    // Nesting.

    /// Runs a rule one level deeper, or reports that the text nests too deep and skips the rest
    /// of the statement.
    pub(super) fn nested(&mut self, rule: impl FnOnce(&mut Parser<'i>)) {
        if self.depth >= MAX_DEPTH {
            self.too_deep();
            return;
        }
        self.depth += 1;
        rule(self);
        self.depth -= 1;
    }

    fn too_deep(&mut self) {
        self.error_here(SyntaxErrorKind::TooDeep);
        self.silent = true;
        self.skip_until(|p| p.at(SyntaxKind::SEMICOLON) || p.at(SyntaxKind::R_BRACE));
        self.height = 0;
    }

    /// Errors may be told again: a new declaration starts.
    pub(super) fn speak_again(&mut self) {
        self.silent = false;
    }

    pub(super) fn height(&self) -> u32 {
        self.height
    }

    /// Notes the height of the expression just completed. Gives false, and skips what follows,
    /// where it is too high.
    pub(super) fn set_height(&mut self, height: u32) -> bool {
        self.height = height;
        if height > MAX_HEIGHT {
            self.too_deep();
        }
        height <= MAX_HEIGHT
    }

    // Nodes.

    pub(super) fn start(&mut self) -> Marker {
        let index = self.events.len();
        self.events.push(Event::Start {
            kind: TOMBSTONE,
            parent: 0,
        });
        Marker { index }
    }
}

/// A node that has been started.
#[must_use = "complete or abandon it"]
pub(super) struct Marker {
    index: usize,
}

impl Marker {
    /// Ends the node and says what it is.
    pub(super) fn complete(self, p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        if let Some(Event::Start { kind: slot, .. }) = p.events.get_mut(self.index) {
            *slot = kind;
        }
        p.events.push(Event::Finish);
        CompletedMarker {
            index: self.index,
            kind,
        }
    }

    /// Leaves what was read to the node around it.
    pub(super) fn abandon(self, p: &mut Parser<'_>) {
        if self.index + 1 == p.events.len() {
            p.events.pop();
        }
    }
}

/// A node that has been ended.
#[derive(Clone, Copy)]
pub(super) struct CompletedMarker {
    index: usize,
    kind: SyntaxKind,
}

impl CompletedMarker {
    pub(super) fn kind(self) -> SyntaxKind {
        self.kind
    }

    /// Starts a node that will hold this one as its first child.
    pub(super) fn precede(self, p: &mut Parser<'_>) -> Marker {
        let marker = p.start();
        let distance = u32::try_from(marker.index - self.index).unwrap_or(0);
        if let Some(Event::Start { parent, .. }) = p.events.get_mut(self.index) {
            *parent = distance;
        }
        marker
    }
}
