//! What a folder holds: all specifications and test modules below it.

use std::io;
use std::path::{Path, PathBuf};

use super::FileSystem;
use super::config::is_slice;
use crate::syntax::FileKind;

/// The specifications and test modules below a folder, and the folders that could not be looked into.
#[derive(Debug, Default)]
pub struct Listing {
    /// The files, in order of their paths.
    pub files: Vec<PathBuf>,
    /// The folders that refused, and why.
    pub refused: Vec<(PathBuf, io::Error)>,
}

/// The language that a path's extension tells.
pub fn kind_of(path: &Path) -> Option<FileKind> {
    FileKind::of_extension(path.extension()?.to_str()?)
}

/// All specifications and test modules below a folder. Links that lead out of it are not followed, links to folders
/// never (they could lead in circles), and hidden folders are not entered, nor folders of slices: what those ask has
/// been asked of the originals.
pub fn list(files: &dyn FileSystem, folder: &Path) -> Listing {
    let inside = files
        .canonical(folder)
        .unwrap_or_else(|_| folder.to_owned());
    let mut listing = Listing::default();
    let mut work = vec![folder.to_owned()];
    while let Some(folder) = work.pop() {
        match files.entries(&folder) {
            Err(error) => listing.refused.push((folder, error)),
            Ok(entries) => {
                for path in entries {
                    sort_entry(files, &folder, &inside, path, &mut listing.files, &mut work);
                }
            }
        }
    }
    listing.files.sort();
    listing.refused.sort_by(|(a, _), (b, _)| a.cmp(b));
    listing
}

fn sort_entry(
    files: &dyn FileSystem,
    folder: &Path,
    inside: &Path,
    path: PathBuf,
    found: &mut Vec<PathBuf>,
    work: &mut Vec<PathBuf>,
) {
    let Ok(metadata) = files.metadata(&path) else {
        return;
    };
    if metadata.is_folder {
        if !is_hidden(&path) && is_really_in(files, &path, folder) && !is_slice(files, &path) {
            work.push(path);
        }
    } else if metadata.is_file
        && kind_of(&path).is_some()
        && files
            .canonical(&path)
            .is_ok_and(|path| path.starts_with(inside))
    {
        found.push(path);
    }
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    name.is_some_and(|name| name.starts_with('.'))
}

/// Whether a folder is no link.
fn is_really_in(files: &dyn FileSystem, path: &Path, folder: &Path) -> bool {
    let canonical = (files.canonical(path), files.canonical(folder));
    matches!(canonical, (Ok(path), Ok(folder)) if path.parent() == Some(&folder))
}
