//! What is known of an edited text is what a fresh look at it would tell, though most of it is taken over from before
//! the edit.
//!
//! Edits are made at random in our examples, one after the other. Each case has a number, which is its seed.
//! `FRETSAW_CASES=10000 cargo test --test editor editing` makes more of them.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use fretsaw::ide::hints::hints;
use fretsaw::ide::tokens::tokens;
use fretsaw::ide::{Database, Document};
use fretsaw::semantics::MemoryFiles;
use fretsaw::simulation::chance::Chance;
use fretsaw::syntax::{FileKind, Parse, SyntaxKind, TextRange, TextSize, parse, reparse, tokenize};

use crate::support::files::{project, sources_under};
use crate::support::workers::cases;

/// The folder that the projects are in.
const FOLDER: &str = "/project";

/// The texts of a project by their paths.
type Texts = BTreeMap<PathBuf, String>;

/// An edit: what is replaced, and by what.
type Edit = (Range<usize>, String);

/// Our examples, each folder with its test modules.
fn projects() -> Vec<Texts> {
    let mut projects: BTreeMap<String, Texts> = BTreeMap::new();
    for folder in ["rebel-examples", "testmodules"] {
        for source in sources_under(&project().join(folder)) {
            let path = Path::new(&source.name).strip_prefix(folder);
            let path = path.expect("the file is in the folder");
            let name = path.iter().next().expect("the file has a name");
            let texts = projects.entry(name.display().to_string()).or_default();
            texts.insert(Path::new(FOLDER).join(path), source.text);
        }
    }
    projects.into_values().collect()
}

/// Replaces, doubles or deletes tokens and lines, mostly by what the text has elsewhere: much of what comes of it is
/// right.
fn edit_of(text: &str, chance: &mut Chance) -> Edit {
    let tokens = solid_tokens(text);
    let (kind, range) = tokens[chance.below(tokens.len())].clone();
    match chance.below(6) {
        0 => (range.end..range.end, " ".to_owned()),
        1 => (range.start..range.start, "// a remark\n".to_owned()),
        2 => (range.start..range.start, "x".to_owned()),
        3 => (range, String::new()),
        4 => {
            let line = line_around(text, range.start);
            (line.start..line.start, text[line].to_owned())
        }
        _ => {
            let same: Vec<_> = tokens.iter().filter(|(other, _)| *other == kind).collect();
            let (_, other) = same[chance.below(same.len())];
            (range, text[other.clone()].to_owned())
        }
    }
}

fn solid_tokens(text: &str) -> Vec<(SyntaxKind, Range<usize>)> {
    let mut start = 0;
    let mut solid = Vec::new();
    for token in tokenize(text).0 {
        let end = usize::from(token.end);
        if !token.kind.is_trivia() {
            solid.push((token.kind, start..end));
        }
        start = end;
    }
    solid
}

fn line_around(text: &str, offset: usize) -> Range<usize> {
    let start = text[..offset].rfind('\n').map_or(0, |at| at + 1);
    let end = text[offset..]
        .find('\n')
        .map_or(text.len(), |at| offset + at + 1);
    start..end
}

/// The edit that takes another one back.
fn undo(text: &str, (range, with): &Edit) -> Edit {
    let end = range.start + with.len();
    (range.start..end, text[range.clone()].to_owned())
}

fn apply(text: &str, (range, with): &Edit) -> String {
    [&text[..range.start], with, &text[range.end..]].concat()
}

#[test]
fn trees_of_edited_texts_are_those_of_a_fresh_parse() {
    let mut texts: Vec<String> = projects()
        .into_iter()
        .flat_map(Texts::into_values)
        .collect();
    texts.retain(|text| !text.contains("\nstate ") && !text.contains("\ncheck "));
    let file = FileKind::Specification;
    let mut tally = Tally::default();
    for case in 0..cases(1000) {
        let mut chance = Chance::new(case);
        let mut text = texts[chance.below(texts.len())].clone();
        for _ in 0..3 {
            let edit = edit_of(&text, &mut chance);
            let edited = apply(&text, &edit);
            let (before, fresh) = (parse(&text, file), parse(&edited, file));
            let tree = reparse(&before, &text, &edited, file);
            assert!(
                tree.as_ref().is_none_or(|tree| is_same(tree, &fresh)),
                "case {case}, {edit:?} in\n{text}"
            );
            tally.add(&before, &fresh, tree.is_some());
            text = edited;
        }
    }
    assert!(tally.is_worth_it(), "{tally:?}");
}

fn is_same(tree: &Parse, fresh: &Parse) -> bool {
    tree.root().green() == fresh.root().green()
        && tree.errors() == fresh.errors()
        && tree.warnings() == fresh.warnings()
}

/// How many trees were taken over.
#[derive(Debug, Default)]
struct Tally {
    right: u32,
    right_known: u32,
    /// Those of texts with mistakes, before the edit or after it.
    wrong: u32,
    wrong_known: u32,
}

