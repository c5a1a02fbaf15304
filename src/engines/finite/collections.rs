//! Sets, ranges and maps in expressions, and what quantifiers make of them.

use super::build::{NO, YES, all, and, any, binary, choose, not, or, sum};
use super::expression::{Locals, Scope};
use super::obstacle::Obstacle;
use super::operations::{compared, identical};
use super::symbol::{Number, Sort, Symbol, Term, Truth, tabulated};
use crate::finite::interval::Interval;
use crate::finite::{BinaryOp as FiniteOp, Expr as FiniteExpr};
use crate::model::Value;
use crate::model::range::Range;
use crate::semantics::expression::{BinaryOp, Binding, Expr, ExprKind, Quantifier};

/// Ranges with more values than this are too long to be looked at one by one.
const MOST_ELEMENTS: usize = 4096;

/// What may be in a collection, each with when it is; and when the collection is defined.
struct Elements {
    possible: Vec<(Term, FiniteExpr)>,
    defined: FiniteExpr,
}

impl Scope<'_, '_> {
    /// `forall` and `exists`.
    pub(super) fn quantified(
        &self,
        quantifier: Quantifier,
        binding: &Binding,
        locals: &mut Locals,
    ) -> Result<Truth, Obstacle> {
        let elements = self.elements(&binding.over, locals)?;
        let (mut yes, mut no) = (Vec::new(), Vec::new());
        let is_forall = quantifier == Quantifier::ForAll;
        for (element, belongs) in elements.possible {
            let here = self.conditions(binding, element, &belongs, locals)?;
            // What does not belong to it counts for nothing.
            if is_forall {
                yes.push(or(not(belongs.clone()), here.yes));
                no.push(and(belongs, here.no));
            } else {
                yes.push(and(belongs.clone(), here.yes));
                no.push(or(not(belongs), here.no));
            }
        }
        let result = if is_forall {
            Truth {
                yes: all(yes),
                no: any(no),
            }
        } else {
            Truth {
                yes: any(yes),
                no: all(no),
            }
        };
        Ok(result.where_defined(&elements.defined))
    }

    /// The conjunction of the conditions on one element.
    fn conditions(
        &self,
        binding: &Binding,
        element: Term,
        belongs: &FiniteExpr,
        locals: &mut Locals,
    ) -> Result<Truth, Obstacle> {
        locals.push((binding.local, element));
        let mut assumed = belongs.clone();
        let mut result = Ok(Truth::always(true));
        for condition in &binding.conditions {
            let truth = self.assuming(&assumed, || self.truth(condition, locals));
            result = match (result, truth) {
                (Ok(all), Ok(truth)) => {
                    assumed = and(assumed, not(truth.no.clone()));
                    Ok(all.and(truth))
                }
                (Err(obstacle), _) | (_, Err(obstacle)) => Err(obstacle),
            };
        }
        locals.pop();
        result
    }

    /// What a quantifier ranges over.
    fn elements(&self, over: &Expr, locals: &mut Locals) -> Result<Elements, Obstacle> {
        match &over.kind {
            ExprKind::Range(low, high, None) => {
                let (low, high) = (self.term(low, locals)?, self.term(high, locals)?);
                range(&low, &high)
            }
            ExprKind::Set(elements) => {
                let terms = elements.iter().map(|element| self.term(element, locals));
                let terms: Vec<Term> = terms.collect::<Result<_, _>>()?;
                Ok(Elements {
                    defined: all(terms.iter().map(|term| term.defined.clone())),
                    possible: terms.into_iter().map(|term| (term, YES)).collect(),
                })
            }
            ExprKind::Comprehension(binding) => self.chosen(binding, locals),
            _ => of_value(&self.term(over, locals)?),
        }
    }

