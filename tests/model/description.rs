//! Models of shipped checks as `fretsaw graph --kind model` prints them.
//!
//! The snapshots are the models in full: read them to see what a universe, a frame, a group of postconditions, a
//! resolved partner or a footprint is.

use fretsaw::disk::Disk;
use fretsaw::model::Model;
use fretsaw::report::model_description::describe;
use fretsaw::report::model_text;
use fretsaw::semantics::analyse;

use crate::support::files;

/// The model of the i-th check of a shipped test module, with paths from the project's folder.
fn model(path: &str, check: usize) -> String {
    let path = files::project().join("testmodules").join(path);
    let analysis = analyse(&Disk, &[path], &[]);
    assert!(!analysis.has_errors());
    let test = analysis.program.tests.first().expect("a test module");
    let model = Model::build(&analysis.program, test, &test.checks[check]).expect("a model");
    let text = model_text::render(&describe(&analysis.sources, test, &model));
    let project = format!("{}/", files::project().display());
    text.replace(&project, "")
}

fn assert_model(name: &str, path: &str, check: usize) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/models"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, model(path, check)));
}

#[test]
fn a_bank_with_partners_that_are_data() {
    assert_model("bank", "bank/NegativeBalance.tebl", 0);
}

#[test]
fn mutual_exclusion_with_partners_that_keys_fix() {
    assert_model("mutex", "mutex/Exclusion.tebl", 4);
}

#[test]
fn relational_postconditions_within_a_domain() {
    assert_model("relational", "relational/Solutions.tebl", 0);
}

#[test]
fn a_chain_of_syncs() {
    assert_model("syncchain", "syncchain/Chain.tebl", 0);
}

#[test]
fn a_negated_sync_from_a_start() {
    assert_model("negatedsync", "negatedsync/Refusal.tebl", 0);
}

#[test]
fn broken_invariants_by_some_events() {
    assert_model("invariants", "bank/Invariants.tebl", 0);
}
