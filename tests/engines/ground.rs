//! The translation to terms against the interpreter, without any solver: on random models and pairs of states, both
//! say of the same steps that they lead from one state to the other, and of the same states that they are a start or
//! the goal.
//!
//! `FRETSAW_CASES=100000` tries more models than usual, `FRETSAW_SEED=1000` begins elsewhere. Where they differ, the
//! model is made as small as it can be and kept as files, which are compared ever after.

mod pairs;

use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::semantics::analyse;
use pairs::{Agreement, compare};

use crate::support::campaign;
use crate::support::case;
use crate::support::generate::model::Project;
use crate::support::workers;

/// The folder of these tests.
const FOLDER: &str = "engines/ground";

#[test]
fn random_models_have_the_same_steps() {
    let results = workers::results(300, |seed| agreement(&case::project(seed), seed));
    let mut total = Agreement::default();
    for result in results.values() {
        total.add(result);
    }
    eprintln!("{total}");
    let wrong = results
        .iter()
        .filter(|(_, result)| result.difference.is_some());
    for (seed, result) in wrong.clone() {
        eprintln!(
            "seed {seed}: {}",
            result.difference.as_deref().unwrap_or_default()
        );
    }
    let wrong = wrong.map(|(seed, _)| case::project(*seed));
    let kept = campaign::keep(FOLDER, wrong, |project| {
        agreement(project, 0).difference.is_some()
    });
    assert!(kept.is_empty(), "steps differ, see\n{}", kept.join("\n"));
    if results.len() >= 300 {
        total.assert_that_it_says_much();
    }
}

/// What comes of the model of a project.
fn agreement(project: &Project, seed: u64) -> Agreement {
    let analysis = case::analysed(project);
    match case::model(&analysis) {
        Some(model) => compare(&model, seed),
        None => Agreement::default(),
    }
}

#[test]
fn kept_models_have_the_same_steps() {
    let folder = campaign::kept(FOLDER);
    if !folder.exists() {
        return;
    }
    let analysis = analyse(&Disk, &[folder], &[]);
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    for test in &analysis.program.tests {
        for check in &test.checks {
            let model = Model::build(&analysis.program, test, check).expect("a model");
            let agreement = compare(&model, 0);
            assert_eq!(agreement.difference, None, "{}", test.name);
        }
    }
}
