//! The engines `bmc`, `explicit` and `lazy` against breadth-first search by the interpreter, on random models: answers
//! and lengths of shortest runs are the same.
//!
//! `FRETSAW_CASES=20000` tries more models than usual, `FRETSAW_SEED=1000` begins elsewhere, and `--nocapture` tells
//! what kinds of models there were. Where the answers differ, the model is made as small as it can be and kept as
//! files, which are compared ever after.

mod compare;
mod probe;
mod programs;
mod tally;

use std::collections::BTreeMap;

use compare::{Comparison, compare};
use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::semantics::analyse;
use programs::Programs;
use tally::{Result, Tally};

use crate::support::campaign;
use crate::support::case;
use crate::support::coverage;
use crate::support::generate::model::Project;
use crate::support::workers;

/// The folder of these tests.
const FOLDER: &str = "engines/differential";

#[test]
fn random_models_have_the_same_answers() {
    report(&workers::results(300, |seed| {
        result_of(seed, &case::project(seed))
    }));
}

fn result_of(seed: u64, project: &Project) -> Result {
    let analysis = case::analysed(project);
    let mut seen = coverage::Seen::default();
    seen.program(&analysis.program);
    let model = case::model(&analysis);
    let model = model.unwrap_or_else(|| panic!("no model:\n{}", case::shown(project)));
    let happenings = probe::happenings(&model, seed);
    let features = seen.names().chain(happenings);
    let (comparison, programs) = compare(&model);
    Result {
        comparison,
        programs,
        features: features.map(str::to_owned).collect(),
    }
}

/// Tells what kinds of models there were, keeps those with a difference, and fails if there are any.
fn report(results: &BTreeMap<u64, Result>) {
    let mut tally = Tally::default();
    let mut differences = Vec::new();
    for (seed, result) in results {
        tally.add(result);
        if let Comparison::Differ(how) = &result.comparison {
            differences.push((*seed, how));
        }
        if let Some(Programs::Differ(how)) = &result.programs {
            differences.push((*seed, how));
        }
    }
    eprintln!("{tally}");
    for (seed, how) in &differences {
        eprintln!("seed {seed}: {how}");
    }
    let wrong = differences.iter().map(|(seed, _)| case::project(*seed));
    let kept = campaign::keep(FOLDER, wrong, differs);
    assert!(kept.is_empty(), "answers differ, see\n{}", kept.join("\n"));
    if results.len() >= 300 {
        tally.assert_that_it_says_much();
    }
}

/// Whether the two ways to answer the check of a project differ.
fn differs(project: &Project) -> bool {
    let analysis = case::analysed(project);
    let model = case::model(&analysis);
    model.is_some_and(|model| {
        matches!(
            compare(&model),
            (Comparison::Differ(_), _) | (_, Some(Programs::Differ(_)))
        )
    })
}

#[test]
fn kept_models_have_the_same_answers() {
    let analysis = analyse(&Disk, &[campaign::kept(FOLDER)], &[]);
    assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
    for test in &analysis.program.tests {
        for check in &test.checks {
            let model = Model::build(&analysis.program, test, check).expect("a model");
            let (comparison, programs) = compare(&model);
            match comparison {
                Comparison::Reachable(_) | Comparison::Unreachable(_) | Comparison::Unknown(_) => {}
                Comparison::Differ(how) | Comparison::Unexplored(how) => {
                    panic!("{}: {how}", test.name);
                }
            }
            if let Some(Programs::Differ(how)) = programs {
                panic!("{}: {how}", test.name);
            }
        }
    }
}
