//! Every code explains itself: its explanation is there, its bad example shows the code and nothing
//! else, its good example shows nothing at all.
//!
//! An example is a fenced block marked `ebl` or `tebl`, then `bad` or `good`. Consecutive blocks of one verdict are
//! the files of one project. A file's path follows from its module's name, or stands behind the verdict. A block
//! marked `dve` is a model by itself, which is read and explored.

use std::collections::BTreeSet;
use std::path::PathBuf;

use fretsaw::diagnostics::{Code, Diagnostic, Fix, codes};
use fretsaw::model::Model;
use fretsaw::modelling::BuildError;
use fretsaw::semantics::Analysis;

use crate::support::dve_models;
use crate::support::files;
use crate::support::findings;
use crate::support::projects::{Ask, FOLDER, Module, analyse_files};

/// Codes whose mistake is not in the texts of modules alone, and why.
const WITHOUT_EXAMPLES: &[(&str, &str)] = &[
    ("R0106", "takes a thousand brackets"),
    ("R0302", "takes a module that stands under two roots"),
    ("R0306", "takes a link on disk"),
    ("R0309", "takes a file that cannot be read"),
    ("R0310", "takes an empty folder"),
    ("R0311", "takes a configuration file"),
    ("R1201", "takes a file that cannot be written"),
    ("R1202", "takes the formatter"),
    ("R1310", "is told when a check is explored"),
    ("R1311", "is told when a check is explored"),
    ("R1312", "is told when a check is explored"),
    ("R1401", "is told when a check is run"),
    ("R1402", "is told when a check is run"),
    ("R1403", "is told when a check is run"),
    ("R1404", "is told when a check is run"),
];

/// Codes that show only where a whole folder is asked for.
const OF_WHOLE_FOLDERS: &[&str] = &["R0904", "R1103", "R1104"];

/// The family that is told when a check is built.
const OF_MODELS: &str = "R13";

/// The family that is told of models in the language of `DiVinE`.
const OF_DVE: &str = "R15";

/// What there is to say when the checks of a project are built.
fn told_of_models(analysis: &Analysis) -> Vec<Diagnostic> {
    let tests = analysis.program.tests.iter();
    let checks = tests.flat_map(|test| test.checks.iter().map(move |check| (test, check)));
    let told = checks.flat_map(|(test, check)| {
        Model::about_states(&analysis.program, test, check)
            .map_or_else(BuildError::diagnostics, |model| model.notes)
    });
    told.collect()
}

/// The files of one example, each with its path.
struct Project {
    verdict: String,
    files: Vec<(PathBuf, Module)>,
}

fn has_examples(code: &Code) -> bool {
    !WITHOUT_EXAMPLES.iter().any(|(id, _)| *id == code.id)
}

/// The projects of an explanation, in order.
fn examples(code: &Code) -> Vec<Project> {
    let mut projects: Vec<Project> = Vec::new();
    let mut lines = code.explanation.lines();
    while let Some(line) = lines.next() {
        let Some(fence) = line.strip_prefix("```") else {
            continue;
        };
        let text: String = lines
            .by_ref()
            .take_while(|line| *line != "```")
            .flat_map(|line| [line, "\n"])
            .collect();
        let words: Vec<&str> = fence.split_whitespace().collect();
        let (extension, verdict, path) = match words.as_slice() {
            [
                extension @ ("ebl" | "tebl" | "dve"),
                verdict @ ("bad" | "good"),
                path @ ..,
            ] => (*extension, *verdict, path.first()),
            _ => panic!("{code}: a block is marked `{fence}`"),
        };
        let module = Module::new(extension, &text);
        let path = path.map_or_else(|| module.path(), |path| PathBuf::from(FOLDER).join(path));
        let file = (path, module);
        match projects.last_mut() {
            Some(project) if project.verdict == verdict => project.files.push(file),
            _ => projects.push(Project {
                verdict: verdict.to_owned(),
                files: vec![file],
            }),
        }
    }
    projects
}

