//! R02: literals without a value, and texts that are easily misread.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Edit, Sources, Span};
use crate::syntax::{SyntaxErrorKind, TextRange, TextSize};

codes! {
    /// Money that has not exactly two decimals.
    MONEY_DECIMALS = "R0201" "money-decimals" Error "
Money is a currency and an amount with exactly two decimals: `EUR 1.50`. The original also took three, and
then counted `EUR 1.500` as six euros; here that is an error, and so is an amount without decimals.

```ebl bad
module Shop

invariant dear {
    this.price > EUR 1.5;
}
```

```ebl good
module Shop

invariant dear {
    this.price > EUR 1.50;
}
```
";
    /// A day that its month does not have.
    DATE_OUT_OF_RANGE = "R0202" "date-out-of-range" Error "
There is no such day. Months have their usual lengths, February has 29 days in leap years, and years go from 1 to 9999.

```ebl bad
module Shop

invariant founded {
    this.opening > 29 Feb 2015;
}
```

```ebl good
module Shop

invariant founded {
    this.opening > 29 Feb 2016;
}
```
";
    /// An hour, minute or second that does not exist.
    TIME_OUT_OF_RANGE = "R0203" "time-out-of-range" Error "
There is no such time of day. Hours go from 0 to 23, minutes and seconds from 0 to 59.

```ebl bad
module Shop

invariant late {
    this.closing < 24:00;
}
```

```ebl good
module Shop

invariant late {
    this.closing <= 23:59:59;
}
```
";
    /// An IBAN whose check digits do not fit.
    IBAN_CHECK_DIGITS = "R0204" "iban-check-digits" Warning "
The two digits behind the country of an IBAN are computed from all its other characters, so that a mistyped number is
noticed. Those of this one do not fit. A specification may work with invented numbers all the same,
so this is only a warning; the help says which digits would fit.

```ebl bad
module Shop

invariant known {
    this.account == NL10INGB0001234567;
}
```

```ebl good
module Shop

invariant known {
    this.account == NL20INGB0001234567;
}
```
";
    /// `not` that takes less than it seems to.
    NOT_BINDS_TIGHTER = "R0205" "not-binds-tighter" Warning "
`not` binds tighter than comparisons, `in` and `instate`: `not a == b` is `(not a) == b`. Parentheses say what is meant.

```ebl bad
module Shop

event open(a: Boolean, b: Boolean) {
    preconditions {
        not a == b;
    }
}
```

```ebl good
module Shop

event open(a: Boolean, b: Boolean) {
    preconditions {
        not (a == b);
    }
}
```
";
    /// A text that the original implementation groups in another way.
    GROUPED_OTHERWISE = "R0206" "grouped-otherwise" Warning "
The original implementation of Rebel groups this in another way. There, `in` binds like `*`, so `a + b in s` is
`a + (b in s)`; and `?:` binds tighter than every binary operator, so `a > b ? c : d` is `a > (b ? c : d)`. Here `in` binds
like `==`, and `?:` last of all. Parentheses make both read the same.

```ebl bad
module Shop

event open(a: Integer, b: Integer) {
    preconditions {
        a + b in {1, 2, 3};
    }
}
```

```ebl good
module Shop

event open(a: Integer, b: Integer) {
    preconditions {
        (a + b) in {1, 2, 3};
    }
}
```
";
    /// A date without a year.
    DATE_WITHOUT_YEAR = "R0207" "date-without-year" Error "
A date may be written without its year, but then it is no certain day and has no value to compare with.

```ebl bad
module Shop

invariant founded {
    this.opening > 18 Jan;
}
```

```ebl good
module Shop

invariant founded {
    this.opening > 18 Jan 2016;
}
```
";
}

