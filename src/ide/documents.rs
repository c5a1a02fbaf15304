//! The texts that an editor has open, laid over the files of the disk, and trees of both that are kept until they
//! change.

use std::collections::BTreeMap;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::SystemTime;

use rustc_hash::FxHashMap;

use crate::semantics::load::{KeptFile, ReadError, read_and_parse};
use crate::semantics::{FileSystem, Metadata};
use crate::syntax::{FileKind, Parse, parse, reparse};

/// A source of files that several threads may read.
pub type SharedFiles = Arc<dyn FileSystem + Send + Sync>;

/// An open text.
#[derive(Debug)]
pub struct Document {
    text: Arc<str>,
    version: i32,
    /// A text is only ever open as one of both, so one tree is enough.
    parse: OnceLock<(FileKind, Parse)>,
    /// The last text before this one that has a tree.
    before: Option<Before>,
}

/// A text that was edited, with its tree.
#[derive(Debug, Clone)]
struct Before {
    text: Arc<str>,
    kind: FileKind,
    parse: Parse,
}

impl Document {
    /// A text with the number that the editor gives it.
    pub fn new(text: impl Into<Arc<str>>, version: i32) -> Document {
        Document {
            text: text.into(),
            version,
            parse: OnceLock::new(),
            before: None,
        }
    }

    /// The same with another text, whose tree may have much in common with the tree of this one.
    pub(super) fn edited(&self, text: String, version: i32) -> Document {
        let before = self.parse.get().map(|(kind, parse)| Before {
            text: Arc::clone(&self.text),
            kind: *kind,
            parse: parse.clone(),
        });
        Document {
            before: before.or_else(|| self.before.clone()),
            ..Document::new(text, version)
        }
    }

    /// The text.
    pub fn text(&self) -> &Arc<str> {
        &self.text
    }

    /// The number that the editor gives it.
    pub fn version(&self) -> i32 {
        self.version
    }

    /// The text and its tree, which is made when it is first asked for.
    pub(super) fn kept(&self, kind: FileKind) -> KeptFile {
        let (known, tree) = self.parse.get_or_init(|| (kind, self.read(kind)));
        let parse = if *known == kind {
            tree.clone()
        } else {
            parse(&self.text, kind)
        };
        KeptFile {
            text: Arc::clone(&self.text),
            parse,
        }
    }

    fn read(&self, kind: FileKind) -> Parse {
        let before = self.before.as_ref().filter(|before| before.kind == kind);
        before
            .and_then(|before| reparse(&before.parse, &before.text, &self.text, kind))
            .unwrap_or_else(|| parse(&self.text, kind))
    }
}

/// Replaces a part of a text. A range outside of it, or within a character, is brought to what is there.
pub(super) fn replace(text: &mut String, range: Range<usize>, with: &str) {
    let end = text.floor_char_boundary(range.end.min(text.len()));
    let start = text.floor_char_boundary(range.start.min(end));
    text.replace_range(start..end, with);
}

/// When a file was last written, and how long it was then.
pub(super) type Stamp = (Option<SystemTime>, u64);

/// When a file was last written; none where it cannot be found.
pub(super) fn stamp_of(disk: &dyn FileSystem, path: &Path) -> Option<Stamp> {
    disk.metadata(path).ok().map(|it| (it.modified, it.length))
}

/// Trees of files on disk, each as long as its file stays the same.
#[derive(Debug, Default)]
pub(super) struct KeptTrees {
    trees: Mutex<FxHashMap<PathBuf, (Stamp, KeptFile)>>,
}

impl KeptTrees {
    fn read(
        &self,
        disk: &dyn FileSystem,
        path: &Path,
        kind: FileKind,
    ) -> Result<KeptFile, ReadError> {
        let stamp = stamp_of(disk, path);
        if let Some((known, kept)) = self.lock().get(path)
            && Some(*known) == stamp
        {
            return Ok(kept.clone());
        }
        let read = read_and_parse(disk, path, kind);
        match (&read, stamp) {
            (Ok(kept), Some(stamp @ (Some(_), _))) => {
                self.lock().insert(path.to_owned(), (stamp, kept.clone()));
            }
            _ => {
                self.lock().remove(path);
            }
        }
        read
    }

    /// The files that trees are kept of, as they were when they were read.
    pub(super) fn stamps(&self) -> Vec<(PathBuf, Option<Stamp>)> {
        let trees = self.lock();
        let stamps = trees.iter();
        let stamps = stamps.map(|(path, (stamp, _))| (path.clone(), Some(*stamp)));
        stamps.collect()
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, FxHashMap<PathBuf, (Stamp, KeptFile)>> {
        self.trees.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The files of the disk with the open texts in their place.
#[derive(Clone)]
pub(super) struct Overlay {
    pub(super) disk: SharedFiles,
    pub(super) trees: Arc<KeptTrees>,
    pub(super) open: Arc<BTreeMap<PathBuf, Arc<Document>>>,
}

impl FileSystem for Overlay {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.open.get(path) {
            Some(document) => Ok(document.text.as_bytes().to_vec()),
            None => self.disk.read(path),
        }
    }

    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.open.get(path) {
            Some(document) => Ok(Metadata {
                is_folder: false,
                is_file: true,
                length: document.text.len() as u64,
                modified: None,
            }),
            None => self.disk.metadata(path),
        }
    }

    fn entries(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut entries = self.disk.entries(folder)?;
        let open = self.open.keys();
        let inside = open.filter(|path| path.parent() == Some(folder));
        let unsaved: Vec<&PathBuf> = inside.filter(|path| !entries.contains(path)).collect();
        entries.extend(unsaved.into_iter().cloned());
        Ok(entries)
    }

    /// A text that was never saved has no path of its own on disk, but its folder has.
    fn canonical(&self, path: &Path) -> io::Result<PathBuf> {
        let found = self.disk.canonical(path);
        if found.is_ok() || !self.open.contains_key(path) {
            return found;
        }
        let folder = path.parent().map(|folder| self.disk.canonical(folder));
        match (folder, path.file_name()) {
            (Some(Ok(folder)), Some(name)) => Ok(folder.join(name)),
            _ => Ok(path.to_owned()),
        }
    }

    fn kept(&self, path: &Path, kind: FileKind) -> Option<Result<KeptFile, ReadError>> {
        Some(match self.open.get(path) {
            Some(document) => Ok(document.kept(kind)),
            None => self.trees.read(self.disk.as_ref(), path, kind),
        })
    }
}
