//! `fretsaw bench editor`: the table and the document.

use std::time::Duration;

use fretsaw::bench::report::editor::{Editor, Memory, Wait, document, render};
use serde_json::Value;

use super::program::{assert_snapshot, finish, program};
use crate::support::schema;

fn sample() -> Editor {
    let wait = |what: &str, milliseconds: [u64; 3], target: u64| Wait {
        what: what.to_owned(),
        times: milliseconds.map(Duration::from_millis).to_vec(),
        target: Duration::from_millis(target),
    };
    Editor {
        waits: vec![
            wait("start", [30, 20, 110], 100),
            wait("keystroke to diagnostics, 1000 lines", [40, 10, 50], 30),
        ],
        memory: Some(Memory {
            edits: 10_000,
            before: 40_960,
            after: 45_056,
        }),
    }
}

#[test]
fn waits_stand_beside_their_targets() {
    assert_snapshot("bench_editor", &render(&sample()));
    let document = serde_json::to_value(document(&sample())).unwrap();
    schema::assert_follows("bench-editor.schema.json", &document);
    assert_eq!(document["waits"][0]["verdict"], "met");
    assert_eq!(document["waits"][1]["verdict"], "missed");
    assert!(sample().has_failed());
}

#[test]
fn an_editor_is_measured() {
    let mut command = program();
    command.args(["bench", "editor", "--quick", "--format", "json"]);
    let run = finish(&mut command);
    // Whether targets are met depends on the machine.
    assert!(run.status <= 1, "{}{}", run.stdout, run.stderr);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("bench-editor.schema.json", &document);
    let waits = document["waits"].as_array().unwrap();
    assert_eq!(waits.len(), 4, "{document}");
    for wait in waits {
        assert_eq!(wait["times"].as_array().unwrap().len(), 10, "{wait}");
    }
}
