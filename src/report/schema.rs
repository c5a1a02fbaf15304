//! JSON schemas of our documents, made from the types that are written. `schemas/` holds them as files.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use super::{
    check_json, diagnostics_json, explanation, explore_json, format_json, model_json, picture,
    simulation_json, slice_json, system_json, tree_json, why_json,
};

/// A schema and the name of its file.
pub type SchemaFile = (&'static str, Value);

/// The schemas of this layer's documents.
pub fn files() -> Vec<SchemaFile> {
    vec![
        ("check.schema.json", of::<check_json::Document>()),
        ("codes.schema.json", of::<explanation::Document>()),
        (
            "diagnostics.schema.json",
            of::<diagnostics_json::Document>(),
        ),
        ("explore.schema.json", of::<explore_json::Document>()),
        ("fmt.schema.json", of::<format_json::Document>()),
        ("graph.schema.json", of::<picture::json::Document<'_>>()),
        ("model.schema.json", of::<model_json::Document>()),
        ("simulation.schema.json", of::<simulation_json::Document>()),
        ("slice.schema.json", of::<slice_json::Document>()),
        ("system.schema.json", of::<system_json::Document>()),
        ("tree.schema.json", of::<tree_json::Document<'_>>()),
        ("why.schema.json", of::<why_json::Document>()),
    ]
}

/// The schema of a document as it is written.
pub fn of<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_serialize();
    let mut schema = settings
        .into_generator()
        .into_root_schema_for::<T>()
        .to_value();
    tighten(&mut schema, Closing::Own);
    schema
}

/// Who says that an object has no other fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Closing {
    /// The rule itself.
    Own,
    /// The rule that it is an alternative of, whose fields stand beside its own.
    Outer,
}

/// Says what the types say and the generator does not: objects have no other fields, and a field that can be missing
/// is not null. Sizes of machine numbers and line breaks of comments are no part of a format.
fn tighten(rule: &mut Value, closing: Closing) {
    let Value::Object(rule) = rule else { return };
    rule.remove("format");
    if let Some(Value::String(text)) = rule.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    let has_fields = rule.contains_key("properties");
    let inner = if has_fields {
        Closing::Outer
    } else {
        Closing::Own
    };
    for (several, inner) in [
        ("anyOf", inner),
        ("oneOf", inner),
        ("prefixItems", Closing::Own),
    ] {
        let rules = rule.get_mut(several).and_then(Value::as_array_mut);
        rules
            .into_iter()
            .flatten()
            .for_each(|it| tighten(it, inner));
    }
    for single in ["items", "additionalProperties"] {
        rule.get_mut(single)
            .into_iter()
            .for_each(|it| tighten(it, Closing::Own));
    }
    for named in ["properties", "$defs"] {
        let rules = rule.get_mut(named).and_then(Value::as_object_mut);
        let rules = rules.into_iter().flat_map(Map::values_mut);
        rules.for_each(|it| tighten(it, Closing::Own));
    }
    if has_fields {
        forbid_null(rule);
        close(rule, closing);
    }
}

/// Has an object no other fields than those that are named.
fn close(rule: &mut Map<String, Value>, closing: Closing) {
    let has_alternatives = rule.contains_key("anyOf") || rule.contains_key("oneOf");
    match closing {
        Closing::Outer => rule.remove("additionalProperties"),
        Closing::Own if has_alternatives => {
            rule.insert("unevaluatedProperties".into(), false.into())
        }
        Closing::Own => rule.insert("additionalProperties".into(), false.into()),
    };
}

/// Fields that can be missing are left out instead of being null.
fn forbid_null(rule: &mut Map<String, Value>) {
    let required = rule.get("required").cloned().unwrap_or_default();
    let is_required = |name: &str| {
        required
            .as_array()
            .is_some_and(|it| it.contains(&name.into()))
    };
    let fields = rule.get_mut("properties").and_then(Value::as_object_mut);
    let optional = fields
        .into_iter()
        .flatten()
        .filter(|(name, _)| !is_required(name));
    for (_, field) in optional {
        without_null(field);
    }
}

fn without_null(field: &mut Value) {
    let Value::Object(field) = field else { return };
    if let Some(Value::Array(types)) = field.get_mut("type") {
        types.retain(|it| it != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            field.insert("type".into(), only);
        }
    }
    let null = serde_json::json!({ "type": "null" });
    if let Some(Value::Array(rules)) = field.get_mut("anyOf") {
        rules.retain(|it| *it != null);
        if let [Value::Object(only)] = rules.as_slice() {
            let only = only.clone();
            field.remove("anyOf");
            for (keyword, argument) in only {
                field.entry(keyword).or_insert(argument);
            }
        }
    }
}
