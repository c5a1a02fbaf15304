//! Changes to JSON by its structure.

use serde_json::Value;

use super::words::NUMBERS;
use super::{bytes, words};
use crate::support::generate::random::Random;

/// Texts that mean something, or nothing, where values are read.
const TEXTS: [&str; 24] = [
    "",
    "0",
    "1",
    "-1",
    "True",
    "EUR 1.00",
    "-EUR 0.01",
    "USD 99999999999999999999.00",
    "EUR 1.005",
    "29 Feb 2020",
    "30 Feb 2021",
    "1 Jan 0000",
    "31 Dec 9999, 23:59:59",
    "25:61",
    "{1, 2}",
    "(1: 2)",
    "{",
    "\"a\"",
    "\"",
    "1/3",
    "50%",
    "Inf",
    "{{{{{{{{",
    "é\u{0}",
];

/// Changes a document, or the bytes of it.
pub(crate) fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let document = serde_json::from_slice::<Value>(input);
    let donor = serde_json::from_slice::<Value>(other).unwrap_or(Value::Null);
    match document {
        Ok(mut document) if random.chance(92) => {
            change(random, &mut document, &donor);
            document.to_string().into_bytes()
        }
        _ if random.chance(50) => bytes::mutate(random, input, other),
        _ => {
            let (text, other) = (
                String::from_utf8_lossy(input),
                String::from_utf8_lossy(other),
            );
            words::mutate(
                random,
                &text,
                &other,
                &["{", "}", "[", "]", ",", ":", "\"", "null"],
            )
            .into()
        }
    }
}

/// Changes a value somewhere in a document.
pub(crate) fn change(random: &mut Random, document: &mut Value, donor: &Value) {
    let mut paths = Vec::new();
    places(document, &mut String::new(), &mut paths);
    let path = random.pick(&paths).clone();
    let donor = if random.chance(60) {
        document.clone()
    } else {
        donor.clone()
    };
    let Some(value) = document.pointer_mut(&path) else {
        return;
    };
    match value {
        Value::Array(items) if !items.is_empty() => change_array(random, items),
        Value::Object(entries) if !entries.is_empty() => {
            let keys: Vec<String> = entries.keys().cloned().collect();
            let key = random.pick(&keys).clone();
            let removed = entries.remove(&key);
            if random.chance(60) {
                let new = random.pick(&keys).clone();
                entries.insert(new, removed.unwrap_or_default());
            }
        }
        Value::String(text) if random.chance(60) => *text = other_text(random, text),
        Value::Number(number) if random.chance(70) => {
            let near = words::other_number(random, &number.to_string());
            let new = if random.chance(50) {
                &near
            } else {
                random.word(&NUMBERS)
            };
            *value = serde_json::from_str(new).unwrap_or_default();
        }
        Value::Bool(yes) => *yes = !*yes,
        _ => *value = some_of(random, &donor),
    }
}

fn change_array(random: &mut Random, items: &mut Vec<Value>) {
    let at = random.below(items.len());
    let second = random.below(items.len());
    match random.below(4) {
        0 => drop(items.remove(at)),
        1 => items.insert(at, items[second].clone()),
        2 => items.swap(at, second),
        _ => items.truncate(at),
    }
}

fn other_text(random: &mut Random, text: &str) -> String {
    match random.below(3) {
        0 => (*random.pick(&TEXTS)).to_owned(),
        1 => words::mutate(random, text, text, &TEXTS),
        _ => String::from_utf8_lossy(&bytes::mutate(random, text.as_bytes(), b"")).into_owned(),
    }
}

/// A value out of a document.
fn some_of(random: &mut Random, document: &Value) -> Value {
    let mut paths = Vec::new();
    places(document, &mut String::new(), &mut paths);
    let value = document.pointer(random.pick::<String>(&paths));
    value.cloned().unwrap_or_default()
}

/// The pointers to all values of a document.
fn places(value: &Value, path: &mut String, found: &mut Vec<String>) {
    found.push(path.clone());
    let length = path.len();
    let children: Vec<(String, &Value)> = match value {
        Value::Array(items) => {
            let items = items.iter().enumerate();
            items.map(|(index, it)| (index.to_string(), it)).collect()
        }
        Value::Object(entries) => {
            let escaped = |key: &String| key.replace('~', "~0").replace('/', "~1");
            let entries = entries.iter();
            entries.map(|(key, it)| (escaped(key), it)).collect()
        }
        _ => Vec::new(),
    };
    for (name, child) in children {
        path.push('/');
        path.push_str(&name);
        places(child, path, found);
        path.truncate(length);
    }
}
