//! R01: what is not Rebel at all.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, FileId, Sources, Span, suggestion};
use crate::syntax::{SyntaxError, SyntaxErrorKind, TextRange, TextSize};

codes! {
    /// Something else should stand here.
    UNEXPECTED = "R0101" "unexpected-token" Error "
The text cannot be read as Rebel at this place: something else should stand there. The message says what.

```ebl bad
module Shop

event open(amount Money) {
    preconditions {
        amount > EUR 0.00;
    }
}
```

A parameter has a name, a colon and a type:

```ebl good
module Shop

event open(amount: Money) {
    preconditions {
        amount > EUR 0.00;
    }
}
```
";
    /// A bracket is never closed.
    UNCLOSED = "R0102" "unclosed-bracket" Error "
A bracket was opened and never closed. The message points at the place where the closing one is missed, and at the opening one.

```ebl bad
module Shop

event open(hour: Integer) {
    preconditions {
        hour < 12;
}

event close() {
}
```

```ebl good
module Shop

event open(hour: Integer) {
    preconditions {
        hour < 12;
    }
}

event close() {
}
```
";
    /// A statement without its `;`.
    MISSING_SEMICOLON = "R0103" "missing-semicolon" Error "
Every statement ends with a semicolon.

```ebl bad
module Shop

invariant sane {
    this.debt >= EUR 0.00
    this.debt <= EUR 500.00;
}
```

```ebl good
module Shop

invariant sane {
    this.debt >= EUR 0.00;
    this.debt <= EUR 500.00;
}
```
";
    /// A string, comment or tag string without its end.
    UNCLOSED_TEXT = "R0104" "unclosed-text" Error "
A string, a block comment or the text of an annotation has a beginning and no end.

```ebl bad
module Shop

@doc{ Opens the shop.
event open() {
}
```

```ebl good
module Shop

@doc{ Opens the shop. }
event open() {
}
```
";
    /// Characters that start no token.
    UNKNOWN_CHARACTERS = "R0105" "unknown-characters" Error "
These characters mean nothing in Rebel outside strings and comments.

```ebl bad
module Shop

event open(hour: Integer) {
    preconditions {
        hour # 12;
    }
}
```

```ebl good
module Shop

event open(hour: Integer) {
    preconditions {
        hour != 12;
    }
}
```
";
    /// Nesting beyond what we follow.
    TOO_DEEP = "R0106" "nesting-too-deep" Error "
Brackets or operators nest so deep that reading on would be unsafe. No specification written by hand comes near the
limit (256 brackets, or 1000 operators in one expression); a generated one can be split into several statements.
";
    /// A reserved word as a name.
    RESERVED_WORD = "R0107" "reserved-word" Error "
Some words cannot be names, because they mean something else wherever they stand: `this`, `now`, `in`, `not`, `initial` and others.
Most keywords are not reserved: an event may be called `check` or `set`.

```ebl bad
module Shop

event open(in: Money) {
}
```

```ebl good
module Shop

event open(amount: Money) {
    preconditions {
        amount > EUR 0.00;
    }
}
```
";
    /// An upper-case word that is no name.
    BAD_TYPE_NAME = "R0108" "bad-type-name" Error "
The name of a specification has at least two characters, starts with an upper-case letter, and its second character is not upper case.
That keeps names apart from IBANs and currencies.

```ebl bad
module Atm

abstract specification ATM {
}
```

```ebl good
module Atm

abstract specification Atm {
}
```
";
    /// A declaration in the wrong sort of file.
    WRONG_FILE = "R0109" "wrong-file" Error "
Specifications and libraries stand in `.ebl` files; states, checks and domains in `.tebl` files.

```ebl bad
module Shop

state opened {
}
```

```tebl good
module Shop

state opened {
}

check opened reachable in max 1 step;
```
";
    /// `a < b < c`.
    CHAINED_COMPARISON = "R0110" "chained-comparison" Error "
Comparisons do not chain: `a < b < c` would compare a truth value with `c`. Write both comparisons, or use parentheses.

```ebl bad
module Shop

event open(a: Integer) {
    preconditions {
        0 < a < 10;
    }
}
```

```ebl good
module Shop

event open(a: Integer) {
    preconditions {
        0 < a && a < 10;
    }
}
```
";
}

