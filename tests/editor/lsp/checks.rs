//! Checks beside the code: lenses, runs, traces, slices.

use std::process::Command;

use serde_json::{Value, json};

use super::client::{Client, bank};

const TESTS: &str = "bank/NegativeBalance.tebl";

/// A check that nobody waits for.
const ENDLESS: &str = "module bank.Endless

import bank.Account

state rich {
    opened Account with balance == EUR 7.77;
    closed Account with balance == EUR 9.99;
}

check rich unreachable in max 99999 steps;
";

fn serving() -> Client {
    let mut client = bank();
    client.initialize();
    client.open(TESTS);
    client
}

fn check(client: &Client, text: &str) -> Value {
    json!({ "uri": client.uri(TESTS), "check": text })
}

fn reachable(client: &Client) -> Value {
    check(client, "check negativeBalance reachable in max 5 steps")
}

fn lenses(client: &mut Client) -> Value {
    let params = json!({ "textDocument": client.document(TESTS) });
    client.request("textDocument/codeLens", params)
}

/// The titles of the lenses, without times.
fn titles(client: &mut Client) -> Vec<String> {
    let lenses = lenses(client);
    let titles = lenses.as_array().unwrap().iter().map(|lens| {
        let title = lens["command"]["title"].as_str().unwrap();
        match (title.find('('), title.find(" s)")) {
            (Some(start), Some(end)) => format!("{}(TIME{}", &title[..start], &title[end + 2..]),
            _ => title.to_owned(),
        }
    });
    titles.collect()
}

/// An outcome without what differs from run to run.
fn timeless(mut document: Value) -> Value {
    document["millis"] = json!("MILLIS");
    document
}

#[test]
fn a_check_is_run_by_its_lens() {
    let mut client = serving();
    let before = lenses(&mut client);
    client.assert_snapshot("code_lenses", &before);
    let command = &before[0]["command"];
    let params = json!({ "command": command["command"], "arguments": command["arguments"] });
    let ran = client.request("workspace/executeCommand", params);
    assert_eq!(ran["verdict"], "passed", "{ran}");
    let shown = client.notification("window/showMessage");
    assert_eq!(shown["message"], ran["text"]);
    let titles = titles(&mut client);
    client.assert_snapshot("code_lenses_after", &json!(titles));
    client.shut_down();
}

#[test]
fn the_editor_gives_the_answers_of_the_command_line() {
    let mut client = serving();
    let output = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .args(["check", "--format", "json"])
        .arg(client.path(TESTS))
        .output()
        .unwrap();
    let expected: Value = serde_json::from_slice(&output.stdout).unwrap();
    let texts = ["reachable in max 5 steps", "unreachable in max 4 steps"];
    for (text, expected) in texts.iter().zip(expected["checks"].as_array().unwrap()) {
        let params = check(&client, &format!("check negativeBalance {text}"));
        let ran = client.request("fretsaw/runCheck", params.clone());
        assert_eq!(
            timeless(ran["document"].clone()),
            timeless(expected.clone())
        );
        assert_eq!(
            client.request("fretsaw/verdict", params)["document"],
            ran["document"]
        );
    }
    client.shut_down();
}

#[test]
fn verdicts_stay_until_something_changes_that_their_slice_reads() {
    let mut client = serving();
    let params = reachable(&client);
    assert_eq!(
        client.request("fretsaw/verdict", params.clone()),
        Value::Null
    );
    client.request("fretsaw/runCheck", params.clone());
    client.open("bank/Library.ebl");
    let text = client.text("bank/Library.ebl");
    let edits = [
        // A comment, and an event that the check does not need.
        (
            text.replace("event withdraw", "// Careful.\nevent withdraw"),
            false,
        ),
        (
            text.replace(
                "event block() {}",
                "event block() {\n    preconditions {\n        this.balance > EUR 1.00;\n    }\n}",
            ),
            false,
        ),
        (
            text.replace("amount <= this.balance", "amount < this.balance"),
            true,
        ),
        (text.replace("event withdraw", "event {"), true),
        (text.clone(), false),
    ];
    for (version, (text, is_stale)) in (2..).zip(edits) {
        client.change("bank/Library.ebl", version, json!([{ "text": text }]));
        let known = client.request("fretsaw/verdict", params.clone());
        assert_eq!(known["isStale"], is_stale, "{text}");
        let titles = titles(&mut client);
        let shows_stale = titles.iter().any(|it| it.ends_with(", stale"));
        assert_eq!(shows_stale, is_stale, "{titles:?}");
    }
    client.shut_down();
}

