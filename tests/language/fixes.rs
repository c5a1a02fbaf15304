//! Fixes in texts that are laid out otherwise than the formatter does it: on one line, with comments, with other line
//! breaks.

use fretsaw::diagnostics::Fix;
use fretsaw::semantics::Analysis;

use crate::support::projects::{Ask, Module, analyse_project};

const LIBRARY: &str =
    "module bank.Library\n\nfunction fee(a: Money): Money = a * 1%;\n\nevent pay() {\n}\n";

fn analyse(extension: &str, text: &str) -> Analysis {
    let modules = [Module::new("ebl", LIBRARY), Module::new(extension, text)];
    analyse_project(&modules, Ask::Folder)
}

/// The fixes for a code, each with the text after it.
fn mended(code: &str, extension: &str, text: &str) -> Vec<(String, String)> {
    let analysis = analyse(extension, text);
    let own = analysis.diagnostics.iter().filter(|it| it.code.id == code);
    let fixes = own.flat_map(|it| &it.fixes);
    fixes
        .map(|fix| (fix.title.clone(), applied(text, fix)))
        .collect()
}

fn applied(text: &str, fix: &Fix) -> String {
    let mut text = text.to_owned();
    for edit in fix.edits.iter().rev() {
        let range = std::ops::Range::<usize>::from(edit.span.range());
        text.replace_range(range, &edit.text);
    }
    text
}

/// What is offered for a code in a library, if it is one thing.
fn only(code: &str, text: &str) -> (String, String) {
    let mut all = mended(code, "ebl", text);
    assert_eq!(all.len(), 1, "{all:?}");
    all.remove(0)
}

fn specification(events: &str, life_cycle: &str) -> String {
    format!(
        "module bank.Order\n\nspecification Order {{\n    fields {{ id: Integer @key }}\n{events}    lifeCycle {{ {life_cycle} }}\n}}\n\nevent place() {{}}\n"
    )
}

#[test]
fn imports_come_behind_comments_and_keep_the_line_breaks() {
    let text = "module bank.Other // ours\n\nfunction other(a: Money): Money = fee(a);\n";
    let (title, text) = only("R0402", text);
    assert_eq!(title, "add `import bank.Library`");
    assert!(
        text.starts_with("module bank.Other // ours\n\nimport bank.Library\n\n"),
        "{text}"
    );
    let text = "module bank.Other\r\n\r\nfunction other(a: Money): Money = fee(a);\r\n";
    let (_, text) = only("R0402", text);
    assert!(
        text.starts_with("module bank.Other\r\n\r\nimport bank.Library\r\n\r\n"),
        "{text:?}"
    );
}

#[test]
fn blocks_on_one_line_stay_on_it() {
    let text = specification("    events { }\n", "initial init -> done: place final done");
    let (title, text) = only("R0801", &text);
    assert_eq!(title, "list `place[]` under `events`");
    assert!(text.contains("    events { place[] }\n"), "{text}");
}

#[test]
fn a_block_that_is_missing_is_added() {
    let text = specification("", "initial init -> done: place final done");
    let (_, text) = only("R0801", &text);
    assert!(
        text.contains("    events {\n        place[]\n    }\n}\n"),
        "{text}"
    );
}

#[test]
fn an_event_that_is_nowhere_is_not_listed() {
    let text = specification(
        "    events { }\n",
        "initial init -> done: vanish final done",
    );
    assert_eq!(mended("R0801", "ebl", &text), []);
}

#[test]
fn lines_end_as_those_of_the_text_do() {
    let text = specification(
        "    events { place[] }\n",
        "\n        initial init -> done: place\n   ",
    );
    let all = mended("R0802", "ebl", &text.replace('\n', "\r\n"));
    let texts: Vec<&str> = all.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(all.len(), 2);
    assert!(
        texts[0].contains("place\r\n        done\r\n    }"),
        "{texts:?}"
    );
    assert!(
        texts[1].contains("place\r\n        final done\r\n    }"),
        "{texts:?}"
    );
}

#[test]
fn comments_behind_what_is_removed_stay() {
    let text = "module bank.Other\n\nevent look(a: Integer) {\n    preconditions {\n        a == a; // really\n        a > 1;\n    }\n}\n";
    let (_, text) = only("R0704", text);
    assert!(
        text.contains("{\n        // really\n        a > 1;"),
        "{text}"
    );
}

#[test]
fn statements_move_into_the_block_that_is_there() {
    let text = "module bank.Other\n\nevent look(a: Integer) {\n    preconditions { a > 1; new this.b == a; }\n    postconditions {\n        new this.a == a;\n    }\n}\n";
    let (title, text) = only("R0701", text);
    assert_eq!(title, "move it to the postconditions");
    assert!(
        text.contains("    preconditions { a > 1; }\n    postconditions {\n        new this.a == a;\n        new this.b == a;\n    }\n"),
        "{text}"
    );
}

#[test]
fn parameters_stay_where_something_hands_in_a_value() {
    let unused = "module bank.Other\n\nfunction half(a: Money, b: Money): Money = a / 2;\n";
    let (title, text) = only("R1102", unused);
    assert_eq!(title, "remove `b`");
    assert!(text.contains("half(a: Money): Money"), "{text}");
    let used = format!("{unused}\nfunction quarter(a: Money): Money = half(half(a, a), a);\n");
    assert_eq!(mended("R1102", "ebl", &used), []);
}

#[test]
fn missing_declarations_of_tests_are_added() {
    let text = "module bank.Tests\n\ncheck rich reachable in max 3 steps within small;";
    let all = mended("R1001", "tebl", text);
    let [(title, text)] = all.as_slice() else {
        panic!("{all:?}");
    };
    assert_eq!(title, "declare the state `rich`");
    assert!(
        text.ends_with("within small;\n\nstate rich {\n}\n"),
        "{text}"
    );
}

#[test]
fn late_imports_move_up() {
    let text = "module bank.Other\n\nevent look() {\n}\n\nimport bank.Library\n\nfunction other(a: Money): Money = fee(a);\n";
    let (title, text) = only("R0101", text);
    assert_eq!(title, "move the import up");
    let head = "module bank.Other\n\nimport bank.Library\n\nevent look() {\n}\n\nfunction other";
    assert!(text.starts_with(head), "{text}");
}

#[test]
fn misspelt_words_are_mended() {
    let text = "module bank.Other\n\nevent look(a: Boolean) {\n    preconditions {\n        !a;\n    }\n}\n";
    let (title, text) = only("R0105", text);
    assert_eq!(title, "write `not`");
    assert!(text.contains("        not a;"), "{text}");
}
