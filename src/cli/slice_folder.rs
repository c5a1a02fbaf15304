//! The folder that a slice is written to: it holds one slice, and never anybody's sources.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::diagnostics::Sources;
use crate::slice::rewrite::SlicedFile;
use crate::syntax::FileKind;

/// What is said in the settings of the folder of a slice: without them, modules would be found in the folders of the project, too.
/// It also tells that the folder was written by us.
const SETTINGS: &str =
    "# A slice is complete: nothing is looked up outside of this folder.\nroots = []\n";

/// Why a slice is not written.
#[derive(Debug, thiserror::Error)]
pub(super) enum NotWritten {
    #[error("`{}` cannot be written: {error}", path.display())]
    Failed { path: PathBuf, error: io::Error },
    #[error(
        "the slice would be written over `{}`, which it is made of\n  help: name another folder with `--output`",
        path.display()
    )]
    OverSources { path: PathBuf },
    #[error(
        "the slice would be written over the settings in `{}`\n  help: name another folder with `--output`",
        path.display()
    )]
    OverSettings { path: PathBuf },
}

/// Writes a slice in place of one that was there before, and tells where its files are.
pub(super) fn write(
    folder: &Path,
    sliced: &[SlicedFile],
    sources: &Sources,
) -> Result<Vec<PathBuf>, NotWritten> {
    let settings = folder.join("fretsaw.toml");
    let paths: Vec<PathBuf> = sliced.iter().map(|file| folder.join(&file.path)).collect();
    if let Some(path) = paths.iter().find(|path| is_source(path, sources)) {
        let path = path.clone();
        return Err(NotWritten::OverSources { path });
    }
    match fs::read_to_string(&settings) {
        Ok(text) if text == SETTINGS => remove_modules(folder)?,
        Ok(_) => return Err(NotWritten::OverSettings { path: settings }),
        Err(_) => {}
    }
    for (file, path) in sliced.iter().zip(&paths) {
        write_file(path, &file.text)?;
    }
    write_file(&settings, SETTINGS)?;
    Ok(paths)
}

/// Whether a file is one of those that were read, by whatever name.
fn is_source(path: &Path, sources: &Sources) -> bool {
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    let mut sources = sources.iter().map(|(_, file)| file.path().canonicalize());
    sources.any(|source| source.is_ok_and(|source| source == path))
}

/// Removes what an earlier slice left: modules that this one does not have would seem to belong to it.
fn remove_modules(folder: &Path) -> Result<(), NotWritten> {
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |error| NotWritten::Failed { path, error }
    };
    for entry in fs::read_dir(folder).map_err(failed(folder))? {
        let path = entry.map_err(failed(folder))?.path();
        let kind = path.extension().and_then(|extension| extension.to_str());
        if path.is_dir() && !path.is_symlink() {
            remove_modules(&path)?;
            // A folder that somebody else has something in stays.
            let _ = fs::remove_dir(&path);
        } else if kind.and_then(FileKind::of_extension).is_some() {
            fs::remove_file(&path).map_err(failed(&path))?;
        }
    }
    Ok(())
}

fn write_file(path: &Path, text: &str) -> Result<(), NotWritten> {
    let folder = path.parent().unwrap_or(Path::new(""));
    fs::create_dir_all(folder)
        .and_then(|()| fs::write(path, text))
        .map_err(|error| NotWritten::Failed {
            path: path.to_owned(),
            error,
        })
}