    /// The elements of a comprehension. It is only defined if it is for every element whether it belongs to it.
    fn chosen(&self, binding: &Binding, locals: &mut Locals) -> Result<Elements, Obstacle> {
        let over = self.elements(&binding.over, locals)?;
        let mut defined = over.defined;
        let mut possible = Vec::new();
        for (element, belongs) in over.possible {
            let truth = self.conditions(binding, element.clone(), &belongs, locals)?;
            defined = and(defined, or(not(belongs.clone()), truth.defined()));
            possible.push((element, and(belongs, truth.yes)));
        }
        Ok(Elements { possible, defined })
    }

    /// `element in collection`
    pub(super) fn member(
        &self,
        element: &Expr,
        collection: &Expr,
        locals: &mut Locals,
    ) -> Result<Truth, Obstacle> {
        let element = self.term(element, locals)?;
        if let ExprKind::Range(low, high, None) = &collection.kind {
            return self.spans(&element, (low, high), locals);
        }
        let elements = self.elements(collection, locals)?;
        let mut belongs = Vec::new();
        for (possible, when) in elements.possible {
            let is_it = identical(&element, &possible)?;
            belongs.push(and(when, is_it.yes));
        }
        let defined = and(element.defined, elements.defined);
        Ok(Truth::total(any(belongs)).where_defined(&defined))
    }

    /// `|collection|`
    pub(super) fn cardinality(
        &self,
        collection: &Expr,
        locals: &mut Locals,
    ) -> Result<Term, Obstacle> {
        let elements = self.elements(collection, locals)?;
        let is_known = |(term, _): &(Term, FiniteExpr)| matches!(term.symbol, Symbol::Known(_));
        if !elements.possible.iter().all(is_known) {
            let whole = self.collection(collection, locals)?;
            return tabulated(&[&whole], &|values| match values[0] {
                Value::Set(elements) => Some(Value::Integer(elements.len().into())),
                Value::Map(entries) => Some(Value::Integer(entries.len().into())),
                _ => None,
            });
        }
        let mut by_value: Vec<super::symbol::Case> = Vec::new();
        for (term, when) in elements.possible {
            if let Symbol::Known(value) = term.symbol {
                super::symbol::add_case(&mut by_value, value, when);
            }
        }
        let most = i64::try_from(by_value.len()).unwrap_or(i64::MAX);
        let ones = by_value.into_iter();
        let ones = ones.map(|case| choose(case.when, FiniteExpr::Constant(1), NO));
        let count = Term::number(Sort::Integer, sum(ones), Interval::new(0, most))?;
        Ok(count.where_defined(&elements.defined))
    }

    /// A set or map as a value.
    pub(super) fn collection(&self, expr: &Expr, locals: &mut Locals) -> Result<Term, Obstacle> {
        match &expr.kind {
            ExprKind::Extent(spec) => {
                let instances = self.context.model.universe.instances_of(*spec).iter();
                let instances = instances.copied().map(Value::Instance).collect();
                Ok(Term::known(Value::Set(instances)))
            }
            ExprKind::Map(entries) => {
                let mut terms = Vec::new();
                for (key, value) in entries {
                    terms.push(self.term(key, locals)?);
                    terms.push(self.term(value, locals)?);
                }
                tabulated(&terms.iter().collect::<Vec<_>>(), &|values| {
                    let pairs = values.chunks_exact(2);
                    let pairs = pairs.map(|pair| (pair[0].clone(), pair[1].clone()));
                    Some(Value::Map(pairs.collect()))
                })
            }
            ExprKind::Set(elements) => {
                let terms = elements.iter().map(|element| self.term(element, locals));
                let terms: Vec<Term> = terms.collect::<Result<_, _>>()?;
                tabulated(&terms.iter().collect::<Vec<_>>(), &|values| {
                    Some(Value::Set(values.iter().map(|it| (*it).clone()).collect()))
                })
            }
            ExprKind::Range(low, high, step) => {
                let mut terms = vec![self.term(low, locals)?, self.term(high, locals)?];
                if let Some(step) = step {
                    terms.push(self.term(step, locals)?);
                }
                ranges(&terms)
            }
            ExprKind::Comprehension(_) => {
                let elements = self.elements(expr, locals)?;
                as_set(&elements)
            }
            _ => self.term(expr, locals),
        }
    }
}

