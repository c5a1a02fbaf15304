//! The structure of texts: outline, symbols, folds, selections, links, tokens, hints, calls; and their layout.

use serde_json::{Value, json};

use super::client::{Client, bank, position_in};

fn serving() -> Client {
    let mut client = bank();
    client.initialize();
    client.open("bank/Library.ebl");
    client
}

fn whole() -> Value {
    json!({ "start": { "line": 0, "character": 0 }, "end": { "line": 9999, "character": 0 } })
}

#[test]
fn outlines() {
    let mut client = serving();
    let mut told = json!({});
    for file in [
        "bank/Account.ebl",
        "bank/Library.ebl",
        "bank/NegativeBalance.tebl",
    ] {
        let params = json!({ "textDocument": client.document(file) });
        let symbols = client.request("textDocument/documentSymbol", params);
        told[file] = json!(lines(&symbols, 0));
    }
    client.assert_snapshot("document_symbols", &told);
    client.shut_down();
}

/// An outline in short.
fn lines(symbols: &Value, depth: usize) -> Vec<String> {
    let mut all = Vec::new();
    for symbol in symbols.as_array().expect("a list") {
        let at = &symbol["selectionRange"]["start"];
        all.push(format!(
            "{}{} ({}) {} at {}:{}",
            "  ".repeat(depth),
            symbol["name"].as_str().unwrap(),
            symbol["kind"],
            symbol["detail"].as_str().unwrap_or_default(),
            at["line"],
            at["character"]
        ));
        all.extend(lines(&symbol["children"], depth + 1));
    }
    all
}

#[test]
fn symbols_of_the_workspace() {
    let mut client = serving();
    let found = client.request("workspace/symbol", json!({ "query": "wdrw" }));
    client.assert_snapshot("workspace_symbols", &found);
    let all = client.request("workspace/symbol", json!({ "query": "" }));
    assert!(all.as_array().unwrap().len() > 20);
    client.shut_down();
}

#[test]
fn folds() {
    let mut client = serving();
    client.write(
        "bank/Folded.ebl",
        "module bank.Folded\n\nimport bank.Account\nimport bank.Library\n\n// One line,\n// and another.\n\n// Alone.\n\n/* A long\n   one. */\n@doc{What it\n  does.}\nevent fold() {\n    preconditions {\n        1 == 1;\n    }\n}\n",
    );
    client.open("bank/Folded.ebl");
    let params = json!({ "textDocument": client.document("bank/Folded.ebl") });
    let folds = client.request("textDocument/foldingRange", params);
    client.assert_snapshot("folding", &folds);
    client.shut_down();
}

#[test]
fn selections_grow() {
    let mut client = serving();
    let at = client.position("bank/Library.ebl", "amount <= this.", "balance");
    let params = json!({
        "textDocument": client.document("bank/Library.ebl"),
        "positions": [at, { "line": 9999, "character": 0 }],
    });
    let found = client.request("textDocument/selectionRange", params);
    let text = client.text("bank/Library.ebl");
    let mut selected = Vec::new();
    let mut next = &found[0];
    while next.is_object() {
        selected.push(text_in(&text, &next["range"]));
        next = &next["parent"];
    }
    client.assert_snapshot("selection", &json!(selected[..selected.len() - 1]));
    // Behind the last word there is only the text as a whole.
    let lines = text.lines().count();
    assert_eq!(
        found[1]["range"]["end"],
        json!({ "line": lines, "character": 0 })
    );
    assert_eq!(selected.last().map(|it| it.trim()), Some(text.trim()));
    client.shut_down();
}

/// The text in a range.
pub(crate) fn text_in<'t>(text: &'t str, range: &Value) -> &'t str {
    let offset = |position: &Value| {
        let line = usize::try_from(position["line"].as_u64().unwrap()).unwrap();
        let column = usize::try_from(position["character"].as_u64().unwrap()).unwrap();
        let before = text.split_inclusive('\n').take(line);
        before.map(str::len).sum::<usize>() + column
    };
    &text[offset(&range["start"])..offset(&range["end"])]
}

#[test]
fn imports_are_links() {
    let mut client = serving();
    let params = json!({ "textDocument": client.document("bank/NegativeBalance.tebl") });
    let links = client.request("textDocument/documentLink", params);
    client.assert_snapshot("links", &links);
    client.shut_down();
}

#[test]
fn tokens_know_what_words_mean() {
    let mut client = bank();
    let legend = client.initialize()["capabilities"]["semanticTokensProvider"]["legend"].clone();
    let file = "bank/NegativeBalance.tebl";
    let text = client.text(file);
    let params = json!({ "textDocument": client.document(file) });
    let tokens = client.request("textDocument/semanticTokens/full", params);
    let all = decoded(&text, &legend, &tokens);
    client.assert_snapshot("semantic_tokens", &json!(all));
    let params = json!({
        "textDocument": client.document(file),
        "range": { "start": { "line": 6, "character": 0 }, "end": { "line": 7, "character": 0 } },
    });
    let part = client.request("textDocument/semanticTokens/range", params);
    let part = decoded(&text, &legend, &part);
    assert!(
        !part.is_empty() && part.iter().all(|it| all.contains(it)),
        "{part:?}"
    );
    client.shut_down();
}

