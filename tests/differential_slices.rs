//! Slices against their originals, on random models with much that has nothing to do with the question: answers and lengths of shortest runs
//! are the same, however a model is sliced, also where the slice is written as texts and read again. A slice of a slice is the same text.
//!
//! `FRETSAW_CASES=20000` tries more models than usual, `FRETSAW_SEED=1000` begins elsewhere, and `--nocapture` tells how much was cut. Where the
//! answers differ, the model is made as small as it can be and kept as files, which are compared ever after.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]
#![allow(clippy::print_stderr, reason = "it tells what was tried")]

#[path = "support/campaign.rs"]
mod campaign;
#[path = "differential/case.rs"]
mod case;
#[path = "differential_slices/compare.rs"]
mod compare;
#[path = "support/generate/mod.rs"]
mod generate;
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
#[path = "support/written.rs"]
mod written;

use std::collections::BTreeMap;

use compare::{Comparison, compare};
use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::semantics::analyse;
use generate::model::Project;
use tally::Tally;

/// The folder of these tests.
const FOLDER: &str = "differential_slices";

/// The project of a seed, with litter.
fn project(seed: u64) -> Project {
    let mut project = case::project(seed);
    litter::add(&mut project, seed);
    project
}

#[test]
fn slices_of_random_models_have_the_answers_of_their_originals() {
    report(&campaign::results(300, |seed| {
        comparison_of(&project(seed))
    }));
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
    compare(&analysis, &model)
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
    let wrong = differences.iter().map(|(seed, _)| project(*seed));
    let kept = campaign::keep(FOLDER, wrong, differs);
    assert!(kept.is_empty(), "answers differ, see\n{}", kept.join("\n"));
    if results.len() >= 300 {
        tally.assert_that_much_is_cut();
    }
}

/// Whether a slice of a project answers otherwise than the original.
fn differs(project: &Project) -> bool {
    let analysis = case::analysed(project);
    let model = case::model(&analysis);
    model.is_some_and(|model| matches!(compare(&analysis, &model), Comparison::Differ(_)))
}

#[test]
fn kept_slices_have_the_answers_of_their_originals() {
    let analysis = analyse(&Disk, &[campaign::kept(FOLDER)], &[]);
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    for test in &analysis.program.tests {
        for check in &test.checks {
            let model = Model::build(&analysis.program, test, check).expect("a model");
            if let Comparison::Differ(how) = compare(&analysis, &model) {
                panic!("{}: {how}", test.name);
            }
        }
    }
}
