//! Many random cases tried by several workers.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Two are enough for the machines that run our tests.
const WORKERS: usize = 2;

/// A number from the environment.
fn setting(name: &str, usually: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usually)
}

/// So many random cases are tried: as many as usual, or `FRETSAW_CASES`.
pub(crate) fn cases(usually: u64) -> u64 {
    setting("FRETSAW_CASES", usually)
}

/// The seed of the first of them: the usual one, or `FRETSAW_SEED`.
pub(crate) fn first_seed(usually: u64) -> u64 {
    setting("FRETSAW_SEED", usually)
}

/// The results of all seeds that are asked for: `FRETSAW_CASES` of them, or as many as usual, from `FRETSAW_SEED` on.
pub(crate) fn results<R: Send>(usually: u64, result: impl Fn(u64) -> R + Sync) -> BTreeMap<u64, R> {
    let first = first_seed(0);
    let end = first + cases(usually);
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
