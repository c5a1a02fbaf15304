//! The parser's machinery: it looks at kinds of tokens and writes events.
//!
//! It knows neither text nor trees. The rules are in [`super::grammar`], the tree is made from the events
//! by [`super::tree_builder`]. Trivia never reach it.

mod input;

use std::cell::{Cell, RefCell};

use super::SyntaxKind::{self, ERROR, TOMBSTONE};
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

/// Tokens in a row, by their numbers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tokens {
    pub(super) first: usize,
    /// The number behind the last one.
    pub(super) end: usize,
}

impl Tokens {
    pub(super) fn contain(self, number: usize) -> bool {
        (self.first..self.end).contains(&number)
    }
}

/// Tokens that have been looked through for statements in parentheses.
#[derive(Debug, Default)]
pub(super) struct Stretch {
    pub(super) tokens: Tokens,
    /// The opening parentheses, in order, that are not closed before a statement in them ends.
    pub(super) open: Vec<usize>,
}

impl Stretch {
    pub(super) fn covers(&self, parenthesis: usize) -> bool {
        self.tokens.contain(parenthesis)
    }

    pub(super) fn holds_statement(&self, parenthesis: usize) -> bool {
        self.open.binary_search(&parenthesis).is_ok()
    }
}

/// Where an error is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ErrorPosition {
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
    pub(super) place: ErrorPosition,
}

/// A text that is read otherwise than its author may think.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Misreading {
    pub(super) whole: Tokens,
    /// `None` where `not` binds tighter than a comparison; else the operator that the original
    /// implementation binds otherwise.
    pub(super) operator: Option<&'static str>,
    /// What has to stand in parentheses.
    pub(super) parts: Vec<Tokens>,
    /// What the original takes together.
    pub(super) original: Option<Tokens>,
}

/// All that the parser found.
pub(super) struct Output {
    pub(super) events: Vec<Event>,
    pub(super) errors: Vec<ParseError>,
    pub(super) misreadings: Vec<Misreading>,
    /// Literals whose text has rules of its own: what they are, and their tokens.
    pub(super) literals: Vec<(SyntaxKind, Tokens)>,
}

/// How deep rules may call each other; keeps the parser's own stack small.
const MAX_DEPTH: u32 = 256;

/// A token is looked at no more often than this, on average: whatever the text, reading it takes time with its length.
const MOST_LOOKS: usize = 1000;

pub(super) struct Parser<'i> {
    input: &'i Input<'i>,
    position: usize,
    output: Output,
    file: FileKind,
    depth: u32,
    /// The height of the expression that was completed last.
    pub(super) height: u32,
    /// Set after a nesting that is too deep, until the next declaration.
    silent: bool,
    /// The position at which the last error was reported.
    last_error: Option<usize>,
    /// Within an entry of a block.
    in_entry: bool,
    /// Set after an error, until the entry of the block in which it stands has ended.
    in_trouble: bool,
    /// Where a statement ended without its `;` in the middle of a line.
    runs_on: bool,
    /// In a place where `:` ends an expression, so `1 : 2` is not a time.
    pub(super) colon_ends: bool,
    /// How many `case` statements stand around.
    pub(super) cases: u32,
    /// What rules that look far ahead have seen already.
    pub(super) annotation_run: Cell<Tokens>,
    /// How often a token was looked at; counted in debug builds only.
    looks: Cell<usize>,
    pub(super) parentheses: RefCell<Stretch>,
}

