//! Nothing kills the server.

use serde_json::{Value, json};

use super::client::{Client, bank};

/// Asks something that has an answer only if the server is well.
fn assert_well(client: &mut Client) {
    let told = client.request("fretsaw/explain", json!({ "code": "R0103" }));
    assert_eq!(told["code"], "R0103");
}

#[test]
fn malformed_messages_are_skipped() {
    let mut client = Client::start();
    client.initialize();
    let nonsense: [&[u8]; 7] = [
        b"Content-Length: 5\r\n\r\n{\"a\":",
        b"Content-Length: 2\r\n\r\n[]",
        b"no header at all\r\n\r\n",
        b"Content-Length: many\r\n\r\n",
        b"Content-Length: 99999999999999\r\n\r\n",
        b"Content-Length: 4\r\nContent-Type: x\r\n\r\n\xff\xfe\xfd\xfc",
        b"\r\n\r\n",
    ];
    for bytes in nonsense {
        client.say(bytes);
        assert_well(&mut client);
    }
    let logged = client.notification("window/logMessage");
    assert_eq!(logged["type"], 1, "{logged}");
    client.shut_down();
}

#[test]
fn requests_that_make_no_sense_are_refused() {
    let mut client = Client::start();
    client.initialize();
    let cases = [
        ("no/such/request", json!({}), -32601),
        ("fretsaw/nothing", json!({}), -32601),
        (
            "textDocument/codeAction",
            json!({ "textDocument": 5 }),
            -32602,
        ),
        ("textDocument/codeAction", Value::Null, -32602),
    ];
    for (method, params, code) in cases {
        assert_eq!(client.refusal(method, params)["code"], code, "{method}");
    }
    client.send(json!({ "id": 900, "method": 5 }));
    assert_eq!(client.answer(900)["error"]["code"], -32600);
    client.notify("textDocument/didChange", json!({ "textDocument": [] }));
    client.notify("no/such/notification", json!({}));
    client.send(json!({ "id": 901, "result": "nobody asked" }));
    assert_well(&mut client);
    client.shut_down();
}

#[test]
fn a_panic_costs_one_request() {
    let mut client = Client::start();
    client.initialize();
    for _ in 0..10 {
        assert_eq!(client.refusal("fretsaw/panic", json!({}))["code"], -32603);
        let logged = client.notification("window/logMessage");
        assert!(
            logged["message"].to_string().contains("fretsaw/panic"),
            "{logged}"
        );
    }
    assert_well(&mut client);
    client.shut_down();
}

#[test]
fn edits_outside_of_the_text_change_its_edges() {
    let mut client = bank();
    client.initialize();
    client.open("bank/Account.ebl");
    let far = json!({ "line": 99_999, "character": 99_999 });
    let end = json!({ "line": 0, "character": 99_999 });
    let changes = json!([
        { "range": { "start": far, "end": far }, "text": "\n// the end\n" },
        { "range": { "start": end, "end": end }, "text": " // first" },
        { "range": { "start": far, "end": end }, "text": "" },
    ]);
    client.change("bank/Account.ebl", 2, changes);
    assert_eq!(client.diagnostics("bank/Account.ebl", Some(2)), json!([]));
    // Of texts that are not open, and of things that are no files, nothing is known.
    client.change("bank/Nowhere.ebl", 1, json!([{ "text": "x" }]));
    let item =
        json!({ "uri": "untitled:Untitled-1", "languageId": "rebel", "version": 1, "text": "x" });
    client.notify("textDocument/didOpen", json!({ "textDocument": item }));
    assert_well(&mut client);
    client.shut_down();
}

#[test]
fn files_may_vanish() {
    let mut client = bank();
    client.initialize();
    client.open("bank/NegativeBalance.tebl");
    assert_eq!(
        client.diagnostics("bank/NegativeBalance.tebl", Some(1)),
        json!([])
    );
    std::fs::remove_dir_all(client.path("bank")).unwrap();
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let found = client.diagnostics("bank/NegativeBalance.tebl", Some(1));
    assert!(!found.as_array().unwrap().is_empty());
    client.shut_down();
}

#[test]
fn requests_can_be_cancelled() {
    let mut client = bank();
    client.initialize();
    client.open("bank/Account.ebl");
    client.notify("$/cancelRequest", json!({ "id": 77 }));
    let params = json!({
        "textDocument": client.document("bank/Account.ebl"),
        "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 0, "character": 0 } },
        "context": { "diagnostics": [] },
    });
    let id = client.ask("textDocument/codeAction", params);
    client.notify("$/cancelRequest", json!({ "id": id }));
    // It may have been answered before.
    let answer = client.answer(id);
    let code = &answer["error"]["code"];
    assert!(
        answer.get("result").is_some() || *code == -32800,
        "{answer}"
    );
    client.shut_down();
}
