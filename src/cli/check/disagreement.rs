//! Keeps what is needed to mend an engine that found a run which is none.

use std::fmt::Write;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::answer::Disagreement;
use crate::semantics::Analysis;
use crate::solver::z3_version;
use crate::trace::replay::as_comments;

/// Writes the problem to a file, and gives the words about it.
pub(super) fn save(analysis: &Analysis, disagreement: &Disagreement) -> String {
    let name = file_name(disagreement.selected.name(analysis));
    let text = document(analysis, disagreement);
    let saved =
        write(Path::new(""), &name, &text).or_else(|_| write(&std::env::temp_dir(), &name, &text));
    let file = match saved {
        Ok(path) => format!("report it with the file `{}`", path.display()),
        Err(error) => format!("the file `{name}` for a report cannot be written: {error}"),
    };
    format!(
        "this is a defect of Fretsaw, not of the specification: {}\n  help: {file}",
        disagreement.objection
    )
}

/// `fretsaw-disagreement-negativeBalance.smt2`
fn file_name(check: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let check: String = check.chars().map(plain).collect();
    format!("fretsaw-disagreement-{check}.smt2")
}

fn write(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    fs::write(&path, text)?;
    Ok(path)
}

/// The problem, below comments that tell what it is about and hold all texts.
fn document(analysis: &Analysis, disagreement: &Disagreement) -> String {
    let check = disagreement.selected.check(analysis);
    let mut comments = format!(
        "fretsaw {} (Z3 {})\n{}:{}: {}\n{}\n",
        env!("CARGO_PKG_VERSION"),
        z3_version(),
        analysis.sources.file(check.span.file).path().display(),
        analysis.sources.line(check.span),
        analysis.sources.text_at(check.span),
        disagreement.objection
    );
    for (_, file) in analysis.sources.iter() {
        // Writing to a string does not fail.
        let _ = write!(
            comments,
            "\n==== {}\n{}\n",
            file.path().display(),
            file.text()
        );
    }
    format!("{}\n{}", as_comments(&comments), disagreement.problem)
}
