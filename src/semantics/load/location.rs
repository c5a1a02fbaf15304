//! Where a file stands: the folders around it tell the package of its module, however its path is written.

use std::path::{Component, Path, PathBuf};

use super::FileSystem;

/// The place of a module.
#[derive(Debug, Clone)]
pub(super) struct ModuleLocation {
    /// The folder under which its own package stands, as it is called in messages.
    pub(super) base: PathBuf,
    /// Where its file is a link: the folder under which the package of what it leads to stands, and the one in which
    /// that is.
    pub(super) behind_link: Option<(PathBuf, PathBuf)>,
    /// Its file by an absolute path.
    pub(super) file: PathBuf,
    /// The folder below which its file has its name, by an absolute path; none where the file is called otherwise.
    pub(super) named_below: Option<PathBuf>,
}

impl ModuleLocation {
    /// The place of a module with this name. Its file has a path as it was written, and one with all links followed:
    /// the one counts whose folders tell more of the name.
    pub(super) fn of(
        files: &dyn FileSystem,
        (path, canonical): (&Path, &Path),
        name: &str,
    ) -> ModuleLocation {
        let absolute = absolute(files, path);
        let named_below = named_below(&absolute, name).or_else(|| named_below(canonical, name));
        let ways = [path, &absolute, canonical].map(|path| base_folder(path, name));
        let [written, others @ ..] = ways;
        let nearest = others.into_iter().fold(written, |best, other| {
            if other.packages > best.packages {
                other
            } else {
                best
            }
        });
        ModuleLocation {
            base: nearest.folder,
            behind_link: behind_link(files, (&absolute, canonical), name),
            file: absolute,
            named_below,
        }
    }
}

/// See [`ModuleLocation::behind_link`].
fn behind_link(
    files: &dyn FileSystem,
    (absolute, canonical): (&Path, &Path),
    name: &str,
) -> Option<(PathBuf, PathBuf)> {
    let (written, real) = (files.canonical(absolute.parent()?), canonical.parent()?);
    let is_link = written.is_ok_and(|written| written != real);
    is_link.then(|| (base_folder(canonical, name).folder, real.to_owned()))
}

/// A path from the root, without `.` and `..`. The folder above a link is the one above what it leads to.
fn absolute(files: &dyn FileSystem, path: &Path) -> PathBuf {
    let mut absolute = PathBuf::new();
    if !path.is_absolute() {
        absolute = files.canonical(Path::new(".")).unwrap_or_default();
    }
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                absolute = files.canonical(&absolute).unwrap_or(absolute);
                absolute.pop();
            }
            other => absolute.push(other),
        }
    }
    absolute
}

/// A folder, and how many packages of a name lead there.
struct Base {
    folder: PathBuf,
    packages: usize,
}

/// The folder above those that are called like the packages of a module.
fn base_folder(path: &Path, name: &str) -> Base {
    let mut folder = path.parent().unwrap_or(Path::new("")).to_owned();
    let mut packages = 0;
    for package in name.rsplit('.').skip(1) {
        if !is_called(&folder, package) {
            break;
        }
        folder.pop();
        packages += 1;
    }
    Base { folder, packages }
}

/// What is left of `x/a/b/Name.ebl` without the module `a.b.Name`: `x`.
fn named_below(path: &Path, name: &str) -> Option<PathBuf> {
    let mut left = path.with_extension("");
    for part in name.rsplit('.') {
        if !is_called(&left, part) {
            return None;
        }
        left.pop();
    }
    Some(left)
}

fn is_called(path: &Path, name: &str) -> bool {
    path.file_name().and_then(|it| it.to_str()) == Some(name)
}
