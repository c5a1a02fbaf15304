//! The value of terms where the values of all symbols are known.

use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::numbers::{divide, modulo};
use super::sort::{Constant, Rational, Sort};
use super::terms::{BoundId, Node, Symbol, TermId, Terms};

/// Why a term has no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoValue {
    /// Nobody gave this symbol a value.
    Symbol(Symbol),
    /// A quantifier over endlessly many values, or over too many.
    Quantifier,
}

/// Beyond so many combinations of values a quantifier is not counted through.
const MOST_COMBINATIONS: usize = 100_000;

/// The value of a term in a valuation of the symbols.
pub fn evaluate(
    terms: &Terms,
    term: TermId,
    valuation: &dyn Fn(Symbol) -> Option<Constant>,
) -> Result<Constant, NoValue> {
    Evaluation::new(terms, valuation).value(term)
}

/// Values of terms in one valuation. What was computed once is remembered.
pub struct Evaluation<'e> {
    terms: &'e Terms,
    valuation: &'e dyn Fn(Symbol) -> Option<Constant>,
    known: FxHashMap<TermId, Result<Constant, NoValue>>,
}

impl<'e> Evaluation<'e> {
    /// Nothing is computed yet.
    pub fn new(
        terms: &'e Terms,
        valuation: &'e dyn Fn(Symbol) -> Option<Constant>,
    ) -> Evaluation<'e> {
        Evaluation {
            terms,
            valuation,
            known: FxHashMap::default(),
        }
    }

    /// Whether a truth value is true.
    pub fn holds(&mut self, term: TermId) -> Result<bool, NoValue> {
        Ok(self.value(term)? == Constant::Bool(true))
    }

    /// The value of a term. Parts that do not matter are not computed: behind one that decides, or on the other arm of
    /// a choice.
    pub fn value(&mut self, term: TermId) -> Result<Constant, NoValue> {
        let mut waiting = vec![(term, 0)];
        while let Some((next, n_known)) = waiting.last_mut() {
            let next = *next;
            if self.known.contains_key(&next) {
                waiting.pop();
            } else if let Some(part) = self.missing(next, n_known) {
                waiting.push((part, 0));
            } else {
                waiting.pop();
                let value = self.compute(next);
                self.known.insert(next, value);
            }
        }
        self.known[&term].clone()
    }

    /// A part whose value is needed and not known yet; so many of the first parts are known already.
    fn missing(&self, term: TermId, n_known: &mut usize) -> Option<TermId> {
        let node = self.terms.node(term);
        if let Node::Ite(condition, then, otherwise) = node {
            let arm = match self.known.get(condition) {
                None => return Some(*condition),
                Some(Ok(Constant::Bool(true))) => then,
                Some(Ok(_)) => otherwise,
                Some(Err(_)) => return None,
            };
            return (!self.known.contains_key(arm)).then_some(*arm);
        }
        let decisive = match node {
            Node::And(_) => Some(false),
            Node::Or(_) => Some(true),
            Node::Exists(..) => return None,
            _ => None,
        };
        for part in node.parts().skip(*n_known) {
            match (self.known.get(&part), decisive) {
                (None, _) => return Some(part),
                (Some(Ok(Constant::Bool(value))), Some(decisive)) if *value == decisive => {
                    return None;
                }
                _ => *n_known += 1,
            }
        }
        None
    }

    fn part(&self, term: TermId) -> Result<&Constant, NoValue> {
        self.known[&term].as_ref().map_err(Clone::clone)
    }

    fn is_true(&self, term: TermId) -> Result<bool, NoValue> {
        Ok(*self.part(term)? == Constant::Bool(true))
    }

    fn compute(&self, term: TermId) -> Result<Constant, NoValue> {
        Ok(match self.terms.node(term) {
            Node::Constant(constant) => constant.clone(),
            Node::Symbol(symbol, _) => (self.valuation)(*symbol).ok_or(NoValue::Symbol(*symbol))?,
            Node::Not(part) => Constant::Bool(!self.is_true(*part)?),
            Node::And(parts) => Constant::Bool(!self.one_is(parts, false)?),
            Node::Or(parts) => Constant::Bool(self.one_is(parts, true)?),
            Node::AtLeast(count, parts) => {
                let mut met = 0;
                for part in parts {
                    met += u32::from(self.is_true(*part)?);
                }
                Constant::Bool(met >= *count)
            }
            Node::Ite(condition, then, otherwise) => {
                let chosen = if self.is_true(*condition)? {
                    then
                } else {
                    otherwise
                };
                self.part(*chosen)?.clone()
            }
            Node::Equal(left, right) => Constant::Bool(self.part(*left)? == self.part(*right)?),
            Node::Less(left, right) => {
                let order = self.part(*left)?.order(self.part(*right)?);
                Constant::Bool(order.is_some_and(std::cmp::Ordering::is_lt))
            }
            Node::LessEqual(left, right) => {
                let order = self.part(*left)?.order(self.part(*right)?);
                Constant::Bool(order.is_some_and(std::cmp::Ordering::is_le))
            }
            Node::Add(_) | Node::Multiply(..) | Node::ToReal(_) => self.number(term)?,
            Node::Divide(left, right) => divide(self.part(*left)?, self.part(*right)?),
            Node::Modulo(left, right) => modulo(self.part(*left)?, self.part(*right)?),
            Node::Floor(part) => {
                let number = self.part(*part)?.number().unwrap_or_else(Rational::zero);
                Constant::Int(number.floor().to_integer())
            }
            Node::Exists(bound, body) => Constant::Bool(self.exists(bound, *body)?),
        })
    }

    /// Whether one part is true, or false. One that is decides, even if others have no value.
    fn one_is(&self, parts: &[TermId], wanted: bool) -> Result<bool, NoValue> {
        let mut missing = None;
        for part in parts {
            match self.is_true(*part) {
                Ok(value) if value == wanted => return Ok(true),
                Ok(_) => {}
                Err(why) => missing = Some(why),
            }
        }
        missing.map_or(Ok(false), Err)
    }

    /// Sums and products.
    fn number(&self, term: TermId) -> Result<Constant, NoValue> {
        let of = |part: TermId| -> Result<Rational, NoValue> {
            Ok(self.part(part)?.number().unwrap_or_else(Rational::zero))
        };
        let number = match self.terms.node(term) {
            Node::Add(parts) => {
                let mut sum = Rational::zero();
                for part in parts {
                    sum += of(*part)?;
                }
                sum
            }
            Node::Multiply(left, right) => of(*left)? * of(*right)?,
            Node::ToReal(part) => of(*part)?,
            _ => Rational::zero(),
        };
        Ok(match self.terms.sort(term) {
            Sort::Real => Constant::Real(number),
            _ => Constant::Int(number.to_integer()),
        })
    }

    /// Counts through all values of the variables, where there are finitely many.
    fn exists(&self, bound: &[(BoundId, Sort)], body: TermId) -> Result<bool, NoValue> {
        let mut ranges = Vec::with_capacity(bound.len());
        let mut combinations = 1_usize;
        for (_, sort) in bound {
            let values = self.values_of(*sort).ok_or(NoValue::Quantifier)?;
            combinations = combinations.saturating_mul(values.len());
            ranges.push(values);
        }
        if combinations > MOST_COMBINATIONS {
            return Err(NoValue::Quantifier);
        }
        for mut number in 0..combinations {
            let mut chosen: FxHashMap<BoundId, Constant> = FxHashMap::default();
            for ((id, _), values) in bound.iter().zip(&ranges) {
                chosen.insert(*id, values[number % values.len()].clone());
                number /= values.len();
            }
            let inside = |symbol: Symbol| match symbol {
                Symbol::Bound(id) => chosen
                    .get(&id)
                    .cloned()
                    .or_else(|| (self.valuation)(symbol)),
                _ => (self.valuation)(symbol),
            };
            if evaluate(self.terms, body, &inside)? == Constant::Bool(true) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn values_of(&self, sort: Sort) -> Option<Vec<Constant>> {
        match sort {
            Sort::Bool => Some(vec![Constant::Bool(false), Constant::Bool(true)]),
            Sort::Finite(sort) => {
                let places = 0_u32..u32::try_from(self.terms.finite_values(sort).len()).ok()?;
                Some(places.map(|place| Constant::Finite(sort, place)).collect())
            }
            Sort::Int | Sort::Real | Sort::Atom(_) => None,
        }
    }
}
