//! What is to be said of the texts that are open, and of those that depend on them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::project::Project;
use super::{Snapshot, Stale};
use crate::diagnostics::{Diagnostic, FileId};

/// What is to be said of one file.
#[derive(Debug)]
pub struct Findings {
    /// The file, as the editor calls it.
    pub path: PathBuf,
    /// The version of the open text.
    pub version: Option<i32>,
    /// Where the places of the diagnostics are.
    pub project: Arc<Project>,
    /// The diagnostics, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// The findings of all open texts, of those that depend on them, and of configurations. Files without any are
/// there, too.
pub fn findings(snapshot: &Snapshot) -> Result<Vec<Findings>, Stale> {
    let mut all = Vec::new();
    for name in snapshot.projects() {
        let project = snapshot.project(name)?;
        for file in files_of_interest(snapshot, name, &project) {
            let path = project.sources().file(file).path().to_owned();
            let found = project.analysis().diagnostics.iter();
            let found = found.filter(|it| it.primary.span.file == file);
            all.push(Findings {
                version: snapshot.document(&path).map(|document| document.version()),
                path,
                diagnostics: found.cloned().collect(),
                project: Arc::clone(&project),
            });
        }
    }
    Ok(all)
}

/// The files of a project that findings are told of.
fn files_of_interest(snapshot: &Snapshot, name: &Path, project: &Project) -> Vec<FileId> {
    let open = snapshot.documents();
    let open: Vec<FileId> = open.filter_map(|(path, _)| project.file(path)).collect();
    let mut files = project.with_dependents(&open);
    // What another project is about is told there.
    files.retain(|file| snapshot.project_of(project.sources().file(*file).path()) == name);
    let found = project.analysis().diagnostics.iter();
    let places = found.map(|it| it.primary.span.file);
    let mut others: Vec<FileId> = places
        .filter(|file| project.module(*file).is_none() && is_file(project, *file))
        .collect();
    others.sort_unstable();
    others.dedup();
    files.extend(others);
    files
}

/// Whether something that is no module is a file, as a configuration is, rather than a folder without any.
fn is_file(project: &Project, file: FileId) -> bool {
    project.sources().file(file).path().extension().is_some()
}
