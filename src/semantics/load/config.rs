//! `fretsaw.toml`: the settings of the project that a file belongs to.

use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::FileSystem;

/// The name of the file.
const FILE_NAME: &str = "fretsaw.toml";

/// What it says.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    /// Folders in which modules are found, relative to the file's own.
    #[serde(default)]
    pub roots: Vec<PathBuf>,
}

/// A configuration that could not be read.
#[derive(Debug, Clone)]
pub(super) struct BadConfig {
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
pub(super) fn roots_of(files: &dyn FileSystem, folder: &Path) -> Result<Vec<PathBuf>, BadConfig> {
    for above in folder.ancestors() {
        let path = above.join(FILE_NAME);
        if files.metadata(&path).is_ok_and(|metadata| metadata.is_file) {
            return read(files, &path).map(|config| absolute(above, config.roots));
        }
    }
    Ok(Vec::new())
}

fn absolute(folder: &Path, roots: Vec<PathBuf>) -> Vec<PathBuf> {
    roots.into_iter().map(|root| folder.join(root)).collect()
}

fn read(files: &dyn FileSystem, path: &Path) -> Result<Config, BadConfig> {
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
    toml::from_str(&text).map_err(|error| {
        let range = error.span().unwrap_or(0..0);
        bad(text.clone(), range, error.message().to_owned())
    })
}
