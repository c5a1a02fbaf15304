//! Holds the source to the rooms of `ARCHITECTURE.md`: who may use whom, who knows Z3 and the disk, and who sees files
//! and clocks.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::page::{page, quoted, section, table};
use crate::support::files::project;

/// Rooms that may have files, clocks and an environment. All others give the same answer to the same question.
const WITH_SURROUNDINGS: &[&str] = &["checking", "disk", "bench", "ide", "lsp", "cli"];

/// Rooms that may use the files of the machine.
const EDGES: &[&str] = &["cli", "lsp", "bench"];

/// What takes a room out of its own little world.
const SURROUNDINGS: &[&str] = &[
    "std::fs",
    "std::env",
    "std::net",
    "std::process",
    "fs::",
    "env::",
    "Instant",
    "SystemTime::now",
];

/// What is allowed though it goes up: the list of verbs and where they are called, for the verbs of the benchmarks.
const UPWARD: &[(&str, &str)] = &[("cli/arguments.rs", "bench"), ("cli/mod.rs", "bench")];

/// A room, and those that it may use.
struct Room {
    name: String,
    uses: Vec<String>,
}

/// The rooms as the page lists them.
fn rooms() -> Vec<Room> {
    let page = page("ARCHITECTURE.md");
    let rows = table(&section(&page, "## Bird's-eye view"), "Room");
    let names = |cell: &str| quoted(cell).map(str::to_owned).collect::<Vec<_>>();
    let room = |row: Vec<&str>| Room {
        name: names(row[0]).remove(0),
        uses: names(row[2]),
    };
    rows.into_iter().map(room).collect()
}

/// A source file: its place, its room and its text.
struct Source {
    path: PathBuf,
    room: String,
    text: String,
}

impl Source {
    /// Its lines without comments.
    fn code(&self) -> impl Iterator<Item = &str> {
        let lines = self.text.lines();
        lines.filter(|line| !line.trim_start().starts_with("//"))
    }

    /// Whether its code has some words, not as a part of others.
    fn mentions(&self, words: &str) -> bool {
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let begins = |before: &str| !before.ends_with(is_part);
        let ends = |after: &str| words.ends_with("::") || !after.starts_with(is_part);
        self.code().any(|line| {
            let mut found = line.match_indices(words);
            found.any(|(at, _)| begins(&line[..at]) && ends(&line[at + words.len()..]))
        })
    }

    /// The rooms that its code names: `crate::room`, or some of `crate::{one::…, other::…}`.
    fn used_rooms(&self) -> BTreeSet<String> {
        let code = self.code().collect::<Vec<_>>().join("\n");
        let mut used = BTreeSet::new();
        for rest in code.split("crate::").skip(1) {
            match rest.strip_prefix('{') {
                Some(list) => used.extend(listed(list)),
                None => used.extend(first_word(rest)),
            }
        }
        used
    }
}

fn first_word(text: &str) -> Option<String> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    let word = &text[..end.unwrap_or(text.len())];
    (!word.is_empty()).then(|| word.to_owned())
}

/// What is at the beginning of each part of a list that was opened.
fn listed(list: &str) -> Vec<String> {
    let mut depth = 0;
    let mut found: Vec<String> = first_word(list.trim_start()).into_iter().collect();
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => found.extend(first_word(list[at + 1..].trim_start())),
            _ => {}
        }
    }
    found
}

fn collect(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
}

/// All source files of the rooms.
fn sources() -> Vec<Source> {
    let root = project().join("src");
    let mut paths = Vec::new();
    collect(&root, &mut paths);
    let sources = paths.iter().map(|path| {
        let path = path.strip_prefix(&root).expect("below src");
        let room = path.iter().next().and_then(|part| part.to_str());
        Source {
            room: room.expect("UTF-8").trim_end_matches(".rs").to_owned(),
            text: std::fs::read_to_string(root.join(path)).expect("UTF-8"),
            path: path.to_owned(),
        }
    });
    let sources = sources.filter(|source| !matches!(source.room.as_str(), "lib" | "main"));
    sources.collect()
}

