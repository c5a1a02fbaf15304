//! `fretsaw explore` tells what an answer holds under, in the words of `fretsaw check`.

use super::explore::{document, explore, timeless};
use super::program::assert_snapshot;

const LOW: &str = "passing/Low.tebl";
const LINES: [&str; 4] = ["21", "23", "25", "27"];

#[test]
fn a_verdict_names_its_restrictions_and_invariants_are_broken_or_hold() {
    let mut all = String::new();
    for line in LINES {
        all += &timeless(&explore(&[LOW, "--line", line]));
    }
    for option in ["--deadlock", "--all", "--max-states=2"] {
        all += &timeless(&explore(&[LOW, "--line=21", option]));
    }
    assert_snapshot("explore_restrictions", &all);
}

#[test]
fn programs_read_the_restrictions() {
    let names = [
        "property",
        "verdict",
        "scope",
        "from",
        "bound",
        "within",
        "cut_off",
        "using",
        "invariant",
    ];
    let told = LINES.map(|line| {
        let (_, document) = document(&[LOW, "--line", line]);
        let told = names.map(|name| format!("{name} {}", document[name]));
        told.join(", ")
    });
    assert_snapshot("explore_restrictions_json", &told.join("\n"));
}

#[test]
fn a_picture_names_the_restrictions() {
    let title = |line: &str| {
        let graph = explore(&[LOW, "--line", line, "--graph", "mermaid"]).stdout;
        graph.lines().nth(1).map(str::to_owned)
    };
    let titles: Vec<String> = LINES.iter().filter_map(|line| title(line)).collect();
    assert_snapshot("explore_restrictions_titles", &titles.join("\n"));
}
