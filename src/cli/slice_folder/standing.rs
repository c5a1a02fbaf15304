//! What stands at a place below a folder. Nothing there is reached through a link.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::NotWritten;
use super::list::checksum;
use crate::semantics::load::LARGEST_FILE;

/// What stands somewhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Standing {
    Nothing,
    Folder,
    File,
    /// A device, a pipe, or what cannot be looked at.
    Other,
}

/// What stands at a path below a folder, which must be no link, like all that leads there from the folder on.
pub(super) fn below(folder: &Path, path: &Path) -> Result<Standing, NotWritten> {
    let mut place = folder.to_owned();
    let mut standing = look(&place)?;
    for part in path {
        match standing {
            Standing::Folder => {}
            Standing::Nothing => return Ok(Standing::Nothing),
            Standing::File | Standing::Other => {
                let path = folder.join(path);
                return Err(NotWritten::NoFolder { path, file: place });
            }
        }
        place.push(part);
        standing = look(&place)?;
    }
    Ok(standing)
}

fn look(place: &Path) -> Result<Standing, NotWritten> {
    match fs::symlink_metadata(place) {
        Ok(metadata) if metadata.is_symlink() => {
            let path = place.to_owned();
            Err(NotWritten::Linked { path })
        }
        Ok(metadata) if metadata.is_dir() => Ok(Standing::Folder),
        Ok(metadata) if metadata.is_file() => Ok(Standing::File),
        Err(error) if is_absent(&error) => Ok(Standing::Nothing),
        Ok(_) | Err(_) => Ok(Standing::Other),
    }
}

fn is_absent(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
    )
}

/// The bytes of a file; none where it cannot be read, or is larger than anything that we write.
pub(super) fn bytes(path: &Path) -> Option<Vec<u8>> {
    let metadata = fs::symlink_metadata(path).ok()?;
    let is_readable = metadata.is_file() && metadata.len() <= LARGEST_FILE;
    is_readable.then(|| fs::read(path).ok()).flatten()
}

/// Whether a file has one of these checksums.
pub(super) fn has_checksum(path: &Path, checksums: &[&str]) -> bool {
    let found = bytes(path).map(|bytes| checksum(&bytes));
    found.is_some_and(|found| checksums.contains(&found.as_str()))
}

/// A path without `.` and without the `/` at its end, by which a link would be taken for what it leads to.
pub(super) fn plain(path: &Path) -> PathBuf {
    path.components().collect()
}
