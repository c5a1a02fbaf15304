//! Reading models, and counting their states.

use std::path::{Path, PathBuf};
use std::slice;
use std::sync::Arc;

use fretsaw::diagnostics::{Diagnostic, Sources};
use fretsaw::dve::{Model, Reading, read};
use fretsaw::engines::search as fast;
use fretsaw::finite::search::{Ending, Order, Query, Reached, Search};
use fretsaw::finite::{Expr, plain_search};
use fretsaw::syntax::FileKind;

/// A text that has been read.
pub(crate) struct Loaded {
    pub(crate) sources: Sources,
    pub(crate) reading: Reading,
}

pub(crate) fn load(path: &str, text: &str) -> Loaded {
    let mut sources = Sources::default();
    let path = PathBuf::from(path);
    let file = sources.add(path, Arc::from(text), FileKind::Specification);
    let reading = read(&sources, file);
    Loaded { sources, reading }
}

pub(crate) fn load_file(path: &Path) -> Loaded {
    let text = std::fs::read_to_string(path).expect("models are UTF-8");
    load(&path.display().to_string(), &text)
}

impl Loaded {
    /// The model, which must have no errors.
    pub(crate) fn model(&self) -> &Model {
        let model = self.reading.model.as_ref();
        model.unwrap_or_else(|| panic!("{:#?}", self.reading.diagnostics))
    }
}

fn query<'q>(property: Option<&'q Expr>, order: Order, stop: &'q mut Stop) -> Query<'q> {
    Query {
        order,
        ..Query::new(property.map_or(&[], slice::from_ref), stop)
    }
}

type Stop = dyn FnMut(&Reached) -> bool;

/// Explores plainly, and fast with one thread and with two: what they find must be the same.
pub(crate) fn explore(model: &Model, property: Option<&Expr>, order: Order) -> Search {
    let plain = plain_search::search(&model.program, &mut query(property, order, &mut |_| false));
    for threads in [1, 2] {
        assert_same(
            &plain,
            &explore_fast(model, property, order, threads),
            order,
        );
    }
    plain
}

pub(crate) fn explore_fast(
    model: &Model,
    property: Option<&Expr>,
    order: Order,
    threads: usize,
) -> Search {
    let mut stop = |_: &Reached| false;
    let mut query = query(property, order, &mut stop);
    fast::search(&model.program, &mut query, threads).expect("states are small")
}

/// Complete explorations have the same counts. Of runs, only the length of the shortest is certain.
fn assert_same(plain: &Search, fast: &Search, order: Order) {
    let counts = |it: &Search| (it.states, it.transitions, it.deadlocks);
    match (&plain.ending, &fast.ending) {
        (Ending::Reachable(run), Ending::Reachable(other)) => {
            let is_shortest = order == Order::Breadth;
            assert!(!is_shortest || run.steps.len() == other.steps.len());
        }
        (
            Ending::Fault { run, fault, .. },
            Ending::Fault {
                run: other,
                fault: same,
                ..
            },
        ) => {
            let is_shortest = order == Order::Breadth;
            assert!(!is_shortest || (run.steps.len() == other.steps.len() && fault == same));
        }
        (ending, other) => {
            assert_eq!(ending, other);
            assert_eq!(counts(plain), counts(fast));
        }
    }
}

/// What there is to say of a model, read and explored.
pub(crate) fn all_findings(text: &str) -> Vec<Diagnostic> {
    let loaded = load("model.dve", text);
    let mut found = loaded.reading.diagnostics.clone();
    if let Some(model) = &loaded.reading.model {
        let search = explore(model, None, Order::Breadth);
        found.extend(fault(model, &search));
    }
    found
}

/// The error that a search ran into, in words.
pub(crate) fn fault(model: &Model, search: &Search) -> Option<Diagnostic> {
    let Ending::Fault { run, action, fault } = &search.ending else {
        return None;
    };
    let action = action.expect("there is no property");
    Some(model.fault(run.end(), action, *fault))
}