impl Tally {
    fn add(&mut self, before: &Parse, after: &Parse, is_known: bool) {
        if before.errors().is_empty() && after.errors().is_empty() {
            self.right += 1;
            self.right_known += u32::from(is_known);
        } else {
            self.wrong += 1;
            self.wrong_known += u32::from(is_known);
        }
    }

    fn is_worth_it(&self) -> bool {
        self.right_known * 3 > self.right && self.wrong_known * 5 > self.wrong
    }
}

/// Everything that an analysis tells, as a text.
fn known_of(database: &mut Database) -> String {
    let snapshot = database.snapshot();
    let project = snapshot.project(Path::new(FOLDER));
    let project = project.expect("nothing has changed meanwhile");
    snapshot.become_latest();
    format!(
        "{:#?}\n{:#?}\n{:#?}",
        project.program(),
        project.analysis().diagnostics,
        project.occurrences()
    )
}

/// An editor in which all files are open.
fn editor(texts: &Texts) -> Database {
    let mut files = MemoryFiles::default();
    for (path, text) in texts {
        files.insert(path, text.as_str());
    }
    let mut database = Database::new(Arc::new(files), Vec::new());
    database.set_folders(vec![PathBuf::from(FOLDER)]);
    for (path, text) in texts {
        database.open(path.clone(), Document::new(text.as_str(), 1));
    }
    database
}

fn check_edit(database: &mut Database, texts: &mut Texts, path: &Path, edit: &Edit, case: u64) {
    let text = texts.get_mut(path).expect("the file is there");
    let before = text.clone();
    *text = apply(text, edit);
    let range = |_: &str| edit.0.clone();
    let range: &dyn Fn(&str) -> Range<usize> = &range;
    database.edit(path, 2, [(range, edit.1.as_str())]);
    let (known, fresh) = (known_of(database), known_of(&mut editor(texts)));
    let mut lines = known.lines().zip(fresh.lines());
    let difference = lines.find(|(known, fresh)| known != fresh);
    assert!(
        known == fresh,
        "case {case}, {edit:?} in {}: {difference:?}\n{before}",
        path.display()
    );
}

#[test]
fn analyses_of_edited_texts_are_those_of_a_fresh_start() {
    const EDITS: usize = 12;
    let projects = projects();
    for case in 0..cases(15) {
        let mut chance = Chance::new(case);
        let mut texts = projects[chance.below(projects.len())].clone();
        let mut database = editor(&texts);
        known_of(&mut database);
        let paths: Vec<PathBuf> = texts.keys().cloned().collect();
        let path = &paths[chance.below(paths.len())];
        for _ in 0..EDITS {
            let text = texts[path].clone();
            let edit = edit_of(&text, &mut chance);
            let back = undo(&text, &edit);
            check_edit(&mut database, &mut texts, path, &edit, case);
            let kind = path.extension().and_then(|it| it.to_str());
            let kind = kind.and_then(FileKind::of_extension).expect("a kind");
            let is_broken = !parse(&texts[path], kind).errors().is_empty();
            if chance.below(if is_broken { 2 } else { 3 }) == 0 {
                check_edit(&mut database, &mut texts, path, &back, case);
            }
        }
    }
}

/// The ranges of a few lines each.
fn windows(text: &str) -> Vec<TextRange> {
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let mut start = TextSize::default();
    let parts = lines.chunks(7).map(|part| {
        let length: TextSize = part.iter().map(|line| TextSize::of(*line)).sum();
        let range = TextRange::at(start, length);
        start = range.end();
        range
    });
    parts.collect()
}

/// What is shown of a part of a text is what the whole text has there, and nobody works for an answer that is not
/// wanted.
#[test]
fn parts_of_texts_have_the_hints_and_words_of_the_whole() {
    let mut n_hints = 0;
    for texts in projects() {
        let snapshot = editor(&texts).snapshot();
        for (path, text) in &texts {
            let spot = snapshot.spot(path).expect("nothing changes");
            let spot = spot.expect("the file is known");
            let all = TextRange::up_to(TextSize::of(text.as_str()));
            let all_hints = hints(&spot, all, &|| false).expect("it is wanted");
            let all_tokens = tokens(&spot, all, &|| false).expect("it is wanted");
            assert!(tokens(&spot, all, &|| true).is_err());
            n_hints += all_hints.len();
            for part in windows(text) {
                let found = hints(&spot, part, &|| false).expect("it is wanted");
                let here = all_hints.iter();
                let here = here.filter(|it| part.contains_inclusive(it.offset));
                assert!(found.iter().eq(here), "{} {part:?}", path.display());
                let found = tokens(&spot, part, &|| false).expect("it is wanted");
                let here = all_tokens.iter();
                let here = here.filter(|it| part.intersect(it.range).is_some());
                assert!(found.iter().eq(here), "{} {part:?}", path.display());
            }
        }
    }
    assert!(n_hints > 100, "{n_hints}");
}
