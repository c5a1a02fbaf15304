//! Terms gone through: their parts, what they read, what becomes of them when symbols are replaced.
//!
//! Nothing here recurses: terms can be deeper than the stack. Parts have smaller ids than the terms they are in, so
//! going through ids in order meets parts first.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};

use super::sort::Sort;
use super::terms::{Node, Symbol, TermId, Terms};

/// Some terms and everything that they are made of, parts first.
pub fn reachable(terms: &Terms, roots: &[TermId]) -> Vec<TermId> {
    let mut seen: FxHashSet<TermId> = roots.iter().copied().collect();
    let mut waiting: Vec<TermId> = seen.iter().copied().collect();
    while let Some(term) = waiting.pop() {
        for part in terms.node(term).parts() {
            if seen.insert(part) {
                waiting.push(part);
            }
        }
    }
    let mut found: Vec<TermId> = seen.into_iter().collect();
    found.sort_unstable();
    found
}

/// The symbols that a term reads, those of its own quantifiers included, in order.
pub fn symbols(terms: &Terms, term: TermId) -> BTreeSet<Symbol> {
    let reachable = reachable(terms, &[term]);
    let symbols = reachable
        .into_iter()
        .filter_map(|part| match terms.node(part) {
            Node::Symbol(symbol, _) => Some(*symbol),
            _ => None,
        });
    symbols.collect()
}

/// The terms of which a term is the conjunction, itself where it is none.
pub fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    match terms.node(term) {
        Node::And(parts) => parts.to_vec(),
        _ if terms.known(term) == Some(true) => Vec::new(),
        _ => vec![term],
    }
}

/// The truth values of a formula that are no connectives: comparisons, symbols, quantifiers; in the order in which
/// they were made.
pub fn atoms(terms: &Terms, term: TermId) -> Vec<TermId> {
    let mut seen = FxHashSet::default();
    let mut found = BTreeSet::new();
    let mut waiting = vec![term];
    while let Some(term) = waiting.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.node(term) {
            Node::Constant(_) => {}
            Node::Not(part) => waiting.push(*part),
            Node::And(parts) | Node::Or(parts) | Node::AtLeast(_, parts) => waiting.extend(parts),
            Node::Ite(condition, then, otherwise) => waiting.extend([condition, then, otherwise]),
            Node::Equal(left, right) if terms.sort(*left) == Sort::Bool => {
                waiting.extend([left, right]);
            }
            _ => {
                found.insert(term);
            }
        }
    }
    found.into_iter().collect()
}

/// Replaces symbols in terms of one arena. What was replaced once is remembered, so that several terms share the work.
#[derive(Debug, Default)]
pub struct Substitution {
    replaced: FxHashMap<TermId, TermId>,
}

impl Substitution {
    /// The term with each symbol replaced for which there is something to replace it by. Variables of quantifiers
    /// stay.
    pub fn apply(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        replace: &mut dyn FnMut(&mut Terms, Symbol) -> Option<TermId>,
    ) -> TermId {
        for part in self.left(terms, term) {
            let new = match terms.node(part) {
                Node::Symbol(symbol, _) => {
                    let symbol = *symbol;
                    replace(terms, symbol).unwrap_or(part)
                }
                node if node.parts().all(|part| self.replaced[&part] == part) => part,
                node => {
                    let node = node.clone();
                    self.rebuilt(terms, part, &node)
                }
            };
            self.replaced.insert(part, new);
        }
        self.replaced[&term]
    }

    /// A term and all that it is made of, parts first, but for what was replaced before.
    fn left(&self, terms: &Terms, term: TermId) -> Vec<TermId> {
        if self.replaced.is_empty() {
            return reachable(terms, &[term]);
        }
        let mut seen = FxHashSet::default();
        let mut waiting = vec![term];
        while let Some(term) = waiting.pop() {
            if !self.replaced.contains_key(&term) && seen.insert(term) {
                waiting.extend(terms.node(term).parts());
            }
        }
        let mut left: Vec<TermId> = seen.into_iter().collect();
        left.sort_unstable();
        left
    }

    /// A term from its replaced parts.
    fn rebuilt(&self, terms: &mut Terms, term: TermId, node: &Node) -> TermId {
        let new = |part: &TermId| self.replaced[part];
        let all = |parts: &[TermId]| parts.iter().map(new).collect::<Vec<_>>();
        match node {
            Node::Constant(_) | Node::Symbol(..) => term,
            Node::Not(part) => terms.not(new(part)),
            Node::And(parts) => terms.and(all(parts)),
            Node::Or(parts) => terms.or(all(parts)),
            Node::AtLeast(count, parts) => terms.at_least(*count as usize, &all(parts)),
            Node::Ite(condition, then, otherwise) => {
                terms.ite(new(condition), new(then), new(otherwise))
            }
            Node::Equal(left, right) => terms.equal(new(left), new(right)),
            Node::Less(left, right) => terms.less(new(left), new(right)),
            Node::LessEqual(left, right) => terms.less_equal(new(left), new(right)),
            Node::Add(parts) => terms.add(&all(parts)),
            Node::Multiply(left, right) => terms.multiply(new(left), new(right)),
            Node::Divide(left, right) => terms.divide(new(left), new(right)),
            Node::Modulo(left, right) => terms.modulo(new(left), new(right)),
            Node::ToReal(part) => terms.to_real(new(part)),
            Node::Floor(part) => terms.floor(new(part)),
            Node::Exists(bound, body) => terms.exists(bound, new(body)),
        }
    }
}
