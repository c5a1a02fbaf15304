//! Verbs that print what the program knows: `explain`, `completions`, `man`, `generate`.

use std::fs;

use fretsaw::diagnostics::{Code, Severity, codes};
use fretsaw::report::explanation;
use serde_json::Value;

use super::program::{assert_snapshot, finish, program, run};
use crate::support::schema;

/// A code of our own, because the wording of the real ones is free.
static SAMPLE: Code = Code {
    id: "R9901",
    name: "sample",
    severity: Severity::Warning,
    explanation: "
A paragraph in two
lines.

## A heading

```ebl bad
module Shop

event open( {
```

```ebl good
module Shop
```
",
};

#[test]
fn an_explanation_has_a_title_and_indented_examples() {
    let styled = explanation::render(&SAMPLE);
    assert!(
        styled.contains("\u{1b}[31m"),
        "bad examples are red: {styled:?}"
    );
    let plain = anstream::adapter::strip_str(&styled).to_string();
    assert_snapshot("explanation", &plain);
}

#[test]
fn explain_prints_an_explanation_by_id_or_name() {
    let by_id = run(&["explain", "R0103"]);
    assert_eq!((by_id.status, by_id.stderr.as_str()), (0, ""));
    let title = "R0103  error    missing-semicolon\n\n";
    assert!(by_id.stdout.starts_with(title), "{}", by_id.stdout);
    assert!(!by_id.stdout.contains("```"), "{}", by_id.stdout);
    assert_eq!(run(&["explain", "Missing-Semicolon"]).stdout, by_id.stdout);
}

#[test]
fn explain_lists_every_code() {
    let listed = run(&["explain"]).stdout;
    let ids: Vec<&str> = listed
        .lines()
        .filter_map(|line| line.strip_prefix("  ")?.split_whitespace().next())
        .collect();
    let expected: Vec<&str> = codes::all().map(|code| code.id).collect();
    assert_eq!(ids, expected);
}

#[test]
fn explain_has_a_json_form() {
    let run = run(&["explain", "--format", "json"]);
    let document: Value = serde_json::from_str(&run.stdout).unwrap();
    schema::assert_follows("codes.schema.json", &document);
    assert_eq!(
        document["codes"].as_array().unwrap().len(),
        codes::all().count()
    );
}

#[test]
fn explain_refuses_unknown_codes() {
    let run = run(&["explain", "nonsense"]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    let expected =
        "error: there is no code `nonsense`\n  help: `fretsaw explain` lists all codes\n";
    assert_eq!(run.stderr, expected);
}

#[test]
fn completions_know_the_verbs() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = run(&["completions", shell]);
        assert_eq!((run.status, run.stderr.as_str()), (0, ""), "{shell}");
        for word in ["explain", "generate", "--color"] {
            let word = word.trim_start_matches('-');
            assert!(
                run.stdout.contains(word),
                "{shell} does not complete {word}"
            );
        }
    }
}

#[test]
fn the_manual_has_a_page_for_each_verb() {
    let page = run(&["man"]).stdout;
    assert!(page.contains(".SH SUBCOMMANDS"), "{page}");
    let folder = tempfile::tempdir().unwrap();
    let pages = folder.path().join("man1");
    assert_eq!(finish(program().args(["man", "-o"]).arg(&pages)).status, 0);
    for verb in ["check", "lint", "fmt", "parse", "explain", "generate"] {
        let page = fs::read_to_string(pages.join(format!("fretsaw-{verb}.1"))).unwrap();
        assert!(page.contains(".SH NAME"), "{verb}: {page}");
    }
}

#[test]
fn generated_families_lint_clean() {
    let folder = tempfile::tempdir().unwrap();
    let families: [&[&str]; 4] = [
        &["deep", "--fields", "8", "--depth", "25"],
        &["wide", "--copies", "4"],
        &["deep", "--safe"],
        &["wide", "--copies", "2", "--bound", "3", "--safe"],
    ];
    for (at, family) in families.into_iter().enumerate() {
        let generate = finish(
            program()
                .arg("generate")
                .args(family)
                .arg("-o")
                .arg(folder.path().join(at.to_string())),
        );
        assert_eq!((generate.status, generate.stderr.as_str()), (0, ""));
        assert_eq!(generate.stdout.lines().count(), 3);
    }
    let lint = finish(program().arg("lint").arg(folder.path()));
    assert_eq!(
        (lint.status, lint.stderr.as_str()),
        (0, "no errors in 12 files\n")
    );
}

#[test]
fn generated_families_are_answered_as_they_expect() {
    let folder = tempfile::tempdir().unwrap();
    let families: [&[&str]; 4] = [
        &["deep", "--fields", "2", "--depth", "2"],
        &["deep", "--fields", "2", "--depth", "2", "--safe"],
        &["wide", "--copies", "2", "--bound", "2"],
        &["wide", "--copies", "2", "--bound", "3", "--safe"],
    ];
    for (at, family) in families.into_iter().enumerate() {
        let output = folder.path().join(at.to_string());
        let generate = finish(program().arg("generate").args(family).arg("-o").arg(output));
        assert_eq!(generate.status, 0, "{}", generate.stderr);
    }
    let check = finish(program().arg("check").arg(folder.path()));
    assert_eq!(check.status, 0, "{}{}", check.stdout, check.stderr);
    for verdict in [
        "negV1 is reachable in 4 steps, as expected",
        "negV1 is unreachable in at most 3 steps, as expected",
        "negativeBalance is reachable in 2 steps, as expected",
        "negativeBalance is unreachable in at most 3 steps, as expected",
    ] {
        assert!(
            check.stdout.contains(verdict),
            "{verdict}: {}",
            check.stdout
        );
    }
}

#[test]
fn a_family_needs_a_size_and_a_place() {
    for arguments in [
        &["generate", "wide", "--copies", "0", "-o", "out"][..],
        &["generate", "wide"],
        &["generate", "tall", "-o", "out"],
    ] {
        assert_eq!(run(arguments).status, 2, "{arguments:?}");
    }
}
