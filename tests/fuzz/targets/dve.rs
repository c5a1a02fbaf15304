//! Models in the language of `DiVinE`, with a property to look for: all ways to search them give the same answer.

use std::path::PathBuf;
use std::slice;
use std::sync::Arc;

use fretsaw::diagnostics::{Diagnostic, Sources};
use fretsaw::dve::{self, Model};
use fretsaw::engines::lazy::{self, Algorithm, Question, Refinement};
use fretsaw::engines::search as fast;
use fretsaw::finite::evaluate::evaluate;
use fretsaw::finite::ranges::Ranges;
use fretsaw::finite::search::{Ending, Order, Query, Search};
use fretsaw::finite::{Expr, Program, plain_search};
use fretsaw::syntax::FileKind;

use super::Target;
use super::analysis::check_diagnostics;
use crate::mutate::{bytes, words};
use crate::package::Package;
use crate::support::files::project;
use crate::support::generate::random::Random;

pub(crate) const TARGET: Target = Target {
    name: "dve",
    few: 200,
    seeds,
    mutate,
    run,
};

/// So many states are looked at; more tell nothing new.
const MOST_STATES: u64 = 150;

/// Words and signs of the language.
const WORDS: [&str; 52] = [
    "process", "system", "async", "sync", "state", "init", "commit", "accept", "assert", "trans",
    "guard", "effect", "const", "byte", "int", "channel", "property", "true", "false", "not",
    "and", "or", "imply", "{", "}", "(", ")", "[", "]", ",", ";", ":", ".", "->", "=", "!", "?",
    "~", "==", "!=", "<", ">=", "<<", ">>", "-", "/", "%", "&", "|", "^", "/*", "//",
];

/// The models of the tests, each with properties made of its own words.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds = Vec::new();
    for folder in ["tests/engines/dve/models", "tests/engines/dve/broken"] {
        let entries = std::fs::read_dir(project().join(folder)).expect("they are there");
        let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths
            .iter()
            .filter(|path| path.extension().is_some_and(|it| it == "dve"))
        {
            let text = std::fs::read(path).expect("it can be read");
            if text.len() > 4000 {
                continue;
            }
            let model = ("model.dve".to_owned(), text);
            let property = (
                "property".to_owned(),
                b"P.q == 1 || x > 2 && not y == 3\n".to_vec(),
            );
            seeds.push(
                Package {
                    files: vec![model.clone()],
                }
                .write(),
            );
            seeds.push(
                Package {
                    files: vec![model, property],
                }
                .write(),
            );
        }
    }
    seeds
}

fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let (mut package, other) = (Package::read(input), Package::read(other));
    if package.files.is_empty() {
        return bytes::mutate(random, input, &other.write());
    }
    let model = String::from_utf8_lossy(&package.files[0].1).into_owned();
    if random.chance(15) {
        let property = property(random, &model);
        package.files.retain(|(path, _)| path != "property");
        package.files.push(("property".to_owned(), property.into()));
        return package.write();
    }
    let at = random.below(package.files.len());
    let text = &mut package.files[at].1;
    let donor = random.pick_any(&other.files).cloned().unwrap_or_default().1;
    *text = if random.chance(5) {
        bytes::mutate(random, text, &donor)
    } else {
        let text = String::from_utf8_lossy(text).into_owned();
        let donor = if random.chance(70) {
            model
        } else {
            String::from_utf8_lossy(&donor).into_owned()
        };
        words::mutate(random, &text, &donor, &WORDS).into()
    };
    package.write()
}

/// A condition made of the words of a model.
fn property(random: &mut Random, model: &str) -> String {
    let words = words::split(model);
    let names: Vec<&str> = words
        .into_iter()
        .filter(|word| word.starts_with(|it: char| it.is_ascii_alphabetic()))
        .collect();
    let mut name = || random.pick_any(&names).copied().unwrap_or("x").to_owned();
    let names = [name(), name(), name(), name()];
    let sign = *random.pick(&["==", "!=", "<", ">=", "+", "%", "/", "&&"]);
    let number = *random.pick(&["0", "1", "2", "3", "255"]);
    let [a, b, c, d] = names;
    match random.below(4) {
        0 => format!("{a} {sign} {number}"),
        1 => format!("{a}.{b}"),
        2 => format!("{a}.{b} && {c}.{d}"),
        _ => format!("{a}[{number}] {sign} {b} || {c}.{d} == {number}"),
    }
}

fn run(input: &[u8]) -> bool {
    let package = Package::read(input);
    let Some(text) = package.file("model.dve") else {
        return false;
    };
    let mut sources = Sources::default();
    let mut add = |name: &str, text: &[u8]| {
        let text = Arc::from(String::from_utf8_lossy(text));
        sources.add(PathBuf::from(name), text, FileKind::Specification)
    };
    let file = add("model.dve", text);
    let property = package.file("property").map(|text| add("--property", text));
    let reading = dve::read(&sources, file);
    check_diagnostics(&sources, &reading.diagnostics);
    let Some(model) = reading.model else {
        let errors = reading.diagnostics.iter();
        assert!(
            errors.filter(|it| it.is_error()).count() > 0,
            "there is a reason"
        );
        return false;
    };
    let property = property.map(|file| model.property(&sources, file));
    let property = match property.transpose() {
        Ok(property) => property,
        Err(problems) => {
            check_diagnostics(&sources, &problems);
            return false;
        }
    };
    search(&model, &sources, property.as_ref());
    true
}

