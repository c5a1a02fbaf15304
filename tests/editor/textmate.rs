//! The `TextMate` grammar of the editors against our lexer: on every example each token has the colour of its kind.

mod grammar;

use fretsaw::syntax::SyntaxKind::{self, *};
use fretsaw::syntax::tokenize;
use grammar::Grammar;

use crate::support::files;

const GRAMMAR: &str = "editors/vscode/syntaxes/rebel.tmLanguage.json";

/// What the scope of a token of a kind begins with.
fn expected(kind: SyntaxKind) -> &'static [&'static str] {
    match kind {
        LINE_COMMENT => &["comment.line"],
        BLOCK_COMMENT => &["comment.block"],
        STRING => &["string.quoted"],
        TAG_STRING => &["string.unquoted"],
        INT => &["constant.numeric.integer"],
        REAL => &["constant.numeric.real"],
        PERCENTAGE => &["constant.numeric.percentage"],
        TIME => &["constant.numeric.time"],
        MONEY => &["constant.numeric.money"],
        IBAN => &["constant.other.iban"],
        CURRENCY => &["constant.other.currency"],
        MONTH | PERIOD | FREQUENCY | NORM | BOOL | INF | ANY => &["constant.language"],
        BUILTIN_TYPE => &["support.type"],
        TYPE_NAME => &["entity.name.type"],
        BAD_WORD => &["invalid.illegal"],
        IDENT => &[
            "variable.other",
            "variable.annotation",
            "entity.name.function",
        ],
        THIS_KW | IT_KW | NOW_KW => &["variable.language"],
        // An annotation may be called as it likes.
        keyword if keyword.is_keyword() => &["keyword.", "variable.annotation"],
        L_BRACE | R_BRACE | L_PAREN | R_PAREN | L_BRACK | R_BRACK => &["punctuation.section"],
        COMMA | SEMICOLON | COLON | DOT => &["punctuation.separator"],
        AT => &["punctuation.definition.annotation"],
        _ => &["keyword.operator"],
    }
}

/// The first token whose colour is not that of its kind, and how many tokens were right before it.
fn first_difference(grammar: &Grammar, text: &str) -> Result<usize, String> {
    let scopes = grammar.scopes(text);
    let (mut start, mut n_right) = (0, 0);
    for token in tokenize(text).0 {
        let end = usize::from(token.end);
        let is_looked_at = !matches!(token.kind, WHITESPACE | UNKNOWN);
        let wanted = expected(token.kind);
        // What stands between the lines of a comment or a string has no colour to see.
        let characters = text[start..end].char_indices();
        let mut seen = characters.filter(|(_, character)| !character.is_whitespace());
        let wrong = seen.find(|(at, _)| {
            let scope = scopes[start + at].unwrap_or_default();
            !wanted.iter().any(|wanted| scope.starts_with(wanted))
        });
        if let Some((at, _)) = wrong.filter(|_| is_looked_at) {
            let line = text[..start].matches('\n').count() + 1;
            let (token_text, scope) = (&text[start..end], scopes[start + at]);
            return Err(format!(
                "line {line}: {:?} `{token_text}` is {scope:?}",
                token.kind
            ));
        }
        n_right += usize::from(is_looked_at);
        start = end;
    }
    Ok(n_right)
}

fn grammar() -> Grammar {
    let path = files::project().join(GRAMMAR);
    Grammar::read(&std::fs::read_to_string(path).expect("a grammar"))
}

#[test]
fn examples_have_the_colours_of_their_tokens() {
    let grammar = grammar();
    let mut n_right = 0;
    for source in files::all_sources() {
        match first_difference(&grammar, &source.text) {
            Ok(more) => n_right += more,
            Err(difference) => panic!("{}: {difference}", source.name),
        }
    }
    assert!(n_right > 10_000, "only {n_right} tokens were compared");
}

/// Every word and sign of the language, and what is easily mistaken.
#[test]
fn all_kinds_of_tokens_have_their_colours() {
    let grammar = grammar();
    let text = "module a.B1 // line\n/* block /* nested */ 1 */ @key @ref @doc {text {nested} \\} more\nlines} 1 1.5 15% \
        12:30 12:30:15 EUR EUR5 USD1.50 CUR_ABC EUR5x NL91ABNA0417164300 \"text \n lines\" Jan Day Daily LIBOR True Inf ANY Integer \
        Integers DateTime Date ATM _x x initially initial lifecycle this.now it {}()[],;:.. . ? | || && -> => = == != < <= > >= + - * / % 14Day 1..2";
    let n_right = first_difference(&grammar, text);
    assert!(matches!(n_right, Ok(70..)), "{n_right:?}");
}

/// The keywords stand in the grammar one by one, and are easily forgotten there.
#[test]
fn all_keywords_have_their_colours() {
    let grammar = grammar();
    let source = std::fs::read_to_string(files::project().join("src/syntax/kind.rs"));
    let source = source.expect("the kinds");
    let words = source.split("#[token(\"").skip(1);
    let words = words.filter_map(|rest| rest.split('"').next());
    let words: Vec<&str> = words
        .filter(|word| word.starts_with(char::is_alphabetic))
        .collect();
    assert!(words.len() > 60);
    for word in words {
        let (token, _) = tokenize(word);
        assert_eq!(token.len(), 1, "{word}");
        assert_eq!(first_difference(&grammar, word), Ok(1), "{word}");
    }
}

/// The comparison sees a token of another colour.
#[test]
fn a_wrong_colour_is_seen() {
    let path = files::project().join(GRAMMAR);
    let text = std::fs::read_to_string(path).expect("a grammar");
    let wrong = Grammar::read(&text.replace("(?:this|it|now)", "(?:this|it)"));
    assert!(first_difference(&wrong, "this == now").is_err());
}
