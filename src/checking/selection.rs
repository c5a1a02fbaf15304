//! Which checks of test modules somebody asks about, by name or by line.

use crate::diagnostics::{FileId, did_you_mean};
use crate::semantics::Analysis;
use crate::semantics::test_module::{Check, Property, TestModule};
use crate::syntax::TextSize;

/// What checks of invariants are called.
pub const INVARIANTS: &str = "invariants hold";

/// A check, by the places of its test module and of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Selected {
    test: usize,
    check: usize,
}

impl Selected {
    /// The test module.
    pub fn test(self, analysis: &Analysis) -> &TestModule {
        &analysis.program.tests[self.test]
    }

    /// The check.
    pub fn check(self, analysis: &Analysis) -> &Check {
        &self.test(analysis).checks[self.check]
    }

    /// The name of what it asks for.
    pub fn name(self, analysis: &Analysis) -> &str {
        match self.check(analysis).property {
            Property::Reachable { state, .. } => &self.test(analysis).states[state].name.text,
            Property::InvariantsHold => INVARIANTS,
        }
    }
}

/// Why there are no checks to select.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{problem}\n  help: {help}")]
pub struct NoChecks {
    /// What is missing.
    pub problem: String,
    /// What there is.
    pub help: String,
}

/// The checks of the files that were asked for, those of some names or at a line from 1 if any are given; or why there
/// are none.
pub fn select(
    analysis: &Analysis,
    names: &[String],
    line: Option<u32>,
) -> Result<Vec<Selected>, NoChecks> {
    let all = all(analysis);
    if all.is_empty() {
        let help = if analysis.program.tests.is_empty() {
            "checks stand in test modules, which end in `.tebl`"
        } else {
            "a check says what should be reachable: `check goal reachable in max 5 steps;`"
        };
        return Err(NoChecks {
            problem: "there are no checks".to_owned(),
            help: help.to_owned(),
        });
    }
    if let Some(unknown) = names
        .iter()
        .find(|name| !all.iter().any(|it| it.name(analysis) == **name))
    {
        return Err(unknown_name(analysis, &all, unknown));
    }
    let mut named = all;
    named.retain(|it| names.is_empty() || names.iter().any(|name| it.name(analysis) == name));
    let mut selected = named.clone();
    selected.retain(|it| line.is_none_or(|line| covers(analysis, *it, line)));
    match line {
        Some(line) if selected.is_empty() => Err(nothing_at(analysis, &named, line, names)),
        _ => Ok(selected),
    }
}

/// All checks of the files that were asked for, in the order of the texts.
fn all(analysis: &Analysis) -> Vec<Selected> {
    let tests = analysis.program.tests.iter().enumerate();
    tests
        .filter(|(_, module)| analysis.requested.contains(&module.file))
        .flat_map(|(test, module)| {
            (0..module.checks.len()).map(move |check| Selected { test, check })
        })
        .collect()
}

/// Whether a check stands at a line, from 1.
fn covers(analysis: &Analysis, selected: Selected, line: u32) -> bool {
    let span = selected.check(analysis).span;
    let file = analysis.sources.file(span.file);
    let first = file.line_col(span.range().start()).line + 1;
    let last = file.line_col(span.range().end()).line + 1;
    (first..=last).contains(&line)
}

fn unknown_name(analysis: &Analysis, all: &[Selected], name: &str) -> NoChecks {
    let mut known: Vec<&str> = all.iter().map(|it| it.name(analysis)).collect();
    known.sort_unstable();
    known.dedup();
    let help = did_you_mean(name, known.iter().copied())
        .unwrap_or_else(|| format!("there are checks of {}", known.join(", ")));
    NoChecks {
        problem: format!("there is no check of `{name}`"),
        help,
    }
}

fn nothing_at(analysis: &Analysis, named: &[Selected], line: u32, names: &[String]) -> NoChecks {
    let asked = if names.is_empty() {
        "checks"
    } else {
        "such checks"
    };
    let mut lines: Vec<u32> = named
        .iter()
        .map(|it| analysis.sources.line(it.check(analysis).span))
        .collect();
    lines.sort_unstable();
    lines.dedup();
    let lines: Vec<String> = lines.iter().map(ToString::to_string).collect();
    let at = if lines.len() == 1 {
        "line"
    } else {
        "the lines"
    };
    NoChecks {
        problem: format!("there is no such check at line {line}"),
        help: format!("{asked} stand at {at} {}", lines.join(", ")),
    }
}

/// The check of a test module that stands around an offset.
pub fn at(analysis: &Analysis, file: FileId, offset: TextSize) -> Option<Selected> {
    all(analysis).into_iter().find(|it| {
        let span = it.check(analysis).span;
        span.file == file && span.range().contains_inclusive(offset)
    })
}
