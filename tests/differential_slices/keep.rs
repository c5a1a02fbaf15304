//! Differences are kept as files, as small as they can be made.

use std::path::PathBuf;

use crate::case;
use crate::compare::{Comparison, compare};
use crate::generate::model::Project;

/// Where models stay on which there was a difference once.
pub(crate) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/differential_slices/kept")
}

/// Whether a slice of a project answers otherwise than the original.
fn differs(project: &Project) -> bool {
    let analysis = case::analysed(project);
    let model = case::model(&analysis);
    model.is_some_and(|model| matches!(compare(&model), Comparison::Differ(_)))
}

/// Makes a project smaller as long as there is a difference, writes what is left, and tells where.
pub(crate) fn keep(project: Project) -> Vec<String> {
    let smallest = project.shrunk(differs);
    let mut written = Vec::new();
    for (path, text) in smallest.files() {
        let name = path.rsplit('/').next().unwrap_or(&path).to_owned();
        std::fs::create_dir_all(folder()).expect("the folder can be made");
        std::fs::write(folder().join(&name), text).expect("the file can be written");
        written.push(format!("tests/differential_slices/kept/{name}"));
    }
    written
}
