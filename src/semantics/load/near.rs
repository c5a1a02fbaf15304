//! The search for a module that is near one which was not found.

use std::path::{Path, PathBuf};

use super::FileSystem;
use super::config::is_slice;
use super::folder::kind_of;
use super::loader::{folder_or_here, relative_path};
use crate::diagnostics::most_similar;
use crate::syntax::FileKind;

/// Where to search.
pub(super) struct Search<'s> {
    pub(super) files: &'s dyn FileSystem,
    pub(super) places: &'s [PathBuf],
}

impl Search<'_> {
    /// A module of the same package with a name that is near, or one of the same name in a package nearby.
    pub(super) fn near(&self, name: &str) -> Option<String> {
        let (package, simple) = name.rsplit_once('.').unwrap_or(("", name));
        self.sibling(package, simple)
            .map(|sibling| join(package, &sibling))
            .or_else(|| self.in_other_package(package, simple))
    }

    fn sibling(&self, package: &str, simple: &str) -> Option<String> {
        let mut names = Vec::new();
        for entry in self.entries(package) {
            let is_module = kind_of(&entry) == Some(FileKind::Specification);
            names.extend(is_module.then(|| stem(&entry)).flatten());
        }
        most_similar(simple, names.iter().map(String::as_str)).map(str::to_owned)
    }

    /// The package itself may be misspelt, missing, or one too many: we look in those around it.
    fn in_other_package(&self, package: &str, simple: &str) -> Option<String> {
        let above = package.rsplit_once('.').map_or("", |(above, _)| above);
        let mut packages = vec![String::new(), above.to_owned()];
        for parent in ["", above, package] {
            let folders = self.entries(parent).into_iter();
            let folders = folders.filter(|entry| !is_slice(self.files, entry));
            let names = folders.filter(|entry| entry.extension().is_none());
            packages.extend(names.filter_map(|entry| Some(join(parent, &stem(&entry)?))));
        }
        let mut found: Vec<String> = packages
            .iter()
            .map(|package| join(package, simple))
            .filter(|name| self.exists(name))
            .collect();
        found.sort();
        found.dedup();
        // Of several we cannot tell which is meant.
        match found.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    fn entries(&self, package: &str) -> Vec<PathBuf> {
        let folder: PathBuf = package.split('.').filter(|part| !part.is_empty()).collect();
        let folders = self.places.iter().map(|place| place.join(&folder));
        let mut entries: Vec<PathBuf> = folders
            .flat_map(|folder| {
                self.files
                    .entries(folder_or_here(&folder))
                    .unwrap_or_default()
            })
            .collect();
        entries.sort();
        entries
    }

    fn exists(&self, name: &str) -> bool {
        let relative = relative_path(name);
        let mut places = self.places.iter();
        places.any(|place| is_file(self.files, &place.join(&relative)))
    }
}

/// Whether a path leads to a file.
pub(super) fn is_file(files: &dyn FileSystem, path: &Path) -> bool {
    files.metadata(path).is_ok_and(|metadata| metadata.is_file)
}

fn stem(path: &Path) -> Option<String> {
    path.file_stem()?.to_str().map(str::to_owned)
}

fn join(package: &str, name: &str) -> String {
    if package.is_empty() {
        name.to_owned()
    } else {
        format!("{package}.{name}")
    }
}
