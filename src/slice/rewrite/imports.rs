//! Imports that a slice no longer needs, and the modules that nobody imports any more.

use std::path::{Path, PathBuf};

use super::edits::Edits;
use super::{SlicedFile, headings};
use crate::diagnostics::codes::modules::UNUSED_IMPORT;
use crate::semantics::{Analysis, MemoryFiles, analyse};
use crate::syntax::parse;

/// The folder that the files stand in while we look at them.
pub(super) const FOLDER: &str = "/slice";

/// The files, of which the first is the test module, without imports of which nothing is used, and without modules
/// that are not imported then; and what is to be said of them.
pub(super) fn without_unused(mut files: Vec<SlicedFile>) -> (Vec<SlicedFile>, Analysis) {
    let mut analysis = read(&files);
    let mut is_changed = false;
    for file in &mut files {
        let path = Path::new(FOLDER).join(&file.path);
        let kind = file.kind();
        let mut edits = Edits::default();
        let findings = analysis.diagnostics.iter();
        for finding in findings.filter(|it| std::ptr::eq(it.code, &raw const UNUSED_IMPORT)) {
            let span = finding.primary.span;
            if analysis.sources.file(span.file).path() == path {
                edits.remove(span.range());
            }
        }
        if !edits.is_empty() {
            headings::remove(&parse(&file.text, kind).root(), &file.text, &mut edits);
            file.text = edits.apply_with_layout(&file.text, kind);
            is_changed = true;
        }
    }
    if is_changed {
        analysis = read(&files);
    }
    let sources = analysis.sources.iter();
    let used: Vec<PathBuf> = sources.map(|(_, file)| file.path().to_owned()).collect();
    files.retain(|file| used.contains(&Path::new(FOLDER).join(&file.path)));
    (files, analysis)
}

/// Reads the files as whoever gets the slice does.
pub(super) fn read(files: &[SlicedFile]) -> Analysis {
    let mut memory = MemoryFiles::default();
    for file in files {
        memory.insert(Path::new(FOLDER).join(&file.path), file.text.as_bytes());
    }
    let test = files.first().map(|file| Path::new(FOLDER).join(&file.path));
    let requested: Vec<PathBuf> = test.into_iter().collect();
    analyse(&memory, &requested, &[])
}