/// What is wrong with an example, if anything is.
fn complaint(code: &Code, project: &Project) -> Option<String> {
    if code.id.starts_with(OF_DVE) {
        let mut models = project.files.iter();
        return models.find_map(|(_, model)| dve_complaint(code, project, &model.text));
    }
    let ask = if OF_WHOLE_FOLDERS.contains(&code.id) {
        Ask::Folder
    } else {
        Ask::Files
    };
    let files = project.files.iter();
    let files: Vec<_> = files
        .map(|(path, module)| (path.clone(), &module.text))
        .collect();
    let analysis = analyse_files(&files, ask);
    let mut found = analysis.diagnostics.clone();
    if code.id.starts_with(OF_MODELS) && !analysis.has_errors() {
        found.extend(told_of_models(&analysis));
    }
    let shown: BTreeSet<&str> = found.iter().map(|diagnostic| diagnostic.code.id).collect();
    let wanted: BTreeSet<&str> = (project.verdict == "bad")
        .then_some(code.id)
        .into_iter()
        .collect();
    (shown != wanted).then(|| {
        format!(
            "{code} ({}): the {} example shows {shown:?}, not {wanted:?}\n{}",
            code.name,
            project.verdict,
            findings::listing(&analysis, FOLDER)
        )
    })
}

/// What is wrong with an example that is a model in the language of `DiVinE`, if anything is.
fn dve_complaint(code: &Code, project: &Project, text: &str) -> Option<String> {
    let found = dve_models::all_findings(text);
    let shown: Vec<&str> = found.iter().map(|diagnostic| diagnostic.code.id).collect();
    let is_bad = project.verdict == "bad";
    let wanted: &[&str] = if is_bad { &[code.id] } else { &[] };
    (shown != wanted).then(|| format!("{code}: {found:#?} in\n{text}"))
}

fn assert_none(complaints: &[String]) {
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}

#[test]
fn every_code_has_an_explanation_with_both_examples() {
    let mut complaints = Vec::new();
    for code in codes::all() {
        if code.explanation.trim().is_empty() {
            complaints.push(format!("{code} ({}): no explanation", code.name));
        } else if has_examples(code) {
            let projects = examples(code);
            let verdicts: Vec<&str> = projects.iter().map(|p| p.verdict.as_str()).collect();
            if !verdicts.contains(&"bad") || !verdicts.contains(&"good") {
                complaints.push(format!("{code} ({}): examples {verdicts:?}", code.name));
            }
        }
    }
    assert_none(&complaints);
}

#[test]
fn bad_examples_show_their_code_and_good_ones_nothing() {
    let mut complaints = Vec::new();
    for code in codes::all() {
        let projects = examples(code);
        complaints.extend(projects.iter().filter_map(|p| complaint(code, p)));
    }
    assert_none(&complaints);
}

/// The files of a project after a fix.
fn mended(project: &Project, analysis: &Analysis, fix: &Fix) -> Vec<(PathBuf, String)> {
    let files = project.files.iter();
    let mut files: Vec<(PathBuf, String)> = files
        .map(|(path, module)| (path.clone(), module.text.clone()))
        .collect();
    for edit in fix.edits.iter().rev() {
        let path = analysis.sources.file(edit.span.file).path();
        let file = files.iter_mut().find(|(known, _)| known == path);
        let Some((_, text)) = file else {
            panic!("a fix changes {}", path.display());
        };
        let range = std::ops::Range::<usize>::from(edit.span.range());
        text.replace_range(range, &edit.text);
    }
    files
}

/// How often a finding is told, and how many errors there are.
fn count(analysis: &Analysis, finding: &Diagnostic) -> (usize, usize) {
    let found = &analysis.diagnostics;
    let is_it =
        |found: &&Diagnostic| found.code == finding.code && found.message == finding.message;
    (
        found.iter().filter(is_it).count(),
        found.iter().filter(|found| found.is_error()).count(),
    )
}

