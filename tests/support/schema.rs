//! Checks JSON documents against our schemas.

use std::fs;

use serde_json::Value;

use super::files::project;

/// Fails if a document does not follow a schema of `schemas/`.
pub(crate) fn assert_follows(schema: &str, document: &Value) {
    let path = project().join("schemas").join(schema);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    let rules = serde_json::from_str(&text).expect("schemas are JSON");
    let validator = jsonschema::draft202012::new(&rules).expect("a schema is valid itself");
    let problems = validator.iter_errors(document);
    let problems = problems.map(|it| format!("{schema}, {}: {it}", it.instance_path()));
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
