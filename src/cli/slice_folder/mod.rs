//! The folder that a slice is written to: it holds one slice, and what is there besides stays as it is.
//!
//! `list` knows which files are those of an earlier slice: what its settings list, as long as it has the checksum that
//! we noted. `standing` sees to it that nothing is reached through a link, and `exchange` puts the files of a slice in
//! the place of the earlier ones, or leaves all as it was; they wait in a folder of `aside`.

mod aside;
mod exchange;
mod list;
mod standing;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostics::Sources;
use crate::disk::Disk;
use crate::semantics::load;
use crate::semantics::load::CONFIG_NAME;
use crate::slice::rewrite::SlicedFile;
use exchange::Exchange;
use list::{Item, Settings};
use standing::Standing;

/// Why a slice is not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotWritten {
    #[error("`{}` cannot be written: {error}", path.display())]
    Failed { path: PathBuf, error: io::Error },
    #[error(
        "`{}` cannot be written, because `{}` is no folder\n  help: name another folder with `--output`",
        path.display(),
        file.display()
    )]
    NoFolder { path: PathBuf, file: PathBuf },
    #[error(
        "`{}` is a link, and slices are neither written nor replaced through links\n  help: name another folder with `--output`",
        path.display()
    )]
    Linked { path: PathBuf },
    #[error(
        "`{}` would no longer find its modules, because a slice has settings of its own, for its folder\n  help: name another folder with `--output`",
        path.display()
    )]
    BesideOthers { path: PathBuf },
    #[error(
        "the slice would be written over `{}`, which it is made of\n  help: name another folder with `--output`",
        path.display()
    )]
    OverSources { path: PathBuf },
    #[error(
        "the slice would be written over `{}`, which is not of an earlier slice\n  help: name another folder with `--output`",
        path.display()
    )]
    OverOthers { path: PathBuf },
    #[error(
        "the slice would replace `{}`, which is not as the earlier slice wrote it\n  help: keep it elsewhere and remove it there, or name another folder with `--output`",
        path.display()
    )]
    OverChanges { path: PathBuf },
    #[error(
        "the slice would be written over the settings in `{}`\n  help: name another folder with `--output`",
        path.display()
    )]
    OverSettings { path: PathBuf },
    #[error(
        "`{}` lists the files of an earlier slice without checksums, so that nobody knows whether they are as they were written\n  help: remove the earlier slice, or name another folder with `--output`",
        path.display()
    )]
    WithoutChecksums { path: PathBuf },
}

/// What became of a folder.
pub(super) struct Written {
    /// The files of the slice.
    pub(super) files: Vec<PathBuf>,
    /// Test modules of another slice that were there before, and are gone.
    pub(super) replaced: Vec<PathBuf>,
}

/// Writes a slice in place of one that was there before.
pub(super) fn write(
    folder: &Path,
    sliced: &[SlicedFile],
    sources: &Sources,
) -> Result<Written, NotWritten> {
    let folder = standing::plain(folder);
    let earlier = listed(&folder)?;
    let known = earlier.as_deref().unwrap_or_default();
    let paths = known.iter().map(|item| &item.path);
    for path in paths.chain(sliced.iter().map(|file| &file.path)) {
        refuse_foreign(&folder, path, known, sources)?;
    }
    if earlier.is_none() {
        refuse_beside_others(&folder)?;
    }
    let exchange = Exchange {
        folder: &folder,
        earlier: earlier.as_deref(),
        sliced,
    };
    exchange.run()?;
    let is_test = |path: &PathBuf| path.extension().is_some_and(|it| it == "tebl");
    let gone = exchange.gone().map(|path| folder.join(path));
    Ok(Written {
        replaced: gone.filter(is_test).collect(),
        files: sliced.iter().map(|file| folder.join(&file.path)).collect(),
    })
}

/// What the settings in a folder list; none where there are no settings. Those of others, and what cannot be read,
/// stay.
fn listed(folder: &Path) -> Result<Option<Vec<Item>>, NotWritten> {
    let path = folder.join(CONFIG_NAME);
    match standing::below(folder, Path::new(CONFIG_NAME)) {
        Ok(Standing::Nothing) => return Ok(None),
        Ok(_) => {}
        Err(NotWritten::Linked { path: link }) if link == path => {
            return Err(NotWritten::OverSettings { path });
        }
        Err(why) => return Err(why),
    }
    match standing::bytes(&path).map(|bytes| list::read(&bytes)) {
        Some(Settings::Ours(items)) => Ok(Some(items)),
        Some(Settings::Older) => Err(NotWritten::WithoutChecksums { path }),
        Some(Settings::Foreign) | None => Err(NotWritten::OverSettings { path }),
    }
}

/// What stands at the place of a file must be nothing, or what an earlier slice wrote.
fn refuse_foreign(
    folder: &Path,
    relative: &Path,
    earlier: &[Item],
    sources: &Sources,
) -> Result<(), NotWritten> {
    let path = folder.join(relative);
    if is_source(&path, sources) {
        return Err(NotWritten::OverSources { path });
    }
    if standing::below(folder, relative)? == Standing::Nothing {
        return Ok(());
    }
    let checksums = checksums(earlier, relative);
    if checksums.is_empty() {
        Err(NotWritten::OverOthers { path })
    } else if standing::has_checksum(&path, &checksums) {
        Ok(())
    } else {
        Err(NotWritten::OverChanges { path })
    }
}

/// The checksums that a file of an earlier slice may have: two where a slice was interrupted.
fn checksums<'i>(items: &'i [Item], path: &Path) -> Vec<&'i str> {
    let of_path = items.iter().filter(|item| item.path == path);
    of_path.map(|item| item.checksum.as_str()).collect()
}

/// Settings in a folder hide those above it. That would be the end of other modules in it that need these.
fn refuse_beside_others(folder: &Path) -> Result<(), NotWritten> {
    let Ok(above) = folder.canonicalize() else {
        return Ok(());
    };
    let mut above = above.ancestors().skip(1);
    if !above.any(|above| above.join(CONFIG_NAME).is_file()) {
        return Ok(());
    }
    match load::list(&Disk, folder).files.into_iter().next() {
        Some(path) => Err(NotWritten::BesideOthers { path }),
        None => Ok(()),
    }
}

/// Whether a file is one of those that were read, by whatever name.
fn is_source(path: &Path, sources: &Sources) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    let mut sources = sources.iter().map(|(_, file)| file.path().canonicalize());
    sources.any(|source| source.is_ok_and(|source| source == path))
}

/// Makes a folder and those above it, and notes which.
fn make_folder(folder: &Path, made: &mut Vec<PathBuf>) -> Result<(), NotWritten> {
    let above = folder.ancestors().filter(|it| !it.as_os_str().is_empty());
    let missing: Vec<&Path> = above.take_while(|it| !it.is_dir()).collect();
    for missing in missing.into_iter().rev() {
        if missing.exists() {
            let (path, file) = (folder.to_owned(), missing.to_owned());
            return Err(NotWritten::NoFolder { path, file });
        }
        fs::create_dir(missing).map_err(|error| failed(missing, error))?;
        made.push(missing.to_owned());
    }
    Ok(())
}

/// Removes those of some folders that nobody has anything in.
fn remove_empty(folders: impl Iterator<Item = impl AsRef<Path>>) {
    for folder in folders {
        // Some systems would remove a link as well.
        if fs::symlink_metadata(&folder).is_ok_and(|it| it.is_dir()) {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn failed(path: &Path, error: io::Error) -> NotWritten {
    let path = path.to_owned();
    NotWritten::Failed { path, error }
}
