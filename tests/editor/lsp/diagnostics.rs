//! Diagnostics while typing, and the actions that mend them.

use serde_json::json;

use super::client::{Client, bank, position_in};

const BROKEN: &str = "module bank.Extra

import bank.Account

state rich {
    opened Account with balnce > EUR 10.00;
}

check rch reachable in max 3 steps;
";

#[test]
fn a_good_file_has_none_and_a_broken_one_has_its_own() {
    let mut client = bank();
    client.write("bank/Extra.tebl", BROKEN);
    client.initialize();
    client.open("bank/NegativeBalance.tebl");
    assert_eq!(
        client.diagnostics("bank/NegativeBalance.tebl", Some(1)),
        json!([])
    );
    client.open("bank/Extra.tebl");
    let found = client.diagnostics("bank/Extra.tebl", Some(1));
    client.assert_snapshot("diagnostics", &found);
    client.shut_down();
}

#[test]
fn edits_arrive_one_after_the_other() {
    let mut client = bank();
    client.initialize();
    client.open("bank/Library.ebl");
    assert_eq!(client.diagnostics("bank/Library.ebl", Some(1)), json!([]));
    // The second change counts in the text that the first one leaves.
    let start = json!({ "line": 0, "character": 0 });
    let changes = json!([
        { "range": { "start": start, "end": start }, "text": "// two lines\n// more\n" },
        { "range": { "start": { "line": 2, "character": 0 }, "end": { "line": 2, "character": 6 } }, "text": "modul" },
    ]);
    client.change("bank/Library.ebl", 2, changes);
    let broken = client.diagnostics("bank/Library.ebl", Some(2));
    assert_eq!(broken[0]["range"]["start"]["line"], 2, "{broken}");
    let back = client.text("bank/Library.ebl");
    client.change("bank/Library.ebl", 3, json!([{ "text": back }]));
    assert_eq!(client.diagnostics("bank/Library.ebl", Some(3)), json!([]));
    client.shut_down();
}

#[test]
fn files_that_depend_on_an_open_one_are_looked_at() {
    let mut client = bank();
    client.initialize();
    client.open("bank/Account.ebl");
    assert_eq!(client.diagnostics("bank/Account.ebl", Some(1)), json!([]));
    let text = client.text("bank/Account.ebl");
    let renamed = text.replace("opened", "active");
    client.change("bank/Account.ebl", 2, json!([{ "text": renamed }]));
    // The first publication of the closed file had nothing to say.
    assert_eq!(
        client.diagnostics("bank/NegativeBalance.tebl", None),
        json!([])
    );
    let found = client.diagnostics("bank/NegativeBalance.tebl", None);
    client.assert_snapshot("diagnostics_of_dependents", &found);
    // A closed text counts as it is on disk.
    client.notify(
        "textDocument/didClose",
        json!({ "textDocument": client.document("bank/Account.ebl") }),
    );
    assert_eq!(
        client.diagnostics("bank/NegativeBalance.tebl", None),
        json!([])
    );
    client.shut_down();
}

#[test]
fn places_count_units_of_utf_16_where_that_is_agreed() {
    let mut client = Client::start();
    client.initialize_with(json!({}));
    let text = "module a.Aa\n\nspecification Aa {\n    fields { /* \u{1F600} */ x: Nothing }\n}\n";
    client.write("a/Aa.ebl", text);
    client.open("a/Aa.ebl");
    let found = client.diagnostics("a/Aa.ebl", Some(1));
    let bytes = position_in(text, text.find("Nothing").unwrap());
    let units = bytes["character"].as_u64().unwrap() - 2;
    let unknown = found
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["message"].to_string().contains("Nothing"));
    assert_eq!(
        unknown.unwrap()["range"]["start"]["character"],
        units,
        "{found}"
    );
    client.shut_down();
}

#[test]
fn fixes_are_offered_as_actions() {
    let mut client = bank();
    let text = BROKEN.replace("import bank.Account\n\n", "");
    client.write("bank/Extra.tebl", &text);
    client.initialize();
    client.open("bank/Extra.tebl");
    client.diagnostics("bank/Extra.tebl", Some(1));
    let place = client.position("bank/Extra.tebl", "opened ", "Account");
    let params = json!({
        "textDocument": client.document("bank/Extra.tebl"),
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    let actions = client.request("textDocument/codeAction", params.clone());
    client.assert_snapshot("code_actions", &actions);
    let mut other = params;
    other["context"]["only"] = json!(["refactor"]);
    assert_eq!(client.request("textDocument/codeAction", other), json!([]));
    client.shut_down();
}

#[test]
fn each_way_to_mend_something_is_an_action() {
    let mut client = bank();
    let text = client.text("bank/Account.ebl");
    let text = text.replace("        final closed\n", "");
    client.write("bank/Account.ebl", &text);
    client.initialize();
    client.open("bank/Account.ebl");
    client.diagnostics("bank/Account.ebl", Some(1));
    let place = client.position("bank/Account.ebl", "-> ", "closed: close");
    let params = json!({
        "textDocument": client.document("bank/Account.ebl"),
        "range": { "start": place, "end": place },
        "context": { "diagnostics": [] },
    });
    let actions = client.request("textDocument/codeAction", params);
    let actions = actions.as_array().expect("a list").iter();
    let told = actions.map(|it| json!([it["title"], it["isPreferred"], it["edit"]]));
    client.assert_snapshot("code_actions_to_choose_from", &told.collect());
    client.shut_down();
}

#[test]
fn codes_are_explained() {
    let mut client = Client::start();
    client.initialize();
    let told = client.request("fretsaw/explain", json!({ "code": "R0103" }));
    assert_eq!(told["name"], "missing-semicolon");
    let uri = json!({ "uri": "fretsaw://explain/R0103.md" });
    let page = client.request("workspace/textDocumentContent", uri);
    assert_eq!(page["text"], told["markdown"]);
    let unknown = client.refusal("fretsaw/explain", json!({ "code": "R9999" }));
    assert_eq!(unknown["code"], -32803);
    client.shut_down();
}
