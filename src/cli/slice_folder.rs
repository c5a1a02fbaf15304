//! The folder that a slice is written to: it holds one slice, and what is there besides stays as it is.
//!
//! The files are written aside first, and moved to their places once nothing can stand in the way any more: where a slice cannot be written, the
//! one before it is still there.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use tempfile::TempDir;

use crate::diagnostics::Sources;
use crate::disk::Disk;
use crate::semantics::load::{CONFIG_NAME, list};
use crate::slice::rewrite::SlicedFile;

/// What is said in the settings of the folder of a slice: without them, modules would be found in the folders of the project, too.
const SETTINGS: &str =
    "# A slice is complete: nothing is looked up outside of this folder.\nroots = []\n";
/// It also lists what we wrote, so that the next slice removes that and nothing else.
const LIST: &str = "\n# The files of the slice, which the next one replaces:\n";
const ITEM: &str = "#   ";

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
        "the slice would be written over the settings in `{}`\n  help: name another folder with `--output`",
        path.display()
    )]
    OverSettings { path: PathBuf },
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
    let settings = folder.join(CONFIG_NAME);
    let known = fs::read_to_string(&settings).ok();
    let is_first = known.is_none();
    let earlier = known.map_or(Some(Vec::new()), |text| listed(&text));
    let earlier = earlier.ok_or(NotWritten::OverSettings { path: settings })?;
    let earlier: Vec<PathBuf> = earlier.iter().map(|file| folder.join(file)).collect();
    let paths: Vec<PathBuf> = sliced.iter().map(|file| folder.join(&file.path)).collect();
    for path in paths.iter().chain(&earlier) {
        if is_source(path, sources) {
            let path = path.clone();
            return Err(NotWritten::OverSources { path });
        }
    }
    if let Some(path) = paths.iter().find(|it| it.exists() && !earlier.contains(it)) {
        let path = path.clone();
        return Err(NotWritten::OverOthers { path });
    }
    if is_first {
        refuse_beside_others(folder)?;
    }
    replace(folder, sliced, (&earlier, &paths))?;
    let is_test = |path: &PathBuf| path.extension().is_some_and(|it| it == "tebl");
    let gone = earlier.into_iter().filter(|it| !paths.contains(it));
    Ok(Written {
        replaced: gone.filter(is_test).collect(),
        files: paths,
    })
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
    match list(&Disk, folder).files.into_iter().next() {
        Some(path) => Err(NotWritten::BesideOthers { path }),
        None => Ok(()),
    }
}

/// Puts the files of a slice in the place of those of an earlier one. Folders that were made for nothing are taken away again.
fn replace(
    folder: &Path,
    sliced: &[SlicedFile],
    (earlier, paths): (&[PathBuf], &[PathBuf]),
) -> Result<(), NotWritten> {
    let mut made = Vec::new();
    let folders = paths.iter().filter_map(|path| path.parent());
    let aside = std::iter::once(folder)
        .chain(folders)
        .try_for_each(|folder| make_folder(folder, &mut made))
        .and_then(|()| write_aside(folder, sliced))
        .inspect_err(|_| remove_empty(made.iter().rev()))?;
    let settings = folder.join(CONFIG_NAME);
    // The list comes first: whatever happens afterwards, the next slice knows what is there.
    let inside = |path: &PathBuf| path.strip_prefix(folder).map(Path::to_owned).ok();
    let all: BTreeSet<PathBuf> = earlier.iter().chain(paths).filter_map(inside).collect();
    write_file(&settings, &settings_with(all.iter().map(PathBuf::as_path)))?;
    for (index, path) in paths.iter().enumerate() {
        let moved = fs::rename(aside.path().join(index.to_string()), path);
        moved.map_err(|error| failed(path, error))?;
    }
    for path in earlier.iter().filter(|it| !paths.contains(it)) {
        remove(folder, path)?;
    }
    let files = sliced.iter().map(|file| file.path.as_path());
    write_file(&settings, &settings_with(files))
}

/// The texts of a slice in a folder beside their places, by their numbers.
fn write_aside(folder: &Path, sliced: &[SlicedFile]) -> Result<TempDir, NotWritten> {
    let aside = tempfile::Builder::new().prefix(".slice").tempdir_in(folder);
    let aside = aside.map_err(|error| failed(folder, error))?;
    for (index, file) in sliced.iter().enumerate() {
        write_file(&aside.path().join(index.to_string()), &file.text)?;
    }
    Ok(aside)
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

fn failed(path: &Path, error: io::Error) -> NotWritten {
    let path = path.to_owned();
    NotWritten::Failed { path, error }
}

/// The settings of a slice with the list of its files.
fn settings_with<'p>(files: impl Iterator<Item = &'p Path>) -> String {
    let files = files.map(|file| {
        let parts: Vec<_> = file.iter().map(|part| part.to_string_lossy()).collect();
        format!("{ITEM}{}\n", parts.join("/"))
    });
    [SETTINGS.to_owned(), LIST.to_owned()]
        .into_iter()
        .chain(files)
        .collect()
}

/// The files that the settings of an earlier slice list; none where they are not ours.
fn listed(settings: &str) -> Option<Vec<PathBuf>> {
    let list = settings.strip_prefix(SETTINGS)?.strip_prefix(LIST)?;
    let files = list.lines().map(|line| {
        let file = PathBuf::from(line.strip_prefix(ITEM)?);
        let mut parts = file.components();
        let is_inside = parts.all(|part| matches!(part, Component::Normal(_)));
        is_inside.then_some(file)
    });
    files.collect()
}

/// Whether a file is one of those that were read, by whatever name.
fn is_source(path: &Path, sources: &Sources) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    let mut sources = sources.iter().map(|(_, file)| file.path().canonicalize());
    sources.any(|source| source.is_ok_and(|source| source == path))
}

/// Removes a file of an earlier slice, with the folders that are empty then: modules that this slice does not have would seem to belong to it.
fn remove(folder: &Path, path: &Path) -> Result<(), NotWritten> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failed(path, error)),
        _ => {
            let above = path.ancestors().skip(1);
            remove_empty(above.take_while(|above| *above != folder));
            Ok(())
        }
    }
}

/// Removes those of some folders that nobody has anything in.
fn remove_empty(folders: impl Iterator<Item = impl AsRef<Path>>) {
    for folder in folders {
        let _ = fs::remove_dir(folder);
    }
}

fn write_file(path: &Path, text: &str) -> Result<(), NotWritten> {
    fs::write(path, text).map_err(|error| failed(path, error))
}
