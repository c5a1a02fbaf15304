//! What the linter says of real specifications.

use std::path::PathBuf;

use fretsaw::disk::Disk;
use fretsaw::semantics::analyse;

use crate::support::files;
use crate::support::findings;

fn snapshot(name: &str, text: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, text));
}

#[test]
fn the_corpus_shows_its_real_defects() {
    let Some(corpus) = files::corpus() else {
        return;
    };
    let analysis = analyse(&Disk, std::slice::from_ref(&corpus), &[]);
    snapshot(
        "lint_corpus",
        &findings::listing(&analysis, &corpus.display().to_string()),
    );
}

#[test]
fn our_examples_are_clean() {
    let paths: Vec<PathBuf> = ["rebel-examples", "testmodules"]
        .map(|folder| files::project().join(folder))
        .into();
    let analysis = analyse(&Disk, &paths, &[]);
    assert_eq!(
        findings::listing(&analysis, &files::project().display().to_string()),
        ""
    );
    assert!(!analysis.program.specifications.is_empty());
}
