//! What can be written, and signatures.

use serde_json::{Value, json};

use super::client::{Client, bank, position_in};

/// What is offered where `|` stands in a text.
fn offers(client: &mut Client, file: &str, text: &str) -> Value {
    let offset = text.find('|').expect("a cursor");
    let (before, after) = (&text[..offset], &text[offset + 1..]);
    // The bar of a quantifier is written in another way, so that it is not taken for the cursor.
    let text = format!("{}{after}", before.replace('\u{2502}', "|"));
    let offset = offset - 2 * before.matches('\u{2502}').count();
    client.write(file, &text);
    client.open_as(file, &text);
    let params = json!({
        "textDocument": client.document(file),
        "position": position_in(&text, offset),
    });
    client.request("textDocument/completion", params)
}

/// The offers in short: what is shown, its detail, and what is written.
fn short(offers: &Value) -> Value {
    let lines = offers.as_array().expect("a list").iter().map(|offer| {
        let detail = offer["detail"].as_str().unwrap_or_default();
        let written = offer["textEdit"]["newText"].as_str().unwrap_or_default();
        format!(
            "{} | {detail} | {written}",
            offer["label"].as_str().unwrap_or_default()
        )
    });
    json!(lines.collect::<Vec<_>>())
}

fn event(body: &str) -> String {
    format!("module bank.More\n\nimport bank.Account\n\n{body}\n")
}

#[test]
fn offers_fit_their_place() {
    let mut client = bank();
    client.initialize();
    let library = |body: &str| (String::from("bank/More.ebl"), event(body));
    let test = |body: &str| (String::from("bank/More.tebl"), event(body));
    let account = |part: &str| {
        let text = include_str!("../../../rebel-examples/bank/Account.ebl");
        (
            String::from("bank/Account.ebl"),
            text.replacen("        close[]\n", part, 1),
        )
    };
    let cases = [
        (
            "fields of an instance",
            library(
                "event look(number: IBAN) {\n    preconditions {\n        Account[number].|\n    }\n}",
            ),
        ),
        (
            "members of money",
            library("event look(sum: Money) {\n    preconditions {\n        sum.cur|\n    }\n}"),
        ),
        (
            "an expression",
            library("event look(sum: Money) {\n    postconditions {\n        |\n    }\n}"),
        ),
        ("a type", library("event look(sum: M|) {}")),
        ("blocks of an event", library("event look() {\n    pre|\n}")),
        ("declarations", library("|")),
        (
            "a sync",
            library("event look() {\n    sync {\n        A|\n    }\n}"),
        ),
        (
            "the event of a sync",
            library("event look(a: IBAN) {\n    sync {\n        Account[a].|\n    }\n}"),
        ),
        (
            "blocks of a specification",
            library("specification More {\n    fie|\n}"),
        ),
        (
            "an annotation",
            library("specification More {\n    fields {\n        id: Integer @|\n    }\n}"),
        ),
        (
            "an import",
            (
                String::from("bank/More.ebl"),
                String::from("module bank.More\n\nimport bank.|\n"),
            ),
        ),
        ("an event to list", account("        cl|\n")),
        (
            "configuration",
            account("        close[]\n        interest[|]\n"),
        ),
        ("declarations of tests", test("|")),
        ("a statement of a state", test("state rich {\n    |\n}")),
        (
            "a constraint",
            test("state rich {\n    opened Account with |;\n}"),
        ),
        (
            "a property",
            test("state rich {\n    opened Account;\n}\n\ncheck r|"),
        ),
        (
            "a start",
            test(
                "state rich {\n    opened Account;\n}\n\ncheck rich reachable from | in max 3 steps;",
            ),
        ),
        (
            "a choice of events",
            test(
                "state rich {\n    opened Account;\n}\n\ncheck rich reachable in max 3 steps using events Account.|;",
            ),
        ),
        ("a comment", library("// nothing |\n")),
    ];
    let mut told = json!({});
    for (name, (file, text)) in cases {
        told[name] = short(&offers(&mut client, &file, &text));
    }
    client.assert_snapshot("completion", &told);
    client.shut_down();
}

