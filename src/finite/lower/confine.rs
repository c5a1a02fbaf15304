//! Which values conditions leave to a symbol.

use std::collections::BTreeSet;

use super::coding::small;
use super::context::Lowering;
use crate::finite::interval::Interval;
use crate::logic::rewrite::symbols;
use crate::logic::{Constant, Node, Sort, Symbol, TermId};

/// Beyond so many values they are not tried one by one.
const MOST_VALUES: i64 = 10_000;

/// What is left to a symbol.
#[derive(Debug, Clone, Default)]
pub(super) struct Confined {
    low: Option<i64>,
    high: Option<i64>,
    only: Option<BTreeSet<Constant>>,
    /// There are finitely many, but too many to try them.
    pub(super) is_too_wide: bool,
}

impl Confined {
    fn at_least(&mut self, bound: i64) {
        self.low = Some(self.low.map_or(bound, |low| low.max(bound)));
    }

    fn at_most(&mut self, bound: i64) {
        self.high = Some(self.high.map_or(bound, |high| high.min(bound)));
    }

    fn only(&mut self, values: BTreeSet<Constant>) {
        self.only = Some(match self.only.take() {
            Some(known) => known.intersection(&values).cloned().collect(),
            None => values,
        });
    }

    /// The values, if they are not too many.
    fn values(&mut self) -> Option<BTreeSet<Constant>> {
        if let Some(values) = &self.only {
            let fits = |value: &&Constant| match small(value) {
                Some(number) => {
                    self.low.is_none_or(|low| low <= number)
                        && self.high.is_none_or(|high| number <= high)
                }
                None => true,
            };
            return Some(values.iter().filter(fits).cloned().collect());
        }
        let (low, high) = (self.low?, self.high?);
        if high
            .checked_sub(low)
            .is_none_or(|count| count >= MOST_VALUES)
        {
            self.is_too_wide = true;
            return None;
        }
        Some((low..=high).map(Constant::from).collect())
    }
}

impl Lowering {
    /// The values that conditions leave to a symbol, where they are finitely many; otherwise whether that is because
    /// there are too many.
    pub(super) fn confined(
        &mut self,
        symbol: Symbol,
        conditions: &[TermId],
    ) -> Result<BTreeSet<Constant>, Confined> {
        let terms = &self.system.context.terms;
        match terms.symbol_sort(symbol) {
            Some(Sort::Bool) => {
                return Ok([false, true].map(Constant::Bool).into_iter().collect());
            }
            Some(Sort::Finite(sort)) => {
                let count = terms.finite_values(sort).len();
                let places = 0..u32::try_from(count).unwrap_or(u32::MAX);
                return Ok(places.map(|place| Constant::Finite(sort, place)).collect());
            }
            _ => {}
        }
        let mut confined = self.confine(symbol, conditions);
        confined.values().ok_or(confined)
    }

    fn confine(&mut self, symbol: Symbol, conditions: &[TermId]) -> Confined {
        let mut confined = Confined::default();
        for condition in conditions {
            match self.system.context.terms.node(*condition).clone() {
                Node::Equal(left, right) => {
                    if let Some(other) = self.other_side(symbol, left, right) {
                        self.confine_to(&mut confined, other);
                    }
                }
                Node::Less(left, right) => self.compare(&mut confined, symbol, (left, right), 1),
                Node::LessEqual(left, right) => {
                    self.compare(&mut confined, symbol, (left, right), 0);
                }
                Node::And(parts) => {
                    let inner = self.confine(symbol, &parts);
                    confined.low = confined.low.max(inner.low);
                    confined.high = match (confined.high, inner.high) {
                        (Some(a), Some(b)) => Some(a.min(b)),
                        (a, b) => a.or(b),
                    };
                    if let Some(only) = inner.only {
                        confined.only(only);
                    }
                }
                Node::Or(parts) => {
                    if let Some(values) = self.confined_by_one(symbol, &parts) {
                        confined.only(values);
                    }
                }
                _ => {}
            }
        }
        confined
    }

    /// The values that one of some conditions leaves, where each leaves finitely many.
    fn confined_by_one(&mut self, symbol: Symbol, parts: &[TermId]) -> Option<BTreeSet<Constant>> {
        let mut values = BTreeSet::new();
        for part in parts {
            if !symbols(&self.system.context.terms, *part).contains(&symbol) {
                return None;
            }
            values.extend(self.confine(symbol, &[*part]).values()?);
        }
        Some(values)
    }

    /// The other side of an equation or comparison of which a symbol is one side.
    fn other_side(&self, symbol: Symbol, left: TermId, right: TermId) -> Option<TermId> {
        let is_it = |side: TermId| match self.system.context.terms.node(side) {
            Node::Symbol(own, _) => *own == symbol,
            _ => false,
        };
        let other = match (is_it(left), is_it(right)) {
            (true, false) => right,
            (false, true) => left,
            _ => return None,
        };
        self.is_known(other).then_some(other)
    }

    /// Whether a term reads nothing but the state before the step.
    fn is_known(&self, term: TermId) -> bool {
        let read = symbols(&self.system.context.terms, term);
        read.iter().all(|it| matches!(it, Symbol::Current(_)))
    }

    fn confine_to(&mut self, confined: &mut Confined, value: TermId) {
        if let Some(constant) = self.system.context.terms.constant(value) {
            return confined.only([constant.clone()].into_iter().collect());
        }
        if let Ok(table) = self.table(value) {
            return confined.only(table.into_keys().collect());
        }
        if let Some(range) = self.range_of(value) {
            confined.at_least(range.low);
            confined.at_most(range.high);
        }
    }

    /// A comparison of a symbol with something: the first side is less by so much at least.
    fn compare(
        &mut self,
        confined: &mut Confined,
        symbol: Symbol,
        (left, right): (TermId, TermId),
        distance: i64,
    ) {
        let Some(other) = self.other_side(symbol, left, right) else {
            return;
        };
        let Some(range) = self.range_of(other) else {
            return;
        };
        if other == right {
            confined.at_most(range.high.saturating_sub(distance));
        } else {
            confined.at_least(range.low.saturating_add(distance));
        }
    }

    fn range_of(&mut self, term: TermId) -> Option<Interval> {
        if self.system.context.terms.sort(term) != Sort::Int {
            return None;
        }
        self.number(term).ok().map(|(_, range)| range)
    }
}
