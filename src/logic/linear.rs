//! Sums in a normal form: each term once with its factor, in the order in which they first come, and one constant.

use indexmap::IndexMap;
use num_bigint::BigInt;
use num_traits::{One, Zero};

use super::sort::{Constant, Rational, Sort};
use super::terms::{Node, TermId, Terms};

/// A sum of multiples of terms and a constant.
pub(super) struct Sum {
    factors: IndexMap<TermId, Rational>,
    constant: Rational,
}

impl Sum {
    pub(super) fn new() -> Sum {
        Sum {
            factors: IndexMap::new(),
            constant: Rational::zero(),
        }
    }

    /// Adds a multiple of a term; of a sum or a product with a constant, its parts.
    pub(super) fn add(&mut self, terms: &Terms, term: TermId, factor: &Rational) {
        match terms.node(term) {
            Node::Constant(constant) => {
                self.constant += factor * constant.number().unwrap_or_else(Rational::zero);
            }
            Node::Add(parts) => {
                for part in parts {
                    self.add(terms, *part, factor);
                }
            }
            Node::Multiply(left, right) => match terms.constant(*left).and_then(Constant::number) {
                Some(number) => self.add(terms, *right, &(factor * number)),
                None => self.add_plain(term, factor),
            },
            _ => self.add_plain(term, factor),
        }
    }

    fn add_plain(&mut self, term: TermId, factor: &Rational) {
        let known = self.factors.entry(term).or_insert_with(Rational::zero);
        *known += factor;
        if known.is_zero() {
            self.factors.shift_remove(&term);
        }
    }

    /// The sum as a term of a sort.
    pub(super) fn into_term(self, terms: &mut Terms, sort: Sort) -> TermId {
        let mut parts: Vec<TermId> = Vec::with_capacity(self.factors.len() + 1);
        for (term, factor) in self.factors {
            let part = if factor.is_one() {
                term
            } else {
                let factor = terms.make_constant(number(factor, sort));
                terms.intern(Node::Multiply(factor, term), sort)
            };
            parts.push(part);
        }
        if !self.constant.is_zero() || parts.is_empty() {
            parts.push(terms.make_constant(number(self.constant, sort)));
        }
        match parts.as_slice() {
            [only] => *only,
            _ => terms.intern(Node::Add(parts.into()), sort),
        }
    }
}

/// A number of a sort. Sums of whole numbers are whole.
fn number(number: Rational, sort: Sort) -> Constant {
    match sort {
        Sort::Real => Constant::Real(number),
        _ => Constant::Int(whole(&number)),
    }
}

fn whole(number: &Rational) -> BigInt {
    debug_assert!(number.is_integer(), "sums of whole numbers are whole");
    number.to_integer()
}
