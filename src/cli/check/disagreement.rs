//! Keeps what is needed to mend an engine that found a run which is none.

use std::fmt::Write;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use crate::checking::{Disagreement, Selected};
use crate::semantics::Analysis;
use crate::solver::z3_version;
use crate::trace::replay::as_comments;

/// Writes the problem to a file in the current folder, or where that cannot be, in that of temporary files, and gives
/// the words about it.
pub(super) fn save(analysis: &Analysis, disagreement: Disagreement<'_>) -> String {
    save_in(
        &[PathBuf::new(), std::env::temp_dir()],
        analysis,
        disagreement,
    )
}

/// Writes the problem to the first folder that takes it.
fn save_in(folders: &[PathBuf], analysis: &Analysis, disagreement: Disagreement<'_>) -> String {
    let name = file_name(analysis, disagreement.check);
    let text = document(analysis, disagreement);
    let mut attempts = folders.iter().map(|folder| write(folder, &name, &text));
    let file = match attempts.find_map(Result::ok) {
        Some(path) => format!("report it with the file `{}`", path.display()),
        None => format!("the file `{name}` for a report cannot be written"),
    };
    format!(
        "this is a defect of Fretsaw, not of the specification: {}\n  help: {file}",
        disagreement.objection
    )
}

/// `fretsaw-disagreement-negativeBalance-14.smt2`
fn file_name(analysis: &Analysis, selected: Selected) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
    let check: String = selected.name(analysis).chars().map(plain).collect();
    let line = analysis.sources.line(selected.check(analysis).span);
    format!("fretsaw-disagreement-{check}-{line}.smt2")
}

/// Writes a file aside and moves it to its place: in a folder that others write to as well, its name may be that of a
/// link.
fn write(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let path = folder.join(name);
    let here = Path::new(".");
    let folder = Some(folder).filter(|it| !it.as_os_str().is_empty());
    let mut file = tempfile::NamedTempFile::new_in(folder.unwrap_or(here))?;
    file.write_all(text.as_bytes())?;
    file.persist(&path)?;
    Ok(path)
}

/// The problem, below comments that tell what it is about and hold all texts.
fn document(analysis: &Analysis, disagreement: Disagreement<'_>) -> String {
    let check = disagreement.check.check(analysis);
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::checking::select;
    use crate::disk::Disk;
    use crate::semantics::analyse;

    const LIE: &str = "(assert true)";

    /// Saves a lie about a check of invariants into the first of these folders that takes it.
    fn saved(folders: &[PathBuf]) -> String {
        let module = PathBuf::from("tests/cli/fixtures/check/Roof.tebl");
        let analysis = analyse(&Disk, &[module], &[]);
        let disagreement = Disagreement {
            check: select(&analysis, &[], None).unwrap()[0],
            objection: "the first state is no start",
            problem: LIE,
        };
        save_in(folders, &analysis, disagreement)
    }

    #[test]
    fn what_mends_an_engine_is_saved_where_it_can_be() {
        let folder = tempfile::tempdir().unwrap();
        let nowhere = folder.path().join("not there");
        let told = saved(&[nowhere.clone(), folder.path().to_owned()]);
        let path = folder
            .path()
            .join("fretsaw-disagreement-invariants-hold-10.smt2");
        assert!(
            told.ends_with(&format!("file `{}`", path.display())),
            "{told}"
        );
        let text = fs::read_to_string(&path).unwrap();
        let (comments, problem) = text.split_once("\n\n").unwrap();
        assert_eq!(problem, LIE);
        assert!(comments.lines().all(|line| line.starts_with(';')), "{text}");
        for part in [
            "check invariants hold from ground",
            "the first state is no start",
            "specification Lift",
            "state ground",
        ] {
            assert!(comments.contains(part), "{part} is missing in {comments}");
        }
        // A link of that name is replaced, and what it leads to stays.
        #[cfg(unix)]
        {
            let other = folder.path().join("mine");
            fs::rename(&path, &other).unwrap();
            std::os::unix::fs::symlink(&other, &path).unwrap();
            fs::write(&other, "mine").unwrap();
            saved(&[folder.path().to_owned()]);
            assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
            assert!(!path.is_symlink());
        }
        let told = saved(&[nowhere]);
        assert!(told.ends_with("for a report cannot be written"), "{told}");
    }
}
