//! The parameters of what is being called, also while the call is being written.

use serde_json::{Value, json};

use super::client::{Client, position_in};

const BASIC: &str = "configuration/Basic.ebl";
const PRICING: &str = "configuration/Pricing.ebl";

/// The label and the parameter that are shown where the cursor is, after some text was replaced.
fn shown(client: &mut Client, file: &str, old: &str, new: &str) -> Value {
    let text = client.text(file).replacen(old, new, 1);
    let offset = text.find('|').expect("a cursor");
    let text = format!("{}{}", &text[..offset], &text[offset + 1..]);
    client.open_as(file, &text);
    let params = json!({
        "textDocument": client.document(file),
        "position": position_in(&text, offset),
    });
    let help = client.request("textDocument/signatureHelp", params);
    json!([help["signatures"][0]["label"], help["activeParameter"]])
}

#[test]
fn unfinished_calls_have_signatures() {
    let mut client = Client::start();
    for file in [BASIC, PRICING] {
        client.copy(&format!("rebel-examples/{file}"), file);
    }
    client.initialize();
    let configuration = "payOut[fee: Money -> Money = onePercent, limit: Money = EUR 500.00]";
    for (new, active) in [
        ("payOut[|]", 0),
        ("payOut[limit = |]", 1),
        ("payOut[limit = EUR 1.00, |]", 0),
        ("payOut[fee = onePercent, |]", 1),
        ("payOut[fee = onePercent, limit|]", 1),
    ] {
        let found = shown(&mut client, BASIC, "payOut[]", new);
        assert_eq!(found, json!([configuration, active]), "{new}");
    }
    let function = "onePercent(amount: Money): Money";
    for new in ["onePercent(|", "onePercent( |", "onePercent(amount |\n"] {
        let found = shown(&mut client, PRICING, "amount <= limit;", new);
        assert_eq!(found, json!([function, 0]), "{new}");
    }
    let found = shown(&mut client, PRICING, "amount <= limit;", "onePercent(1) |;");
    assert_eq!(found, json!([null, null]));
    client.shut_down();
}