/// Tokens as lines of text.
fn decoded(text: &str, legend: &Value, tokens: &Value) -> Vec<String> {
    let data: Vec<usize> = tokens["data"]
        .as_array()
        .expect("numbers")
        .iter()
        .map(|it| usize::try_from(it.as_u64().unwrap()).unwrap())
        .collect();
    let (mut line, mut column) = (0, 0);
    let lines: Vec<&str> = text.lines().collect();
    let mut all = Vec::new();
    for token in data.chunks(5) {
        column = if token[0] == 0 {
            column + token[1]
        } else {
            token[1]
        };
        line += token[0];
        let word = &lines[line][column..column + token[2]];
        let kind = legend["tokenTypes"][token[3]].as_str().unwrap();
        let declaration = if token[4] & 1 == 1 { " declared" } else { "" };
        all.push(format!("{line}:{column} {kind}{declaration} {word}"));
    }
    all
}

#[test]
fn hints_show_values_and_states() {
    let mut client = serving();
    let mut told = json!({});
    for file in ["bank/Account.ebl", "bank/Library.ebl"] {
        let params = json!({ "textDocument": client.document(file), "range": whole() });
        let hints = client.request("textDocument/inlayHint", params);
        let text = client.text(file);
        let lines = hints.as_array().unwrap().iter().map(|hint| {
            let at = &hint["position"];
            let line = usize::try_from(at["line"].as_u64().unwrap()).unwrap();
            let column = usize::try_from(at["character"].as_u64().unwrap()).unwrap();
            let (before, after) = text.lines().nth(line).unwrap().split_at(column);
            format!(
                "{}⟦{}⟧{after}",
                before.trim_start(),
                hint["label"].as_str().unwrap()
            )
        });
        told[file] = json!(lines.collect::<Vec<_>>());
    }
    client.assert_snapshot("inlay_hints", &told);
    client.shut_down();
}

#[test]
fn calls_are_syncs() {
    let mut client = serving();
    let params = client.at("bank/Library.ebl", "Account[this.from].", "withdraw");
    let items = client.request("textDocument/prepareCallHierarchy", params);
    let incoming = client.request("callHierarchy/incomingCalls", json!({ "item": items[0] }));
    let outgoing = client.request(
        "callHierarchy/outgoingCalls",
        json!({ "item": incoming[0]["from"] }),
    );
    let told = json!({ "items": items, "incoming": incoming, "outgoing": outgoing });
    client.assert_snapshot("call_hierarchy", &told);
    assert_eq!(
        client.request("callHierarchy/outgoingCalls", json!({ "item": items[0] })),
        json!([])
    );
    client.shut_down();
}

const UGLY: &str = "module  bank.Ugly\nevent  first( a:Integer ) {\n preconditions { a>1;\n  // kept\n a   < 5; } }\n\nevent   two( ) { }\n";

/// A text with edits made to it.
fn edited(text: &str, edits: &Value) -> String {
    let mut text = text.to_owned();
    for edit in edits.as_array().expect("edits").iter().rev() {
        let part = text_in(&text, &edit["range"]);
        let start = part.as_ptr() as usize - text.as_ptr() as usize;
        text.replace_range(start..start + part.len(), edit["newText"].as_str().unwrap());
    }
    text
}

#[test]
fn texts_are_formatted_as_the_command_line_does_it() {
    let mut client = serving();
    client.write("bank/Ugly.ebl", UGLY);
    client.open("bank/Ugly.ebl");
    let options = json!({ "tabSize": 8, "insertSpaces": false });
    let mut params =
        json!({ "textDocument": client.document("bank/Ugly.ebl"), "options": options });
    let edits = client.request("textDocument/formatting", params.clone());
    let kind = fretsaw::syntax::FileKind::Specification;
    let formatted = fretsaw::syntax::format::format(UGLY, kind).unwrap();
    assert_eq!(edited(UGLY, &edits), formatted);

    let begin = UGLY.find("event   two").unwrap();
    params["range"] = json!({
        "start": position_in(UGLY, begin),
        "end": position_in(UGLY, UGLY.len()),
    });
    let edits = client.request("textDocument/rangeFormatting", params.clone());
    let part = edited(UGLY, &edits);
    assert_eq!(part, UGLY.replace("event   two( ) { }", "event two() {}"));

    let good = client.text("bank/Library.ebl");
    params["textDocument"] = client.document("bank/Library.ebl");
    assert_eq!(
        client.request("textDocument/formatting", params.clone()),
        json!([])
    );
    client.change(
        "bank/Library.ebl",
        2,
        json!([{ "text": format!("{good} event {{") }]),
    );
    // Editors format at every save, so a text with syntax errors is left alone without a word.
    let edits = client.request("textDocument/formatting", params.clone());
    assert_eq!(edits, json!([]));
    client.change("bank/Library.ebl", 3, json!([{ "text": "" }]));
    assert_eq!(client.request("textDocument/formatting", params), json!([]));
    client.shut_down();
}
