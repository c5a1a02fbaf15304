//! Where files come from. Real ones are read at the edge of the program; tests and editors have theirs in memory.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use super::ReadError;
use crate::syntax::{FileKind, Parse};

/// A source of files.
pub trait FileSystem {
    /// The bytes of a file.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// What a path leads to.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;
    /// The paths directly in a folder.
    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;
    /// The one true path of a file or folder, links followed.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf>;
    /// The text and tree of a file, where the source keeps trees of what it has read before; none where it keeps
    /// nothing.
    fn kept(&self, _path: &Path, _kind: FileKind) -> Option<Result<KeptFile, ReadError>> {
        None
    }
}

/// A text and its tree.
#[derive(Debug, Clone)]
pub struct KeptFile {
    /// The text.
    pub text: Arc<str>,
    /// Its tree.
    pub parse: Parse,
}

/// What a path leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Metadata {
    /// A folder, not a file.
    pub is_folder: bool,
    /// Something that can be read to its end: neither a folder nor a device or pipe.
    pub is_file: bool,
    /// How many bytes a file has.
    pub length: u64,
    /// When it was last written, if that is known.
    pub modified: Option<SystemTime>,
}

/// Files in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryFiles {
    files: BTreeMap<PathBuf, Vec<u8>>,
}

impl MemoryFiles {
    /// Adds a file, or replaces it.
    pub fn insert(&mut self, path: impl Into<PathBuf>, text: impl Into<Vec<u8>>) {
        self.files.insert(normal(&path.into()), text.into());
    }
}

impl FileSystem for MemoryFiles {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.files
            .get(&normal(path))
            .cloned()
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let path = normal(path);
        if let Some(file) = self.files.get(&path) {
            return Ok(Metadata {
                is_folder: false,
                is_file: true,
                length: file.len() as u64,
                modified: None,
            });
        }
        let is_folder = self.files.keys().any(|file| file.starts_with(&path));
        let folder = Metadata {
            is_folder: true,
            is_file: false,
            length: 0,
            modified: None,
        };
        is_folder
            .then_some(folder)
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let folder = normal(folder);
        let mut entries: Vec<PathBuf> = Vec::new();
        for file in self.files.keys() {
            let Ok(rest) = file.strip_prefix(&folder) else {
                continue;
            };
            let Some(first) = rest.components().next() else {
                continue;
            };
            let entry = folder.join(first);
            if entries.last() != Some(&entry) {
                entries.push(entry);
            }
        }
        Ok(entries)
    }

    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        let path = normal(path);
        self.metadata(&path).map(|_| path)
    }
}

/// The path without `.` and `..`.
fn normal(path: &Path) -> PathBuf {
    let mut normal = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => {
                normal.pop();
            }
            other => normal.push(other),
        }
    }
    normal
}
