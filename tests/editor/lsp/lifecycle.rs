//! Greeting, folders, and goodbye.

use serde_json::{Value, json};

use super::client::{Client, bank};

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

/// Where the client does not tell, the server looks itself: also for the settings above the folder, and in roots
/// elsewhere.
#[test]
fn files_that_nobody_watches_are_looked_at() {
    let mut client = Client::start();
    client.write("fretsaw.toml", "roots = [\"specs\"]\n");
    let text = "module a.Aa\n\nspecification Aa {\n    fields { id: Integer @key }\n}\n";
    client.write("specs/a/Aa.ebl", text);
    client.write("tests/a/Test.tebl", "module a.Test\n\nimport a.Aa\n\nstate some {\n    Aa with id == 1;\n}\n\ncheck some reachable in max 1 steps;\n");
    let folders = json!([{ "uri": client.uri("tests"), "name": "tests" }]);
    let watching =
        json!({ "workspace": { "didChangeWatchedFiles": { "dynamicRegistration": true } } });
    let params = json!({ "capabilities": watching, "processId": null, "rootUri": null, "workspaceFolders": folders });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client.open("tests/a/Test.tebl");
    let before = client.diagnostics("tests/a/Test.tebl", Some(1));
    client.write("specs/a/Aa.ebl", &text.replace("id:", "number:"));
    let after = client.diagnostics("tests/a/Test.tebl", Some(1));
    assert_ne!(before, after);
    assert!(after.to_string().contains("`id`"), "{after}");
    client.write("fretsaw.toml", "roots = []\n");
    let without = client.diagnostics("tests/a/Test.tebl", Some(1));
    assert!(without.to_string().contains("a.Aa"), "{without}");
    client.shut_down();
}

#[test]
#[cfg(target_os = "linux")]
fn the_server_ends_with_the_process_of_its_client() {
    let mut gone = std::process::Command::new("true").spawn().unwrap();
    let process = gone.id();
    gone.wait().unwrap();
    let mut client = Client::start();
    let params = json!({ "capabilities": {}, "processId": process, "rootUri": null });
    client.ask("initialize", params);
    assert!(!client.wait_for_end().success());
}

/// A client that leaves without having read what was said must not keep the server.
#[test]
fn the_server_ends_with_a_client_that_does_not_read() {
    use std::process::{Command, Stdio};
    let mut server = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .arg("lsp")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = server.stdin.take().unwrap();
    // More answers than a pipe holds.
    for id in 0..2000 {
        let content =
            json!({ "jsonrpc": "2.0", "id": id, "method": "textDocument/hover", "params": {} });
        let content = content.to_string();
        let message = format!("Content-Length: {}\r\n\r\n{content}", content.len());
        std::io::Write::write_all(&mut input, message.as_bytes()).unwrap();
    }
    drop(input);
    assert!(!server.wait().unwrap().success());
}
