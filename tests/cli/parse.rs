//! `fretsaw parse`.

use std::fs;

use serde_json::Value;

use super::program;
use super::program::{assert_snapshot, fixtures, program, run};
use crate::support::schema;

#[test]
fn the_tree_is_the_result() {
    let run = run(&["parse", "Tiny.ebl"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_snapshot("parse_tiny", &run.stdout);
}

#[test]
fn a_broken_file_has_a_tree_and_diagnostics() {
    let run = run(&["parse", "Broken.ebl"]);
    assert_eq!(run.status, 2);
    assert!(run.stdout.starts_with("MODULE@0.."), "{}", run.stdout);
    assert!(run.stderr.contains("error[R0103]"), "{}", run.stderr);
}

#[test]
fn json_holds_tree_and_diagnostics() {
    let run = run(&["parse", "--format", "json", "Broken.ebl"]);
    assert_eq!((run.status, run.stderr.as_str()), (2, ""));
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("tree.schema.json", &document);
    let text = fs::read_to_string(fixtures().join("Broken.ebl")).unwrap();
    assert_eq!(text_of(&document["tree"]), text);
    assert!(!document["diagnostics"].as_array().unwrap().is_empty());
}

#[test]
fn json_of_a_missing_file_has_no_tree() {
    let run = run(&["parse", "--format", "json", "missing.ebl"]);
    assert_eq!(run.status, 2);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("tree.schema.json", &document);
    assert_eq!(document["tree"], Value::Null);
}

/// Brackets beyond the parser's limit, and as many declarations side by side as might be taken for nesting.
#[test]
fn deep_nesting_is_printed_in_both_forms() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("Deep.ebl");
    let (open, close) = ("(".repeat(100_000), ")".repeat(100_000));
    fs::write(
        &path,
        format!("module Deep\ninvariant deep {{ {open}1{close} < 2; }}\n"),
    )
    .unwrap();
    for format in ["text", "json"] {
        let run = program::finish(program().args(["parse", "--format", format]).arg(&path));
        assert_eq!(run.status, 2);
        assert!(run.stdout.contains("INVARIANT_DEF"));
    }
}

fn text_of(element: &Value) -> String {
    if let Some(text) = element.get("text") {
        return text.as_str().unwrap().to_owned();
    }
    let children = element["children"].as_array().unwrap();
    children.iter().map(text_of).collect()
}
