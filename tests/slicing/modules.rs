//! Slices of modules that are called otherwise than their files, or like each other: what is written finds its
//! modules, and means the same.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use fretsaw::checking::auto::Auto;
use fretsaw::checking::checker::Checker;
use fretsaw::dependence::Dependences;
use fretsaw::engines::Control;
use fretsaw::model::Model;
use fretsaw::outcome::Outcome;
use fretsaw::semantics::{Analysis, MemoryFiles, analyse};
use fretsaw::slice::{Options, Reconnection};

use crate::written::{all_checks, new_findings, read, slice, test_of};

/// Files with their texts, and the folders in which modules are found. The first file is the test module.
struct Case {
    what: &'static str,
    roots: &'static [&'static str],
    files: Vec<(&'static str, String)>,
}

/// A specification whose counter grows by what a library says.
fn specification(module: &str, name: &str, imports: &[&str], step: &str) -> String {
    format!(
        "module {module}\n\n{}\nspecification {name} {{\n    fields {{\n        id: Integer @key\n        count: Integer\n    }}\n    events {{\n        \
         make[]\n        grow[]\n        {step}[]\n    }}\n    lifeCycle {{\n        initial planned -> made: make\n        made -> made: grow, {}\n    }}\n}}\n\n\
         event make() {{ postconditions {{ new this.count == 0; }} }}\n\nevent grow() {{ postconditions {{ new this.count == this.count + 1; }} }}\n",
        imported(imports),
        step.rsplit('.').next().expect("a name"),
    )
}

/// An event that adds a number.
fn library(module: &str, event: &str, number: u32) -> String {
    format!(
        "module {module}\n\nevent {event}() {{\n    postconditions {{\n        new this.count == this.count + {number};\n    }}\n}}\n"
    )
}

fn imported(imports: &[&str]) -> String {
    let lines = imports.iter().flat_map(|it| ["import ", it, "\n"]);
    lines.collect()
}

/// A test module that asks how soon a counter has a value.
fn test(module: &str, imports: &[&str], goals: &[(&str, u32)]) -> String {
    let goals = goals.iter().enumerate().map(|(index, (spec, count))| {
        format!("\nstate goal{index} {{\n    made {spec} with count == {count};\n}}\n\ncheck goal{index} reachable in max 4 steps;\n")
    });
    let goals: String = goals.collect();
    format!("module {module}\n\n{}{goals}", imported(imports))
}

fn cases() -> Vec<Case> {
    let mut cases = misnamed_cases();
    cases.extend(other_cases());
    cases
}

/// A specification and a library whose headers say something else than their files.
fn misnamed_cases() -> Vec<Case> {
    // A specification and its library, which are called so and found elsewhere.
    let misnamed = |what, spec: &'static str, lib: &'static str| Case {
        what,
        roots: &["/p"],
        files: vec![
            (
                "/p/shop/Things.tebl",
                test("shop.Things", &["shop.Thing"], &[("Thing", 6)]),
            ),
            (
                "/p/shop/Thing.ebl",
                specification(spec, "Thing", &["shop.Rules"], "jump"),
            ),
            ("/p/shop/Rules.ebl", library(lib, "jump", 5)),
        ],
    };
    vec![
        misnamed("another package", "events.Thing", "keys.Rules"),
        misnamed("no package", "Thing", "Rules"),
        misnamed("a longer name", "my.shop.Thing", "my.shop.Rules"),
        misnamed("another file", "shop.Item", "shop.Steps"),
        misnamed("the other's name", "shop.Rules", "shop.Thing"),
        misnamed("the same name", "shop.Both", "shop.Both"),
        misnamed(
            "names that differ in letters' sizes only",
            "shop.Both",
            "shop.BotH",
        ),
        misnamed(
            "packages that are words of test modules",
            "and.Thing",
            "with.Rules",
        ),
        misnamed("the test module's name", "shop.Things", "shop.Things"),
    ]
}