#[test]
fn rooms_are_listed_in_order() {
    let rooms = rooms();
    let mut before = BTreeSet::new();
    for room in &rooms {
        for used in &room.uses {
            let name = &room.name;
            assert!(
                before.contains(used),
                "`{name}` uses `{used}`, which is not before it"
            );
        }
        before.insert(&room.name);
    }
    let found: BTreeSet<String> = sources().into_iter().map(|source| source.room).collect();
    let listed: BTreeSet<String> = rooms.into_iter().map(|room| room.name).collect();
    assert_eq!(found, listed);
}

#[test]
fn rooms_use_only_what_the_page_lets_them() {
    let rooms = rooms();
    let mut looked_at = 0;
    for source in sources() {
        let own = rooms.iter().find(|room| room.name == source.room);
        let own = own.expect("rooms are listed");
        for used in source.used_rooms() {
            if used == own.name || !rooms.iter().any(|room| room.name == used) {
                continue;
            }
            looked_at += 1;
            let is_upward = UPWARD
                .iter()
                .any(|(path, room)| source.path == Path::new(path) && used == *room);
            assert!(
                is_upward || own.uses.contains(&used),
                "{} uses `{used}`, which is not for `{}`",
                source.path.display(),
                own.name
            );
        }
    }
    assert!(looked_at > 100, "only {looked_at} uses were looked at");
}

#[test]
fn every_file_says_what_it_is_for() {
    for source in sources() {
        let place = source.path.display();
        assert!(
            source.text.starts_with("//!"),
            "{place} does not say what it is for"
        );
    }
}

#[test]
fn only_the_solver_knows_z3() {
    let names = |source: &Source| {
        ["z3::", "z3_sys::"]
            .iter()
            .any(|name| source.mentions(name))
    };
    let knowing = sources().into_iter().filter(names);
    let knowing: BTreeSet<String> = knowing.map(|source| source.room).collect();
    assert_eq!(knowing, BTreeSet::from(["solver".to_owned()]));
}

#[test]
fn only_edges_use_the_disk() {
    for room in rooms() {
        let uses_disk = room.uses.iter().any(|used| used == "disk");
        assert!(
            !uses_disk || EDGES.contains(&room.name.as_str()),
            "{}",
            room.name
        );
    }
}

#[test]
fn most_rooms_have_no_files_clocks_or_environment() {
    for source in sources() {
        if WITH_SURROUNDINGS.contains(&source.room.as_str()) {
            continue;
        }
        for words in SURROUNDINGS {
            assert!(
                !source.mentions(words),
                "{} has `{words}`",
                source.path.display()
            );
        }
    }
}

/// `clippy` finds what these words do not tell, as long as it is told where to look.
#[test]
fn clippy_keeps_these_rooms_apart_too() {
    let library = page("src/lib.rs");
    let lines: Vec<&str> = library.lines().collect();
    for room in rooms() {
        let name = room.name;
        if WITH_SURROUNDINGS.contains(&name.as_str()) {
            continue;
        }
        let declared = lines
            .iter()
            .position(|line| *line == format!("pub mod {name};"));
        let declared = declared.unwrap_or_else(|| panic!("{name} is not declared"));
        assert_eq!(
            lines[declared - 1],
            "#[deny(clippy::disallowed_methods, clippy::disallowed_types)]",
            "{name}"
        );
    }
}

/// Prose is read beside code, in windows of the same width.
#[test]
fn lines_of_prose_end_before_column_120() {
    const MOST: usize = 119;
    let mut paths = Vec::new();
    for folder in ["src", "tests", "benches", "examples"] {
        collect(&project().join(folder), &mut paths);
    }
    for path in paths {
        let text = std::fs::read_to_string(&path).expect("UTF-8");
        for (number, line) in text.lines().enumerate() {
            let is_prose = line.trim_start().starts_with("//");
            let width = line.chars().count();
            assert!(
                !is_prose || width <= MOST,
                "{}:{} has {width} columns",
                path.display(),
                number + 1
            );
        }
    }
}

#[test]
fn lists_of_uses_are_understood() {
    assert_eq!(
        listed("model::{Model, State}, slice,\n    trace::replay::{a, b}};"),
        ["model", "slice", "trace"]
    );
}