/// The diagnostic for a syntax error.
pub fn diagnostic(sources: &Sources, file: FileId, error: &SyntaxError) -> Diagnostic {
    let span = Span::new(file, error.range);
    let found = sources.text_at(span);
    match &error.kind {
        SyntaxErrorKind::Expected { what } => expected(span, found, what),
        SyntaxErrorKind::MissingSemicolon => missing_semicolon(span),
        SyntaxErrorKind::UnclosedDelimiter { open, close } => {
            unclosed(sources, span, Span::new(file, *open), close)
        }
        SyntaxErrorKind::TooDeep => {
            let message = "this is too large to be read: more than 256 brackets in each other, or more than 1000 operators";
            Diagnostic::new(&TOO_DEEP, span, message).help("split it into several statements")
        }
        SyntaxErrorKind::UnmatchedDelimiter => {
            Diagnostic::new(&UNEXPECTED, span, format!("this `{found}` closes nothing"))
        }
        SyntaxErrorKind::NameCase { upper } => name_case(span, found, *upper),
        SyntaxErrorKind::LateImport => Diagnostic::new(
            &UNEXPECTED,
            span,
            "imports stand before all other declarations",
        )
        .help("move it up, below the line that names the module"),
        other => misread(span, found, other)
            .or_else(|| word_or_text(span, found, other))
            .unwrap_or_else(|| super::literals::diagnostic(sources, span, other)),
    }
}

fn expected(span: Span, found: &str, what: &'static str) -> Diagnostic {
    if found.is_empty() {
        return Diagnostic::new(&UNEXPECTED, span, format!("expected {what}")).here("missing here");
    }
    let message = format!("expected {what}, found `{}`", first_line(found));
    let unexpected = Diagnostic::new(&UNEXPECTED, span, message).here("not expected here");
    match hint(found) {
        Some(hint) => hinted(unexpected, found, &hint),
        None => unexpected.meant(suggestion(found, quoted(what))),
    }
}

fn missing_semicolon(span: Span) -> Diagnostic {
    let message = "expected `;` at the end of the statement";
    Diagnostic::new(&MISSING_SEMICOLON, span, message)
        .here("`;` is missing here")
        .fix("add `;`", span, ";")
}

fn unclosed(sources: &Sources, span: Span, opening: Span, close: &'static str) -> Diagnostic {
    let bracket = sources.text_at(opening);
    Diagnostic::new(&UNCLOSED, span, format!("this `{bracket}` is never closed"))
        .here(format!("`{close}` is missing here"))
        .also(opening, "opened here")
        .fix(format!("add `{close}`"), span, close)
}

/// What is written as in other languages, or reads as something else.
fn misread(span: Span, found: &str, kind: &SyntaxErrorKind) -> Option<Diagnostic> {
    Some(match kind {
        SyntaxErrorKind::ChainedComparison => {
            Diagnostic::new(&CHAINED_COMPARISON, span, "comparisons do not chain")
                .here("a second comparison")
                .help("join two comparisons by `&&`, or use parentheses")
        }
        SyntaxErrorKind::AssignmentForEquality => {
            Diagnostic::new(&UNEXPECTED, span, "equality is written `==`, not `=`")
                .help("nothing is assigned in Rebel: conditions say what holds")
                .fix("write `==`", span, "==")
        }
        SyntaxErrorKind::TimeForPair => {
            let pair = found.replace(':', " : ");
            Diagnostic::new(&UNEXPECTED, span, format!("`{found}` reads as a time"))
                .here("a time, not two numbers")
                .help(format!("write `{pair}`"))
                .fix(format!("write `{pair}`"), span, pair)
        }
        _ => return None,
    })
}

