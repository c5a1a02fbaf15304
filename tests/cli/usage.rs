//! Arguments: verbs, options, and what happens to misspelt ones.

use super::program::{assert_snapshot, run};

#[test]
fn the_version_tells_z3_too() {
    let run = run(&["--version"]);
    assert_eq!(run.status, 0);
    let expected = format!(
        "fretsaw {} (Z3 {})\n",
        env!("CARGO_PKG_VERSION"),
        fretsaw::solver::z3_version()
    );
    assert_eq!(run.stdout, expected);
    assert_eq!(run.stderr, "");
}

#[test]
fn help_is_a_result() {
    let run = run(&["--help"]);
    assert_eq!((run.status, run.stderr.as_str()), (0, ""));
    assert_snapshot("help", &run.stdout);
}

#[test]
fn without_a_verb_help_is_a_message() {
    let run = run(&[]);
    assert_eq!((run.status, run.stdout.as_str()), (2, ""));
    assert!(run.stderr.contains("Usage: fretsaw"), "{}", run.stderr);
}

#[test]
fn misspelt_words_get_a_suggestion() {
    let cases: &[(&[&str], &str)] = &[
        (&["lnt", "x.ebl"], "'lint'"),
        (&["chek", "x.tebl"], "'check'"),
        (&["fromat", "x.ebl"], "'format'"),
        (&["lint", "--fromat", "json", "x.ebl"], "'--format'"),
        (&["lint", "--colour", "never", "x.ebl"], "'--color'"),
        (&["lint", "--format", "jsn", "x.ebl"], "'json'"),
        (&["check", "--engine", "bmv", "x.tebl"], "'bmc'"),
        (&["explain", "unclosed-braket"], "`unclosed-bracket`"),
    ];
    for (arguments, suggestion) in cases {
        let run = run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(
            run.stderr.contains(suggestion),
            "{arguments:?}:\n{}",
            run.stderr
        );
    }
}

#[test]
fn common_options_stand_before_or_after_the_verb() {
    let before = run(&["--format", "json", "lint", "Broken.ebl"]);
    let after = run(&["lint", "Broken.ebl", "--format", "json"]);
    assert!(
        before.stdout.starts_with("{\"version\":1,"),
        "{}",
        before.stdout
    );
    assert_eq!(before.stdout, after.stdout);
}
