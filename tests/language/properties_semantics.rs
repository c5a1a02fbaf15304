//! Properties of the front end on random projects, whole and damaged.
//!
//! `FRETSAW_CASES=20000 cargo test --test language properties_semantics` tries more of them than usual.

mod mutate;

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;

use fretsaw::diagnostics::{Diagnostic, Sources, Span};
use fretsaw::semantics::{Analysis, MemoryFiles, analyse};
use fretsaw::syntax::FileKind;
use fretsaw::syntax::format::format;

use crate::support::coverage;
use crate::support::files;
use crate::support::findings;
use crate::support::generate;
use crate::support::generate::model::{Item, Project};
use crate::support::generate::random::Random;
use crate::support::generate::{FOLDER, Profile};
use crate::support::workers::cases;

/// Path and text of each file.
type Texts = Vec<(String, String)>;

fn analyse_texts(texts: &Texts) -> Analysis {
    let mut files = MemoryFiles::default();
    for (path, text) in texts {
        files.insert(path, text.as_str());
    }
    analyse(&files, &[PathBuf::from(FOLDER)], &[])
}

fn shown(texts: &Texts) -> String {
    let files = texts
        .iter()
        .map(|(path, text)| ["// ", path, "\n", text, "\n"].concat());
    files.collect()
}

// Whole projects.

#[test]
fn generated_projects_are_clean() {
    for seed in 0..cases(500) {
        let texts = generate::project(seed, &Profile::everything()).files();
        let analysis = analyse_texts(&texts);
        let findings = findings::listing(&analysis, FOLDER);
        assert!(
            findings.is_empty(),
            "seed {seed}:\n{}\n{findings}",
            shown(&texts)
        );
        assert_eq!(
            analysis.program.tests.len(),
            analysis.requested.len() - modules(&texts)
        );
    }
}

fn modules(texts: &Texts) -> usize {
    let kinds = texts.iter().map(|(path, _)| kind_of(path));
    kinds
        .filter(|kind| *kind == FileKind::Specification)
        .count()
}

fn kind_of(path: &str) -> FileKind {
    let extension = path.rsplit('.').next();
    extension
        .and_then(FileKind::of_extension)
        .unwrap_or_else(|| panic!("{path} is neither a specification nor a test"))
}

#[test]
fn formatted_projects_are_clean() {
    for seed in 0..cases(200) {
        let mut texts = generate::project(seed, &Profile::everything()).files();
        for (path, text) in &mut texts {
            let kind = kind_of(path);
            let formatted = format(text, kind).expect("a clean text can be formatted");
            assert_eq!(
                format(&formatted, kind).as_ref(),
                Ok(&formatted),
                "seed {seed}, {path}"
            );
            *text = formatted;
        }
        let findings = findings::listing(&analyse_texts(&texts), FOLDER);
        assert!(
            findings.is_empty(),
            "seed {seed}:\n{}\n{findings}",
            shown(&texts)
        );
    }
}

#[test]
fn generated_finite_projects_are_clean() {
    for seed in 0..cases(100) {
        let texts = generate::project(seed, &Profile::finite_integers()).files();
        let findings = findings::listing(&analyse_texts(&texts), FOLDER);
        assert!(
            findings.is_empty(),
            "seed {seed}:\n{}\n{findings}",
            shown(&texts)
        );
    }
}

#[test]
fn the_same_seed_gives_the_same_project() {
    let files = |seed| generate::project(seed, &Profile::everything()).files();
    assert_eq!(files(7), files(7));
    assert_ne!(files(7), files(8));
}

#[test]
fn generated_projects_use_the_whole_language() {
    let mut seen = coverage::Seen::default();
    for seed in 0..300 {
        let texts = generate::project(seed, &Profile::everything()).files();
        seen.program(&analyse_texts(&texts).program);
        if seen.missing().is_empty() {
            return;
        }
    }
    panic!("never generated: {:?}", seen.missing());
}

/// What was once reported wrongly: the key of another instance, read in a constraint, is not the instance's own.
#[test]
fn a_constraint_on_another_instance_fixes_no_key() {
    let room = "module Room
specification Room {
    fields { id: Integer @key }
    events { make[] }
    lifeCycle { initial fresh -> made: make final made }
}
event make() { }
";
    let goal = "module Goal
import Room
state both { made Room with Room[1].id == 1; made Room with Room[1].id == 1; }
check both reachable;
";
    let texts = [("Room.ebl", room), ("Goal.tebl", goal)];
    let texts = texts.map(|(name, text)| (format!("{FOLDER}/{name}"), text.to_owned()));
    let analysis = analyse_texts(&texts.into());
    assert_eq!(findings::listing(&analysis, FOLDER), "");
}

