//! Slices written as texts, of every shipped test module, of the benchmarks, and of what is easily written wrong
//! (`slices/`).
//!
//! What is written is an ordinary specification: it reads without errors and without warnings that the original had
//! not, gives the same answers, and slicing it again changes nothing. The snapshots show all of them.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use fretsaw::bench::families::{Family, generate};
use fretsaw::checking::auto::Auto;
use fretsaw::checking::checker::Checker;
use fretsaw::checking::exploration::Exploration;
use fretsaw::dependence::Dependences;
use fretsaw::disk::Disk;
use fretsaw::engines::Control;
use fretsaw::model::Model;
use fretsaw::outcome::Outcome;
use fretsaw::semantics::test_module::Check;
use fretsaw::semantics::{Analysis, FileSystem, MemoryFiles, analyse};
use fretsaw::slice::rewrite::SlicedFile;
use fretsaw::slice::{Options, Reconnection};
use fretsaw::syntax::FileKind;

use crate::published_cases as published;
use crate::support::files;
use crate::written;
use crate::written::{all_checks, new_findings, read, test_of};

/// A way to slice, with its name.
type Way = (&'static str, Dependences, Reconnection);

/// All ways to slice.
const WAYS: [Way; 4] = [
    (
        "conventional, fine",
        Dependences::Fine,
        Reconnection::Conventional,
    ),
    (
        "conventional, coarse",
        Dependences::Coarse,
        Reconnection::Conventional,
    ),
    (
        "amorphous, fine",
        Dependences::Fine,
        Reconnection::Amorphous,
    ),
    (
        "amorphous, coarse",
        Dependences::Coarse,
        Reconnection::Amorphous,
    ),
];

/// The shipped test modules, without those that ask about whole runs, for which there are no models.
fn shipped() -> Vec<(String, Analysis)> {
    let sources = files::sources_under(&files::project().join("testmodules"));
    let modules = sources.into_iter().map(|source| {
        let path = files::project().join(&source.name);
        let name = source.name.replace("testmodules/", "");
        (name, analyse(&Disk, &[path], &[]))
    });
    modules
        .filter(|(_, analysis)| !models(analysis, &all_checks(analysis)).is_empty())
        .collect()
}

/// Everything that is sliced here.
fn subjects() -> impl Iterator<Item = (String, Analysis)> {
    shipped().into_iter().chain(benchmarks()).chain(cases())
}

/// Specifications that are easily written wrong.
fn cases() -> Vec<(String, Analysis)> {
    let sources = files::sources_under(&files::project().join("tests/slicing/slices"));
    let tests = sources.iter().filter(|it| it.kind == FileKind::Test);
    let analysed = tests.map(|source| {
        let path = files::project().join(&source.name);
        let analysis = analyse(&Disk, &[path], &[]);
        assert!(
            analysis.diagnostics.is_empty(),
            "{}: {:#?}",
            source.name,
            analysis.diagnostics
        );
        (
            source.name.replace("tests/slicing/slices", "cases"),
            analysis,
        )
    });
    analysed.collect()
}

/// Small members of both families, and the machine of figure 9.
fn benchmarks() -> Vec<(String, Analysis)> {
    let machine = published::analysed(&published::FIGURE_9);
    let mut benchmarks = members();
    benchmarks.push(("figure 9".to_owned(), machine));
    benchmarks
}

fn members() -> Vec<(String, Analysis)> {
    let members = [
        (
            "benchmark I",
            Family::Deep {
                fields: 4,
                depth: 3,
                safe: false,
            },
        ),
        (
            "benchmark II",
            Family::Wide {
                copies: 3,
                bound: 4,
                safe: false,
            },
        ),
    ];
    members
        .into_iter()
        .map(|(name, family)| {
            let modules = generate(family);
            let files = modules.iter().map(|module| SlicedFile {
                path: PathBuf::from(module.path),
                text: module.text.clone(),
            });
            let mut files: Vec<SlicedFile> = files.collect();
            files.rotate_right(1);
            (name.to_owned(), read(&files))
        })
        .collect()
}

/// The models of checks; none where there is one without a model.
fn models<'a>(analysis: &'a Analysis, checks: &[&'a Check]) -> Vec<Model<'a>> {
    let models = checks
        .iter()
        .map(|check| Model::about_states(&analysis.program, test_of(analysis), check));
    models.collect::<Result<_, _>>().unwrap_or_default()
}

fn slice(
    analysis: &Analysis,
    checks: &[&Check],
    (_, dependences, reconnection): Way,
) -> Vec<SlicedFile> {
    let options = Options {
        dependences,
        reconnection,
    };
    written::slice(analysis, test_of(analysis), checks, options)
}

/// The files of a slice that differ from those of another.
fn shown(files: &[SlicedFile], known: &[SlicedFile]) -> String {
    let mut shown = String::new();
    for file in files.iter().filter(|file| !known.contains(file)) {
        let path = file.path.display();
        write!(shown, "// {path}\n{}\n", file.text).expect("writing to a string");
    }
    let lacks = |path: &Path| !files.iter().any(|file| file.path == path);
    for file in known.iter().filter(|file| lacks(&file.path)) {
        writeln!(shown, "// without {}\n", file.path.display()).expect("writing to a string");
    }
    shown
}

/// Verdict and length.
fn answer(model: &Model<'_>) -> String {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    // Without bounds the solver may never come to an end.
    let explicit = Exploration {
        most_states: 2_000,
        programs: None,
    };
    let answer = match model.bounds {
        Some(_) => Auto.check(model, &control),
        None => explicit.check(model, &control),
    };
    match answer.outcome {
        Outcome::Reachable(witness) => format!("reachable in {}", witness.steps.len()),
        Outcome::Unreachable(_) => "unreachable".to_owned(),
        Outcome::Unknown(_) => "unknown".to_owned(),
    }
}

/// Each check alone, and all together.
fn choices(analysis: &Analysis) -> Vec<Vec<&Check>> {
    let all = all_checks(analysis);
    let mut choices: Vec<Vec<&Check>> = all.iter().map(|check| vec![*check]).collect();
    if all.len() > 1 {
        choices.push(all);
    }
    choices
}

fn title(name: &str, analysis: &Analysis, checks: &[&Check], way: Way) -> String {
    let check = analysis.sources.text_at(checks[0].span);
    format!("{name} ({}), {} from `{check}`\n", way.0, checks.len())
}

/// The texts with some of their checks only: where a check begins may be all that leads to a state.
fn with_checks(analysis: &Analysis, checks: &[&Check]) -> Analysis {
    let mut memory = MemoryFiles::default();
    for (_, file) in analysis.sources.iter() {
        memory.insert(file.path(), file.text().as_bytes());
    }
    let test = test_of(analysis);
    let file = analysis.sources.file(test.file);
    let mut text = file.text().to_string();
    let is_chosen = |check: &&Check| checks.iter().any(|it| it.span == check.span);
    for check in test.checks.iter().filter(|check| !is_chosen(check)) {
        let range = std::ops::Range::<usize>::from(check.span.range());
        text.replace_range(range.clone(), &" ".repeat(range.len()));
    }
    memory.insert(file.path(), text.as_bytes());
    let roots = ["rebel-examples", "testmodules"].map(|root| files::project().join(root));
    let mut roots = roots.to_vec();
    roots.retain(|root| memory.metadata(root).is_ok());
    let read = analyse(&memory, &[file.path().to_owned()], &roots);
    assert!(!read.has_errors(), "{:#?}", read.diagnostics);
    read
}

#[test]
fn slices_read_without_new_findings() {
    let mut wrong = String::new();
    for (name, analysis) in subjects() {
        for checks in choices(&analysis) {
            let original = with_checks(&analysis, &checks);
            for way in WAYS {
                let sliced = slice(&analysis, &checks, way);
                let found = new_findings(&original, &read(&sliced));
                if !found.is_empty() {
                    wrong.push_str(&title(&name, &analysis, &checks, way));
                    writeln!(wrong, "    {}", found.join("\n    ")).expect("writing to a string");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn slicing_a_slice_changes_nothing() {
    let mut wrong = String::new();
    for (name, analysis) in subjects() {
        for way in WAYS {
            for checks in choices(&analysis) {
                // Bridges that one check needs loosen the bounds of the others, so that these may need less.
                if way.2 == Reconnection::Amorphous && checks.len() > 1 {
                    continue;
                }
                let once = slice(&analysis, &checks, way);
                let read = read(&once);
                let twice = slice(&read, &all_checks(&read), way);
                if once != twice {
                    wrong.push_str(&title(&name, &analysis, &checks, way));
                    wrong.push_str(&shown(&twice, &once));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The conventional slices of some checks, without those that are the same.
fn conventional(analysis: &Analysis, checks: &[&Check]) -> Vec<(Way, Vec<SlicedFile>)> {
    let ways = WAYS.into_iter();
    let ways = ways.filter(|way| way.2 == Reconnection::Conventional);
    let slices = ways.map(|way| (way, slice(analysis, checks, way)));
    let mut slices: Vec<(Way, Vec<SlicedFile>)> = slices.collect();
    slices.dedup_by(|next, first| next.1 == first.1);
    slices
}

#[test]
fn conventional_slices_answer_alike() {
    let mut wrong = String::new();
    for (name, analysis) in subjects() {
        let unsliced = models(&analysis, &all_checks(&analysis));
        let expected: Vec<String> = unsliced.iter().map(answer).collect();
        for checks in choices(&analysis) {
            for (way, files) in conventional(&analysis, &checks) {
                let sliced = read(&files);
                let own = expected.iter().zip(all_checks(&analysis));
                let own = own.filter(|(_, check)| checks.iter().any(|it| it.span == check.span));
                let own: Vec<&String> = own.map(|(answer, _)| answer).collect();
                let answers = models(&sliced, &all_checks(&sliced));
                let answers: Vec<String> = answers.iter().map(answer).collect();
                if answers.iter().collect::<Vec<_>>() != own {
                    wrong.push_str(&title(&name, &analysis, &checks, way));
                    writeln!(wrong, "    {own:?}\n    {answers:?}").expect("writing to a string");
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn amorphous_slices_reach_all_that_the_original_does() {
    let mut wrong = String::new();
    for (name, analysis) in subjects() {
        for check in all_checks(&analysis) {
            let original = answer(&models(&analysis, &[check])[0]);
            let way = WAYS[2];
            let sliced = read(&slice(&analysis, &[check], way));
            let bridged = answer(&models(&sliced, &all_checks(&sliced))[0]);
            if original.starts_with("reachable") && !bridged.starts_with("reachable") {
                wrong.push_str(&title(&name, &analysis, &[check], way));
                writeln!(wrong, "    {original}\n    {bridged}").expect("writing to a string");
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// The checks of these have slices with different comments.
#[test]
fn comments_stay_or_go_with_what_they_speak_of() {
    for name in ["Kiosks", "Bakers", "Meters", "Parcels", "Frames"] {
        let path = files::project().join(format!("tests/slicing/slices/{name}.tebl"));
        let analysis = analyse(&Disk, &[path], &[]);
        for check in all_checks(&analysis) {
            let line = analysis.sources.line(check.span);
            let text = shown(&slice(&analysis, &[check], WAYS[0]), &[]);
            let name = format!("comments_{name}_{line}");
            snapshot_settings().bind(|| insta::assert_snapshot!(name, text.trim_end()));
        }
    }
}

/// This is a warning, so it is no case with a file.
#[test]
fn a_state_listed_twice_leaves_no_line_without_arrows() {
    let specification = "module Box
specification Box {
    fields { id: Integer @key }
    events { build[] knock[] shut[] }
    lifeCycle {
        initial planned -> open: build
        open -> open: knock
        open -> closed: shut
        final closed
    }
}
event build() {}
event knock() {}
event shut() {}
";
    let test = "module Boxes
import Box
state closed { closed Box; }
check closed reachable in max 2 steps;
";
    let file = |path: &str, text: &str| SlicedFile {
        path: PathBuf::from(path),
        text: text.to_owned(),
    };
    let analysis = read(&[file("Boxes.tebl", test), file("Box.ebl", specification)]);
    let sliced = slice(&analysis, &all_checks(&analysis), WAYS[0]);
    let lines: Vec<&str> = sliced[1].text.lines().map(str::trim).collect();
    assert!(lines.contains(&"open -> closed: shut"), "{lines:#?}");
    assert!(!lines.contains(&"open"), "{lines:#?}");
}

fn snapshot_settings() -> insta::Settings {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(files::project().join("snapshots/slices"));
    settings.set_omit_expression(true);
    settings.set_prepend_module_to_snapshot(false);
    settings
}

#[test]
fn slices_are_as_recorded() {
    let settings = snapshot_settings();
    for (name, analysis) in subjects() {
        let checks = all_checks(&analysis);
        let mut earlier: Vec<(&str, Vec<SlicedFile>)> = Vec::new();
        let mut text = String::new();
        for way in WAYS {
            let sliced = slice(&analysis, &checks, way);
            let same = earlier.iter().find(|(_, files)| *files == sliced);
            let shown = match (same, earlier.first()) {
                (Some((name, _)), _) => format!("as {name}\n\n"),
                (None, Some((_, first))) => shown(&sliced, first),
                (None, None) => shown(&sliced, &[]),
            };
            write!(text, "=== {} ===\n\n{shown}", way.0).expect("writing to a string");
            earlier.push((way.0, sliced));
        }
        let name = name.replace(".tebl", "").replace(['/', ' '], "_");
        settings.bind(|| insta::assert_snapshot!(name, text.trim_end()));
    }
}
