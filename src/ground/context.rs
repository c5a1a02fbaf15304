//! What all terms of a translation share: the arena, the sorts of atoms, what is defined on the way.

use smol_str::SmolStr;

use super::calendar::Calendar;
use crate::logic::{AtomSort, InputId, Sort, Symbol, TermId, Terms};

/// What all terms of a translation share.
#[derive(Debug, Clone)]
pub struct Context {
    /// The terms.
    pub terms: Terms,
    /// Texts.
    pub texts: AtomSort,
    /// Currencies.
    pub currencies: AtomSort,
    /// What stands behind the country in an account number.
    pub accounts: AtomSort,
    /// How many entries a set or map has room for whose elements could be anything.
    pub room: usize,
    /// The inputs of a step so far.
    pub inputs: Vec<Input>,
    /// What follows from everything else, but is hard to find.
    pub hints: Vec<TermId>,
    /// Texts that are the country of an account number, so they are written like one.
    pub countries: Vec<TermId>,
    /// When some set or map has more entries than there is room for.
    pub overfull: Vec<TermId>,
    /// The dates and moments that were taken apart.
    pub(super) calendar: Calendar,
}

/// An input of a step.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Its name.
    pub name: SmolStr,
    /// Its sort.
    pub sort: Sort,
    /// Why it is there.
    pub role: InputRole,
}

/// Why an input is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum InputRole {
    /// The environment chooses it.
    Chosen,
    /// It is computed. The term says how, the description pins it down in a way that is easier on a solver: with it in place
    /// of the term the meaning is the same.
    Defined {
        /// Its value.
        value: TermId,
        /// What is true of it and of nothing else.
        description: TermId,
    },
    /// Nobody knows it: whatever it is, it is at least as much as there can be.
    Unknown,
}

impl Context {
    /// A new translation, with room for so many entries of sets and maps.
    pub fn new(room: usize) -> Context {
        let mut terms = Terms::default();
        Context {
            texts: terms.atom_sort("Text"),
            currencies: terms.atom_sort("Currency"),
            accounts: terms.atom_sort("Account"),
            terms,
            room,
            inputs: Vec::new(),
            hints: Vec::new(),
            countries: Vec::new(),
            overfull: Vec::new(),
            calendar: Calendar::default(),
        }
    }

    /// A new input of a step.
    pub fn input(&mut self, name: &str, sort: Sort, role: InputRole) -> TermId {
        let id = InputId(u32::try_from(self.inputs.len()).unwrap_or(u32::MAX));
        self.inputs.push(Input {
            name: name.into(),
            sort,
            role,
        });
        self.terms.symbol(Symbol::Input(id), sort)
    }

    /// Something that cannot be told: it may be true or false.
    pub fn perhaps(&mut self) -> TermId {
        self.input("perhaps", Sort::Bool, InputRole::Unknown)
    }
}
