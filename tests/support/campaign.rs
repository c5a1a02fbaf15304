//! Answers to many random models, each within a time limit, and files of models that came out wrong.

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fretsaw::checking::checker::Checker;
use fretsaw::engines::Control;
use fretsaw::finite::lower::{LongestRun, Lowered, lower};
use fretsaw::ground::{Obstacle, PropertyId, System};
use fretsaw::model::Model;
use fretsaw::outcome::Conclusion;

use super::generate::model::Project;

/// So long an engine may take.
const LIMIT: Duration = Duration::from_secs(10);
/// So many models are made small and kept, at most: that takes long.
const MOST_KEPT: usize = 5;

/// What an engine says, or nothing after the limit.
pub(crate) fn answer(engine: &dyn Checker, model: &Model<'_>) -> Conclusion {
    within_limit(|control| engine.check(model, control))
}

/// Does something that is told to stop after the limit.
pub(crate) fn within_limit<T>(work: impl FnOnce(&Control<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    let (done, finished) = channel::<()>();
    std::thread::scope(|threads| {
        let (stop, finished) = (&stop, finished);
        threads.spawn(move || {
            if finished.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let result = work(&control);
        drop(done);
        result
    })
}

/// A model as a finite program.
pub(crate) fn lowered(model: &Model<'_>, longest: LongestRun) -> Result<Lowered, Obstacle> {
    let system = System::enumerated(model, &|| false)?;
    lower(&system, PropertyId(0), longest, &|| false)
}

/// The folder below `tests` where models stay that came out wrong once.
pub(crate) fn kept(folder: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(folder)
        .join("kept")
}

/// Makes projects smaller as long as they come out wrong, writes what is left of the first ones, and tells where.
pub(crate) fn keep(
    folder: &str,
    projects: impl Iterator<Item = Project>,
    is_wrong: impl Fn(&Project) -> bool,
) -> Vec<String> {
    let smallest = projects
        .take(MOST_KEPT)
        .map(|project| project.shrunk(&is_wrong));
    let files = smallest.flat_map(|project| project.files());
    let written = files.map(|(path, text)| {
        let name = path.rsplit('/').next().unwrap_or(&path);
        let place = kept(folder).join(name);
        std::fs::create_dir_all(kept(folder)).expect("the folder can be made");
        std::fs::write(place, text).expect("the file can be written");
        format!("tests/{folder}/kept/{name}")
    });
    written.collect()
}