/// Searches in all ways.
fn search(model: &Model, sources: &Sources, property: Option<&Expr>) {
    let program = &model.program;
    for order in [Order::Breadth, Order::Depth] {
        let mut stop = |_: &_| false;
        let mut query = Query {
            order,
            wants_deadlock: property.is_none(),
            most_states: Some(MOST_STATES),
            ..Query::new(property.map_or(&[], slice::from_ref), &mut stop)
        };
        let plain = plain_search::search(program, &mut query);
        tell(model, sources, &plain);
        let Ok(fast) = fast::search(program, &mut query, 1) else {
            continue;
        };
        tell(model, sources, &fast);
        check_goal(property, &fast.ending);
        let is_cut = |search: &Search| matches!(search.ending, Ending::Unknown(_));
        if !is_cut(&plain) && !is_cut(&fast) {
            compare(order, &plain.ending, &fast.ending);
            if let (Some(property), Order::Breadth) = (property, order) {
                search_lazily(program, property, &plain.ending);
            }
        }
    }
}

/// A search that found what it looks for does not go on into an error.
fn check_goal(property: Option<&Expr>, ending: &Ending) {
    if let (Some(property), Ending::Fault { run, .. }) = (property, ending) {
        let is_wanted = matches!(evaluate(property, run.end()), Ok(value) if value != 0);
        assert!(!is_wanted, "a goal was found before the error");
    }
}

/// Whether one search found a goal in the step after which another met an error.
fn is_beside(goal: &Ending, fault: &Ending) -> bool {
    match (goal, fault) {
        (Ending::Reachable(to_goal), Ending::Fault { run, .. }) => {
            to_goal.steps.len() == run.steps.len() + 1
        }
        _ => false,
    }
}

fn compare(order: Order, plain: &Ending, fast: &Ending) {
    let ends_early = |ending: &Ending| length(ending).is_some();
    if order == Order::Depth && ends_early(plain) && ends_early(fast) {
        // Which of several ends comes first depends on when states are looked at.
        return;
    }
    // The fast search gives a goal and an error of the same level in another order.
    if is_beside(plain, fast) || is_beside(fast, plain) {
        return;
    }
    assert_eq!(kind(plain), kind(fast), "{order:?}: the endings differ");
    if order == Order::Breadth {
        assert_eq!(length(plain), length(fast), "the lengths of runs differ");
    }
}

/// An error of the model has words and a place.
fn tell(model: &Model, sources: &Sources, search: &Search) {
    if let Ending::Fault {
        run,
        action: Some(action),
        fault,
    } = &search.ending
    {
        let told: Diagnostic = model.fault(run.end(), *action, *fault);
        check_diagnostics(sources, &[told]);
    }
}

fn kind(ending: &Ending) -> &'static str {
    match ending {
        Ending::Explored => "explored",
        Ending::Reachable(_) => "reachable",
        Ending::Deadlock(_) => "deadlock",
        Ending::Unreachable => "unreachable",
        Ending::Fault { .. } => "fault",
        Ending::Unknown(_) => "unknown",
    }
}

fn length(ending: &Ending) -> Option<usize> {
    match ending {
        Ending::Reachable(run) | Ending::Deadlock(run) | Ending::Fault { run, .. } => {
            Some(run.steps.len())
        }
        _ => None,
    }
}

/// What slices tell is what the plain search told.
fn search_lazily(program: &Program, property: &Expr, plain: &Ending) {
    if !matches!(plain, Ending::Unreachable | Ending::Reachable(_)) {
        return;
    }
    let ranges = Ranges::of(program);
    for algorithm in [
        Algorithm::Incremental,
        Algorithm::Lazy,
        Algorithm::LazyImproved,
    ] {
        for refinement in [Refinement::WholeGuard, Refinement::Fewest] {
            let values = refinement.values(program, &ranges);
            let question = Question {
                program,
                ranges: &ranges,
                values: &values,
                property,
                guards: algorithm.guards(),
                refinement,
                most_states: 10 * MOST_STATES,
                most_bytes: 1 << 26,
                stop: &|_| false,
                patience: 64,
            };
            let outcome = lazy::search(algorithm, &question);
            let search = outcome.as_search(&question);
            let is_settled = !outcome.may_fail && !matches!(search.ending, Ending::Unknown(_));
            if is_settled {
                assert_eq!(
                    kind(&search.ending),
                    kind(plain),
                    "{algorithm:?}, {refinement:?}"
                );
            }
        }
    }
}