/// The labels of what is offered at places where nothing is written yet.
#[test]
fn offers_fit_empty_places() {
    let mut client = bank();
    client.initialize();
    let libraries = [
        "specification More {\n    fields {\n        balance: |\n    }\n}",
        "event look(a: |) {}",
        "event look(a: m|) {}",
        "event look() {\n    sync {\n        |\n    }\n}",
        "event look() {\n    sync {\n        not |\n    }\n}",
        "event look() {\n    |\n}",
        "event look() {\n    preconditions {\n        this.|\n    }\n}",
        "event look() {\n    preconditions {\n        now.|\n    }\n}",
        "event look(a: Money, b: Money) {\n    preconditions {\n        (a + b).|\n    }\n}",
        "function fee(a: Money): Money = a;\n\nevent look(a: Money) {\n    preconditions {\n        fee(a).|\n    }\n}",
        "event look(a: set[Money]) {\n    preconditions {\n        forall x : a \u{2502} x.|\n    }\n}",
        "event look(a: map[Integer: Date]) {\n    preconditions {\n        a[1].|\n    }\n}",
    ];
    let tests = [
        "state rich {\n    opened |\n}",
        "state rich {\n    2 |\n}",
        "state rich {\n    opened Account |;\n}",
        "state rich {\n    opened Account with balance == EUR 1.00 |;\n}",
        "check rich |",
        "check rich reachable |;",
        "check rich reachable from poor |;",
        "check rich reachable in |;",
        "check rich reachable in max 2 |;",
        "check rich reachable in max 1 |;",
        "check rich reachable between 1 |;",
        "check rich reachable in max 2 steps using |;",
        "check rich reachable in max 2 steps using events Account.deposit |;",
        "check invariants |;",
        "check invariants hold |;",
        "domain d {\n    |\n}",
        "domain d {\n    Account.|\n}",
        "domain d {\n    Account.deposit.|\n}",
    ];
    let libraries = libraries.map(|text| ("bank/More.ebl", text));
    let tests = tests.map(|text| ("bank/More.tebl", text));
    let mut told = json!({});
    for (file, text) in libraries.into_iter().chain(tests) {
        let found = offers(&mut client, file, &event(text));
        let labels = found.as_array().expect("a list").iter();
        let labels: Vec<&str> = labels.filter_map(|it| it["label"].as_str()).collect();
        told[text] = json!(labels.join(", "));
    }
    client.assert_snapshot("completion_of_empty_places", &told);
    client.shut_down();
}

#[test]
fn this_is_an_instance_of_what_lists_the_event() {
    let mut client = bank();
    client.initialize();
    let text = client.text("bank/Library.ebl");
    let text = text.replacen("amount <= this.balance;", "amount <= this.|", 1);
    let found = offers(&mut client, "bank/Library.ebl", &text);
    client.assert_snapshot("completion_of_fields", &found);
    client.shut_down();
}

#[test]
fn clients_that_fill_nothing_in_get_plain_words() {
    let mut client = bank();
    client.initialize_with(json!({}));
    let found = offers(
        &mut client,
        "bank/More.ebl",
        &event("event look() {\n    pre|\n}"),
    );
    assert_eq!(found[0]["textEdit"]["newText"], "preconditions");
    assert_eq!(found[0]["insertTextFormat"], 1);
    client.shut_down();
}

#[test]
fn signatures_follow_the_commas() {
    let mut client = bank();
    client.initialize();
    client.open("bank/Library.ebl");
    let places = [
        ("function, first", "singleInterest(", "this.balance,"),
        (
            "function, second",
            "singleInterest(this.balance, ",
            "currentInterest",
        ),
        ("event", "Account[this.from].withdraw(", "this.amount"),
        ("nothing", "postconditions {\n        ", "new"),
    ];
    let mut told = json!({});
    for (name, before, after) in places {
        let params = client.at("bank/Library.ebl", before, after);
        told[name] = client.request("textDocument/signatureHelp", params);
    }
    let params = client.at("bank/Account.ebl", "openAccount[", "minimalDeposit");
    told["configuration"] = client.request("textDocument/signatureHelp", params);
    client.assert_snapshot("signature", &told);
    client.shut_down();
}