/// Ranges as sets.
fn ranges(terms: &[Term]) -> Result<Term, Obstacle> {
    use crate::model::range::Values;
    let too_long = std::cell::Cell::new(false);
    let set = tabulated(&terms.iter().collect::<Vec<_>>(), &|values| {
        let step = values.get(2).map(|step| (*step).clone());
        let range = Range::new(values[0].clone(), values[1].clone(), step)?;
        match range.to_set(MOST_ELEMENTS) {
            Values::Set(elements) => Some(Value::Set(elements)),
            Values::Undefined => None,
            Values::TooMany => {
                too_long.set(true);
                None
            }
        }
    })?;
    if too_long.get() {
        return Err(Obstacle::unsupported("a range that is so long"));
    }
    Ok(set)
}

/// All sets that there can be of some elements, each of which may belong to it or not.
fn as_set(elements: &Elements) -> Result<Term, Obstacle> {
    let mut terms = Vec::new();
    for (element, belongs) in &elements.possible {
        terms.push(Truth::total(belongs.clone()).term());
        terms.push(element.clone());
    }
    let set = tabulated(&terms.iter().collect::<Vec<_>>(), &|values| {
        let pairs = values.chunks_exact(2);
        let chosen = pairs.filter(|pair| *pair[0] == Value::Boolean(true));
        Some(Value::Set(chosen.map(|pair| pair[1].clone()).collect()))
    })?;
    Ok(set.where_defined(&elements.defined))
}

/// The elements of a set and the keys of a map that are values.
fn of_value(collection: &Term) -> Result<Elements, Obstacle> {
    let mut possible: Vec<super::symbol::Case> = Vec::new();
    for case in collection.symbol.cases()? {
        let elements: Vec<Value> = match case.value {
            Value::Set(elements) => elements.into_iter().collect(),
            Value::Map(entries) => entries.into_keys().collect(),
            _ => return Err(Obstacle::unsupported("a collection of this kind")),
        };
        let is_known = matches!(collection.symbol, Symbol::Known(_));
        for element in elements {
            let when = if is_known { YES } else { case.when.clone() };
            super::symbol::add_case(&mut possible, element, when);
        }
    }
    let possible = possible.into_iter();
    Ok(Elements {
        possible: possible
            .map(|case| (Term::known(case.value), case.when))
            .collect(),
        defined: collection.defined.clone(),
    })
}

/// The values of a range from one number to another.
fn range(low: &Term, high: &Term) -> Result<Elements, Obstacle> {
    let defined = compared(BinaryOp::LessEqual, low, high)?.defined();
    let (Some(first), Some(last)) = (low.symbol.number(), high.symbol.number()) else {
        return of_value(&ranges(&[low.clone(), high.clone()])?);
    };
    let long = last.range.high.saturating_sub(first.range.low);
    if usize::try_from(long).is_ok_and(|long| long >= MOST_ELEMENTS) {
        return Err(Obstacle::unsupported("a range that is so long"));
    }
    if first.sort != last.sort {
        return Ok(Elements {
            possible: Vec::new(),
            defined: NO,
        });
    }
    let within = |number: i64| {
        let above = at_most(&first, FiniteExpr::Constant(number), true);
        and(above, at_most(&last, FiniteExpr::Constant(number), false))
    };
    let numbers = first.range.low..=last.range.high;
    let possible = numbers.map(|number| (Term::known(first.sort.value(number)), within(number)));
    Ok(Elements {
        possible: possible.filter(|(_, when)| *when != NO).collect(),
        defined,
    })
}

/// An end of a range is not above a number, or not below it.
fn at_most(end: &Number, number: FiniteExpr, is_low: bool) -> FiniteExpr {
    let op = if is_low {
        FiniteOp::LessEqual
    } else {
        FiniteOp::GreaterEqual
    };
    binary(op, end.expr.clone(), number)
}
