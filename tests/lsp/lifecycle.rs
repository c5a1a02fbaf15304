//! Greeting, folders, and goodbye.

use serde_json::{Value, json};

use crate::client::{Client, bank};

#[test]
fn the_server_tells_what_it_can_do() {
    let mut client = Client::start();
    let mut result = client.initialize();
    result["serverInfo"]["version"] = json!("VERSION");
    client.assert_snapshot("initialize", &result);
    client.shut_down();
}

#[test]
fn clients_that_cannot_count_bytes_get_utf_16() {
    for offered in [
        json!({}),
        json!({ "general": { "positionEncodings": ["utf-32", "utf-16"] } }),
    ] {
        let mut client = Client::start();
        let result = client.initialize_with(offered);
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16");
        client.shut_down();
    }
}

#[test]
fn nothing_is_answered_before_the_greeting_and_after_the_farewell() {
    let mut client = Client::start();
    assert_eq!(
        client.refusal("textDocument/hover", json!({}))["code"],
        -32002
    );
    client.initialize();
    assert_eq!(client.refusal("initialize", json!({}))["code"], -32600);
    client.request("shutdown", Value::Null);
    assert_eq!(
        client.refusal("textDocument/hover", json!({}))["code"],
        -32600
    );
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_end().code(), Some(0));
}

#[test]
fn an_exit_without_shutdown_is_told_by_the_status() {
    let mut client = Client::start();
    client.initialize();
    client.notify("exit", Value::Null);
    assert_eq!(client.wait_for_end().code(), Some(1));
}

#[test]
fn the_server_ends_with_its_client() {
    for opens in [false, true] {
        let mut client = bank();
        client.initialize();
        if opens {
            client.open("bank/Library.ebl");
        }
        assert!(!client.die().success());
    }
    assert!(!Client::start().die().success());
}

#[test]
fn files_are_watched_if_the_client_can() {
    let mut client = Client::start();
    let watching = json!({ "dynamicRegistration": true });
    client.initialize_with(json!({ "workspace": { "didChangeWatchedFiles": watching } }));
    let asked = client.wait_for(|message| message["method"] == "client/registerCapability");
    client.assert_snapshot("watched_files", &asked["params"]);
    client.send(json!({ "id": asked["id"], "result": null }));
    client.shut_down();
}

#[test]
fn folders_come_and_go() {
    let mut client = Client::start();
    let text = "module a.Aa\n\nimport b.Bb\n\nspecification Aa {}\n";
    client.write("one/a/Aa.ebl", text);
    client.write("two/b/Bb.ebl", "module b.Bb\n\nspecification Bb {}\n");
    client.write("one/fretsaw.toml", "roots = [\"../three\"]\n");
    let folders = json!([{ "uri": client.uri("one"), "name": "one" }]);
    let params = json!({ "capabilities": {}, "processId": null, "rootUri": null, "workspaceFolders": folders });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client.open("one/a/Aa.ebl");
    // The root is not there yet.
    let broken = client.diagnostics("one/fretsaw.toml", None);
    assert_eq!(broken.as_array().unwrap().len(), 1, "{broken}");
    client.write("one/fretsaw.toml", "roots = [\"../two\"]\n");
    let changes = json!([{ "uri": client.uri("one/fretsaw.toml"), "type": 2 }]);
    client.notify(
        "workspace/didChangeWatchedFiles",
        json!({ "changes": changes }),
    );
    assert_eq!(client.diagnostics("one/fretsaw.toml", None), json!([]));

    let added = json!([{ "uri": client.uri("two"), "name": "two" }]);
    let event = json!({ "added": added, "removed": [] });
    client.notify(
        "workspace/didChangeWorkspaceFolders",
        json!({ "event": event }),
    );
    client.open_as(
        "two/b/Bb.ebl",
        "module b.Bb\n\nspecification Bb {\n    fields { x: Nothing }\n}\n",
    );
    let found = client.diagnostics("two/b/Bb.ebl", Some(1));
    assert!(found.to_string().contains("Nothing"), "{found}");
    client.shut_down();
}
