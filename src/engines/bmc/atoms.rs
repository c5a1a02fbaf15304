//! Texts and currencies: things that can only be told apart.
//!
//! To the solver they are elements of a sort of their own. Each that a specification mentions has a place, so that no two are the same;
//! elements without one are texts that nothing mentions.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use z3::ast::{Bool, Dynamic};
use z3::{FuncDecl, Sort, Symbol};

use super::logic::all;
use super::term::whole;

/// A text, a part of an account number, or a currency.
#[derive(Debug, Clone)]
pub(super) struct Atom {
    pub(super) ast: Dynamic,
    /// It is one that is mentioned.
    written: bool,
}

impl Atom {
    pub(super) fn same(&self, other: &Atom) -> Bool {
        if self.ast == other.ast {
            return Bool::from_bool(true);
        }
        if self.written && other.written {
            return Bool::from_bool(false);
        }
        self.ast.eq(other.ast.clone())
    }

    pub(super) fn choose(condition: &Bool, then: &Atom, otherwise: &Atom) -> Atom {
        Atom {
            ast: condition.ite(&then.ast, &otherwise.ast),
            written: false,
        }
    }
}

/// The sorts there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    /// Texts, and the countries of account numbers.
    Text,
    Currency,
    /// What follows the country in an account number.
    Account,
}

/// The atoms of a problem.
#[derive(Debug)]
pub(super) struct Atoms {
    texts: Sort,
    currencies: Sort,
    accounts: Sort,
    place: [FuncDecl; 3],
    /// Whether a text can be a country: two capital letters.
    country: FuncDecl,
    written: BTreeMap<(Kind, SmolStr), Atom>,
}

impl Default for Atoms {
    fn default() -> Atoms {
        let sort = |name: &str| Sort::uninterpreted(Symbol::String(name.to_owned()));
        let (texts, currencies, accounts) = (sort("Text"), sort("Currency"), sort("Account"));
        let place = |sort: &Sort| FuncDecl::new("place", &[sort], &Sort::int());
        Atoms {
            place: [place(&texts), place(&currencies), place(&accounts)],
            country: FuncDecl::new("country", &[&texts], &Sort::bool()),
            texts,
            currencies,
            accounts,
            written: BTreeMap::new(),
        }
    }
}

impl Atoms {
    fn sort(&self, kind: Kind) -> &Sort {
        match kind {
            Kind::Text => &self.texts,
            Kind::Currency => &self.currencies,
            Kind::Account => &self.accounts,
        }
    }

    /// A variable.
    pub(super) fn variable(&self, kind: Kind, name: &str) -> Atom {
        Atom {
            ast: Dynamic::new_const(name, self.sort(kind)),
            written: false,
        }
    }

    /// One that is mentioned; what makes it different from the others is added to the definitions.
    pub(super) fn written(
        &mut self,
        kind: Kind,
        text: &SmolStr,
        definitions: &mut Vec<Bool>,
    ) -> Atom {
        if let Some(known) = self.written.get(&(kind, text.clone())) {
            return known.clone();
        }
        let atom = Atom {
            ast: Dynamic::new_const(format!("\"{text}\""), self.sort(kind)),
            written: true,
        };
        let number = whole(i64::try_from(self.written.len()).unwrap_or(i64::MAX));
        let place = self.place[kind as usize].apply(&[&atom.ast]);
        definitions.push(place.eq(Dynamic::from_ast(&number)));
        if kind == Kind::Text {
            let is_country = Bool::from_bool(is_country(text));
            definitions.push(self.is_country(&atom).eq(is_country));
        }
        self.written.insert((kind, text.clone()), atom.clone());
        atom
    }

    /// Whether a text can be a country.
    pub(super) fn is_country(&self, text: &Atom) -> Bool {
        let applied = self.country.apply(&[&text.ast]).as_bool();
        applied.unwrap_or_else(|| all([]))
    }

    /// What the elements of a model of the solver's stand for.
    pub(super) fn reading(&self, model: &z3::Model) -> Reading {
        let mut texts = FxHashMap::default();
        for ((kind, text), atom) in &self.written {
            if let Some(element) = model.eval(&atom.ast, true) {
                texts.insert((*kind, element.to_string()), text.clone());
            }
        }
        let taken = self.written.keys().cloned().collect();
        Reading { texts, taken }
    }
}

