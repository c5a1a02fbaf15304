//! `fretsaw lint`.

use serde_json::Value;

use super::program::{assert_snapshot, run};
use crate::support::schema;

#[test]
fn diagnostics_are_messages_and_errors_are_bad_input() {
    let run = run(&["lint", "Broken.ebl"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert_snapshot("lint_broken", &run.stderr);
}

#[test]
fn a_clean_file_gives_one_line() {
    let run = run(&["lint", "Fine.ebl"]);
    assert_eq!((run.status, run.stdout.as_str()), (0, ""));
    assert_eq!(run.stderr, "no errors in 1 file\n");
}

#[test]
fn quiet_leaves_only_diagnostics() {
    assert_eq!(run(&["lint", "--quiet", "Fine.ebl"]).stderr, "");
    let broken = run(&["lint", "--quiet", "Broken.ebl"]).stderr;
    assert!(broken.contains("error[R0103]"), "{broken}");
    assert!(!broken.contains("errors in"), "{broken}");
}

#[test]
fn verbose_names_the_files() {
    let run = run(&["lint", "-v", "Fine.ebl"]);
    // The phases that are shown before are for `log.rs`.
    let (phases, rest) = run.stderr.split_once("load\n").expect("a phase");
    assert!(!phases.contains('\n'), "{phases}");
    assert_eq!(rest, "read Fine.ebl\nno errors in 1 file\n");
}

#[test]
fn json_is_the_result_and_follows_its_schema() {
    let run = run(&["lint", "--format", "json", "Broken.ebl", "missing.ebl"]);
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("diagnostics.schema.json", &document);
    let pretty = serde_json::to_string_pretty(&document).unwrap();
    assert_snapshot("lint_broken_json", &pretty);
}

#[test]
fn json_has_all_fixes_where_there_is_a_choice() {
    let run = run(&["lint", "--format", "json", "Choice.ebl"]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("diagnostics.schema.json", &document);
    let [choice] = document["diagnostics"].as_array().unwrap().as_slice() else {
        panic!("{document}");
    };
    let titles = choice["fixes"].as_array().unwrap().iter();
    let titles: Vec<_> = titles.map(|fix| fix["title"].as_str().unwrap()).collect();
    assert_eq!(titles, ["add `settled`", "add `final settled`"]);
    assert_eq!(choice["fix"], choice["fixes"][0]);
}

#[test]
fn json_without_diagnostics_is_a_document_too() {
    let run = run(&["lint", "--format", "json", "Fine.ebl"]);
    assert_eq!(run.status, 0);
    assert_eq!(run.stdout, "{\"version\":1,\"diagnostics\":[]}\n");
}

#[test]
fn files_and_folders_overlap_without_harm() {
    let run = run(&["lint", "Fine.ebl", "Fine.ebl"]);
    assert_eq!(run.stderr, "no errors in 1 file\n");
}
