//! Every feature of the language in a model of its own, `models/*.dve`, whose first comments say what is to be found.
//!
//! `states 6, transitions 6, levels 4, deadlocks 1` are its counts, `fault R1514 at 15 after 2` is an error told of
//! line 15 in the step after two others, and `reachable: EXPR` and `unreachable: EXPR` are answers.

use std::path::PathBuf;
use std::sync::Arc;

use fretsaw::finite::search::{Ending, Order};
use fretsaw::finite::{Expr, Search};
use fretsaw::syntax::FileKind;

use crate::support::dve_models::{Loaded, explore, fault, load_file};
use crate::support::files::project;

/// The models of a folder of these tests, in order of their names.
pub(crate) fn models(folder: &str) -> Vec<PathBuf> {
    let folder = project().join("tests/engines/dve").join(folder);
    let entries = std::fs::read_dir(folder).expect("a folder").flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|it| it == "dve"));
    paths.sort();
    paths
}

fn property(loaded: &mut Loaded, text: &str) -> Expr {
    let sources = &mut loaded.sources;
    let file = sources.add(
        "--property".into(),
        Arc::from(text),
        FileKind::Specification,
    );
    let model = loaded.reading.model.as_ref().expect("a model");
    let property = model.property(&loaded.sources, file);
    property.unwrap_or_else(|problems| panic!("{text}: {problems:#?}"))
}

/// What a first comment would say of a search.
fn summary(loaded: &Loaded, search: &Search) -> String {
    if let Some(diagnostic) = fault(loaded.model(), search) {
        let line = loaded.sources.line(diagnostic.primary.span);
        let Ending::Fault { run, .. } = &search.ending else {
            unreachable!("there is a fault");
        };
        let steps = run.steps.len();
        return format!("fault {} at {line} after {steps}", diagnostic.code);
    }
    assert_eq!(search.ending, Ending::Explored);
    format!(
        "states {}, transitions {}, levels {}, deadlocks {}",
        search.states,
        search.transitions,
        search.levels.expect("breadth-first search has levels"),
        search.deadlocks.unwrap_or(0)
    )
}

#[test]
fn models_do_what_their_comments_say() {
    let models = models("models");
    assert!(models.len() > 20, "there are {} models", models.len());
    let mut differences = Vec::new();
    for path in models {
        let name = path.display();
        let mut loaded = load_file(&path);
        assert_eq!(loaded.reading.diagnostics, [], "{name}");
        let text = std::fs::read_to_string(&path).expect("models are UTF-8");
        let comments: Vec<&str> = text
            .lines()
            .map_while(|line| line.strip_prefix("// "))
            .collect();
        let search = explore(loaded.model(), None, Order::Breadth);
        let summary = summary(&loaded, &search);
        if summary != comments[0] {
            differences.push(format!("{name}: {summary}, not {}", comments[0]));
        }
        for comment in &comments[1..] {
            let Some((verdict @ ("reachable" | "unreachable"), wanted)) = comment.split_once(": ")
            else {
                continue;
            };
            let property = property(&mut loaded, wanted);
            for order in [Order::Breadth, Order::Depth] {
                let found = explore(loaded.model(), Some(&property), order);
                let told = match found.ending {
                    Ending::Reachable(_) => "reachable",
                    Ending::Unreachable => "unreachable",
                    other => panic!("{name}: {wanted}: {other:?}"),
                };
                if told != verdict {
                    differences.push(format!("{name}: {wanted} is {told}"));
                }
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
}

#[test]
fn the_order_changes_no_counts() {
    for path in models("models") {
        let loaded = load_file(&path);
        let [breadth, depth] =
            [Order::Breadth, Order::Depth].map(|order| explore(loaded.model(), None, order));
        if breadth.ending == Ending::Explored {
            let counts = |it: &Search| (it.states, it.transitions, it.deadlocks);
            assert_eq!(counts(&breadth), counts(&depth), "{}", path.display());
        }
    }
}
