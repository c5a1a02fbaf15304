//! What names stand for: one table for the whole model, one for each process.

use std::cell::Cell;
use std::collections::BTreeMap;

use smol_str::SmolStr;

use super::ast::{Name, Type};
use crate::diagnostics::codes::dve as codes;
use crate::diagnostics::{Diagnostic, Span, did_you_mean};
use crate::finite::{Array, VariableId};

/// What a name stands for.
#[derive(Debug, Clone)]
pub(super) enum Symbol {
    /// A number.
    Constant(i64),
    /// A variable.
    Variable(VariableId, Type),
    /// An array.
    Array {
        array: Array,
        ty: Type,
        is_constant: bool,
    },
    /// A channel, by its number.
    Channel(usize),
    /// A process, by its number.
    Process(usize),
    /// A state of a process, by its number there.
    State(i64),
    /// Something whose declaration is wrong: whatever is done with it is not told of.
    Broken,
}

impl Symbol {
    /// What it is, for sentences that begin with "there is".
    pub(super) fn described(&self) -> &'static str {
        match self {
            Symbol::Constant(_) => "a constant",
            Symbol::Variable(..) => "a variable",
            Symbol::Array { .. } => "an array",
            Symbol::Channel(_) => "a channel",
            Symbol::Process(_) => "a process",
            Symbol::State(_) => "a state",
            Symbol::Broken => "broken",
        }
    }

    fn has_value(&self) -> bool {
        matches!(
            self,
            Symbol::Constant(_) | Symbol::Variable(..) | Symbol::Array { .. }
        )
    }
}

/// A symbol and where it is declared.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) symbol: Symbol,
    pub(super) span: Span,
}

/// The names of the model or of one process.
#[derive(Debug, Clone, Default)]
pub(super) struct Scope {
    entries: BTreeMap<SmolStr, Entry>,
}

impl Scope {
    pub(super) fn get(&self, name: &str) -> Option<&Entry> {
        self.entries.get(name)
    }

    /// Adds a name, unless it is there already.
    pub(super) fn add(&mut self, name: &Name, symbol: Symbol) -> Result<(), Box<Diagnostic>> {
        if let Some(first) = self.get(&name.text) {
            let problem = codes::duplicate_name(name.span, &name.text, first.span);
            return Err(Box::new(problem));
        }
        let span = name.span;
        self.entries
            .insert(name.text.clone(), Entry { symbol, span });
        Ok(())
    }

    fn names(&self, wanted: impl Fn(&Symbol) -> bool) -> impl Iterator<Item = &str> {
        let fitting = self.entries.iter();
        fitting
            .filter(move |(_, entry)| wanted(&entry.symbol))
            .map(|(name, _)| name.as_str())
    }
}

/// The names of a process.
#[derive(Debug, Clone)]
pub(super) struct ProcessNames {
    /// The variable that holds its state.
    pub(super) control: VariableId,
    pub(super) scope: Scope,
}

/// All names of a model.
#[derive(Debug, Clone, Default)]
pub(super) struct Names {
    pub(super) globals: Scope,
    pub(super) processes: Vec<ProcessNames>,
    /// How many unknown names were compared with all that are known.
    searches: Cell<u32>,
}

/// For so many unknown names is told what they were meant for. A model in which everything is misspelt would otherwise
/// take time with the square of its length.
const MOST_SEARCHES: u32 = 100;

impl Names {
    /// What a name stands for in a process, or outside of all of them.
    pub(super) fn find(&self, process: Option<usize>, name: &str) -> Option<&Entry> {
        let local = process.and_then(|process| self.processes.get(process)?.scope.get(name));
        local.or_else(|| self.globals.get(name))
    }

    /// A variable or constant, or what is wrong with its name.
    pub(super) fn value(
        &self,
        process: Option<usize>,
        name: &Name,
    ) -> Result<&Entry, Box<Diagnostic>> {
        let found = self.find(process, &name.text);
        // States have names of their own: one does not hide a variable of the model.
        let is_hidden = |entry: &&Entry| is_state(&entry.symbol);
        let global = found.filter(is_hidden);
        let global = global.and_then(|_| self.globals.get(&name.text));
        global.or(found).ok_or_else(|| {
            let locals = process.and_then(|process| self.processes.get(process));
            let locals = locals
                .into_iter()
                .flat_map(|process| process.scope.names(Symbol::has_value));
            let candidates = locals.chain(self.globals.names(Symbol::has_value));
            self.unknown("variable or constant", name, candidates)
        })
    }

    /// The number of a process, or what is wrong with its name.
    pub(super) fn process(&self, name: &Name) -> Result<usize, Box<Diagnostic>> {
        match self.globals.get(&name.text) {
            Some(Entry {
                symbol: Symbol::Process(process),
                ..
            }) => Ok(*process),
            Some(entry) => Err(Box::new(codes::wrong_use(
                name.span,
                format!(
                    "`{}` is {}, not a process",
                    name.text,
                    entry.symbol.described()
                ),
                Some(entry.span),
            ))),
            None => {
                let is_process = |symbol: &Symbol| matches!(symbol, Symbol::Process(_));
                Err(self.unknown("process", name, self.globals.names(is_process)))
            }
        }
    }

    /// Something that a process declares, or what is wrong with its name.
    pub(super) fn member(&self, process: usize, name: &Name) -> Result<&Entry, Box<Diagnostic>> {
        let scope = &self.processes[process].scope;
        scope.get(&name.text).ok_or_else(|| {
            let is_member = |symbol: &Symbol| symbol.has_value() || is_state(symbol);
            self.unknown("state or variable", name, scope.names(is_member))
        })
    }

    /// The number of a state of a process, or what is wrong with its name.
    pub(super) fn state(&self, process: usize, name: &Name) -> Result<i64, Box<Diagnostic>> {
        let scope = &self.processes[process].scope;
        match scope.get(&name.text) {
            Some(Entry {
                symbol: Symbol::State(number),
                ..
            }) => Ok(*number),
            _ => Err(self.unknown("state", name, scope.names(is_state))),
        }
    }

    /// The number of a channel, or what is wrong with its name.
    pub(super) fn channel(&self, process: usize, name: &Name) -> Result<usize, Box<Diagnostic>> {
        let found = self.find(Some(process), &name.text);
        if let Some(Symbol::Channel(channel)) = found.map(|entry| &entry.symbol) {
            return Ok(*channel);
        }
        let is_channel = |symbol: &Symbol| matches!(symbol, Symbol::Channel(_));
        let locals = self.processes[process].scope.names(is_channel);
        let candidates = locals.chain(self.globals.names(is_channel));
        Err(self.unknown("channel", name, candidates))
    }

    fn unknown<'a>(
        &self,
        what: &str,
        name: &Name,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Box<Diagnostic> {
        let searches = self.searches.get();
        self.searches.set(searches.saturating_add(1));
        let is_searched = searches < MOST_SEARCHES;
        let help = is_searched.then(|| did_you_mean(&name.text, candidates));
        let help = help.flatten();
        Box::new(codes::unknown_name(name.span, what, &name.text, help))
    }
}

fn is_state(symbol: &Symbol) -> bool {
    matches!(symbol, Symbol::State(_))
}
