//! Terms as SMT-LIB 2 texts, which any solver reads.
//!
//! Finite sorts become data types of constants, sorts of atoms become declared sorts whose named constants are all
//! different. What occurs twice in a term is bound by `let`, so that a text is not larger than its term.

use std::collections::BTreeSet;
use std::fmt::Write;

use num_bigint::{BigInt, Sign};
use rustc_hash::FxHashMap;

use super::rewrite::reachable;
use super::sort::{AtomSort, Constant, Sort};
use super::terms::{Node, Symbol, TermId, Terms};

/// Writes terms of an arena.
pub struct Writer<'w> {
    terms: &'w Terms,
    /// What symbols are called.
    name: &'w dyn Fn(Symbol) -> String,
}

impl<'w> Writer<'w> {
    /// A writer that calls symbols by these names.
    pub fn new(terms: &'w Terms, name: &'w dyn Fn(Symbol) -> String) -> Writer<'w> {
        Writer { terms, name }
    }

    /// The declarations of all sorts, and of the atoms that some terms name.
    pub fn sorts(&self, roots: &[TermId]) -> String {
        let mut text = String::new();
        for sort in self.terms.finite_sorts() {
            let values = self.terms.finite_values(sort).iter().enumerate();
            let values = values.map(|(place, _)| format!("({})", self.finite_value(sort.0, place)));
            let values: Vec<String> = values.collect();
            let name = quoted(self.terms.finite_name(sort));
            if values.is_empty() {
                // There is no type of data without values.
                let _ = writeln!(text, "(declare-sort {name} 0)");
                continue;
            }
            let values = values.join(" ");
            let _ = writeln!(text, "(declare-datatypes (({name} 0)) (({values})))");
        }
        for sort in self.terms.atom_sorts() {
            let name = quoted(self.terms.atom_name(sort));
            let _ = writeln!(text, "(declare-sort {name} 0)");
            let named = self.atoms(sort, roots);
            for atom in &named {
                let _ = writeln!(text, "(declare-const {atom} {name})");
            }
            if named.len() > 1 {
                let all: Vec<&str> = named.iter().map(String::as_str).collect();
                let _ = writeln!(text, "(assert (distinct {}))", all.join(" "));
            }
        }
        text
    }

    /// The atoms of a sort that some terms name, as they are written.
    fn atoms(&self, sort: AtomSort, roots: &[TermId]) -> BTreeSet<String> {
        let parts = reachable(self.terms, roots).into_iter();
        let named = parts.filter_map(|part| match self.terms.constant(part) {
            Some(atom @ Constant::Atom(of, _)) if *of == sort => Some(self.constant(atom)),
            _ => None,
        });
        named.collect()
    }

    /// A sort.
    pub fn sort(&self, sort: Sort) -> String {
        match sort {
            Sort::Bool => "Bool".to_owned(),
            Sort::Int => "Int".to_owned(),
            Sort::Real => "Real".to_owned(),
            Sort::Finite(sort) => quoted(self.terms.finite_name(sort)),
            Sort::Atom(sort) => quoted(self.terms.atom_name(sort)),
        }
    }

    /// A symbol as it is written.
    pub fn symbol(&self, symbol: Symbol) -> String {
        quoted(&(self.name)(symbol))
    }

    /// A term.
    pub fn term(&self, term: TermId) -> String {
        let parts = reachable(self.terms, &[term]);
        let shared = self.shared(&parts);
        let mut written: FxHashMap<TermId, String> = FxHashMap::default();
        let mut bindings = Vec::new();
        for part in parts {
            let text = self.written(part, &written);
            if shared.contains(&part) && part != term {
                let name = format!("?{}", part.index());
                bindings.push((name.clone(), text));
                written.insert(part, name);
            } else {
                written.insert(part, text);
            }
        }
        let mut text = written.remove(&term).unwrap_or_default();
        for (name, value) in bindings.into_iter().rev() {
            text = format!("(let (({name} {value})) {text})");
        }
        text
    }

    /// The parts that occur more than once, but for those that are short or read variables of quantifiers.
    fn shared(&self, parts: &[TermId]) -> BTreeSet<TermId> {
        let mut uses: FxHashMap<TermId, u32> = FxHashMap::default();
        let mut is_open: FxHashMap<TermId, bool> = FxHashMap::default();
        for part in parts {
            let node = self.terms.node(*part);
            let mut open = matches!(node, Node::Symbol(Symbol::Bound(_), _));
            for inner in node.parts() {
                *uses.entry(inner).or_default() += 1;
                open |= is_open.get(&inner).copied().unwrap_or(false);
            }
            is_open.insert(*part, open);
        }
        let is_shared = |part: &&TermId| {
            let is_short = matches!(
                self.terms.node(**part),
                Node::Constant(_) | Node::Symbol(..)
            );
            !is_short && !is_open[*part] && uses.get(*part).is_some_and(|uses| *uses > 1)
        };
        parts.iter().filter(is_shared).copied().collect()
    }

    /// A term whose parts are written already.
    fn written(&self, term: TermId, known: &FxHashMap<TermId, String>) -> String {
        let node = self.terms.node(term);
        let parts: Vec<&str> = node.parts().map(|part| known[&part].as_str()).collect();
        let parts = parts.join(" ");
        let operator = match node {
            Node::Constant(constant) => return self.constant(constant),
            Node::Symbol(symbol, _) => return self.symbol(*symbol),
            Node::AtLeast(count, _) => return at_least(*count, node, known),
            Node::Exists(bound, _) => {
                let bound = bound.iter().map(|(id, sort)| {
                    format!("({} {})", self.symbol(Symbol::Bound(*id)), self.sort(*sort))
                });
                let bound: Vec<String> = bound.collect();
                return format!("(exists ({}) {parts})", bound.join(" "));
            }
            Node::Not(_) => "not",
            Node::And(_) => "and",
            Node::Or(_) => "or",
            Node::Ite(..) => "ite",
            Node::Equal(..) => "=",
            Node::Less(..) => "<",
            Node::LessEqual(..) => "<=",
            Node::Add(_) => "+",
            Node::Multiply(..) => "*",
            Node::Divide(..) if self.terms.sort(term) == Sort::Real => "/",
            Node::Divide(..) => "div",
            Node::Modulo(..) => "mod",
            Node::ToReal(_) => "to_real",
            Node::Floor(_) => "to_int",
        };
        format!("({operator} {parts})")
    }

    fn constant(&self, constant: &Constant) -> String {
        match constant {
            Constant::Bool(value) => value.to_string(),
            Constant::Int(number) => signed(number, ""),
            Constant::Real(number) if number.is_integer() => signed(number.numer(), ".0"),
            Constant::Real(number) => {
                let (top, bottom) = (signed(number.numer(), ".0"), signed(number.denom(), ".0"));
                format!("(/ {top} {bottom})")
            }
            Constant::Finite(sort, place) => self.finite_value(sort.0, *place as usize),
            Constant::Atom(sort, name) => {
                quoted(&format!("{}:{name}", self.terms.atom_name(*sort)))
            }
            Constant::Unnamed(sort, number) => {
                quoted(&format!("{} {number}", self.terms.atom_name(*sort)))
            }
        }
    }

    /// A value of a finite sort. Values of two sorts may share a name, so the sort stands before it.
    fn finite_value(&self, sort: u32, place: usize) -> String {
        let sort = super::FiniteSort(sort);
        let value = self.terms.finite_values(sort).get(place);
        let value = value.map_or("?", |value| value.as_str());
        quoted(&format!("{}:{value}", self.terms.finite_name(sort)))
    }
}

