//! `fretsaw.toml`: the settings of the project that a file belongs to.

use std::path::{Path, PathBuf};

use serde::Deserialize;
use toml::Spanned;

use super::{FileSystem, read_text};

/// The name of the file.
pub const CONFIG_NAME: &str = "fretsaw.toml";

/// How the settings in the folder of a slice begin, which mark it as one.
pub const SLICE_MARK: &str =
    "# A slice is complete: nothing is looked up outside of this folder.\n";

/// What it says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    /// Folders in which modules are found, relative to the file's own.
    #[serde(default)]
    roots: Vec<Spanned<PathBuf>>,
}

/// A configuration that could not be read.
#[derive(Debug, Clone)]
pub struct BadConfig {
    /// Its file.
    pub path: PathBuf,
    /// Its text, as far as there is one.
    pub text: String,
    /// Where in the text, in bytes.
    pub range: std::ops::Range<usize>,
    /// What is wrong.
    pub message: String,
}

/// The roots that the nearest configuration in or above a folder lists.
pub fn roots_of(files: &dyn FileSystem, folder: &Path) -> Result<Vec<PathBuf>, BadConfig> {
    for above in folder.ancestors() {
        let path = above.join(CONFIG_NAME);
        if files.metadata(&path).is_ok_and(|metadata| metadata.is_file) {
            return read(files, &path);
        }
    }
    Ok(Vec::new())
}

/// The roots that a configuration lists. Each must be a folder.
fn read(files: &dyn FileSystem, path: &Path) -> Result<Vec<PathBuf>, BadConfig> {
    let bad = |text: String, range, message| BadConfig {
        path: path.to_owned(),
        text,
        range,
        message,
    };
    let bytes = files
        .read(path)
        .map_err(|error| bad(String::new(), 0..0, error.to_string()))?;
    let text =
        String::from_utf8(bytes).map_err(|error| bad(String::new(), 0..0, error.to_string()))?;
    let config: Config = toml::from_str(&text).map_err(|error| {
        let range = error.span().unwrap_or(0..0);
        bad(text.clone(), range, error.message().to_owned())
    })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut roots = Vec::new();
    for root in config.roots {
        let found = folder.join(root.get_ref());
        if !is_folder(files, &found) {
            let message = format!("there is no folder `{}`", root.get_ref().display());
            return Err(bad(text, root.span(), message));
        }
        roots.push(found);
    }
    Ok(roots)
}

/// Whether a folder holds a slice, by the settings in it.
pub fn is_slice(files: &dyn FileSystem, folder: &Path) -> bool {
    let text = read_text(files, &folder.join(CONFIG_NAME));
    let first = text.as_ref().ok().and_then(|text| text.lines().next());
    first == Some(SLICE_MARK.trim_end())
}

/// Whether a path leads to a folder.
pub(super) fn is_folder(files: &dyn FileSystem, path: &Path) -> bool {
    files
        .metadata(path)
        .is_ok_and(|metadata| metadata.is_folder)
}