/// A lens in a text that was not edited may have to show that its verdict is stale.
#[test]
fn lenses_are_asked_for_again_after_edits_of_other_texts() {
    const REFRESH: &str = "workspace/codeLens/refresh";
    let mut client = bank();
    client.initialize_with(json!({
        "general": { "positionEncodings": ["utf-8"] },
        "workspace": { "codeLens": { "refreshSupport": true } },
    }));
    client.open(TESTS);
    client.open("bank/Library.ebl");
    let params = reachable(&client);
    client.request("fretsaw/runCheck", params);
    client.notification(REFRESH);
    let text = client.text("bank/Library.ebl");
    let text = text.replace("amount <= this.balance", "amount < this.balance");
    client.change("bank/Library.ebl", 2, json!([{ "text": text }]));
    client.notification(REFRESH);
    let titles = titles(&mut client);
    assert!(
        titles.iter().any(|it| it.ends_with(", stale")),
        "{titles:?}"
    );
    client.shut_down();
}

#[test]
fn traces_lead_to_their_events() {
    let mut client = serving();
    let params = reachable(&client);
    let early = client.refusal("fretsaw/trace", params.clone());
    assert_eq!(early["message"], "no run is known: run the check first");
    client.request("fretsaw/runCheck", params.clone());
    let trace = client.request("fretsaw/trace", params.clone());
    let command = json!({ "command": "fretsaw.showTrace", "arguments": [params] });
    assert_eq!(client.request("workspace/executeCommand", command), trace);
    let steps = trace["steps"].as_array().unwrap();
    assert_eq!(steps.len(), 6);
    let library = client.text("bank/Library.ebl");
    for step in &steps[1..] {
        let label = step["label"].as_str().unwrap();
        let location = &step["location"];
        assert!(
            location["uri"]
                .as_str()
                .unwrap()
                .ends_with("bank/Library.ebl"),
            "{label}"
        );
        let line = usize::try_from(location["range"]["start"]["line"].as_u64().unwrap()).unwrap();
        let event = label.split_once("].").unwrap().1.split('(').next().unwrap();
        let declared = library.lines().nth(line).unwrap();
        assert!(
            declared.starts_with(&format!("event {event}")),
            "{label}: {declared}"
        );
        assert!(!step["changes"].as_array().unwrap().is_empty(), "{label}");
    }
    let booked = steps
        .iter()
        .find(|it| it["label"].as_str().unwrap().contains("book"));
    assert_eq!(booked.unwrap()["synced"].as_array().unwrap().len(), 2);
    client.shut_down();
}

#[test]
fn slices_tell_what_is_cut() {
    let mut client = serving();
    let params = reachable(&client);
    let slice = client.request("fretsaw/slice", params.clone());
    let mut told = json!({});
    for file in slice["files"].as_array().unwrap() {
        let name = file["uri"].as_str().unwrap().rsplit('/').next().unwrap();
        for part in ["cut", "kept"] {
            let parts = file[part].as_array().unwrap().iter().map(|it| {
                let (start, end) = (&it["range"]["start"], &it["range"]["end"]);
                format!(
                    "{}:{} to {}:{} {}",
                    start["line"],
                    start["character"],
                    end["line"],
                    end["character"],
                    it["what"].as_str().unwrap()
                )
            });
            told[name][part] = json!(parts.collect::<Vec<_>>());
        }
    }
    client.assert_snapshot("slice", &told);
    let mut why = params.clone();
    why["name"] = json!("Account.withdraw");
    let kept = client.request("fretsaw/why", why.clone());
    client.assert_snapshot("why", &kept);
    why["name"] = json!("Account.block");
    let cut = client.request("fretsaw/why", why.clone());
    assert!(
        cut["sentence"].as_str().unwrap().contains("is cut"),
        "{cut}"
    );
    why["name"] = json!("Account.nothing");
    assert_eq!(client.refusal("fretsaw/why", why)["code"], -32803);
    client.shut_down();
}

#[test]
fn checks_of_broken_texts_are_refused() {
    let mut client = serving();
    let unknown = check(&client, "check nothing reachable");
    let refusal = client.refusal("fretsaw/runCheck", unknown);
    assert_eq!(refusal["message"], "there is no such check");
    client.open_as(
        "bank/Account.ebl",
        "module bank.Account\n\nspecification {\n",
    );
    let params = reachable(&client);
    let refusal = client.refusal("fretsaw/runCheck", params);
    assert!(
        refusal["message"]
            .as_str()
            .unwrap()
            .contains("Account.ebl:3"),
        "{refusal}"
    );
    let command = json!({ "command": "fretsaw.nothing", "arguments": [] });
    assert_eq!(
        client.refusal("workspace/executeCommand", command)["code"],
        -32602
    );
    client.shut_down();
}

