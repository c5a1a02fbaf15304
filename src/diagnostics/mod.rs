//! Layer 2: what we tell the user about a text.
//!
//! There is one type, [`Diagnostic`]. It stays data (code, severity, places, help, fixes) until the edge of the
//! program renders it. Every diagnostic has a [`Code`] that never changes its meaning; [`codes`] holds them by family,
//! each with its wording and with the explanation that `fretsaw explain` prints and a test runs.

mod code;
pub mod codes;
mod similar;
mod source;

pub use code::{Code, Severity};
pub use similar::{Suggestion, did_you_mean, most_similar, suggestion};
pub use source::{FileId, SourceFile, Sources, Span};

use crate::syntax::{TextRange, TextSize};

/// Something to tell the user, with the place it is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    /// What sort of thing it is.
    pub code: &'static Code,
    /// How bad it is.
    pub severity: Severity,
    /// One sentence without a full stop.
    pub message: String,
    /// The place it is about.
    pub primary: Label,
    /// Further places that explain it.
    pub secondary: Vec<Label>,
    /// What to do.
    pub help: Option<String>,
    /// Edits that mend it, the likeliest first. Each does so by itself.
    pub fixes: Vec<Fix>,
}

/// A place and what is to be said of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub span: Span,
    /// A few words; may be empty for the primary place.
    pub text: String,
}

/// Replacements that mend something, to be made all at once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fix {
    /// What the fix does, in the imperative.
    pub title: String,
    /// The replacements, none overlapping another.
    pub edits: Vec<Edit>,
}

/// One replacement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    /// What is replaced; empty to insert.
    pub span: Span,
    /// The new text.
    pub text: String,
}

impl Diagnostic {
    /// A diagnostic about a place, with the severity of its code.
    pub fn new(code: &'static Code, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic {
            code,
            severity: code.severity,
            message: message.into(),
            primary: Label {
                span,
                text: String::new(),
            },
            secondary: Vec::new(),
            help: None,
            fixes: Vec::new(),
        }
    }

    /// Says something of the place itself.
    #[must_use]
    pub fn here(mut self, text: impl Into<String>) -> Diagnostic {
        self.primary.text = text.into();
        self
    }

    /// Points at a further place.
    #[must_use]
    pub fn also(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.secondary.push(Label {
            span,
            text: text.into(),
        });
        self
    }

    /// Points at a further place, if there is one.
    #[must_use]
    pub fn also_at(self, span: Option<Span>, text: impl Into<String>) -> Diagnostic {
        match span {
            Some(span) => self.also(span, text),
            None => self,
        }
    }

    /// Says what to do.
    #[must_use]
    pub fn help(mut self, text: impl Into<String>) -> Diagnostic {
        self.help = Some(text.into());
        self
    }

    /// Says something more below what is said already.
    #[must_use]
    pub fn further_help(self, text: impl Into<String>) -> Diagnostic {
        let further = text.into();
        let help = match &self.help {
            Some(help) => format!("{help}; {further}"),
            None => further,
        };
        self.help(help)
    }

    /// Says what to do, if it is known.
    #[must_use]
    pub fn help_if(mut self, text: Option<String>) -> Diagnostic {
        if text.is_some() {
            self.help = text;
        }
        self
    }

    /// Says which name was probably meant, and offers to write it at the end of the primary place, where the misspelt
    /// one stands.
    #[must_use]
    pub fn meant(self, suggestion: Option<Suggestion>) -> Diagnostic {
        let Some(Suggestion { meant, length }) = suggestion else {
            return self;
        };
        let place = self.primary.span;
        let (start, end) = (place.range().start(), place.range().end());
        let length = TextSize::try_from(length).unwrap_or_default();
        let misspelt = TextRange::new(start.max(end - length.min(end)), end);
        self.help(format!("did you mean `{meant}`?")).fix(
            format!("write `{meant}`"),
            Span::new(place.file, misspelt),
            meant,
        )
    }

    /// Offers to replace the text at one place.
    #[must_use]
    pub fn fix(self, title: impl Into<String>, span: Span, text: impl Into<String>) -> Diagnostic {
        self.fix_all(
            title,
            vec![Edit {
                span,
                text: text.into(),
            }],
        )
    }

    /// Offers several replacements at once.
    #[must_use]
    pub fn fix_all(mut self, title: impl Into<String>, edits: Vec<Edit>) -> Diagnostic {
        self.fixes.push(Fix {
            title: title.into(),
            edits,
        });
        self
    }

    /// Whether it stops everything that would build on the text.
    pub fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }
}

/// Brings diagnostics into the order in which they are shown, by file and place, and drops
/// those that say the same of the same place: an event that several specifications use is
/// checked for each of them.
pub fn sort_and_deduplicate(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by(|a, b| key(a).cmp(&key(b)));
    diagnostics.dedup_by(|a, b| key(a) == key(b));
}

fn key(diagnostic: &Diagnostic) -> (Span, &str, &str) {
    (
        diagnostic.primary.span,
        diagnostic.code.id,
        &diagnostic.message,
    )
}
