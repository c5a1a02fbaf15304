//! Slices against their originals, on random models with much that has nothing to do with the question: answers and lengths of shortest runs
//! are the same, however a model is sliced.
//!
//! `FRETSAW_CASES=20000` tries more models than usual, `FRETSAW_SEED=1000` begins elsewhere, and `--nocapture` tells how much was cut. Where the
//! answers differ, the model is made as small as it can be and kept as files, which are compared ever after.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "it tells what was tried")]

#[path = "differential/case.rs"]
mod case;
#[path = "differential_slices/compare.rs"]
mod compare;
#[path = "support/generate/mod.rs"]
mod generate;
#[path = "differential_slices/keep.rs"]
mod keep;
#[path = "differential_slices/litter.rs"]
mod litter;
#[path = "differential/plant.rs"]
mod plant;
#[path = "support/runs.rs"]
mod runs;
#[path = "differential_slices/tally.rs"]
mod tally;
#[path = "differential/walk.rs"]
mod walk;

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use compare::{Comparison, compare};
use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::semantics::analyse;
use generate::model::Project;
use tally::Tally;

/// Two are enough for the machines that run our tests.
const WORKERS: usize = 2;

/// A number from the environment.
fn setting(name: &str, usually: u64) -> u64 {
    let given = std::env::var(name).ok();
    given.and_then(|text| text.parse().ok()).unwrap_or(usually)
}

/// The project of a seed, with litter.
fn project(seed: u64) -> Project {
    let mut project = case::project(seed);
    litter::add(&mut project, seed);
    project
}

#[test]
fn slices_of_random_models_have_the_answers_of_their_originals() {
    let first = setting("FRETSAW_SEED", 0);
    let end = first + setting("FRETSAW_CASES", 300);
    let next = AtomicU64::new(first);
    let results: Mutex<BTreeMap<u64, Comparison>> = Mutex::default();
    std::thread::scope(|threads| {
        for _ in 0..WORKERS {
            threads.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= end {
                        return;
                    }
                    let comparison = comparison_of(&project(seed));
                    let mut results = results.lock().expect("no other worker failed");
                    results.insert(seed, comparison);
                }
            });
        }
    });
    report(&results.into_inner().expect("no worker failed"));
}

fn comparison_of(project: &Project) -> Comparison {
    let analysis = case::analysed(project);
    let model = case::model(&analysis);
    let model = model.unwrap_or_else(|| {
        panic!(
            "no model:\n{}\n{:#?}",
            case::shown(project),
            analysis.diagnostics
        )
    });
    compare(&model)
}

/// Tells how much was cut, keeps models with a difference, and fails if there are any.
fn report(results: &BTreeMap<u64, Comparison>) {
    let mut tally = Tally::default();
    let mut differences = Vec::new();
    for (seed, comparison) in results {
        tally.add(comparison);
        if let Comparison::Differ(how) = comparison {
            differences.push((*seed, how));
        }
    }
    eprintln!("{tally}");
    for (seed, how) in &differences {
        eprintln!("seed {seed}: {how}");
    }
    let kept: Vec<String> = differences
        .iter()
        .take(5)
        .flat_map(|(seed, _)| keep::keep(project(*seed)))
        .collect();
    assert!(kept.is_empty(), "answers differ, see\n{}", kept.join("\n"));
    if results.len() >= 300 {
        tally.assert_that_much_is_cut();
    }
}

#[test]
fn kept_slices_have_the_answers_of_their_originals() {
    let analysis = analyse(&Disk, &[keep::folder()], &[]);
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    for test in &analysis.program.tests {
        for check in &test.checks {
            let model = Model::build(&analysis.program, test, check).expect("a model");
            if let Comparison::Differ(how) = compare(&model) {
                panic!("{}: {how}", test.name);
            }
        }
    }
}
