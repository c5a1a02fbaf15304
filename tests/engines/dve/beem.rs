//! The models of BEEM, where they are present: all of them are read, and the small ones explored.
//!
//! `FRETSAW_BEEM_STATES` raises the size up to which they are explored; the table has models of three million states.

use std::path::PathBuf;

use fretsaw::finite::search::{Ending, Order};

use crate::support::dve_models::{explore, explore_fast, load_file};
use crate::support::files::project;

/// What is explored without optimisation in a moment.
const MOST_STATES: u64 = 200_000;

/// What the plain search explores, too.
const MOST_PLAIN_STATES: u64 = 5_000;

/// A row of the table in the folder.
struct Row {
    model: String,
    /// States, transitions, levels, deadlocks.
    counts: [u64; 4],
}

fn folder() -> Option<PathBuf> {
    let folder = project().join("../shared/beem");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!("note: ../shared/beem is absent, so the tests on it are left out");
    None
}

fn rows(table: &str) -> Vec<Row> {
    let rows = table.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let counts: Vec<u64> = cells[1..].iter().filter_map(|it| it.parse().ok()).collect();
        Some(Row {
            model: cells[0].to_owned(),
            counts: counts.try_into().ok()?,
        })
    });
    rows.collect()
}

#[test]
fn every_model_reads_without_a_word() {
    let Some(folder) = folder() else { return };
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let paths = entries.map(|entry| entry.path());
    let models: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|it| it == "dve"))
        .collect();
    assert!(models.len() >= 80, "there are {} models", models.len());
    for path in models {
        let loaded = load_file(&path);
        assert_eq!(loaded.reading.diagnostics, [], "{}", path.display());
        assert!(!loaded.model().program.actions.is_empty());
    }
}

#[test]
fn counts_are_those_of_the_table() {
    let Some(folder) = folder() else { return };
    let most = std::env::var("FRETSAW_BEEM_STATES").map_or(MOST_STATES, |most| {
        most.parse().expect("FRETSAW_BEEM_STATES is a number")
    });
    let table = std::fs::read_to_string(folder.join("README.md")).expect("a table");
    let rows = rows(&table);
    assert!(rows.len() >= 49, "the table has {} rows", rows.len());
    let mut differences = Vec::new();
    for row in rows.iter().filter(|row| row.counts[0] <= most) {
        let loaded = load_file(&folder.join(format!("{}.dve", row.model)));
        let search = if row.counts[0] <= MOST_PLAIN_STATES {
            explore(loaded.model(), None, Order::Breadth)
        } else {
            explore_fast(loaded.model(), None, Order::Breadth, 2)
        };
        let levels = search.levels.expect("breadth-first search has levels");
        let counts = [
            search.states,
            search.transitions,
            levels,
            search.deadlocks.unwrap_or(0),
        ];
        if search.ending != Ending::Explored || counts != row.counts {
            let (model, wanted, ending) = (&row.model, row.counts, &search.ending);
            differences.push(format!("{model}: {counts:?}, not {wanted:?}: {ending:?}"));
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}
