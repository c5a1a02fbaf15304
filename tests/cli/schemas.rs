//! The files in `schemas/` are what the types of the documents say.
//!
//! `UPDATE_SCHEMAS=1 cargo test --test cli schemas` writes them anew.

use std::collections::BTreeSet;
use std::fs;

use fretsaw::{bench, report};

use crate::support::files::project;

#[test]
fn schemas_are_those_of_the_types() {
    let folder = project().join("schemas");
    let mut known = BTreeSet::new();
    for (name, schema) in [report::schema::files(), bench::report::schema_files()].concat() {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        let path = folder.join(name);
        if std::env::var_os("UPDATE_SCHEMAS").is_some() {
            fs::write(&path, &text).expect("schemas can be written");
        }
        let written = fs::read_to_string(&path).unwrap_or_default();
        assert!(
            text == written,
            "{name} is stale: run UPDATE_SCHEMAS=1 cargo test --test cli schemas"
        );
        known.insert(name.to_owned());
    }
    let files = fs::read_dir(&folder).expect("a folder").flatten();
    let files: BTreeSet<String> = files
        .filter_map(|it| it.file_name().into_string().ok())
        .collect();
    assert_eq!(known, files);
}

/// What a schema leaves open, no test of a document would notice.
#[test]
fn schemas_refuse_what_is_not_in_the_types() {
    for (name, schema) in [report::schema::files(), bench::report::schema_files()].concat() {
        let validator = jsonschema::draft202012::new(&schema).expect("a schema is valid itself");
        assert!(
            !validator.is_valid(&serde_json::json!({ "version": 1 })),
            "{name}"
        );
        let required = schema["required"]
            .as_array()
            .expect("fields that must be there");
        assert!(required.contains(&"version".into()), "{name}");
        assert_eq!(schema["additionalProperties"], false, "{name}");
        assert_eq!(schema["properties"]["version"]["const"], 1, "{name}");
    }
}
