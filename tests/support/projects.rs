//! Little projects in memory, made of modules whose headers say where they belong.

use std::path::PathBuf;

use fretsaw::semantics::{Analysis, MemoryFiles, analyse};

/// The folder that projects stand in.
pub(crate) const FOLDER: &str = "/project";

/// A module of a project: `ebl` or `tebl`, and its text.
#[derive(Debug, Clone)]
pub(crate) struct Module {
    pub(crate) extension: String,
    pub(crate) text: String,
}

impl Module {
    pub(crate) fn new(extension: &str, text: &str) -> Module {
        Module {
            extension: extension.to_owned(),
            text: text.to_owned(),
        }
    }

    /// Where the module belongs: `a/b/Name.ebl` for `module a.b.Name`.
    pub(crate) fn path(&self) -> PathBuf {
        let header = self
            .text
            .lines()
            .find_map(|line| line.trim().strip_prefix("module "));
        let name = header
            .and_then(|name| name.split_whitespace().next())
            .unwrap_or("Unnamed");
        let mut path = PathBuf::from(FOLDER);
        path.extend(name.split('.'));
        path.set_extension(&self.extension);
        path
    }
}

/// How a project is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// File by file: what is unused may be used elsewhere.
    Files,
    /// As a whole folder.
    Folder,
}

/// Analyses the modules of a project together.
pub(crate) fn analyse_project(modules: &[Module], ask: Ask) -> Analysis {
    let files = modules.iter().map(|module| (module.path(), &module.text));
    analyse_files(&files.collect::<Vec<_>>(), ask)
}

/// Analyses the files of a project together, wherever they stand in it.
pub(crate) fn analyse_files(contents: &[(PathBuf, &String)], ask: Ask) -> Analysis {
    let mut files = MemoryFiles::default();
    for (path, text) in contents {
        files.insert(path, text.as_bytes());
    }
    let paths = match ask {
        Ask::Files => contents.iter().map(|(path, _)| path.clone()).collect(),
        Ask::Folder => vec![PathBuf::from(FOLDER)],
    };
    analyse(&files, &paths, &[])
}