impl<'i> Parser<'i> {
    pub(super) fn new(input: &'i Input<'i>, file: FileKind) -> Parser<'i> {
        Parser {
            input,
            position: 0,
            output: Output {
                events: Vec::with_capacity(input.len() * 3),
                errors: Vec::new(),
                misreadings: Vec::new(),
                literals: Vec::new(),
            },
            file,
            depth: 0,
            height: 0,
            silent: false,
            last_error: None,
            in_entry: false,
            in_trouble: false,
            runs_on: false,
            colon_ends: false,
            cases: 0,
            annotation_run: Cell::default(),
            looks: Cell::new(0),
            parentheses: RefCell::default(),
        }
    }

    pub(super) fn finish(self) -> Output {
        self.output
    }

    pub(super) fn file(&self) -> FileKind {
        self.file
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    // Looking.

    pub(super) fn current(&self) -> SyntaxKind {
        self.kind_of(self.position)
    }

    pub(super) fn nth(&self, n: usize) -> SyntaxKind {
        self.kind_of(self.position + n)
    }

    /// The kind of the token with this number.
    pub(super) fn kind_of(&self, number: usize) -> SyntaxKind {
        if cfg!(debug_assertions) {
            let looks = self.looks.get() + 1;
            self.looks.set(looks);
            assert!(
                looks <= MOST_LOOKS * (self.input.len() + 1),
                "the parser must not look at tokens again and again"
            );
        }
        self.input.kind(number)
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

    /// Whether the current token is the last of its line.
    pub(super) fn next_starts_line(&self) -> bool {
        self.input.starts_line(self.position + 1)
    }

    /// Whether the token before the current one is of this kind.
    pub(super) fn is_behind(&self, kind: SyntaxKind) -> bool {
        self.position > 0 && self.input.kind(self.position - 1) == kind
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
        if self.position == self.input.len() {
            return;
        }
        self.output.events.push(Event::Token { kind });
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
            self.error_due(what);
        }
        found
    }

    // Complaining.

    /// Reports that something else should stand at the current token.
    pub(super) fn error_expected(&mut self, what: &'static str) {
        self.error_here(SyntaxErrorKind::Expected { what });
    }

    /// Reports that what has begun should go on with something else. Where a new line starts,
    /// it is not that line which is wrong.
    pub(super) fn error_due(&mut self, what: &'static str) {
        let kind = SyntaxErrorKind::Expected { what };
        if self.at_line_start() || self.at(SyntaxKind::R_BRACE) {
            self.error_missing(kind);
        } else {
            self.error_here(kind);
        }
    }

    /// Reports an error at the current token.
    pub(super) fn error_here(&mut self, kind: SyntaxErrorKind) {
        self.error_at_nth(0, kind);
    }

    /// Reports an error at the n-th token from here.
    pub(super) fn error_at_nth(&mut self, n: usize, kind: SyntaxErrorKind) {
        self.push_error(
            ParseErrorKind::Plain(kind),
            ErrorPosition::At(self.position + n),
        );
    }

    /// Reports an error at the time that was just read, and forgets to look whether there is such a time.
    pub(super) fn error_at_time(&mut self, kind: SyntaxErrorKind) {
        let place = ErrorPosition::At(self.position - 1);
        self.push_error(ParseErrorKind::Plain(kind), place);
        self.output.literals.pop();
    }

    /// Reports that something is missing behind the last token.
    pub(super) fn error_missing(&mut self, kind: SyntaxErrorKind) {
        self.push_error(
            ParseErrorKind::Plain(kind),
            ErrorPosition::Before(self.position),
        );
    }

    /// Takes a closing bracket, or reports that the one at token `open` is not closed.
    pub(super) fn close(&mut self, kind: SyntaxKind, close: &'static str, open: usize) {
        if !self.eat(kind) {
            let place = ErrorPosition::Before(self.position);
            self.push_error(ParseErrorKind::Unclosed { open, close }, place);
        }
    }

    /// One mistake, one error: nothing more is said until the parser has moved on.
    fn push_error(&mut self, kind: ParseErrorKind, place: ErrorPosition) {
        if self.silent || self.has_complained() {
            return;
        }
        self.last_error = Some(self.position);
        if self.in_trouble {
            return;
        }
        self.in_trouble = self.in_entry && !is_harmless(&kind);
        self.output.errors.push(ParseError { kind, place });
    }

    // Entries of blocks: a mistake in one of them is told once.

    /// An entry starts. What runs on from the one before belongs to the mistake that is there.
    pub(super) fn begin_entry(&mut self) {
        self.in_entry = true;
        self.in_trouble = std::mem::take(&mut self.runs_on);
    }

    pub(super) fn end_entry(&mut self) {
        self.in_entry = false;
        self.in_trouble = false;
    }

    /// Whether something is wrong with the entry that is being read.
    pub(super) fn in_trouble(&self) -> bool {
        self.in_trouble
    }

    /// Notes that the statement just ended goes on as if it were the next one.
    pub(super) fn run_on(&mut self) {
        self.runs_on = true;
    }

    pub(super) fn runs_on(&self) -> bool {
        self.runs_on
    }

    /// Whether an error has been reported for the current token.
    pub(super) fn has_complained(&self) -> bool {
        self.last_error == Some(self.position) || self.input.is_excused(self.position)
    }

    /// Whether an error has been reported for this token or a later one.
    pub(super) fn has_complained_since(&self, token: usize) -> bool {
        self.silent || self.last_error.is_some_and(|last| last >= token)
    }

    /// Reports a text that is easily misread.
    pub(super) fn misreading(&mut self, misreading: Misreading) {
        if !self.has_complained_since(misreading.whole.first) {
            self.output.misreadings.push(misreading);
        }
    }

    /// Wraps the current token into an error node.
    pub(super) fn skip_token(&mut self) {
        let marker = self.start();
        self.bump_any();
        marker.complete(self, ERROR);
    }

    // Nesting.

    /// Goes one level deeper, unless that is too deep. Whoever enters must leave.
    pub(super) fn enter(&mut self) -> bool {
        let fits = self.depth < MAX_DEPTH;
        self.depth += u32::from(fits);
        fits
    }

    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// No error is told until [`Parser::speak_again`]: what follows is not read properly.
    pub(super) fn fall_silent(&mut self) {
        self.silent = true;
    }

    /// Errors may be told again: a new declaration starts. Gives whether they could not before.
    pub(super) fn speak_again(&mut self) -> bool {
        std::mem::take(&mut self.silent)
    }

    // Nodes.

    pub(super) fn start(&mut self) -> Marker {
        let index = self.output.events.len();
        self.output.events.push(Event::Start {
            kind: TOMBSTONE,
            parent: 0,
        });
        Marker {
            index,
            first: self.position,
        }
    }
}

