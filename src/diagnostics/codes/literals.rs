//! R02: literals without a value, and texts that are easily misread.

use crate::diagnostics::code::codes;
use crate::diagnostics::{Diagnostic, Span};
use crate::syntax::SyntaxErrorKind;

codes! {
    /// Money that has not exactly two decimals.
    MONEY_DECIMALS = "R0201" "money-decimals" Error "
Money has exactly two decimals.

```ebl bad
module Shop

invariant dear {
    EUR 1.5 > EUR 1.00;
}
```

```ebl good
module Shop

invariant dear {
    EUR 1.50 > EUR 1.00;
}
```
";
}

/// The diagnostic for a problem with a literal.
pub(super) fn diagnostic(kind: &SyntaxErrorKind, span: Span, found: &str) -> Diagnostic {
    let _ = kind;
    Diagnostic::new(
        &MONEY_DECIMALS,
        span,
        format!("`{found}` has not exactly two decimals"),
    )
}
