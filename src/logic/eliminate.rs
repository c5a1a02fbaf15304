//! Quantifiers made smaller: variables that an equation defines, or that have few values, are put in place.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use super::rewrite::{Substitution, conjuncts, symbols};
use super::sort::{Constant, Sort};
use super::terms::{BoundId, Node, Symbol, TermId, Terms};

/// Beyond so many values of a variable it is left to the solver.
const FEW_VALUES: usize = 16;

/// More combinations of values than these are left to the solver, too.
const MOST_CASES: usize = 64;

/// There are values of some variables that make a term true: an equal term with as few quantifiers as can be had
/// easily.
pub fn exists(terms: &mut Terms, bound: &[(BoundId, Sort)], body: TermId) -> TermId {
    if let Node::Or(cases) = terms.node(body) {
        // Each case may define its variables in its own way.
        let cases = cases.clone();
        let cases: Vec<TermId> = cases
            .iter()
            .map(|case| exists(terms, bound, *case))
            .collect();
        return terms.or(cases);
    }
    let (mut body, mut left) = (body, bound.to_vec());
    while let Some((place, value)) = defined(terms, body, &left) {
        let (id, _) = left.remove(place);
        body = replaced(terms, body, id, value);
    }
    let few = left
        .iter()
        .position(|(_, sort)| values(terms, *sort).is_some());
    let counts = left.iter().filter_map(|(_, sort)| values(terms, *sort));
    let cases = counts.fold(1_usize, |all, values| all.saturating_mul(values.len()));
    let Some(place) = few.filter(|_| cases <= MOST_CASES) else {
        return terms.exists(&left, body);
    };
    let (id, sort) = left.remove(place);
    let values = values(terms, sort).unwrap_or_default();
    let mut cases = Vec::with_capacity(values.len());
    for value in values {
        let value = terms.make_constant(value);
        let case = replaced(terms, body, id, value);
        cases.push(exists(terms, &left, case));
    }
    terms.or(cases)
}

fn replaced(terms: &mut Terms, body: TermId, id: BoundId, value: TermId) -> TermId {
    Substitution::default().apply(terms, body, &mut |_, symbol| {
        (symbol == Symbol::Bound(id)).then_some(value)
    })
}

/// The values of a sort that has few.
fn values(terms: &Terms, sort: Sort) -> Option<Vec<Constant>> {
    match sort {
        Sort::Bool => Some(vec![Constant::Bool(false), Constant::Bool(true)]),
        Sort::Finite(sort) => {
            let count = terms.finite_values(sort).len();
            let places = 0..u32::try_from(count).ok()?;
            let values = places.map(|place| Constant::Finite(sort, place));
            (count <= FEW_VALUES).then(|| values.collect())
        }
        Sort::Int | Sort::Real | Sort::Atom(_) => None,
    }
}

/// A variable that a conjunct of a term defines: its place, and its value.
fn defined(terms: &mut Terms, body: TermId, bound: &[(BoundId, Sort)]) -> Option<(usize, TermId)> {
    let places: FxHashMap<BoundId, usize> = bound
        .iter()
        .enumerate()
        .map(|(place, (id, _))| (*id, place))
        .collect();
    for conjunct in conjuncts(terms, body) {
        if let Some((symbol, value)) = definition(terms, conjunct, &|symbol| match symbol {
            Symbol::Bound(id) => places.contains_key(&id),
            _ => false,
        }) && let Symbol::Bound(id) = symbol
        {
            return Some((places[&id], value));
        }
    }
    None
}

/// A symbol of some that a condition defines, and its value, which does not read it. Where the condition says more
/// than that, it still has to hold.
pub fn definition(
    terms: &mut Terms,
    condition: TermId,
    is_wanted: &dyn Fn(Symbol) -> bool,
) -> Option<(Symbol, TermId)> {
    let wanted = |terms: &Terms, term: TermId| match terms.node(term) {
        Node::Symbol(symbol, _) if is_wanted(*symbol) => Some(*symbol),
        _ => None,
    };
    match *terms.node(condition) {
        Node::Symbol(symbol, _) if is_wanted(symbol) => Some((symbol, terms.truth(true))),
        Node::Not(inner) => {
            let symbol = wanted(terms, inner)?;
            Some((symbol, terms.truth(false)))
        }
        Node::Equal(left, right) => {
            for (side, other) in [(left, right), (right, left)] {
                if let Some(symbol) = wanted(terms, side)
                    && !symbols(terms, other).contains(&symbol)
                {
                    return Some((symbol, other));
                }
                // A whole number that is the same as a fraction is what is below it, if anything.
                if let Node::ToReal(inner) = *terms.node(side)
                    && let Some(symbol) = wanted(terms, inner)
                    && !symbols(terms, other).contains(&symbol)
                {
                    return Some((symbol, terms.floor(other)));
                }
            }
            None
        }
        _ => None,
    }
}

/// The symbols that a term reads, but for those of its own quantifiers.
pub fn free_symbols(terms: &Terms, term: TermId) -> BTreeSet<Symbol> {
    let mut all = symbols(terms, term);
    for part in super::rewrite::reachable(terms, &[term]) {
        if let Node::Exists(bound, _) = terms.node(part) {
            for (id, _) in bound {
                all.remove(&Symbol::Bound(*id));
            }
        }
    }
    all
}