#[test]
fn a_check_that_never_ends_is_cancelled() {
    let mut client = bank();
    client.write("bank/Endless.tebl", ENDLESS);
    client.initialize_with(json!({ "window": { "workDoneProgress": true } }));
    client.open("bank/Endless.tebl");
    let params = json!({
        "uri": client.uri("bank/Endless.tebl"),
        "check": "check rich unreachable in max 99999 steps",
    });
    // By the request itself.
    let id = client.ask("fretsaw/runCheck", params.clone());
    client.wait_for(|message| message["params"]["value"]["kind"] == "report");
    client.notify("$/cancelRequest", json!({ "id": id }));
    assert_eq!(client.answer(id)["error"]["code"], -32800);
    // By its progress, with a token of the server.
    let id = client.ask("fretsaw/runCheck", params.clone());
    let begun = client.wait_for(|message| {
        let token = format!("fretsaw-{id}");
        message["params"]["value"]["kind"] == "begin"
            && message["params"]["token"] == token.as_str()
    });
    assert_eq!(begun["params"]["value"]["cancellable"], true);
    client.notify(
        "window/workDoneProgress/cancel",
        json!({ "token": begun["params"]["token"] }),
    );
    let ran = client.answer(id)["result"].clone();
    assert_eq!(ran["verdict"], "undecided", "{ran}");
    // Meanwhile and afterwards everything else works, and an interrupted check leaves no verdict behind.
    assert_eq!(
        client.request("fretsaw/verdict", params.clone()),
        Value::Null
    );
    client.ask("fretsaw/runCheck", params);
    let mut hover = client.at("bank/Endless.tebl", "opened ", "Account");
    hover["workDoneToken"] = json!("mine");
    assert!(client.request("textDocument/hover", hover).is_object());
    // A client that leaves while a check runs takes the server with it.
    client.shut_down();
}

#[test]
fn empty_answers_are_told_as_on_the_command_line() {
    const EMPTY: &str = "testmodules/vacuity/Empty.tebl";
    let mut client = Client::start();
    client.write("fretsaw.toml", "roots = [\"rebel-examples\"]\n");
    for name in ["Licence", "Trip"] {
        let path = format!("rebel-examples/vacuity/{name}.ebl");
        client.copy(&path, &path);
    }
    client.copy(EMPTY, EMPTY);
    client.initialize();
    client.open(EMPTY);
    let text = "check minorWithLicence unreachable in max 5 steps";
    let check = json!({ "uri": client.uri(EMPTY), "check": text });
    let params = json!({ "command": "fretsaw.runCheck", "arguments": [check] });
    let ran = client.request("workspace/executeCommand", params);
    let shown = client.notification("window/showMessage");
    assert_eq!(shown["type"], 2, "a warning: {shown}");
    let output = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .args(["check", "--line", "13"])
        .arg(client.path(EMPTY))
        .output()
        .unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    let note = told.lines().next().unwrap();
    assert!(note.contains("R1402"), "{told}");
    let text = ran["text"].as_str().unwrap();
    assert!(text.lines().any(|line| line == note), "{text}\n{told}");
    let lenses = client.request(
        "textDocument/codeLens",
        json!({ "textDocument": client.document(EMPTY) }),
    );
    let title = lenses[1]["command"]["title"].as_str().unwrap();
    assert!(title.starts_with("⚠ passed with 1 note ("), "{title}");
    client.shut_down();
}

#[test]
fn slices_keep_nothing_within_what_they_cut() {
    let mut client = bank();
    client.copy("testmodules/bank/Invariants.tebl", "bank/Invariants.tebl");
    client.initialize();
    client.open("bank/Invariants.tebl");
    let params = json!({ "textDocument": client.document("bank/Invariants.tebl") });
    let lenses = client.request("textDocument/codeLens", params);
    let lens = lenses.as_array().unwrap().last().unwrap();
    let slice = client.request("fretsaw/slice", lens["command"]["arguments"][0].clone());
    let lines = |part: &Value| {
        let line = |end: &str| part["range"][end]["line"].as_u64().unwrap();
        line("start")..=line("end")
    };
    let mut specifications = 0;
    for file in slice["files"].as_array().unwrap() {
        for cut in file["cut"].as_array().unwrap() {
            if !cut["what"].as_str().unwrap().starts_with("specification") {
                continue;
            }
            specifications += 1;
            for kept in file["kept"].as_array().unwrap() {
                assert!(!lines(cut).contains(lines(kept).start()), "{cut} {kept}");
            }
        }
    }
    assert!(specifications > 0, "{slice}");
    client.shut_down();
}

#[test]
fn a_run_goes_on_while_somebody_types() {
    let mut client = serving();
    let params = reachable(&client);
    for version in 2..6 {
        let id = client.ask("fretsaw/runCheck", params.clone());
        let text = format!("{}// {version}\n", client.text(TESTS));
        client.change(TESTS, version, json!([{ "text": text }]));
        let answer = client.answer(id);
        assert_eq!(answer["result"]["verdict"], "passed", "{answer}");
        assert_eq!(answer["result"]["isStale"], true, "{answer}");
    }
    client.shut_down();
}
