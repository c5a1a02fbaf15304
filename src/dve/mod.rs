//! The language of `DiVinE`, in which the models of BEEM are written, as finite programs.
//!
//! Processes go from state to state, alone or two at a time over a channel. [`read`] gives a [`Model`]: a finite
//! program in which every process has a variable for its state, and every transition, or pair of transitions that meet
//! at a channel, is an action.
//!
//! Where descriptions of the language differ this is `DiVinE` 2, which BEEM was written for. What is sent is computed
//! before anything changes and stored first; then the sender's effects happen, then the receiver's. While a process is
//! in a committed state that it can leave, only processes in committed states move, and two that meet at a channel are
//! both in one or both in none.

mod actions;
mod assertions;
pub mod ast;
mod declare;
mod expressions;
mod fault;
mod lexer;
mod names;
mod parser;
mod range;
mod translate;

use crate::diagnostics::codes::dve::ASSERTION;
use crate::diagnostics::{Diagnostic, FileId, Sources, Span, sort_and_deduplicate};
use crate::finite::{Expr, Program};

/// A model as a finite program, with what is needed to speak of it in its own words.
#[derive(Debug, Clone)]
pub struct Model {
    /// The program.
    pub program: Program,
    /// Where the parts of each action are written.
    places: Vec<ActionPlaces>,
    names: names::Names,
}

/// Where the parts of an action are written, in the order of its guard and of its effects.
#[derive(Debug, Clone, Default)]
struct ActionPlaces {
    guard: Vec<Span>,
    effects: Vec<Span>,
}

/// What became of a text.
#[derive(Debug)]
pub struct Reading {
    /// The model, if there are no errors.
    pub model: Option<Model>,
    /// The model, if there are no other errors than assertions that are false in the state that it begins in.
    pub false_at_start: Option<Model>,
    /// What there is to say, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

/// Reads a model.
pub fn read(sources: &Sources, file: FileId) -> Reading {
    let mut diagnostics = Vec::new();
    let system = parser::system(file, sources.file(file).text(), &mut diagnostics);
    // What the parser left out would be missed everywhere.
    let model = diagnostics
        .is_empty()
        .then(|| translate::translate(&system, &mut diagnostics));
    sort_and_deduplicate(&mut diagnostics);
    let mut errors = diagnostics.iter().filter(|it| it.is_error()).peekable();
    let has_errors = errors.peek().is_some();
    let is_false_at_start = has_errors && errors.all(|it| it.code.id == ASSERTION.id);
    let (model, false_at_start) = match model {
        Some(model) if !has_errors => (Some(model), None),
        model => (None, model.filter(|_| is_false_at_start)),
    };
    Reading {
        model,
        false_at_start,
        diagnostics,
    }
}

impl Model {
    /// Reads a condition over variables, `process.state` and `process.variable`.
    pub fn property(&self, sources: &Sources, file: FileId) -> Result<Expr, Vec<Diagnostic>> {
        let mut diagnostics = Vec::new();
        let text = sources.file(file).text();
        let expr = parser::expression(file, text, &mut diagnostics);
        let context = expressions::Context {
            names: &self.names,
            process: None,
        };
        match expr.ok().filter(|_| diagnostics.is_empty()) {
            Some(expr) => context.expr(&expr).map_err(|problem| vec![*problem]),
            None => Err(diagnostics),
        }
    }
}
