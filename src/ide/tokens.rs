//! What each word is, for colours that know the meaning.

use rowan::NodeOrToken;

use super::database::go_on;
use super::trees::elements_in;
use super::{Spot, Stale, Stop};
use crate::semantics::occurrences::{NameKind, Occurrence};
use crate::syntax::{SyntaxKind, SyntaxToken, TextRange};

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenKind {
    /// Something with a name.
    Named(NameKind),
    /// The name of a module.
    Module,
    /// A built-in type.
    Type,
    /// A keyword.
    Keyword,
    /// A number, a date, an amount of money.
    Number,
    /// A string, an IBAN.
    String,
    /// A comment.
    Comment,
    /// The text of an annotation.
    Documentation,
    /// An operator.
    Operator,
}

/// A word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// Where it stands. It may have several lines.
    pub range: TextRange,
    /// What it is.
    pub kind: TokenKind,
    /// It is a declaration.
    pub is_declaration: bool,
}

/// The words of a part of a text, in order.
pub fn tokens(spot: &Spot, within: TextRange, stop: &Stop<'_>) -> Result<Vec<Token>, Stale> {
    let Some(root) = spot.root() else {
        return Ok(Vec::new());
    };
    let mut tokens = Vec::new();
    // Texts may be long, and only a part of them is on the screen.
    for token in elements_in(&root, within).filter_map(NodeOrToken::into_token) {
        go_on(stop)?;
        let range = token.text_range();
        // Where a name stands for several things, the last of them gives the colour.
        let named = spot.names_in(range).last();
        let named = named.filter(|it| it.span.range() == range);
        let kind = match named {
            Some(name) => Some(TokenKind::Named(name.kind)),
            None => kind_of(&token),
        };
        tokens.extend(kind.map(|kind| Token {
            range,
            kind,
            is_declaration: named.is_some_and(Occurrence::is_declaration),
        }));
    }
    Ok(tokens)
}

fn kind_of(token: &SyntaxToken) -> Option<TokenKind> {
    use SyntaxKind::{
        ANY, BLOCK_COMMENT, BOOL, BUILTIN_TYPE, CURRENCY, FREQUENCY, IBAN, IDENT, INF, INT,
        LINE_COMMENT, MONEY, MONTH, NORM, PERCENTAGE, PERIOD, REAL, STRING, TAG_STRING, TIME,
        TYPE_NAME,
    };
    Some(match token.kind() {
        LINE_COMMENT | BLOCK_COMMENT => TokenKind::Comment,
        TAG_STRING => TokenKind::Documentation,
        STRING | IBAN => TokenKind::String,
        INT | REAL | PERCENTAGE | TIME | MONEY | CURRENCY | MONTH | PERIOD | FREQUENCY | NORM
        | BOOL | INF | ANY => TokenKind::Number,
        BUILTIN_TYPE => TokenKind::Type,
        IDENT | TYPE_NAME => return is_module(token).then_some(TokenKind::Module),
        kind if kind.is_keyword() => TokenKind::Keyword,
        kind if is_operator(kind) => TokenKind::Operator,
        _ => return None,
    })
}

/// Whether a word is a part of a module's name.
fn is_module(token: &SyntaxToken) -> bool {
    let path = token.parent();
    let around = path.and_then(|path| path.parent());
    around.is_some_and(|it| matches!(it.kind(), SyntaxKind::IMPORT | SyntaxKind::MODULE_HEADER))
}

fn is_operator(kind: SyntaxKind) -> bool {
    use SyntaxKind::{
        AMP_AMP, ARROW, BANG_EQ, EQ, EQ_EQ, FAT_ARROW, GT, GT_EQ, LT, LT_EQ, MINUS, PERCENT, PIPE,
        PIPE_PIPE, PLUS, QUESTION, SLASH, STAR,
    };
    matches!(
        kind,
        AMP_AMP
            | ARROW
            | BANG_EQ
            | EQ
            | EQ_EQ
            | FAT_ARROW
            | GT
            | GT_EQ
            | LT
            | LT_EQ
            | MINUS
            | PERCENT
            | PIPE
            | PIPE_PIPE
            | PLUS
            | QUESTION
            | SLASH
            | STAR
    )
}