/// Whether what follows such an error is read as if nothing were wrong.
fn is_harmless(kind: &ParseErrorKind) -> bool {
    use SyntaxErrorKind::{
        AssignmentForEquality, BadTypeName, ChainedComparison, MissingSemicolon, NameCase,
        ReservedWord,
    };
    matches!(
        kind,
        ParseErrorKind::Plain(
            AssignmentForEquality
                | BadTypeName
                | ChainedComparison
                | MissingSemicolon
                | NameCase { .. }
                | ReservedWord
        )
    )
}

/// A node that has been started.
#[must_use = "complete or abandon it"]
pub(super) struct Marker {
    index: usize,
    /// The number of its first token.
    first: usize,
}

impl Marker {
    /// Ends the node and says what it is.
    pub(super) fn complete(self, p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        if let Some(Event::Start { kind: slot, .. }) = p.output.events.get_mut(self.index) {
            *slot = kind;
        }
        p.output.events.push(Event::Finish);
        CompletedMarker {
            index: self.index,
            first: self.first,
            kind,
        }
    }

    /// Ends a literal whose text is to be looked at later.
    pub(super) fn complete_literal(self, p: &mut Parser<'_>, kind: SyntaxKind) -> CompletedMarker {
        let tokens = Tokens {
            first: self.first,
            end: p.position,
        };
        p.output.literals.push((kind, tokens));
        self.complete(p, kind)
    }

    /// Leaves what was read to the node around it.
    pub(super) fn abandon(self, p: &mut Parser<'_>) {
        if self.index + 1 == p.output.events.len() {
            p.output.events.pop();
        }
    }
}

/// A node that has been ended.
#[derive(Clone, Copy)]
pub(super) struct CompletedMarker {
    index: usize,
    first: usize,
    kind: SyntaxKind,
}

impl CompletedMarker {
    pub(super) fn kind(self) -> SyntaxKind {
        self.kind
    }

    /// The number of the node's first token.
    pub(super) fn first(self) -> usize {
        self.first
    }

    /// Starts a node that will hold this one as its first child.
    pub(super) fn precede(self, p: &mut Parser<'_>) -> Marker {
        let mut marker = p.start();
        marker.first = self.first;
        let distance = u32::try_from(marker.index - self.index).unwrap_or(0);
        if let Some(Event::Start { parent, .. }) = p.output.events.get_mut(self.index) {
            *parent = distance;
        }
        marker
    }
}
