//! Text to tokens.
//!
//! `logos` does the matching; this file adds what a regular expression cannot: nested block
//! comments, strings that may be unclosed, and tag strings, which look like any other brace unless an
//! annotation's name stands before them. Every byte of the text ends up in exactly one token.

use logos::{Lexer, Logos};
use rowan::{TextRange, TextSize};

use super::SyntaxKind::{
    self, AT, BLOCK_COMMENT, IDENT, KEY_KW, L_BRACE, REF_KW, TAG_STRING, UNKNOWN, WHITESPACE,
};
use super::error::{SyntaxError, SyntaxErrorKind};

/// What some editors put at the start of a text. It means nothing there.
const BYTE_ORDER_MARK: &str = "\u{feff}";

/// One token: its kind and where its text ends. It starts where the one before it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: SyntaxKind,
    /// The offset just behind it.
    pub end: TextSize,
}

/// What the callbacks of `logos` hand to [`tokenize`].
#[derive(Debug, Default)]
pub struct Unclosed {
    /// Set where the token just made has no end.
    error: Option<SyntaxErrorKind>,
    /// How often the rest of the text was searched for an end in vain.
    searches: u32,
}

impl Unclosed {
    /// Searching to the end of the text for every unclosed comment would take quadratic time
    /// on a text full of them, so after a few we stop believing that one is closed.
    const MOST_SEARCHES: u32 = 64;

    /// Notes that a token has no end and gives the length to take instead.
    fn give_up(&mut self, error: SyntaxErrorKind, rest: &str) -> usize {
        self.error = Some(error);
        self.searches += 1;
        end_of_unclosed(rest)
    }

    fn may_search(&self) -> bool {
        self.searches < Self::MOST_SEARCHES
    }
}

/// What has been seen of an annotation `@name {text}`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Annotation {
    None,
    At,
    Named,
}

/// Cuts the text into tokens. Errors are those that a single token can have,
/// in order of the text.
pub fn tokenize(text: &str) -> (Vec<Token>, Vec<SyntaxError>) {
    let mut tokens: Vec<Token> = Vec::with_capacity(text.len() / 4);
    let mut errors = Vec::new();
    let mut lexer = SyntaxKind::lexer(text);
    let mut annotation = Annotation::None;
    let mut has_unknown = false;
    while let Some(result) = lexer.next() {
        let mut kind = result.unwrap_or(UNKNOWN);
        if kind == L_BRACE && annotation == Annotation::Named {
            kind = TAG_STRING;
            tag_string(&mut lexer);
        }
        if kind == UNKNOWN && lexer.span().start == 0 && lexer.slice() == BYTE_ORDER_MARK {
            kind = WHITESPACE;
        }
        annotation = after(annotation, kind);
        if let Some(error) = lexer.extras.error.take() {
            errors.push(SyntaxError::new(error, opening(kind, lexer.span().start)));
        }
        let end = size(lexer.span().end);
        has_unknown |= kind == UNKNOWN;
        match tokens.last_mut() {
            Some(last) if kind == UNKNOWN && last.kind == UNKNOWN => last.end = end,
            _ => tokens.push(Token { kind, end }),
        }
    }
    if has_unknown {
        report_unknown(text, &tokens, &mut errors);
    }
    (tokens, errors)
}

/// The state of an annotation after one more token. Trivia may stand anywhere within it.
fn after(annotation: Annotation, kind: SyntaxKind) -> Annotation {
    match (annotation, kind) {
        (_, AT) => Annotation::At,
        (Annotation::At, KEY_KW | REF_KW) => Annotation::None,
        (Annotation::At, name) if name == IDENT || name.is_keyword() => Annotation::Named,
        (seen, kind) if kind.is_trivia() => seen,
        _ => Annotation::None,
    }
}

/// The column in which something begins that stands behind a text.
pub(super) fn column_behind(text: &str) -> usize {
    let line = text.rfind('\n').map_or(text, |end| &text[end + 1..]);
    line.chars().count()
}

