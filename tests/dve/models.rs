//! Reading models, and counting their states.

#![allow(dead_code, reason = "each test crate uses a part of it")]
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::sync::Arc;

use fretsaw::diagnostics::{Diagnostic, Sources};
use fretsaw::dve::{Model, Reading, read};
use fretsaw::finite::search::{Ending, Order, Query, Search};
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

pub(crate) fn explore(model: &Model, property: Option<&Expr>, order: Order) -> Search {
    let mut query = Query {
        wants_deadlock: false,
        property,
        order,
        most_states: None,
        most_bytes: None,
        stop: &mut |_| false,
    };
    plain_search::search(&model.program, &mut query)
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