/// That so many parts of a term are true: their number is not less.
fn at_least(count: u32, node: &Node, known: &FxHashMap<TermId, String>) -> String {
    let ones = node
        .parts()
        .map(|part| format!("(ite {} 1 0)", known[&part]));
    let ones: Vec<String> = ones.collect();
    format!("(<= {count} (+ 0 {}))", ones.join(" "))
}

/// A number, negative ones as a difference.
fn signed(number: &BigInt, suffix: &str) -> String {
    match number.sign() {
        Sign::Minus => format!("(- {}{suffix})", number.magnitude()),
        _ => format!("{number}{suffix}"),
    }
}

/// A name as SMT-LIB takes any: between bars. What may not stand there is written by its number, so that different
/// names stay different.
fn quoted(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || "_.@".contains(letter);
    let starts_plainly = name.starts_with(|first: char| first.is_ascii_alphabetic());
    if starts_plainly && name.chars().all(is_plain) {
        return name.to_owned();
    }
    let mut inner = String::with_capacity(name.len());
    for letter in name.chars() {
        if matches!(letter, '|' | '\\' | '%') || !(' '..='~').contains(&letter) {
            let _ = write!(inner, "%{:x}%", u32::from(letter));
        } else {
            inner.push(letter);
        }
    }
    format!("|{inner}|")
}