/// Extends a `/*` to its matching `*/`.
pub(super) fn block_comment(lexer: &mut Lexer<'_, SyntaxKind>) {
    let rest = lexer.remainder();
    let end = if lexer.extras.may_search() {
        end_of_comment(rest)
    } else {
        None
    };
    let length = end.unwrap_or_else(|| {
        let taken = lexer.extras.give_up(SyntaxErrorKind::UnclosedComment, rest);
        rest[..taken].rfind("*/").map_or(taken, |inner| inner + 2)
    });
    lexer.bump(length);
}

fn end_of_comment(rest: &str) -> Option<usize> {
    let rest = rest.as_bytes();
    let (mut depth, mut at) = (1_usize, 0);
    while at < rest.len() {
        match rest.get(at..at + 2) {
            Some(b"*/") => (depth, at) = (depth - 1, at + 2),
            Some(b"/*") => (depth, at) = (depth + 1, at + 2),
            _ => at += 1,
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Extends a `"` to the closing one. A string may span lines, but an unclosed one ends with its
/// line, so that one forgotten quote does not swallow the file.
pub(super) fn string(lexer: &mut Lexer<'_, SyntaxKind>) {
    let rest = lexer.remainder();
    let quote = rest.find('"');
    let inside = &rest[..quote.unwrap_or(rest.len())];
    let line = match inside.find(['\n', '\r']) {
        Some(end_of_line) => &inside[..end_of_line],
        None => inside,
    };
    let is_closed = quote.is_some() && (line.len() == inside.len() || closes_plausibly(inside));
    if is_closed {
        return lexer.bump(inside.len() + 1);
    }
    lexer.extras.error = Some(SyntaxErrorKind::UnclosedString);
    let length = line.find(';').unwrap_or(line.len());
    lexer.bump(length);
}

/// Whether a string over several lines is one that was meant: a quote that was forgotten would
/// swallow statements and braces up to the next string.
fn closes_plausibly(inside: &str) -> bool {
    !inside.contains([';', '{', '}'])
}

/// Extends the `{` of a tag string to its matching `}`.
fn tag_string(lexer: &mut Lexer<'_, SyntaxKind>) {
    let rest = lexer.remainder();
    let end = if lexer.extras.may_search() {
        end_of_tag_string(rest)
    } else {
        None
    };
    let length = end.unwrap_or_else(|| {
        lexer
            .extras
            .give_up(SyntaxErrorKind::UnclosedTagString, rest)
    });
    lexer.bump(length);
}

fn end_of_tag_string(rest: &str) -> Option<usize> {
    let mut depth = 1;
    let mut escaped = false;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'{' if !escaped => depth += 1,
            b'}' if !escaped => depth -= 1,
            _ => {}
        }
        escaped = byte == b'\\';
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Where a comment or tag string without an end is taken to stop: before the next line that
/// starts a declaration, so that what follows is still understood.
fn end_of_unclosed(rest: &str) -> usize {
    let mut at = 0;
    for line in rest.split_inclusive('\n') {
        if at > 0 && starts_declaration(line) {
            break;
        }
        at += line.len();
    }
    rest[..at].trim_end().len()
}

fn starts_declaration(line: &str) -> bool {
    const WORDS: [&str; 12] = [
        "module",
        "import",
        "event",
        "function",
        "invariant",
        "specification",
        "abstract",
        "external",
        "singleton",
        "state",
        "check",
        "domain",
    ];
    let line = line.trim_start();
    let word = line
        .split(|c: char| !c.is_ascii_alphanumeric())
        .next()
        .unwrap_or_default();
    WORDS.contains(&word) && line[word.len()..].starts_with([' ', '\t'])
}

/// The range of the characters that open a token.
fn opening(kind: SyntaxKind, start: usize) -> TextRange {
    let length = if kind == BLOCK_COMMENT { 2 } else { 1 };
    TextRange::at(size(start), TextSize::new(length))
}

/// One error for each line that holds such characters: quotes and the like come in pairs.
fn report_unknown(text: &str, tokens: &[Token], errors: &mut Vec<SyntaxError>) {
    let mut start = TextSize::new(0);
    let mut line_end = TextSize::new(0);
    for token in tokens {
        if token.kind == UNKNOWN && start >= line_end {
            let range = TextRange::new(start, token.end);
            let characters = text[range].to_owned();
            errors.push(SyntaxError::new(
                SyntaxErrorKind::UnknownCharacters { characters },
                range,
            ));
            line_end = end_of_line(text, token.end);
        }
        start = token.end;
    }
    errors.sort_by_key(|error| error.range.start());
}

fn end_of_line(text: &str, from: TextSize) -> TextSize {
    let rest = &text[usize::from(from)..];
    from + size(rest.find('\n').unwrap_or(rest.len()))
}

/// An offset in a text. Texts are shorter than 4 GiB: whoever reads files sees to it.
fn size(offset: usize) -> TextSize {
    TextSize::new(u32::try_from(offset).unwrap_or(u32::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<SyntaxKind> {
        let (tokens, _) = tokenize(text);
        tokens
            .into_iter()
            .map(|token| token.kind)
            .filter(|kind| !kind.is_trivia())
            .collect()
    }

    fn errors(text: &str) -> Vec<SyntaxErrorKind> {
        tokenize(text)
            .1
            .into_iter()
            .map(|error| error.kind)
            .collect()
    }

    #[test]
    fn upper_case_words_are_told_apart() {
        use SyntaxKind::*;
        assert_eq!(
            kinds("Account A1 ATM EUR EUR50.00 CUR_GBP NL10INGB0001 IBAN Weekly Week Dateline"),
            [
                TYPE_NAME,
                TYPE_NAME,
                BAD_WORD,
                CURRENCY,
                MONEY,
                CURRENCY,
                IBAN,
                BUILTIN_TYPE,
                FREQUENCY,
                PERIOD,
                TYPE_NAME
            ]
        );
    }

    #[test]
    fn numbers_are_told_apart() {
        use SyntaxKind::*;
        assert_eq!(
            kinds("1..5 1.5 10% 16:42 16:42:07 10 % 3"),
            [
                INT, DOT_DOT, INT, REAL, PERCENTAGE, TIME, TIME, INT, PERCENT, INT
            ]
        );
    }

    #[test]
    fn braces_are_tag_strings_only_behind_an_annotation() {
        use SyntaxKind::*;
        assert_eq!(
            kinds("@doc { a { b \\} } } { }"),
            [AT, IDENT, TAG_STRING, L_BRACE, R_BRACE]
        );
        assert_eq!(kinds("@key { }"), [AT, KEY_KW, L_BRACE, R_BRACE]);
    }

    #[test]
    fn a_byte_order_mark_is_nothing_at_the_start_only() {
        use SyntaxKind::*;
        let text = "\u{feff}module \u{feff}Shop";
        assert_eq!(kinds(text), [MODULE_KW, UNKNOWN, TYPE_NAME]);
        assert_eq!(tokenize(text).0[0].kind, WHITESPACE);
        assert_eq!(errors(text).len(), 1);
    }

    #[test]
    fn comments_nest() {
        assert_eq!(kinds("/* a /* b */ c */ x"), [SyntaxKind::IDENT]);
    }

    #[test]
    fn what_is_unclosed_is_told() {
        use SyntaxErrorKind::*;
        assert_eq!(errors("\"abc\n x"), [UnclosedString]);
        assert_eq!(errors("\"a\nb\""), []);
        assert_eq!(errors("/* a /* b */"), [UnclosedComment]);
        assert_eq!(errors("@doc { a {"), [UnclosedTagString]);
        assert_eq!(
            errors("a # é b\n é"),
            [
                UnknownCharacters {
                    characters: "#".into()
                },
                UnknownCharacters {
                    characters: "é".into()
                }
            ]
        );
    }
}