/// What the elements of a model of the solver's stand for.
pub(super) struct Reading {
    texts: FxHashMap<(Kind, String), SmolStr>,
    taken: BTreeSet<(Kind, SmolStr)>,
}

impl Reading {
    /// The text of an element; one that nothing mentions, made up from the element's number, where it stands for none.
    pub(super) fn text(&self, kind: Kind, element: &str, is_country: bool) -> SmolStr {
        if let Some(text) = self.texts.get(&(kind, element.to_owned())) {
            return text.clone();
        }
        let digits: String = element.chars().filter(char::is_ascii_digit).collect();
        let number: u64 = digits.parse().unwrap_or(0);
        let make = |number: u64| -> SmolStr {
            match (kind, is_country) {
                (Kind::Currency, _) => format!("CUR_{}", letters(number, 3)).into(),
                (Kind::Text, true) => letters(number, 2).into(),
                (Kind::Text, false) => format!("text{number}").into(),
                (Kind::Account, _) => format!("00FREE{number:0>10}").into(),
            }
        };
        // Numbers that follow each other must not meet, so the free ones are counted.
        let free = (0..)
            .map(make)
            .filter(|text| !self.taken.contains(&(kind, text.clone())));
        let mut free = free.skip(usize::try_from(number).unwrap_or(0));
        free.next().unwrap_or_default()
    }
}

/// Whether a text is written as countries are.
fn is_country(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

/// The letters of a place in the alphabetical list of all texts of so many letters.
fn letters(place: u64, count: u32) -> String {
    let letter = |index: u32| {
        let rest = place / 26_u64.pow(index) % 26;
        char::from(b'A' + u8::try_from(rest).unwrap_or(0))
    };
    (0..count).rev().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use z3::{SatResult, Solver};

    use super::*;

    #[test]
    fn atoms_come_back_as_they_went_in() {
        let (mut atoms, mut definitions) = (Atoms::default(), Vec::new());
        let texts = ["NL", "AA", "", "nl", "text0"];
        let written: Vec<Atom> = texts
            .iter()
            .map(|text| atoms.written(Kind::Text, &(*text).into(), &mut definitions))
            .collect();
        let (a, b) = (
            atoms.variable(Kind::Text, "a"),
            atoms.variable(Kind::Text, "b"),
        );
        let solver = Solver::new();
        for definition in &definitions {
            solver.assert(definition);
        }
        for known in written.iter().chain([&b]) {
            solver.assert(a.same(known).not());
        }
        solver.assert(atoms.is_country(&b));
        solver.assert(b.same(&written[0]).not());
        solver.assert(b.same(&written[1]).not());
        assert_eq!(solver.check(), SatResult::Sat);
        let model = solver.get_model().expect("it is satisfiable");
        let reading = atoms.reading(&model);
        let read = |atom: &Atom, is_country: bool| {
            let element = model.eval(&atom.ast, true).expect("a value").to_string();
            reading.text(Kind::Text, &element, is_country)
        };
        for (text, atom) in texts.iter().zip(&written) {
            assert_eq!(read(atom, false), *text);
        }
        assert!(!texts.contains(&read(&a, false).as_str()));
        let country = read(&b, true);
        assert!(is_country(&country) && !texts.contains(&country.as_str()));
    }

    #[test]
    fn two_that_are_written_are_never_the_same() {
        let (mut atoms, mut definitions) = (Atoms::default(), Vec::new());
        let eur = atoms.written(Kind::Currency, &"EUR".into(), &mut definitions);
        let usd = atoms.written(Kind::Currency, &"USD".into(), &mut definitions);
        let either = atoms.variable(Kind::Currency, "either");
        let solver = Solver::new();
        for definition in &definitions {
            solver.assert(definition);
        }
        solver.assert(either.same(&eur));
        solver.assert(either.same(&usd));
        assert_eq!(solver.check(), SatResult::Unsat);
        assert_eq!(eur.same(&usd).as_bool(), Some(false));
    }
}
