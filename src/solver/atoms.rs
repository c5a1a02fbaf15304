//! Things that can only be told apart.
//!
//! To the solver they are elements of a sort of their own. Each that a term mentions has a place, so that no two are
//! the same; elements without one are atoms that nothing mentions.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;
use z3::ast::{Bool, Dynamic, Int};
use z3::{FuncDecl, Sort, Symbol};

use crate::logic::{AtomSort, Constant, Terms};

/// The atoms of a problem.
pub(super) struct Atoms {
    /// The sorts, each with the function that gives places.
    sorts: Vec<(Sort, FuncDecl)>,
    /// Those that are mentioned, in the order in which they were.
    mentioned: Vec<(AtomSort, SmolStr, Dynamic)>,
    places: FxHashMap<(AtomSort, SmolStr), usize>,
}

impl Atoms {
    /// The sorts of some terms, of which no atom is mentioned yet.
    pub(super) fn of(terms: &Terms) -> Atoms {
        let sorts = terms.atom_sorts().map(|sort| {
            let sort = Sort::uninterpreted(Symbol::String(terms.atom_name(sort).to_owned()));
            let place = FuncDecl::new("place", &[&sort], &Sort::int());
            (sort, place)
        });
        Atoms {
            sorts: sorts.collect(),
            mentioned: Vec::new(),
            places: FxHashMap::default(),
        }
    }

    /// A variable.
    pub(super) fn variable(&self, sort: AtomSort, name: &str) -> Dynamic {
        Dynamic::new_const(name, &self.sorts[sort.0 as usize].0)
    }

    /// One that is mentioned; what makes it different from the others is added to what has to be said.
    pub(super) fn mentioned(
        &mut self,
        sort: AtomSort,
        name: &SmolStr,
        unsaid: &mut Vec<Bool>,
    ) -> Dynamic {
        if let Some(place) = self.places.get(&(sort, name.clone())) {
            return self.mentioned[*place].2.clone();
        }
        let atom = self.variable(sort, &format!("\"{name}\""));
        let place = self.mentioned.len();
        let number = Int::from_i64(i64::try_from(place).unwrap_or(i64::MAX));
        let own = self.sorts[sort.0 as usize].1.apply(&[&atom]);
        unsaid.push(own.eq(Dynamic::from_ast(&number)));
        self.places.insert((sort, name.clone()), place);
        self.mentioned.push((sort, name.clone(), atom.clone()));
        atom
    }

    /// What the elements of a model of the solver's stand for.
    pub(super) fn reading(&self, model: &z3::Model) -> Reading {
        let mut names = FxHashMap::default();
        for (sort, name, atom) in &self.mentioned {
            if let Some(element) = model.eval(atom, true) {
                names.insert((*sort, element.to_string()), name.clone());
            }
        }
        Reading {
            names,
            unnamed: FxHashMap::default(),
        }
    }
}

/// What the elements of a model of the solver's stand for.
pub(super) struct Reading {
    names: FxHashMap<(AtomSort, String), SmolStr>,
    /// Those that nothing mentions, numbered as they are met.
    unnamed: FxHashMap<(AtomSort, String), u32>,
}

impl Reading {
    /// What an element stands for.
    pub(super) fn constant(&mut self, sort: AtomSort, element: String) -> Constant {
        if let Some(name) = self.names.get(&(sort, element.clone())) {
            return Constant::Atom(sort, name.clone());
        }
        let known = u32::try_from(self.unnamed.len()).unwrap_or(u32::MAX);
        let number = *self.unnamed.entry((sort, element)).or_insert(known);
        Constant::Unnamed(sort, number)
    }
}

#[cfg(test)]
mod tests {
    use z3::{SatResult, Solver};

    use super::*;

    #[test]
    fn atoms_come_back_as_they_went_in() {
        let mut terms = Terms::default();
        let sort = terms.atom_sort("Text");
        let (mut atoms, mut unsaid) = (Atoms::of(&terms), Vec::new());
        let texts = ["NL", "", "nl", "text0"];
        let mentioned: Vec<Dynamic> = texts
            .iter()
            .map(|text| atoms.mentioned(sort, &(*text).into(), &mut unsaid))
            .collect();
        let (a, b) = (atoms.variable(sort, "a"), atoms.variable(sort, "b"));
        let solver = Solver::new();
        for said in &unsaid {
            solver.assert(said);
        }
        for known in mentioned.iter().chain([&b]) {
            solver.assert(a.eq(known.clone()).not());
            solver.assert(b.eq(a.clone()).not());
        }
        solver.assert(b.eq(mentioned[2].clone()));
        assert_eq!(solver.check(), SatResult::Sat);
        let model = solver.get_model().expect("it is satisfiable");
        let mut reading = atoms.reading(&model);
        let mut read = |atom: &Dynamic| {
            let element = model.eval(atom, true).expect("a value").to_string();
            reading.constant(sort, element)
        };
        for (text, atom) in texts.iter().zip(&mentioned) {
            assert_eq!(read(atom), Constant::Atom(sort, (*text).into()));
        }
        assert_eq!(read(&a), Constant::Unnamed(sort, 0));
        assert_eq!(read(&b), Constant::Atom(sort, "nl".into()));
    }

    #[test]
    fn two_that_are_mentioned_are_never_the_same() {
        let mut terms = Terms::default();
        let sort = terms.atom_sort("Currency");
        let (mut atoms, mut unsaid) = (Atoms::of(&terms), Vec::new());
        let eur = atoms.mentioned(sort, &"EUR".into(), &mut unsaid);
        let usd = atoms.mentioned(sort, &"USD".into(), &mut unsaid);
        let either = atoms.variable(sort, "either");
        let solver = Solver::new();
        for said in &unsaid {
            solver.assert(said);
        }
        solver.assert(either.eq(eur));
        solver.assert(either.eq(usd));
        assert_eq!(solver.check(), SatResult::Unsat);
    }
}
