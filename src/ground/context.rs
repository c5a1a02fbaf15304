//! What all terms of a translation share: the arena, the sorts of atoms, what is defined on the way.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

use super::calendar::Calendar;
use crate::logic::rewrite::{Substitution, symbols};
use crate::logic::{AtomSort, InputId, Node, Sort, Symbol, TermId, Terms};

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
    pub countries: Vec<Country>,
    /// What is true of every state and step besides what is said elsewhere.
    pub facts: Vec<TermId>,
    /// When some set or map has more entries than there is room for.
    pub overfull: Vec<TermId>,
    /// The dates and moments that were taken apart.
    pub(super) calendar: Calendar,
    /// For inputs that are computed from the state alone what they are in the next state.
    later: FxHashMap<InputId, TermId>,
}

/// A text that is the country of an account number.
#[derive(Debug, Clone, Copy)]
pub struct Country {
    /// The text.
    pub text: TermId,
    /// When the account number matters; none where it always does.
    pub when: Option<TermId>,
}

impl Country {
    /// That it is none of some texts.
    pub(super) fn unlike(self, terms: &mut Terms, others: &[TermId]) -> TermId {
        let differ: Vec<TermId> = others
            .iter()
            .map(|other| terms.differ(self.text, *other))
            .collect();
        let said = terms.and(differ);
        match self.when {
            Some(when) => terms.implies(when, said),
            None => said,
        }
    }
}

/// Whether a text is written as countries are.
pub(super) fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
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
    /// It is computed. The term says how, the description pins it down in a way that is easier on a solver: with it in
    /// place of the term the meaning is the same.
    Defined {
        /// Its value.
        value: TermId,
        /// What is true of it and of nothing else.
        description: TermId,
    },
    /// What another input, which is computed from the state alone, is in the next state.
    Later {
        /// The other one.
        of: InputId,
        /// Its value in the next state.
        value: TermId,
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
            facts: Vec::new(),
            overfull: Vec::new(),
            calendar: Calendar::default(),
            later: FxHashMap::default(),
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

    /// An input that is computed by a term; how else it is described is said afterwards.
    pub(super) fn fresh_defined(&mut self, name: &str, value: TermId) -> TermId {
        let description = self.terms.truth(true);
        let sort = self.terms.sort(value);
        self.input(name, sort, InputRole::Defined { value, description })
    }

    /// Says what is true of an input and of nothing else.
    pub(super) fn describe(&mut self, input: TermId, said: TermId) {
        let Node::Symbol(Symbol::Input(id), _) = self.terms.node(input) else {
            return;
        };
        if let InputRole::Defined { description, .. } = &mut self.inputs[id.0 as usize].role {
            *description = said;
        }
    }

    /// The texts that terms mention and that are not written as countries are.
    pub(super) fn texts_unlike_countries(&self) -> Vec<TermId> {
        let texts = self.terms.atoms_of(self.texts);
        let others = texts.filter(|(_, text)| !is_country(text));
        others.map(|(atom, _)| atom).collect()
    }

    /// The countries of account numbers from a place on matter only where this holds.
    pub(super) fn restrict_countries(&mut self, from: usize, condition: TermId) {
        for country in &mut self.countries[from..] {
            let when = country.when.into_iter().chain([condition]);
            country.when = Some(self.terms.and(when));
        }
    }

    /// What is true of the inputs that are computed.
    pub fn descriptions(&self) -> impl Iterator<Item = TermId> {
        self.inputs.iter().filter_map(|input| match input.role {
            InputRole::Defined { description, .. } => Some(description),
            _ => None,
        })
    }

    /// A term over the current state, read in the next one. Inputs are those that are computed from the state alone.
    pub fn in_next(&mut self, term: TermId) -> TermId {
        let mut inputs: FxHashMap<InputId, TermId> = FxHashMap::default();
        for symbol in symbols(&self.terms, term) {
            if let Symbol::Input(id) = symbol {
                inputs.insert(id, self.later(id));
            }
        }
        let mut substitution = Substitution::default();
        substitution.apply(&mut self.terms, term, &mut |terms, symbol| match symbol {
            Symbol::Current(id) => {
                let sort = terms.symbol_sort(symbol)?;
                Some(terms.symbol(Symbol::Next(id), sort))
            }
            Symbol::Input(id) => inputs.get(&id).copied(),
            _ => None,
        })
    }

    /// What an input is in the next state.
    fn later(&mut self, id: InputId) -> TermId {
        if let Some(known) = self.later.get(&id) {
            return *known;
        }
        let input = self.inputs[id.0 as usize].clone();
        let role = match input.role {
            InputRole::Defined { value, .. } => InputRole::Later {
                of: id,
                value: self.in_next(value),
            },
            other => other,
        };
        let later = self.input(&format!("{} later", input.name), input.sort, role);
        self.later.insert(id, later);
        later
    }

    /// The term that is this one in the next state; none where it reads something else, too.
    pub(super) fn one_step_before(&mut self, term: TermId) -> Option<TermId> {
        for symbol in symbols(&self.terms, term) {
            let is_later = match symbol {
                Symbol::Next(_) => true,
                Symbol::Input(id) => self.before(id).is_some(),
                Symbol::Current(_) | Symbol::Bound(_) => false,
            };
            if !is_later {
                return None;
            }
        }
        let inputs = &self.inputs;
        let mut substitution = Substitution::default();
        let replaced = substitution.apply(&mut self.terms, term, &mut |terms, symbol| {
            let now = match symbol {
                Symbol::Next(id) => Symbol::Current(id),
                Symbol::Input(id) => match inputs[id.0 as usize].role {
                    InputRole::Later { of, .. } => Symbol::Input(of),
                    _ => return None,
                },
                Symbol::Current(_) | Symbol::Bound(_) => return None,
            };
            let sort = terms.symbol_sort(symbol)?;
            Some(terms.symbol(now, sort))
        });
        Some(replaced)
    }

    fn before(&self, id: InputId) -> Option<InputId> {
        match self.inputs[id.0 as usize].role {
            InputRole::Later { of, .. } => Some(of),
            _ => None,
        }
    }
}
