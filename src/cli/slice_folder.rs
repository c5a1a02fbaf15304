//! The folder that a slice is written to: it holds one slice, and what is there besides stays as it is.

use std::fs;
use std::io;
use std::path::{Component, Path, PathBuf};

use crate::diagnostics::Sources;
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
    let settings = folder.join("fretsaw.toml");
    let earlier: Vec<PathBuf> = match fs::read_to_string(&settings) {
        Ok(text) => match listed(&text) {
            Some(files) => files.into_iter().map(|file| folder.join(file)).collect(),
            None => return Err(NotWritten::OverSettings { path: settings }),
        },
        Err(_) => Vec::new(),
    };
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
    for path in &earlier {
        remove(folder, path)?;
    }
    // The list comes first: whatever happens afterwards, the next slice knows what is there.
    write_file(&settings, &settings_with(sliced))?;
    for (file, path) in sliced.iter().zip(&paths) {
        write_file(path, &file.text)?;
    }
    let is_test = |path: &PathBuf| path.extension().is_some_and(|it| it == "tebl");
    let gone = earlier.into_iter().filter(|it| !paths.contains(it));
    Ok(Written {
        replaced: gone.filter(is_test).collect(),
        files: paths,
    })
}

/// The settings of a slice with the list of its files.
fn settings_with(sliced: &[SlicedFile]) -> String {
    let files = sliced.iter().map(|file| {
        let parts: Vec<_> = file
            .path
            .iter()
            .map(|part| part.to_string_lossy())
            .collect();
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
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(NotWritten::Failed {
            path: path.to_owned(),
            error,
        }),
        _ => {
            let above = path.ancestors().skip(1);
            for above in above.take_while(|above| *above != folder) {
                // A folder that somebody else has something in stays.
                let _ = fs::remove_dir(above);
            }
            Ok(())
        }
    }
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
