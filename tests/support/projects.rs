//! Little projects in memory, made of modules whose headers say where they belong.

#![allow(dead_code, reason = "each test crate uses a part of it")]

use std::path::PathBuf;

use fretsaw::semantics::{Analysis, MemoryFiles, analyse};

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
        let mut path = PathBuf::from("/project");
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
    let mut files = MemoryFiles::default();
    for module in modules {
        files.insert(module.path(), module.text.as_bytes());
    }
    let paths = match ask {
        Ask::Files => modules.iter().map(Module::path).collect(),
        Ask::Folder => vec![PathBuf::from("/project")],
    };
    analyse(&files, &paths, &[])
}