/// The diagnostic for a problem with a literal or with the grouping of an expression.
pub(super) fn diagnostic(sources: &Sources, span: Span, kind: &SyntaxErrorKind) -> Diagnostic {
    let found = sources.text_at(span);
    match kind {
        SyntaxErrorKind::MoneyDecimals => money_decimals(span, found),
        SyntaxErrorKind::DateOutOfRange => Diagnostic::new(
            &DATE_OUT_OF_RANGE,
            span,
            format!("there is no day `{found}`"),
        ),
        SyntaxErrorKind::DateWithoutYear => Diagnostic::new(
            &DATE_WITHOUT_YEAR,
            span,
            format!("`{found}` has no year, so it is no certain day"),
        )
        .help("write the year behind the month"),
        SyntaxErrorKind::TimeOutOfRange => Diagnostic::new(
            &TIME_OUT_OF_RANGE,
            span,
            format!("there is no time `{found}`"),
        )
        .help("hours go from 0 to 23, minutes and seconds from 0 to 59"),
        SyntaxErrorKind::IbanCheckDigits { expected } => check_digits(span, found, *expected),
        SyntaxErrorKind::NotBindsTighter { operand } => not_binds_tighter(sources, span, *operand),
        SyntaxErrorKind::GroupedOtherwise {
            operator,
            parts,
            original,
        } => grouped_otherwise(sources, span, operator, parts, *original),
        // All other kinds are the business of the family R01.
        _ => Diagnostic::new(&super::syntax::UNEXPECTED, span, "this cannot be read"),
    }
}

fn money_decimals(span: Span, amount: &str) -> Diagnostic {
    let diagnostic = Diagnostic::new(
        &MONEY_DECIMALS,
        span,
        format!("`{amount}` has not exactly two decimals"),
    );
    match with_two_decimals(amount) {
        Some(mended) => diagnostic.fix(format!("write `{mended}`"), span, mended),
        None => diagnostic.help("money is counted in cents: round the amount to two decimals"),
    }
}

/// The same amount with two decimals, where that is possible.
fn with_two_decimals(amount: &str) -> Option<String> {
    let (whole, decimals) = amount.split_once('.').unwrap_or((amount, ""));
    let decimals = decimals.trim_end_matches('0');
    (decimals.len() <= 2).then(|| format!("{whole}.{decimals:0<2}"))
}

fn check_digits(span: Span, iban: &str, expected: u8) -> Diagnostic {
    let start = span.range().start() + TextSize::new(2);
    let digits = Span::new(span.file, TextRange::at(start, TextSize::new(2)));
    let message = format!("the check digits of `{iban}` do not fit");
    Diagnostic::new(&IBAN_CHECK_DIGITS, span, message)
        .help(format!(
            "with `{expected:02}` behind the country they would"
        ))
        .fix(
            format!("write `{expected:02}`"),
            digits,
            format!("{expected:02}"),
        )
}

fn not_binds_tighter(sources: &Sources, span: Span, operand: TextRange) -> Diagnostic {
    let whole = sources.text_at(span);
    let negated = sources.text_at(Span::new(span.file, operand));
    Diagnostic::new(
        &NOT_BINDS_TIGHTER,
        span,
        "`not` binds tighter than the operator behind it",
    )
    .here("only the first operand is negated")
    .help(format!(
        "to negate all of `{}`, put it in parentheses; to keep the meaning, put them round the `not`",
        shortened(negated)
    ))
    .fix_all(
        format!("negate all of `{}`", shortened(whole)),
        parentheses(span, operand).to_vec(),
    )
}

fn grouped_otherwise(
    sources: &Sources,
    span: Span,
    operator: &str,
    parts: &[TextRange],
    original: Option<TextRange>,
) -> Diagnostic {
    let help = match original {
        Some(range) => format!(
            "the original takes `{}` together",
            shortened(sources.text_at(Span::new(span.file, range)))
        ),
        None => "the original reads it only with parentheses".to_owned(),
    };
    let edits = parts.iter().flat_map(|part| parentheses(span, *part));
    Diagnostic::new(
        &GROUPED_OTHERWISE,
        span,
        format!("the original Rebel reads this in another way: `{operator}` binds tighter there"),
    )
    .help(help)
    .fix_all("add parentheses that keep this meaning", edits.collect())
}

/// Puts parentheses round a part of the text.
fn parentheses(span: Span, part: TextRange) -> [Edit; 2] {
    [(part.start(), "("), (part.end(), ")")].map(|(at, text)| Edit {
        span: Span::new(span.file, TextRange::empty(at)),
        text: text.to_owned(),
    })
}

/// A quotation that fits on a line.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let words: Vec<&str> = text.split_whitespace().collect();
    let line = words.join(" ");
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}
