//! Slices against their originals, on random models with much that has nothing to do with the question: answers and
//! lengths of shortest runs are the same, however a model is sliced, also where the slice is written as texts and read
//! again. A slice of a slice is the same text. Some models have a second check, and then one text has to do for both.
//!
//! `FRETSAW_CASES=20000` tries more models than usual, `FRETSAW_SEED=1000` begins elsewhere, and `--nocapture` tells
//! how much was cut. Where the answers differ, the model is made as small as it can be and kept as files, which are
//! compared ever after.

mod companion;
mod compare;
pub(crate) mod litter;
mod selves;
mod tally;
mod twins;

use std::collections::BTreeMap;

use companion::with_companion;
use compare::{Comparison, compare, compare_united};
use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::semantics::{Analysis, analyse};
use tally::Tally;

use crate::support::campaign;
use crate::support::case;
use crate::support::generate::model::Project;
use crate::support::workers;
use crate::written;

/// The folder of these tests.
const FOLDER: &str = "slicing/differential";

/// The project of a seed, with litter, and now and then with twins, and with `this` as a value.
fn project(seed: u64) -> Project {
    let mut project = case::project(seed);
    litter::add(&mut project, seed);
    twins::add(&mut project, seed);
    selves::add(&mut project, seed);
    project
}

#[test]
fn slices_of_random_models_have_the_answers_of_their_originals() {
    report(&workers::results(300, compared));
}

/// Compares the project of a seed with its slices, and then with a companion, if it gets one.
fn compared(seed: u64) -> Comparison {
    let project = project(seed);
    let mut alone = comparison_of(&project);
    if let Comparison::Agree(agreement) = &mut alone
        && let Some(project) = with_companion(project, seed)
    {
        match comparison_of(&project) {
            Comparison::Agree(united) => agreement.written.extend(united.written),
            Comparison::Unknown => {}
            differ @ Comparison::Differ(_) => return differ,
        }
    }
    alone
}

/// Compares a project with its slices: alone for a single check, together for several.
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
    comparison(&analysis, &model)
}

fn comparison(analysis: &Analysis, model: &Model<'_>) -> Comparison {
    if written::all_checks(analysis).len() > 1 {
        compare_united(analysis)
    } else {
        compare(analysis, model)
    }
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
    let wrong = differences.iter().filter_map(|(seed, _)| {
        let alone = project(*seed);
        let united = with_companion(alone.clone(), *seed);
        std::iter::once(alone).chain(united).find(differs)
    });
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
    model.is_some_and(|model| matches!(comparison(&analysis, &model), Comparison::Differ(_)))
}

#[test]
fn kept_slices_have_the_answers_of_their_originals() {
    let files = std::fs::read_dir(campaign::kept(FOLDER)).expect("there are kept models");
    let paths = files.map(|file| file.expect("a file").path());
    let tests = paths.filter(|path| path.extension().is_some_and(|it| it == "tebl"));
    for path in tests {
        let analysis = analyse(&Disk, std::slice::from_ref(&path), &[]);
        assert!(!analysis.has_errors(), "{:#?}", analysis.diagnostics);
        let test = written::test_of(&analysis);
        let models = test.checks.iter();
        let models = models.map(|check| Model::build(&analysis.program, test, check));
        let alone = models.map(|model| compare(&analysis, &model.expect("a model")));
        for comparison in alone.chain([compare_united(&analysis)]) {
            if let Comparison::Differ(how) = comparison {
                panic!("{}: {how}", path.display());
            }
        }
    }
}
