//! Checks JSON documents against our schemas.
//!
//! It knows the part of JSON Schema that the schemas use, and fails on a keyword that it does not know: a schema must not promise
//! what no test holds.

use std::fs;

use serde_json::Value;

use super::files::project;

/// Fails if a document does not follow a schema of `schemas/`.
pub(crate) fn assert_follows(schema: &str, document: &Value) {
    let root = load(schema);
    let mut problems = Vec::new();
    check(schema, &root, document, "", &mut problems);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn load(name: &str) -> Value {
    let path = project().join("schemas").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).expect("schemas are JSON")
}

/// `file` is the name of the schema that `rule` stands in, for references within it.
fn check(file: &str, rule: &Value, value: &Value, at: &str, problems: &mut Vec<String>) {
    for (keyword, argument) in rule.as_object().expect("a rule is an object") {
        let holds = match keyword.as_str() {
            "$schema" | "$defs" | "title" | "description" => true,
            "$ref" => {
                let (file, rule) = resolve(file, argument.as_str().unwrap());
                check(&file, &rule, value, at, problems);
                true
            }
            "const" => value == argument,
            "enum" => argument.as_array().unwrap().contains(value),
            "type" => has_type(value, argument),
            "minimum" => value.as_i64() >= argument.as_i64(),
            "anyOf" => argument.as_array().unwrap().iter().any(|rule| {
                let mut inner = Vec::new();
                check(file, rule, value, at, &mut inner);
                inner.is_empty()
            }),
            "required" => argument
                .as_array()
                .unwrap()
                .iter()
                .all(|name| value.get(name.as_str().unwrap()).is_some()),
            "properties" => {
                for (name, rule) in argument.as_object().unwrap() {
                    if let Some(value) = value.get(name) {
                        check(file, rule, value, &format!("{at}/{name}"), problems);
                    }
                }
                true
            }
            "additionalProperties" => {
                let known = &rule["properties"];
                let entries = value.as_object().into_iter().flatten();
                let mut others = entries.filter(|(name, _)| known.get(name).is_none());
                if argument == &Value::Bool(false) {
                    others.next().is_none()
                } else {
                    for (name, value) in others {
                        check(file, argument, value, &format!("{at}/{name}"), problems);
                    }
                    true
                }
            }
            "items" => {
                for (index, item) in value.as_array().into_iter().flatten().enumerate() {
                    check(file, argument, item, &format!("{at}/{index}"), problems);
                }
                true
            }
            unknown => panic!("the schema {file} uses `{unknown}`, which is not checked"),
        };
        if !holds {
            problems.push(format!(
                "{at}: {keyword} {argument} does not hold for {value}"
            ));
        }
    }
}

fn resolve(file: &str, reference: &str) -> (String, Value) {
    let (other, pointer) = reference.split_once('#').expect("a reference has a #");
    let file = if other.is_empty() { file } else { other };
    let rule = load(file).pointer(pointer).cloned();
    (
        file.to_owned(),
        rule.unwrap_or_else(|| panic!("{reference} leads nowhere")),
    )
}

fn has_type(value: &Value, types: &Value) -> bool {
    if let Some(types) = types.as_array() {
        return types.iter().any(|it| has_type(value, it));
    }
    match types.as_str().unwrap() {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "boolean" => value.is_boolean(),
        "number" => value.is_number(),
        "null" => value.is_null(),
        unknown => panic!("the type `{unknown}` is not checked"),
    }
}
