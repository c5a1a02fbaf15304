//! A folder in which the files of a slice wait for their turn, and what is left of such folders where a slice was
//! killed.
//!
//! Whoever works in one holds a lock on the list in it, which ends with the process, however that ends. Where nobody
//! holds it, the folder is removed if all in it is ours: named as we name things, with a checksum of the list.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

use tempfile::TempDir;

use super::list::{self, Item, Settings};
use super::standing;
use crate::semantics::load::CONFIG_NAME;

const PREFIX: &str = ".slice";
const LIST: &str = "list";

/// An empty folder tells nothing of whose it is; one that stays empty for so long is nobody's.
const LONG: Duration = Duration::from_hours(1);

/// A folder for the time being.
pub(super) struct Aside {
    /// Locked as long as this is used, and closed before the folder is removed.
    _list: File,
    folder: TempDir,
}

impl Aside {
    /// A new one below a folder, for files with these checksums.
    pub(super) fn new<'i>(
        below: &Path,
        items: impl Iterator<Item = &'i Item>,
    ) -> io::Result<Aside> {
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(below)?;
        let mut list = File::create_new(folder.path().join(LIST))?;
        // Where files cannot be locked nobody gets a lock later on, and the folder stays if we are killed.
        let _ = list.try_lock();
        list.write_all(list::write(items).as_bytes())?;
        Ok(Aside {
            _list: list,
            folder,
        })
    }

    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }

    /// A file that is written, by its number.
    pub(super) fn new_file(&self, number: usize) -> PathBuf {
        self.path().join(format!("new{number}"))
    }

    /// A file that was moved away, by its number.
    pub(super) fn old_file(&self, number: usize) -> PathBuf {
        self.path().join(format!("old{number}"))
    }

    /// Leaves it where it is, for good: without its list nobody takes it for something that can go.
    pub(super) fn keep(self) {
        let _ = fs::remove_file(self.path().join(LIST));
        let _ = self.folder.keep();
    }
}

/// Removes what killed slices left below a folder.
pub(super) fn remove_abandoned(below: &Path) {
    let entries = fs::read_dir(below).into_iter().flatten().flatten();
    let named = entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(PREFIX));
    for entry in named {
        let path = entry.path();
        // A link would lead elsewhere.
        if fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_dir()) {
            remove_if_abandoned(&path);
        }
    }
}

fn remove_if_abandoned(aside: &Path) {
    let Some(paths) = contents(aside) else {
        return;
    };
    if paths.is_empty() {
        if is_old(aside) {
            let _ = fs::remove_dir(aside);
        }
        return;
    }
    let list = aside.join(LIST);
    let Some(Settings::Ours(items)) = standing::bytes(&list).map(|bytes| list::read(&bytes)) else {
        return;
    };
    let Ok(lock) = File::open(&list) else {
        return;
    };
    if lock.try_lock().is_err() || !paths.iter().all(|path| is_ours(path, &items)) {
        return;
    }
    for path in paths.iter().filter(|path| **path != list) {
        let _ = fs::remove_file(path);
    }
    // The list is what makes the rest recognisable, so it goes last.
    drop(lock);
    let _ = fs::remove_file(&list);
    let _ = fs::remove_dir(aside);
}

/// What is in a folder; none where not all of it can be told.
fn contents(folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = fs::read_dir(folder).ok()?;
    entries.map(|entry| Some(entry.ok()?.path())).collect()
}

/// Whether a file of such a folder is what we put there.
fn is_ours(path: &Path, items: &[Item]) -> bool {
    let Some(bytes) = standing::bytes(path) else {
        return false;
    };
    let name = path.file_name().and_then(|name| name.to_str());
    match name.unwrap_or_default() {
        LIST => true,
        CONFIG_NAME => bytes.is_empty() || matches!(list::read(&bytes), Settings::Ours(_)),
        name if is_numbered(name) => {
            let checksum = list::checksum(&bytes);
            // There was no time to write more.
            bytes.is_empty() || items.iter().any(|item| item.checksum == checksum)
        }
        _ => false,
    }
}

/// Whether a name is `new` or `old` with a number.
fn is_numbered(name: &str) -> bool {
    let number = name
        .strip_prefix("new")
        .or_else(|| name.strip_prefix("old"));
    number.is_some_and(|number| number.parse::<usize>().is_ok())
}

fn is_old(path: &Path) -> bool {
    let modified = fs::symlink_metadata(path).and_then(|metadata| metadata.modified());
    let age = modified.ok().and_then(|modified| modified.elapsed().ok());
    age.is_some_and(|age| age > LONG)
}
