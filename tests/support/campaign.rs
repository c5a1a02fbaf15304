//! Many random models tried by several workers, answers within a time limit, and files of models that came out wrong.

#![allow(dead_code, reason = "each test crate uses a part of it")]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use fretsaw::engines::{Answer, Engine, Run};
use fretsaw::model::Model;

use crate::generate::model::Project;

/// Two are enough for the machines that run our tests.
const WORKERS: usize = 2;
/// So long an engine may take.
const LIMIT: Duration = Duration::from_secs(10);
/// So many models are made small and kept, at most: that takes long.
const MOST_KEPT: usize = 5;

/// A number from the environment.
fn setting(name: &str, usually: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usually)
}

/// The results of all seeds that are asked for: `FRETSAW_CASES` of them, or as many as usual, from `FRETSAW_SEED` on.
pub(crate) fn results<R: Send>(usually: u64, result: impl Fn(u64) -> R + Sync) -> BTreeMap<u64, R> {
    let first = setting("FRETSAW_SEED", 0);
    let end = first + setting("FRETSAW_CASES", usually);
    let next = AtomicU64::new(first);
    let results: Mutex<BTreeMap<u64, R>> = Mutex::default();
    std::thread::scope(|threads| {
        for _ in 0..WORKERS {
            threads.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let result = result(seed);
                    let mut results = results.lock().expect("no other worker failed");
                    results.insert(seed, result);
                }
            });
        }
    });
    results.into_inner().expect("no worker failed")
}

/// What an engine says, or nothing after the limit.
pub(crate) fn answer(engine: &dyn Engine, model: &Model<'_>) -> Answer {
    within_limit(|run| engine.check(model, run))
}

/// Does something that is told to stop after the limit.
pub(crate) fn within_limit<T>(work: impl FnOnce(&Run<'_>) -> T) -> T {
    let stop = AtomicBool::new(false);
    let run = Run {
        stop: &stop,
        seed: 0,
        progress: &|_| {},
    };
    let (done, finished) = channel::<()>();
    std::thread::scope(|threads| {
        let (stop, finished) = (&stop, finished);
        threads.spawn(move || {
            if finished.recv_timeout(LIMIT) == Err(RecvTimeoutError::Timeout) {
                stop.store(true, Ordering::Relaxed);
            }
        });
        let result = work(&run);
        drop(done);
        result
    })
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
