//! What names stand for: hover, definition, references, highlights, rename.

use serde_json::{Value, json};

use super::client::{Client, bank};
use super::structure::text_in;

const LIBRARY: &str = "bank/Library.ebl";

fn serving() -> Client {
    let mut client = bank();
    client.initialize();
    client.open(LIBRARY);
    client
}

/// The Markdown of a hover.
fn hover(client: &mut Client, file: &str, before: &str, after: &str) -> Value {
    let params = client.at(file, before, after);
    client.request("textDocument/hover", params)["contents"]["value"].clone()
}

#[test]
fn hovers_tell_types_documents_guards_and_users() {
    let mut client = serving();
    let places = [
        ("field", LIBRARY, "amount <= this.", "balance"),
        ("event", LIBRARY, "Account[this.from].", "withdraw"),
        (
            "configuration",
            LIBRARY,
            "currentInterest <= ",
            "maxInterest",
        ),
        ("parameter", LIBRARY, "this.balance - ", "amount"),
        ("function", LIBRARY, "this.balance + ", "singleInterest"),
        ("specification", LIBRARY, "initialized ", "Account[from]"),
        (
            "state",
            "bank/NegativeBalance.tebl",
            "    ",
            "opened Account with",
        ),
        (
            "test_state",
            "bank/NegativeBalance.tebl",
            "check ",
            "negativeBalance reachable",
        ),
        (
            "invariant",
            "bank/Account.ebl",
            "        ",
            "positiveBalance",
        ),
    ];
    let mut told = json!({});
    for (name, file, before, after) in places {
        told[name] = hover(&mut client, file, before, after);
    }
    client.assert_snapshot("hover", &told);
    assert_eq!(hover(&mut client, LIBRARY, "", "module bank"), Value::Null);
    client.shut_down();
}

#[test]
fn a_body_that_two_specifications_list_speaks_of_both() {
    let mut client = Client::start();
    client.write(
        "shop/Library.ebl",
        "module shop.Library\n\nevent pay() {\n    postconditions {\n        new this.paid == True;\n    }\n}\n",
    );
    for name in ["Order", "Ticket"] {
        let text = format!(
            "module shop.{name}\n\nimport shop.Library\n\nspecification {name} {{\n    fields {{\n        id: Integer @key\n        paid: Boolean\n    }}\n\n    events {{\n        pay[]\n    }}\n\n    lifeCycle {{\n        initial fresh -> done: pay\n        final done\n    }}\n}}\n"
        );
        client.write(&format!("shop/{name}.ebl"), &text);
    }
    client.initialize();
    client.open("shop/Library.ebl");
    let params = client.at("shop/Library.ebl", "new this.", "paid");
    let definitions = client.request("textDocument/definition", params.clone());
    assert_eq!(definitions.as_array().unwrap().len(), 2, "{definitions}");
    // Both fields get the new name, or the body would not fit one of them.
    let mut params = params;
    params["newName"] = json!("settled");
    let edit = client.request("textDocument/rename", params);
    assert_eq!(edit["changes"].as_object().unwrap().len(), 3, "{edit}");
    client.shut_down();
}

#[test]
fn definitions_lead_to_declarations_and_modules() {
    let mut client = serving();
    let places = [
        ("field", LIBRARY, "amount <= this.", "balance"),
        (
            "event in a sync",
            LIBRARY,
            "Account[this.from].",
            "withdraw",
        ),
        ("specification", LIBRARY, "initialized ", "Account[from]"),
        ("import", LIBRARY, "import bank.", "Account"),
        (
            "event in a life cycle",
            "bank/Account.ebl",
            "opened: ",
            "withdraw,",
        ),
        ("state", "bank/Account.ebl", "init -> ", "opened"),
        ("reference", "bank/Transaction.ebl", "@ref=", "Account"),
        (
            "test state",
            "bank/NegativeBalance.tebl",
            "check ",
            "negativeBalance",
        ),
    ];
    let mut told = json!({});
    for (name, file, before, after) in places {
        let params = client.at(file, before, after);
        told[name] = client.request("textDocument/definition", params);
    }
    client.assert_snapshot("definition", &told);
    client.shut_down();
}

#[test]
fn references_are_found_in_all_files() {
    let mut client = serving();
    let mut params = client.at("bank/Account.ebl", "initial init -> ", "opened");
    params["context"] = json!({ "includeDeclaration": true });
    let all = client.request("textDocument/references", params.clone());
    client.assert_snapshot("references", &all);
    params["context"] = json!({ "includeDeclaration": false });
    let uses = client.request("textDocument/references", params);
    assert_eq!(
        uses.as_array().unwrap().len() + 1,
        all.as_array().unwrap().len()
    );
    client.shut_down();
}

#[test]
fn highlights_stay_in_the_file() {
    let mut client = serving();
    let params = client.at(LIBRARY, "event withdraw(", "amount");
    let found = client.request("textDocument/documentHighlight", params);
    client.assert_snapshot("highlights", &found);
    client.shut_down();
}

#[test]
fn renaming_reaches_all_files() {
    let mut client = serving();
    let params = client.at("bank/Account.ebl", "", "balance: Money");
    let prepared = client.request("textDocument/prepareRename", params.clone());
    client.assert_snapshot("prepare_rename", &prepared);
    let mut params = params;
    params["newName"] = json!("saldo");
    let edit = client.request("textDocument/rename", params);
    client.assert_snapshot("rename", &edit);
    client.shut_down();
}

