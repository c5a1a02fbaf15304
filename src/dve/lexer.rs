//! DVE text to tokens: `logos` does the matching, this file adds comments that may be unclosed.

use std::collections::BTreeSet;

use logos::{Lexer, Logos};

use crate::diagnostics::codes::dve as codes;
use crate::diagnostics::{Diagnostic, FileId, Span};
use crate::syntax::{TextRange, TextSize};

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Logos)]
#[logos(skip r"[ \t\r\n\f\u{feff}]+")]
#[logos(skip(r"//[^\n]*", allow_greedy = true))]
pub(super) enum Token {
    #[token("process")]
    Process,
    #[token("property")]
    Property,
    #[token("system")]
    System,
    #[token("async")]
    Async,
    #[token("state")]
    State,
    #[token("init")]
    Init,
    #[token("commit")]
    Commit,
    #[token("accept")]
    Accept,
    #[token("assert")]
    Assert,
    #[token("trans")]
    Trans,
    #[token("guard")]
    Guard,
    #[token("sync")]
    Sync,
    #[token("effect")]
    Effect,
    #[token("const")]
    Const,
    #[token("byte")]
    Byte,
    #[token("int")]
    Int,
    #[token("channel")]
    Channel,
    #[token("true")]
    True,
    #[token("false")]
    False,
    #[token("and")]
    #[token("&&")]
    And,
    #[token("or")]
    #[token("||")]
    Or,
    #[token("not")]
    Not,
    #[token("imply")]
    #[token("=>")]
    Imply,
    #[token("(")]
    LeftParen,
    #[token(")")]
    RightParen,
    #[token("[")]
    LeftBracket,
    #[token("]")]
    RightBracket,
    #[token("{")]
    LeftBrace,
    #[token("}")]
    RightBrace,
    #[token(",")]
    Comma,
    #[token(";")]
    Semicolon,
    #[token(":")]
    Colon,
    #[token(".")]
    Dot,
    #[token("->")]
    Arrow,
    #[token("=")]
    Assign,
    #[token("!")]
    Bang,
    #[token("?")]
    Question,
    #[token("~")]
    Tilde,
    #[token("==")]
    Equal,
    #[token("!=")]
    NotEqual,
    #[token("<")]
    Less,
    #[token("<=")]
    LessEqual,
    #[token(">")]
    Greater,
    #[token(">=")]
    GreaterEqual,
    #[token("<<")]
    ShiftLeft,
    #[token(">>")]
    ShiftRight,
    #[token("+")]
    Plus,
    #[token("-")]
    Minus,
    #[token("*")]
    Star,
    #[token("/")]
    Slash,
    #[token("%")]
    Percent,
    #[token("&")]
    Ampersand,
    #[token("|")]
    Pipe,
    #[token("^")]
    Caret,
    #[regex("[A-Za-z_][A-Za-z0-9_]*")]
    Name,
    #[regex("[0-9]+")]
    Number,
    #[token("/*", block_comment)]
    Comment,
    /// The end of the text, which the parser never passes.
    End,
}

/// Extends a `/*` to its `*/`, or to the end of the text.
fn block_comment(lexer: &mut Lexer<'_, Token>) {
    let rest = lexer.remainder();
    let length = rest.find("*/").map_or(rest.len(), |end| end + 2);
    lexer.bump(length);
}

impl Token {
    /// Whether the token is a word that names may not be.
    pub(super) fn is_keyword(self, text: &str) -> bool {
        self != Token::Name && text.starts_with(|c: char| c.is_ascii_alphabetic())
    }
}

/// The tokens of a text.
pub(super) struct Tokens {
    /// The last of them is the end; comments are left out.
    pub(super) list: Vec<(Token, Span)>,
    /// The numbers of those that stand behind something which means nothing and has been told of.
    pub(super) behind_unknown: BTreeSet<usize>,
}

/// Cuts a text into tokens.
pub(super) fn tokenize(file: FileId, text: &str, diagnostics: &mut Vec<Diagnostic>) -> Tokens {
    let mut list = Vec::with_capacity(text.len() / 4);
    let mut behind_unknown = BTreeSet::new();
    let mut unknown: Option<Span> = None;
    for (token, range) in Token::lexer(text).spanned() {
        let span = Span::new(file, text_range(range.start, range.end));
        let slice = &text[range];
        match token {
            Ok(Token::Comment) if slice.len() < 4 || !slice.ends_with("*/") => {
                let opening = TextRange::at(span.range().start(), TextSize::new(2));
                diagnostics.push(codes::unclosed_comment(Span::new(file, opening)));
            }
            Ok(Token::Comment) => {}
            Ok(token) => list.push((token, span)),
            Err(()) => {
                behind_unknown.insert(list.len());
                match &mut unknown {
                    // Characters in a row are told of once.
                    Some(before) if before.range().end() == span.range().start() => {
                        *before = before.cover(span);
                    }
                    _ => diagnostics.extend(unknown.replace(span).map(codes::unknown_text)),
                }
            }
        }
    }
    diagnostics.extend(unknown.map(codes::unknown_text));
    let end = text_range(text.len(), text.len());
    list.push((Token::End, Span::new(file, end)));
    Tokens {
        list,
        behind_unknown,
    }
}

/// Texts of more than four gigabytes are never read.
fn text_range(start: usize, end: usize) -> TextRange {
    let size = |offset| TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX));
    TextRange::new(size(start), size(end))
}