fn other_cases() -> Vec<Case> {
    vec![
        Case {
            what: "a test module of another name",
            roots: &["/p"],
            files: vec![
                (
                    "/p/shop/Things.tebl",
                    test("other.place.Asking", &["shop.Thing"], &[("Thing", 6)]),
                ),
                (
                    "/p/shop/Thing.ebl",
                    specification("shop.Thing", "Thing", &["shop.Rules"], "jump"),
                ),
                ("/p/shop/Rules.ebl", library("shop.Rules", "jump", 5)),
            ],
        },
        // Each finds its own library beside it.
        Case {
            what: "two libraries of one name in different folders",
            roots: &["/p"],
            files: vec![
                (
                    "/p/Things.tebl",
                    test(
                        "Things",
                        &["a.Short", "b.Long"],
                        &[("Short", 2), ("Long", 10)],
                    ),
                ),
                (
                    "/p/a/Short.ebl",
                    specification("Short", "Short", &["Rules"], "jump"),
                ),
                ("/p/a/Rules.ebl", library("Rules", "jump", 2)),
                (
                    "/p/b/Long.ebl",
                    specification("Long", "Long", &["Rules"], "jump"),
                ),
                ("/p/b/Rules.ebl", library("Rules", "jump", 10)),
            ],
        },
        // Qualified names begin with the declared name, and mean the first of that name that has what is named.
        Case {
            what: "two libraries that declare one name, in one specification",
            roots: &["/p"],
            files: vec![
                (
                    "/p/shop/Things.tebl",
                    test("shop.Things", &["shop.Thing"], &[("Thing", 11)]),
                ),
                (
                    "/p/shop/Thing.ebl",
                    specification(
                        "shop.Thing",
                        "Thing",
                        &["shop.First", "shop.Second"],
                        "rules.Rules.jump",
                    ),
                ),
                ("/p/shop/First.ebl", library("rules.Rules", "hop", 2)),
                ("/p/shop/Second.ebl", library("rules.Rules", "jump", 10)),
            ],
        },
        Case {
            what: "one library imported by two names",
            roots: &["/p", "/p/shop"],
            files: vec![
                (
                    "/p/shop/Things.tebl",
                    test("shop.Things", &["shop.Thing"], &[("Thing", 6)]),
                ),
                (
                    "/p/shop/Thing.ebl",
                    specification("shop.Thing", "Thing", &["Rules", "shop.Rules"], "jump"),
                ),
                ("/p/shop/Rules.ebl", library("shop.Rules", "jump", 5)),
            ],
        },
    ]
}

fn analysed(case: &Case) -> Analysis {
    let mut memory = MemoryFiles::default();
    for (path, text) in &case.files {
        memory.insert(*path, text.as_bytes());
    }
    let roots: Vec<PathBuf> = case.roots.iter().map(PathBuf::from).collect();
    let analysis = analyse(&memory, &[PathBuf::from(case.files[0].0)], &roots);
    assert!(
        !analysis.has_errors(),
        "{}: {:#?}",
        case.what,
        analysis.diagnostics
    );
    analysis
}

/// How many steps the goal of each check takes.
fn answers(analysis: &Analysis) -> Vec<usize> {
    let stop = AtomicBool::new(false);
    let control = Control::stopped_by(&stop);
    let checks = all_checks(analysis).into_iter();
    let lengths = checks.map(|check| {
        let model = Model::build(&analysis.program, test_of(analysis), check).expect("a model");
        match Auto.check(&model, &control).outcome {
            Outcome::Reachable(witness) => witness.steps.len(),
            other => panic!("{other:?}"),
        }
    });
    lengths.collect()
}

#[test]
fn every_module_of_a_slice_is_found_and_means_the_same() {
    for case in cases() {
        let analysis = analysed(&case);
        let expected = answers(&analysis);
        for dependences in [Dependences::Fine, Dependences::Coarse] {
            let options = Options {
                dependences,
                reconnection: Reconnection::Conventional,
            };
            let sliced = slice(
                &analysis,
                test_of(&analysis),
                &all_checks(&analysis),
                options,
            );
            let paths: BTreeSet<_> = sliced.iter().map(|file| &file.path).collect();
            assert_eq!(paths.len(), sliced.len(), "{}: {paths:?}", case.what);
            let read = read(&sliced);
            assert!(!read.has_errors(), "{}: {:#?}", case.what, read.diagnostics);
            assert_eq!(answers(&read), expected, "{}", case.what);
            let mut new = new_findings(&analysis, &read);
            // Of modules that share a name, only one can stand in the file of that name, and of those that cannot be
            // imported by theirs none.
            new.retain(|it| !it.starts_with("R0303"));
            assert_eq!(new, Vec::<String>::new(), "{}", case.what);
        }
    }
}