#[test]
fn renaming_refuses_what_would_clash_or_be_captured() {
    let mut client = serving();
    client.write(
        "bank/Captured.ebl",
        "module bank.Captured\n\nfunction many(limit: Integer): Boolean = forall each : {1 .. 3} | each < limit;\n",
    );
    client.notify("workspace/didChangeWatchedFiles", json!({ "changes": [] }));
    let cases = [
        ("bank/Account.ebl", "", "balance: Money", "accountNumber"),
        (LIBRARY, "event ", "deposit", "withdraw"),
        (LIBRARY, "event withdraw(", "amount", "Amount"),
        (LIBRARY, "event withdraw(", "amount", "two words"),
        (LIBRARY, "event withdraw(", "amount", "this"),
        (LIBRARY, "event withdraw(", "amount", ""),
        ("bank/Captured.ebl", "many(", "limit", "each"),
        ("bank/Captured.ebl", "forall ", "each", "limit"),
        (
            "bank/Account.ebl",
            "specification ",
            "Account",
            "Transaction",
        ),
        ("bank/Account.ebl", "initial ", "init", "opened"),
        ("bank/Account.ebl", "module bank.", "Account", "Konto"),
        ("bank/Account.ebl", "import bank.", "Library", "Events"),
    ];
    let mut told = json!([]);
    for (file, before, after, new_name) in cases {
        let mut params = client.at(file, before, after);
        params["newName"] = json!(new_name);
        let refusal = client.refusal("textDocument/rename", params);
        let line = json!(format!(
            "{after} as {new_name}: {}",
            refusal["message"].as_str().unwrap()
        ));
        told.as_array_mut().unwrap().push(line);
    }
    client.assert_snapshot("rename_refused", &told);
    client.shut_down();
}

/// Whoever opens specifications and tests as two folders has them renamed together.
#[test]
fn names_in_other_folders_are_found() {
    let mut client = Client::start();
    client.write("fretsaw.toml", "roots = [\"specs\"]\n");
    for name in ["Account", "Library", "Transaction"] {
        let path = format!("rebel-examples/bank/{name}.ebl");
        client.copy(&path, &format!("specs/bank/{name}.ebl"));
    }
    let tests = "tests/bank/NegativeBalance.tebl";
    client.copy("testmodules/bank/NegativeBalance.tebl", tests);
    let folders = ["specs", "tests"].map(|it| json!({ "uri": client.uri(it), "name": it }));
    let params = json!({ "capabilities": {}, "processId": null, "rootUri": null, "workspaceFolders": folders });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    let library = "specs/bank/Library.ebl";
    client.open(library);
    let mut params = client.at(library, "new this.", "balance");
    params["newName"] = json!("amountHeld");
    let renamed = client.request("textDocument/rename", params).to_string();
    for file in ["specs/bank/Account.ebl", library, tests] {
        assert!(renamed.contains(&client.uri(file)), "{file}: {renamed}");
    }
    client.shut_down();
}

/// Whoever opens only the tests has specifications renamed that settings lead to, with all who use them.
#[test]
fn names_below_roots_outside_of_the_folders_are_found() {
    let mut client = Client::start();
    client.write("fretsaw.toml", "roots = [\"specs\"]\n");
    for name in ["Account", "Library", "Transaction"] {
        let path = format!("rebel-examples/bank/{name}.ebl");
        client.copy(&path, &format!("specs/bank/{name}.ebl"));
    }
    let other = "specs/bank/Other.ebl";
    client.write(
        other,
        "module bank.Other\n\nimport bank.Account\n\nspecification Other extends Account {\n    events {\n        twice[]\n    }\n    lifeCycle {\n        opened -> opened: twice\n    }\n}\n\nevent twice() {\n    postconditions {\n        new this.balance == this.balance + this.balance;\n    }\n}\n",
    );
    let tests = "tests/bank/NegativeBalance.tebl";
    client.copy("testmodules/bank/NegativeBalance.tebl", tests);
    let folders = json!([{ "uri": client.uri("tests"), "name": "tests" }]);
    let params = json!({ "capabilities": {}, "processId": null, "rootUri": null, "workspaceFolders": folders });
    client.request("initialize", params);
    client.notify("initialized", json!({}));
    client.open(tests);
    let mut params = client.at(tests, "", "balance");
    params["newName"] = json!("amountHeld");
    let renamed = client.request("textDocument/rename", params.clone());
    let all = [
        "specs/bank/Account.ebl",
        "specs/bank/Library.ebl",
        other,
        tests,
    ];
    for file in all {
        let changes = &renamed["changes"][client.uri(file)];
        assert!(changes.is_array(), "{file}: {renamed}");
    }
    params["context"] = json!({ "includeDeclaration": true });
    let found = client.request("textDocument/references", params);
    let found = found.to_string();
    for file in all {
        assert!(found.contains(&client.uri(file)), "{file}: {found}");
    }
    client.shut_down();
}

/// `qualified.Receipt` stands for the specification of that module as long as both are called alike.
#[test]
fn qualified_names_of_specifications_are_renamed() {
    let mut client = Client::start();
    for name in ["Card", "Cash", "Payments", "Receipt"] {
        let file = format!("qualified/{name}.ebl");
        client.copy(&format!("rebel-examples/{file}"), &file);
    }
    client.initialize();
    client.open("qualified/Receipt.ebl");
    let mut params = client.at("qualified/Receipt.ebl", "specification ", "Receipt");
    params["newName"] = json!("Slip");
    let renamed = client.request("textDocument/rename", params);
    let payments = "qualified/Payments.ebl";
    let text = client.text(payments);
    let edits = renamed["changes"][client.uri(payments)].as_array().unwrap();
    let edits = edits.iter().map(|edit| {
        let old = text_in(&text, &edit["range"]);
        format!("{old} as {}", edit["newText"].as_str().unwrap())
    });
    let edits: Vec<String> = edits.collect();
    assert_eq!(
        edits,
        ["qualified.Receipt as Slip", "qualified.Receipt as Slip"]
    );
    client.shut_down();
}
