//! Keeps the pages for those who change the project from going stale: what they name is there.

use std::path::Path;

use std::collections::BTreeSet;
use std::process::Command;

use crate::page::{page, quoted, section, table};
use crate::support::files::project;

/// Pages that name files.
const PAGES: [&str; 2] = ["ARCHITECTURE.md", "CONTRIBUTING.md"];

/// Folders whose files are named.
const FOLDERS: [&str; 7] = [
    "src", "tests", "benches", "docs", "schemas", "editors", "build",
];

/// The paths of all files and folders that a page may name, from the project's folder.
fn places() -> Vec<String> {
    let mut places = Vec::new();
    let mut folders: Vec<String> = FOLDERS.map(str::to_owned).to_vec();
    while let Some(folder) = folders.pop() {
        let entries = std::fs::read_dir(project().join(&folder)).expect("a folder");
        for entry in entries.flatten() {
            let name = entry.file_name().into_string().expect("UTF-8");
            let place = format!("{folder}/{name}");
            if entry.path().is_dir() {
                folders.push(place.clone());
            }
            places.push(place);
        }
        places.push(folder);
    }
    places
}

/// Whether something between back quotes is a place: a file of ours, or a folder with a part of its path.
fn is_place(name: &str) -> bool {
    let has_only = name
        .chars()
        .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "_./".contains(c));
    let is_file = Path::new(name).extension().is_some_and(|it| it == "rs");
    has_only && (is_file || FOLDERS.iter().any(|it| name.starts_with(&format!("{it}/"))))
}

#[test]
fn files_that_pages_name_are_there() {
    let places = places();
    let mut looked_at = 0;
    for name in PAGES {
        let page = page(name);
        for place in quoted(&page).filter(|quoted| is_place(quoted)) {
            let end = format!("/{}", place.trim_end_matches('/'));
            let is_there = |known: &String| format!("/{known}").ends_with(&end);
            let is_outside = project().join(place).exists();
            looked_at += 1;
            assert!(
                is_outside || places.iter().any(is_there),
                "{name} names `{place}`"
            );
        }
    }
    assert!(looked_at > 50, "only {looked_at} places were looked at");
}

#[test]
fn functions_on_the_way_of_a_check_are_there() {
    let page = page("ARCHITECTURE.md");
    let way = section(&page, "## The way of a check");
    let steps = way
        .iter()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let mut looked_at = 0;
    for step in steps {
        let named: Vec<&str> = quoted(step).collect();
        let before = looked_at;
        for pair in named.windows(2) {
            let [file, function] = pair else { continue };
            if !file.starts_with("src/") || function.starts_with("src/") {
                continue;
            }
            looked_at += 1;
            let text = std::fs::read_to_string(project().join(file)).expect(file);
            let forms = [format!("fn {function}("), format!("fn {function}<")];
            assert!(
                forms.iter().any(|form| text.contains(form)),
                "{file} has no `{function}`"
            );
        }
        assert!(looked_at > before, "no function in {step:?}");
    }
    assert!(looked_at > 10, "only {looked_at} functions");
}

#[test]
fn the_engines_of_the_page_are_those_of_the_program() {
    let page = page("ARCHITECTURE.md");
    let rows = table(&section(&page, "## The layers"), "Engine");
    let listed: BTreeSet<String> = rows
        .iter()
        .flat_map(|row| quoted(row[0]).map(str::to_owned))
        .collect();
    for row in &rows {
        assert_eq!(row.len(), 4, "{row:?}");
    }
    let output = Command::new(env!("CARGO_BIN_EXE_fretsaw"))
        .args(["check", "nothing.tebl", "--engine", "none of them"])
        .output()
        .expect("the program runs");
    let told = String::from_utf8(output.stderr).expect("UTF-8");
    let known = told.split_once("[possible values: ").expect(&told).1;
    let known = known.split_once(']').expect(&told).0;
    let known: BTreeSet<String> = known.split(", ").map(str::to_owned).collect();
    assert_eq!(listed, known);
}
