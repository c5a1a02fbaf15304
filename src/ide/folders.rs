//! The folders of an editor, put together where modules of one may import those of another: nested ones, and those of
//! which the settings of one lead to the other. A name is then looked for in all of them.

use std::path::{Path, PathBuf};

use crate::semantics::load::{FileSystem, roots_of};

/// Folders and the projects that they belong to. A project is called like its first folder.
#[derive(Debug, Default)]
pub(super) struct Folders {
    all: Vec<Folder>,
}

#[derive(Debug)]
struct Folder {
    path: PathBuf,
    /// Where modules are found besides.
    roots: Vec<PathBuf>,
    project: PathBuf,
}

impl Folder {
    /// Whether modules may be found both here and there.
    fn is_related(&self, other: &Folder) -> bool {
        let leads_to = |from: &Folder, to: &Folder| {
            let mut roots = from.roots.iter();
            roots.any(|root| overlap(root, &to.path))
        };
        overlap(&self.path, &other.path) || leads_to(self, other) || leads_to(other, self)
    }
}

/// Whether one folder is the other, or within it.
fn overlap(one: &Path, other: &Path) -> bool {
    one.starts_with(other) || other.starts_with(one)
}

impl Folders {
    /// Puts folders together. Further roots are for all of them.
    pub(super) fn new(files: &dyn FileSystem, folders: &[PathBuf], roots: &[PathBuf]) -> Folders {
        let mut sorted = folders.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut folders = Folders::default();
        for path in sorted {
            // Settings that cannot be read lead nowhere, and are told of elsewhere.
            let listed = roots_of(files, &path).unwrap_or_default();
            let all = listed.iter().chain(roots);
            let canonical = |root: &PathBuf| files.canonical(root).unwrap_or_else(|_| root.clone());
            folders.add(Folder {
                roots: all.map(canonical).collect(),
                project: path.clone(),
                path,
            });
        }
        folders
    }

    /// Adds a folder to the project of all that are related to it.
    fn add(&mut self, mut folder: Folder) {
        let related = self.all.iter().filter(|known| known.is_related(&folder));
        let projects: Vec<PathBuf> = related.map(|known| known.project.clone()).collect();
        if let Some(first) = projects.iter().min() {
            for known in &mut self.all {
                if projects.contains(&known.project) {
                    known.project.clone_from(first);
                }
            }
            folder.project.clone_from(first);
        }
        self.all.push(folder);
    }

    /// The names of all projects.
    pub(super) fn projects(&self) -> impl Iterator<Item = &PathBuf> {
        self.all.iter().map(|folder| &folder.project)
    }

    /// The project of the innermost folder that a path lies in.
    pub(super) fn project_of(&self, path: &Path) -> Option<&Path> {
        let around = self.all.iter().filter(|it| path.starts_with(&it.path));
        let innermost = around.max_by_key(|folder| folder.path.components().count());
        innermost.map(|folder| folder.project.as_path())
    }

    /// The folders of a project, without those within others.
    pub(super) fn of_project(&self, name: &Path) -> Vec<&PathBuf> {
        let mut outer: Vec<&PathBuf> = Vec::new();
        for folder in self.all.iter().filter(|folder| folder.project == name) {
            if !outer.iter().any(|known| folder.path.starts_with(known)) {
                outer.push(&folder.path);
            }
        }
        outer
    }

    /// Where modules of a project are found outside of its folders.
    pub(super) fn roots_outside(&self, name: &Path) -> Vec<PathBuf> {
        let inside = self.of_project(name);
        let of_project = self.all.iter().filter(|folder| folder.project == name);
        let roots = of_project.flat_map(|folder| &folder.roots);
        let outside = roots.filter(|root| !inside.iter().any(|folder| root.starts_with(folder)));
        let mut outside: Vec<PathBuf> = outside.cloned().collect();
        outside.sort_unstable();
        outside.dedup();
        outside
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::semantics::MemoryFiles;

    fn projects(files: &[(&str, &str)], folders: &[&str]) -> Vec<String> {
        let mut memory = MemoryFiles::default();
        for (file, text) in files {
            memory.insert(file, *text);
        }
        let folders: Vec<PathBuf> = folders.iter().map(PathBuf::from).collect();
        let together = Folders::new(&memory, &folders, &[]);
        let projects = folders.iter().map(|folder| {
            let project = together.project_of(folder).expect("it is one of them");
            project.display().to_string()
        });
        projects.collect()
    }

    #[test]
    fn folders_that_settings_lead_to_belong_together() {
        let folders = ["/a/tests", "/a/bank", "/b/shop"];
        let files = [
            ("/a/fretsaw.toml", "roots = [\"bank\"]"),
            ("/a/bank/Bank.ebl", ""),
        ];
        assert_eq!(
            projects(&files, &folders),
            ["/a/bank", "/a/bank", "/b/shop"]
        );
        assert_eq!(projects(&[], &folders), folders);
    }

    #[test]
    fn nested_folders_belong_together() {
        let folders = ["/a/bank/more", "/a/bank", "/a/bankers"];
        assert_eq!(
            projects(&[], &folders),
            ["/a/bank", "/a/bank", "/a/bankers"]
        );
    }
}
