//! The files that tests read: our examples, and the corpus where it is present.

use std::path::{Path, PathBuf};

use fretsaw::syntax::FileKind;

/// A specification or test module from disk.
pub(crate) struct Source {
    /// Its path from the project's folder.
    pub(crate) name: String,
    pub(crate) text: String,
    pub(crate) kind: FileKind,
}

/// Our examples and test modules, and the corpus.
pub(crate) fn all_sources() -> Vec<Source> {
    let mut sources = sources_under(&project().join("rebel-examples"));
    sources.extend(sources_under(&project().join("testmodules")));
    if let Some(corpus) = corpus() {
        sources.extend(sources_under(&corpus));
    }
    sources
}

pub(crate) fn project() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// The folder of real specifications beside the project, where there is one.
pub(crate) fn corpus() -> Option<PathBuf> {
    let corpus = project().join("../shared/corpus");
    if corpus.is_dir() {
        return Some(corpus);
    }
    eprintln!("note: ../shared/corpus is absent, so the tests on it are left out");
    None
}

/// All specifications and test modules below a folder, in order of their paths.
pub(crate) fn sources_under(folder: &Path) -> Vec<Source> {
    let mut paths = Vec::new();
    collect(folder, &mut paths);
    paths.sort();
    paths.iter().filter_map(|path| source(path)).collect()
}

fn source(path: &Path) -> Option<Source> {
    let kind = FileKind::of_extension(path.extension()?.to_str()?)?;
    let name = path
        .strip_prefix(project())
        .unwrap_or(path)
        .display()
        .to_string();
    let text = std::fs::read_to_string(path).expect("examples are UTF-8");
    Some(Source { name, text, kind })
}

fn collect(folder: &Path, paths: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else {
        return;
    };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, paths);
        } else {
            paths.push(path);
        }
    }
}