/// Words that cannot stand where they do, and texts without an end.
fn word_or_text(span: Span, found: &str, kind: &SyntaxErrorKind) -> Option<Diagnostic> {
    Some(match kind {
        SyntaxErrorKind::ReservedWord => Diagnostic::new(
            &RESERVED_WORD,
            span,
            format!("`{found}` is a reserved word and cannot be a name"),
        ),
        SyntaxErrorKind::BadTypeName => bad_type_name(span, found),
        SyntaxErrorKind::TestDeclarationInSpecification => Diagnostic::new(
            &WRONG_FILE,
            span,
            format!("`{found}` belongs into a test module"),
        )
        .help("move it to a file that ends in `.tebl`"),
        SyntaxErrorKind::SpecificationInTest => Diagnostic::new(
            &WRONG_FILE,
            span,
            format!("`{found}` does not belong into a test module"),
        )
        .help("move it to a file that ends in `.ebl`, and import that"),
        SyntaxErrorKind::UnclosedString => unclosed_string(span, found),
        SyntaxErrorKind::UnclosedComment => {
            Diagnostic::new(&UNCLOSED_TEXT, span, "this comment is never closed")
                .help("put `*/` at its end; block comments nest, so each `/*` needs one")
        }
        SyntaxErrorKind::UnclosedTagString => Diagnostic::new(
            &UNCLOSED_TEXT,
            span,
            "the text of this annotation is never closed",
        )
        .help("put `}` at its end; braces within it must pair, or be written `\\{` and `\\}`"),
        SyntaxErrorKind::UnknownCharacters { characters } => {
            let message = format!("`{characters}` means nothing here");
            let unknown = Diagnostic::new(&UNKNOWN_CHARACTERS, span, message);
            match hint(characters) {
                Some(hint) => hinted(unknown, found, &hint),
                None => unknown,
            }
        }
        _ => return None,
    })
}

fn name_case(span: Span, found: &str, upper: bool) -> Diagnostic {
    let mut letters = found.chars();
    let first = letters.next().unwrap_or_default();
    let (case, first) = if upper {
        ("an upper-case", first.to_ascii_uppercase())
    } else {
        ("a lower-case", first.to_ascii_lowercase())
    };
    let name = format!("{first}{}", letters.as_str());
    let message = format!("`{found}` does not start with {case} letter");
    Diagnostic::new(&UNEXPECTED, span, message)
        .help("specifications and modules have upper-case names, all others lower-case ones")
        .fix(format!("write `{name}`"), span, name)
}

fn first_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// The words that a text quotes in backticks.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// A string ends with its line. The semicolon of the statement does not belong to it.
fn unclosed_string(span: Span, found: &str) -> Diagnostic {
    let inside = found.trim_end().trim_end_matches(';');
    let length = TextSize::try_from(inside.len()).unwrap_or_default();
    let end = TextRange::empty(span.range().start() + length);
    Diagnostic::new(&UNCLOSED_TEXT, span, "this string is never closed")
        .help("put `\"` at its end")
        .fix("add `\"`", Span::new(span.file, end), "\"")
}

/// What people write who come from another language.
struct Hint {
    help: &'static str,
    /// What is written for it here.
    ours: Option<&'static str>,
}

fn hint(found: &str) -> Option<Hint> {
    let (help, ours) = match found {
        "&" => ("conjunction is written `&&`", Some("&&")),
        "|" => ("disjunction is written `||`", Some("||")),
        "!" => ("negation is written `not`", Some("not ")),
        "'" => ("strings stand in double quotes", None),
        _ => return None,
    };
    Some(Hint { help, ours })
}

/// Adds a hint, and a fix where the place is just what is written otherwise here.
fn hinted(wrong: Diagnostic, found: &str, hint: &Hint) -> Diagnostic {
    let span = wrong.primary.span;
    let wrong = wrong.help(hint.help);
    match hint.ours {
        Some(ours) if found.len() == 1 => {
            wrong.fix(format!("write `{}`", ours.trim_end()), span, ours)
        }
        _ => wrong,
    }
}

fn bad_type_name(span: Span, found: &str) -> Diagnostic {
    let bad = Diagnostic::new(&BAD_TYPE_NAME, span, format!("`{found}` cannot be a name"));
    let mut letters = found.chars();
    let (help, mended) = if found.starts_with("CUR_") {
        ("a currency has upper-case letters", found.to_uppercase())
    } else {
        match (letters.next(), letters.as_str()) {
            (Some(first), rest) if rest.len() > 1 && first.is_ascii_uppercase() => (
                "the second letter must not be upper case",
                format!("{first}{}", rest.to_lowercase()),
            ),
            _ => return bad.help("a name has at least two characters: an upper-case letter, then lower-case letters or digits"),
        }
    };
    bad.help(format!("{help}: `{mended}`"))
        .fix(format!("write `{mended}`"), span, mended)
}