// Smaller projects.

/// Whether an event asks that another be impossible.
fn has_negated_sync(project: &Project) -> bool {
    project.items().any(|item| match item {
        Item::Event(event) => event.syncs.iter().any(|sync| sync.negated),
        _ => false,
    })
}

#[test]
fn a_failing_project_shrinks() {
    let large = (0..).map(|seed| generate::project(seed, &Profile::everything()));
    let large = large
        .into_iter()
        .find(|project| has_negated_sync(project) && shown(&project.files()).len() > 3000);
    let large = large.expect("there are as many as one likes");
    let fails = |project: &Project| {
        has_negated_sync(project) && !analyse_texts(&project.files()).has_errors()
    };
    assert!(fails(&large));
    let small = large.shrunk(fails);
    assert!(fails(&small));
    let text = shown(&small.files());
    assert!(text.len() < 1200, "this is not small:\n{text}");
}

// Damaged projects.

#[test]
fn damaged_projects_have_sound_findings() {
    let profile = Profile {
        specifications: (1, 2),
        fields: (1, 2),
        events: (0, 2),
        functions: (0, 1),
        checks: (1, 1),
        depth: 2,
        ..Profile::everything()
    };
    for seed in 0..cases(1600) {
        // Each project is damaged several times, in different ways.
        let texts = generate::project(seed / 4, &profile).files();
        check_damaged(&mut Random::new(seed), texts, &format!("seed {seed}"));
    }
}

#[test]
fn damaged_examples_have_sound_findings() {
    let projects = examples();
    let count = projects.len() as u64;
    for seed in 0..cases(1200) {
        let at = usize::try_from(seed % count).expect("a small number");
        let (name, texts) = &projects[at];
        check_damaged(
            &mut Random::new(seed),
            texts.clone(),
            &format!("seed {seed}, {name}"),
        );
    }
}

/// Each package of the examples with its tests.
fn examples() -> Vec<(String, Texts)> {
    let mut packages: BTreeMap<String, Texts> = BTreeMap::new();
    for folder in ["rebel-examples", "testmodules"] {
        for source in files::sources_under(&files::project().join(folder)) {
            let (_, path) = source.name.split_once('/').unwrap_or_default();
            let package = path.split('/').next().unwrap_or_default().to_owned();
            packages
                .entry(package)
                .or_default()
                .push((format!("{FOLDER}/{path}"), source.text));
        }
    }
    packages.into_iter().collect()
}

fn check_damaged(random: &mut Random, mut texts: Texts, case: &str) {
    let at = random.below(texts.len());
    texts[at].1 = mutate::mutate(random, &texts[at].1);
    let repeat = random.chance(10);
    let result = catch_unwind(AssertUnwindSafe(|| {
        let analysis = analyse_texts(&texts);
        check_findings(&analysis);
        if repeat {
            assert_eq!(analysis.diagnostics, analyse_texts(&texts).diagnostics);
        }
    }));
    assert!(
        result.is_ok(),
        "{case}: the panic above comes from\n{}",
        shown(&texts)
    );
}

fn check_findings(analysis: &Analysis) {
    for diagnostic in &analysis.diagnostics {
        check_places(&analysis.sources, diagnostic);
    }
    let key = |diagnostic: &Diagnostic| {
        (
            diagnostic.primary.span,
            diagnostic.code.id,
            diagnostic.message.clone(),
        )
    };
    let keys: Vec<_> = analysis.diagnostics.iter().map(key).collect();
    assert!(
        keys.is_sorted_by(|first, second| first < second),
        "unsorted or told twice: {keys:?}"
    );
}

fn check_places(sources: &Sources, diagnostic: &Diagnostic) {
    let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits);
    let places = std::iter::once(diagnostic.primary.span)
        .chain(diagnostic.secondary.iter().map(|label| label.span))
        .chain(edits.map(|edit| edit.span));
    for span in places {
        let text = sources.file(span.file).text();
        let range = std::ops::Range::<usize>::from(span.range());
        assert!(
            text.get(range).is_some(),
            "{diagnostic:?} points outside of its text"
        );
    }
    for fix in &diagnostic.fixes {
        let mut edits: Vec<Span> = fix.edits.iter().map(|edit| edit.span).collect();
        edits.sort();
        let apart = edits.is_sorted_by(|first, second| {
            first.file != second.file || first.range().end() <= second.range().start()
        });
        assert!(apart, "{diagnostic:?} has edits that overlap");
    }
}