/// Codes whose help is no concrete edit, and why. A code that is not listed here offers a fix in all its bad examples.
const WITHOUT_FIX: &[(&str, &str)] = &[
    ("R0101", "does not say in general what was meant"),
    ("R0104", "cannot tell where the text of an annotation ends"),
    ("R0105", "cannot tell what the characters were meant for"),
    ("R0107", "takes another name"),
    ("R0109", "takes another file"),
    ("R0202", "cannot tell which day is meant"),
    ("R0203", "cannot tell which time is meant"),
    ("R0207", "cannot tell which year is meant"),
    ("R0303", "takes another name for the file"),
    (
        "R0304",
        "takes a renaming, wherever the specification is used",
    ),
    ("R0404", "knows no module that declares it"),
    ("R0405", "lists the states to choose from"),
    ("R0408", "knows no type that is spelt alike"),
    ("R0412", "lists the parts to choose from"),
    ("R0413", "takes another condition"),
    ("R0414", "takes a parameter and what is handed in for it"),
    ("R0415", "takes another name"),
    ("R0501", "takes a choice of the key"),
    ("R0503", "takes another key"),
    ("R0507", "takes another specification"),
    ("R0508", "knows no parameter that is spelt alike"),
    ("R0509", "takes a value"),
    ("R0601", "takes another value"),
    ("R0602", "takes another value"),
    ("R0603", "takes something to compare with"),
    ("R0604", "takes further arguments"),
    ("R0605", "takes another expression"),
    ("R0606", "takes another expression"),
    ("R0607", "takes a specification"),
    ("R0608", "takes another expression"),
    ("R0706", "takes another definition"),
    ("R0707", "takes a value"),
    ("R0708", "takes another condition"),
    ("R0901", "knows no event that is spelt alike"),
    ("R0902", "takes another design"),
    ("R0903", "takes another design"),
    ("R1003", "takes another condition"),
    ("R1004", "takes another key"),
    ("R1006", "takes a choice of the state"),
    ("R1009", "takes another state"),
    ("R1011", "knows no event that is spelt alike"),
];

#[test]
fn every_concrete_help_is_offered_as_a_fix() {
    let mut complaints = Vec::new();
    for code in codes::all().filter(|code| is_told_while_typing(code)) {
        let is_excused = WITHOUT_FIX.iter().any(|(id, _)| *id == code.id);
        for project in bad_examples(code) {
            let analysis = analyse_example(&project);
            let own = analysis.diagnostics.iter().filter(|it| it.code == code);
            for diagnostic in own.filter(|it| it.fixes.is_empty() != is_excused) {
                let help = diagnostic.help.as_deref().unwrap_or("no help");
                let fixes = diagnostic.fixes.len();
                complaints.push(format!("{code}: {fixes} fixes for \"{help}\""));
            }
        }
    }
    assert_none(&complaints);
    for (id, reason) in WITHOUT_FIX {
        assert!(codes::find(id).is_some(), "{id} ({reason}) is no code");
    }
}

/// Whether editors show the code, of texts of modules.
fn is_told_while_typing(code: &Code) -> bool {
    !code.id.starts_with(OF_DVE) && !code.id.starts_with(OF_MODELS)
}

fn bad_examples(code: &Code) -> impl Iterator<Item = Project> {
    examples(code).into_iter().filter(|it| it.verdict == "bad")
}

fn analyse_example(project: &Project) -> Analysis {
    let files = project.files.iter();
    let files: Vec<_> = files.map(|(path, m)| (path.clone(), &m.text)).collect();
    analyse_files(&files, Ask::Folder)
}

#[test]
fn each_fix_mends_what_it_is_offered_for() {
    let mut tried = String::new();
    for code in codes::all().filter(|code| is_told_while_typing(code)) {
        for project in bad_examples(code) {
            let analysis = analyse_example(&project);
            let own = analysis.diagnostics.iter().filter(|it| it.code == code);
            for (finding, fix) in own.flat_map(|it| it.fixes.iter().map(move |fix| (it, fix))) {
                let mended = assert_mends(finding, &project, &analysis, fix);
                tried.push_str(&told_change(code, &project, fix, &mended));
            }
        }
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("../../snapshots");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("fixes", tried));
}

/// Applies a fix and gives the texts, if it removes what it is offered for and adds no error.
fn assert_mends(
    finding: &Diagnostic,
    project: &Project,
    analysis: &Analysis,
    fix: &Fix,
) -> Vec<(PathBuf, String)> {
    let mended = mended(project, analysis, fix);
    let files: Vec<_> = mended.iter().map(|(path, t)| (path.clone(), t)).collect();
    let left = analyse_files(&files, Ask::Folder);
    let (before, after) = (count(analysis, finding), count(&left, finding));
    let texts: Vec<&str> = mended.iter().map(|(_, text)| text.as_str()).collect();
    assert!(
        after.0 < before.0 && after.1 <= before.1,
        "{}: {} leaves\n{}in\n{}",
        finding.code,
        fix.title,
        findings::listing(&left, FOLDER),
        texts.concat()
    );
    mended
}

