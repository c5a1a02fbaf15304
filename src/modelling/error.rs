//! Why there is no model of a check.

use crate::diagnostics::codes::models as codes;
use crate::diagnostics::{Diagnostic, Span};

/// Why there is no model of a check.
#[derive(Debug, Clone, thiserror::Error)]
pub enum BuildError {
    /// The texts ask for what no model can have.
    #[error("{}", messages(.0))]
    Problems(Vec<Diagnostic>),
    /// The check, which stands here, asks about whole runs, and a model was wanted that only asks about states.
    #[error("the check asks about whole runs")]
    Temporal(Span),
}

fn messages(problems: &[Diagnostic]) -> String {
    let messages: Vec<&str> = problems.iter().map(|it| it.message.as_str()).collect();
    messages.join("; ")
}

impl BuildError {
    /// What to tell those who wrote the texts.
    pub fn diagnostics(self) -> Vec<Diagnostic> {
        match self {
            BuildError::Problems(problems) => problems,
            BuildError::Temporal(span) => vec![codes::temporal(span)],
        }
    }
}

impl From<Vec<Diagnostic>> for BuildError {
    fn from(problems: Vec<Diagnostic>) -> BuildError {
        BuildError::Problems(problems)
    }
}
