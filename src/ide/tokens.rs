//! What each word is, for colours that know the meaning.

use rowan::NodeOrToken;
use rustc_hash::FxHashMap;

use super::Spot;
use crate::semantics::occurrences::NameKind;
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
pub fn tokens(spot: &Spot, within: TextRange) -> Vec<Token> {
    let Some(root) = spot.root() else {
        return Vec::new();
    };
    let names = spot.project.occurrences_in(spot.file).iter();
    let names: FxHashMap<TextRange, (NameKind, bool)> = names
        .map(|name| (name.span.range(), (name.kind, name.is_declaration())))
        .collect();
    // Texts may be long, and only a part of them is on the screen.
    let items = root.children_with_tokens();
    let items = items.filter(|it| it.text_range().intersect(within).is_some());
    let all = items.flat_map(|item| match item {
        NodeOrToken::Node(node) => node.descendants_with_tokens().collect(),
        NodeOrToken::Token(token) => vec![NodeOrToken::Token(token)],
    });
    let all = all.filter_map(NodeOrToken::into_token);
    let inside = all.filter(|token| token.text_range().intersect(within).is_some());
    inside
        .filter_map(|token| {
            let range = token.text_range();
            let named = names.get(&range).copied();
            let (kind, is_declaration) = match named {
                Some((kind, is_declaration)) => (TokenKind::Named(kind), is_declaration),
                None => (kind_of(&token)?, false),
            };
            Some(Token {
                range,
                kind,
                is_declaration,
            })
        })
        .collect()
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
