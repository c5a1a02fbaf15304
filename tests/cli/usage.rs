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

#[test]
fn engines_that_do_not_exist_are_unknown() {
    let cases: &[(&[&str], &str)] = &[
        (
            &["check", "x.tebl", "--engine", "slab"],
            "[possible values: auto, bmc, explicit, lazy]",
        ),
        (
            &["explore", "x.dve", "--algorithm", "crucial"],
            "[possible values: bc, isc, lsc, lscis]",
        ),
    ];
    for (arguments, values) in cases {
        let run = run(arguments);
        assert_eq!((run.status, run.stdout.as_str()), (2, ""), "{arguments:?}");
        assert!(run.stderr.contains(values), "{}", run.stderr);
    }
}

#[test]
fn only_what_exists_is_offered() {
    let manual = tempfile::tempdir().unwrap();
    let pages = manual.path().to_str().unwrap();
    assert_eq!(run(&["man", "-o", pages]).status, 0);
    let mut offers: Vec<String> = [
        &["check", "--help"][..],
        &["explore", "--help"],
        &["completions", "bash"],
        &["completions", "zsh"],
        &["completions", "fish"],
        &["completions", "elvish"],
        &["completions", "powershell"],
    ]
    .iter()
    .map(|arguments| run(arguments).stdout)
    .collect();
    for page in std::fs::read_dir(manual.path()).unwrap() {
        offers.push(std::fs::read_to_string(page.unwrap().path()).unwrap());
    }
    assert!(
        offers.iter().any(|offer| offer.contains("explicit")),
        "engines are offered somewhere"
    );
    for missing in ["crucial", "slab", "kinduction", "spacer"] {
        let offer = offers.iter().find(|offer| offer.contains(missing));
        assert_eq!(offer, None, "{missing}");
    }
}

#[test]
fn the_help_of_check_tells_the_time_limits() {
    let help = run(&["check", "--help"]).stdout;
    let help: Vec<&str> = help.split_whitespace().collect();
    let limits = "--timeout <SECONDS> Time for each check, 0 for no limit [default: 60, and 10 for checks without a bound]";
    assert!(help.join(" ").contains(limits), "{help:?}");
}