/// The lines that a fix takes away and those that it adds.
fn told_change(code: &Code, project: &Project, fix: &Fix, mended: &[(PathBuf, String)]) -> String {
    let mut told = format!("{code}: {}\n", fix.title);
    for ((_, before), (_, after)) in project.files.iter().zip(mended) {
        let changes = similar_lines(&before.text, after);
        told.push_str(&changes);
    }
    told.push('\n');
    told
}

/// The lines that differ, without those that are the same at the beginning and at the end.
fn similar_lines(before: &str, after: &str) -> String {
    let (before, after): (Vec<&str>, Vec<&str>) =
        (before.lines().collect(), after.lines().collect());
    let same = |(a, b): &(&&str, &&str)| a == b;
    let start = before.iter().zip(&after).take_while(same).count();
    let most = before.len().min(after.len()) - start;
    let end = before
        .iter()
        .rev()
        .zip(after.iter().rev())
        .take_while(same)
        .count()
        .min(most);
    let lines = |mark: &str, lines: &[&str]| -> String {
        let inner = lines[start..lines.len() - end].iter();
        inner.flat_map(|line| [mark, " ", line, "\n"]).collect()
    };
    lines("-", &before) + &lines("+", &after)
}

#[test]
fn codes_without_examples_exist() {
    for (id, reason) in WITHOUT_EXAMPLES {
        let code = codes::find(id).unwrap_or_else(|| panic!("{id} ({reason}) is no code"));
        let examples = examples(code).len();
        assert_eq!(examples, 0, "{code} has examples, so it needs no exception");
    }
}

#[test]
fn ids_are_unique_sorted_and_well_formed() {
    let ids: Vec<&str> = codes::all().map(|code| code.id).collect();
    let sorted: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids, sorted.into_iter().collect::<Vec<_>>());
    for id in ids {
        let digits = id.strip_prefix('R').unwrap_or_default();
        let is_number = digits.len() == 4 && digits.bytes().all(|byte| byte.is_ascii_digit());
        assert!(is_number, "`{id}` is not `R` and four digits");
    }
}

#[test]
fn names_are_unique_and_kebab_case() {
    let mut seen = BTreeSet::new();
    for code in codes::all() {
        let name = code.name;
        assert!(seen.insert(name), "`{name}` names two codes");
        let is_kebab = name
            .split('-')
            .all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()));
        assert!(is_kebab, "`{name}` is not kebab-case");
    }
}

/// The source files under a folder of `src`, each with its path and text.
fn rust_files(folder: &str) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    let mut folders = vec![files::project().join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = std::fs::read_to_string(&path).unwrap_or_default();
                sources.push((path.display().to_string(), text));
            }
        }
    }
    sources.sort();
    sources
}

/// The constants that a file declares codes by.
fn constants(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter_map(|line| {
        let (constant, rest) = line.trim().split_once(" = \"R")?;
        rest.starts_with(|first: char| first.is_ascii_digit())
            .then_some(constant)
    })
}

#[test]
fn every_code_is_raised_somewhere() {
    let families = rust_files("diagnostics/codes");
    let mut declared = 0;
    for (path, text) in &families {
        for constant in constants(text) {
            declared += 1;
            let is_used = text.contains(&format!("&{constant},"))
                || text.contains(&format!("=> &{constant}"));
            assert!(is_used, "{path}: nothing makes a `{constant}`");
        }
    }
    assert_eq!(declared, codes::all().count());
}

/// The functions of a file that others can call.
fn public_functions(text: &str) -> impl Iterator<Item = &str> {
    let names = text.split("\npub fn ").skip(1);
    names.filter_map(|rest| rest.split(['(', '<']).next())
}

#[test]
fn every_constructor_is_called_somewhere() {
    let everything = rust_files("");
    for (path, text) in rust_files("diagnostics/codes") {
        if path.ends_with("mod.rs") {
            continue;
        }
        for name in public_functions(&text) {
            let call = format!("::{name}");
            let is_called = everything.iter().any(|(_, text)| text.contains(&call));
            assert!(is_called, "{path}: nothing calls `{name}`");
        }
    }
}
