//! Files that nobody tells us about: what was read is looked at again now and then.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::documents::{KeptTrees, SharedFiles, Stamp, stamp_of};
use crate::semantics::load::CONFIG_NAME;

/// The files that the texts of an editor depend on.
pub(super) struct Watched {
    pub(super) disk: SharedFiles,
    pub(super) trees: Arc<KeptTrees>,
    folders: Mutex<Vec<PathBuf>>,
}

impl Watched {
    pub(super) fn new(disk: SharedFiles, trees: Arc<KeptTrees>) -> Watched {
        Watched {
            disk,
            trees,
            folders: Mutex::default(),
        }
    }

    pub(super) fn set_folders(&self, folders: Vec<PathBuf>) {
        *self.folders.lock().unwrap_or_else(PoisonError::into_inner) = folders;
    }

    fn folders(&self) -> Vec<PathBuf> {
        let folders = self.folders.lock();
        folders.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

/// Looks at files again and again.
pub struct Watcher {
    watched: Arc<Watched>,
    /// What is in the folders of the editor is watched by the editor.
    only_outside: bool,
    seen: FxHashMap<PathBuf, Option<Stamp>>,
}

impl Watcher {
    pub(super) fn new(watched: Arc<Watched>, only_outside: bool) -> Watcher {
        Watcher {
            watched,
            only_outside,
            seen: FxHashMap::default(),
        }
    }

    /// Whether a file has changed since it was read or last looked at.
    pub fn has_changed(&mut self) -> bool {
        let folders = self.watched.folders();
        let is_told = |path: &Path| self.only_outside && is_within(path, &folders);
        let mut known: Vec<(PathBuf, Option<Stamp>)> = self.watched.trees.stamps();
        known.retain(|(path, _)| !is_told(path));
        // Settings are looked for in every folder above.
        let above = folders.iter().flat_map(|folder| folder.ancestors());
        let settings = above.map(|folder| folder.join(CONFIG_NAME));
        let settings: Vec<PathBuf> = settings.filter(|path| !is_told(path)).collect();
        let mut has_changed = false;
        for (path, read) in known {
            let now = stamp_of(self.watched.disk.as_ref(), &path);
            has_changed |= self.seen.insert(path, now).unwrap_or(read) != now;
        }
        for path in settings {
            let now = stamp_of(self.watched.disk.as_ref(), &path);
            has_changed |= self.seen.insert(path, now).unwrap_or(now) != now;
        }
        has_changed
    }
}

fn is_within(path: &Path, folders: &[PathBuf]) -> bool {
    folders.iter().any(|folder| path.starts_with(folder))
}
