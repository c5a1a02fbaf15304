//! Reading files and everything they import, each file once.
//!
//! A module `a.b.Name` is the file `a/b/Name.ebl` under the base folder of whoever imports it, or under a root. The
//! base folder of a file is found by walking up from it as long as the folders' names are the packages of its own
//! module's name, be its path relative or absolute. Nothing outside the base folder and the roots is read for an
//! import, neither by `..` nor through a link.

mod config;
mod files;
mod folder;
mod loader;
mod location;
mod near;
mod reader;

use std::path::PathBuf;

use smol_str::SmolStr;

use crate::diagnostics::{Diagnostic, FileId, Sources, Span};
use crate::syntax::Parse;

pub use config::{BadConfig, CONFIG_NAME, SLICE_MARK, is_slice, roots_of};
pub use files::{FileSystem, KeptFile, MemoryFiles, Metadata};
pub use folder::{Listing, kind_of, list};
pub use loader::{load, read_and_parse};
pub use reader::{LARGEST_FILE, ReadError, read_text};

/// What was asked for, with all that it imports.
#[derive(Debug)]
pub struct Workspace {
    /// The texts.
    pub sources: Sources,
    /// The modules, in the order in which they were found.
    pub modules: Vec<LoadedModule>,
    /// What went wrong with reading, imports and the texts themselves.
    pub diagnostics: Vec<Diagnostic>,
    /// Whether a whole folder was asked for, so that something that nothing uses is really unused.
    pub whole_folder: bool,
    /// Whether there are further folders in which modules are found.
    pub has_roots: bool,
}

/// A file that was read.
#[derive(Debug)]
pub struct LoadedModule {
    /// The file.
    pub file: FileId,
    /// Its tree.
    pub parse: Parse,
    /// The dotted name that it declares; empty where it declares none.
    pub name: SmolStr,
    /// Its file by an absolute path.
    pub path: PathBuf,
    /// The folder below which its file has the name that it declares; none where the file is called otherwise.
    pub named_below: Option<PathBuf>,
    /// Its imports, in order.
    pub imports: Vec<LoadedImport>,
    /// It was asked for, not only imported.
    pub requested: bool,
}

/// `import a.b.Name`
#[derive(Debug)]
pub struct LoadedImport {
    /// The dotted name.
    pub name: SmolStr,
    /// Where the name stands.
    pub span: Span,
    /// The whole declaration.
    pub whole: Span,
    /// The module it leads to, as an index into the workspace's modules.
    pub target: Option<usize>,
}

/// What to load.
#[derive(Debug, Clone, Default)]
pub struct Request {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// Further folders in which modules are found.
    pub roots: Vec<PathBuf>,
}
