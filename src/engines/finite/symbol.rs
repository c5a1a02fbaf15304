//! What an expression is before a run: a value that is known, a number that a finite program computes, or one of a few values.
//!
//! Undefinedness is carried along as a condition. Truth has two of them, one under which it is true and one under which it is false: where
//! neither holds it is undefined, and Kleene's connectives are plain ones of these.

use num_bigint::BigInt;
use smol_str::SmolStr;

use super::build::{NO, YES, all, and, any, choose, equal, not, or};
use super::obstacle::Obstacle;
use crate::finite::Expr;
use crate::finite::interval::Interval;
use crate::model::Value;

/// So many values are tried one by one, at most.
pub(super) const MOST_CASES: usize = 1024;

/// Types whose values are numbers; of money, those of one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Sort {
    Integer,
    Percentage,
    Date,
    Time,
    DateTime,
    Money(SmolStr),
}

impl Sort {
    /// The value that a number stands for.
    pub(super) fn value(&self, number: i64) -> Value {
        let number = BigInt::from(number);
        match self {
            Sort::Integer => Value::Integer(number),
            Sort::Percentage => Value::Percentage(number),
            Sort::Date => Value::Date(number),
            Sort::Time => Value::Time(number),
            Sort::DateTime => Value::DateTime(number),
            Sort::Money(currency) => Value::Money(currency.clone(), number),
        }
    }
}

/// The number that a value is, if it is one that is not too large.
pub(super) fn number_of(value: &Value) -> Option<(Sort, i64)> {
    let (sort, number) = match value {
        Value::Integer(number) => (Sort::Integer, number),
        Value::Percentage(number) => (Sort::Percentage, number),
        Value::Date(number) => (Sort::Date, number),
        Value::Time(number) => (Sort::Time, number),
        Value::DateTime(number) => (Sort::DateTime, number),
        Value::Money(currency, cents) => (Sort::Money(currency.clone()), cents),
        _ => return None,
    };
    let number = i64::try_from(number).ok()?;
    Some((sort, number)).filter(|(_, number)| is_small(*number))
}

/// Whether a number is far from where numbers wrap around.
pub(super) fn is_small(number: i64) -> bool {
    const MOST: i64 = 1 << 60;
    (-MOST..=MOST).contains(&number)
}

/// A number that a finite program computes.
#[derive(Debug, Clone)]
pub(super) struct Number {
    pub(super) sort: Sort,
    pub(super) expr: Expr,
    /// The numbers that it can be.
    pub(super) range: Interval,
}

/// One value of several, and when it is that one.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) value: Value,
    pub(super) when: Expr,
}

/// What a value is where it is defined.
#[derive(Debug, Clone)]
pub(super) enum Symbol {
    Known(Value),
    Number(Number),
    /// Different values. Wherever it is defined, the condition of one of them holds, and no other.
    Cases(Vec<Case>),
}

/// What an expression is.
#[derive(Debug, Clone)]
pub(super) struct Term {
    pub(super) symbol: Symbol,
    pub(super) defined: Expr,
}

/// When a condition is true and when it is false.
#[derive(Debug, Clone)]
pub(super) struct Truth {
    pub(super) yes: Expr,
    pub(super) no: Expr,
}

impl Truth {
    /// Always the one or the other.
    pub(super) fn always(value: bool) -> Truth {
        Truth::total(Expr::Constant(i64::from(value)))
    }

    /// True under a condition and false otherwise.
    pub(super) fn total(yes: Expr) -> Truth {
        Truth {
            no: not(yes.clone()),
            yes,
        }
    }

    pub(super) fn undefined() -> Truth {
        Truth { yes: NO, no: NO }
    }

    /// The same where something is defined, and undefined elsewhere.
    pub(super) fn where_defined(self, defined: &Expr) -> Truth {
        Truth {
            yes: and(defined.clone(), self.yes),
            no: and(defined.clone(), self.no),
        }
    }

    /// When it is the one or the other.
    pub(super) fn defined(&self) -> Expr {
        if self.no == not(self.yes.clone()) {
            return YES;
        }
        or(self.yes.clone(), self.no.clone())
    }

    pub(super) fn negated(self) -> Truth {
        Truth {
            yes: self.no,
            no: self.yes,
        }
    }

    pub(super) fn and(self, other: Truth) -> Truth {
        Truth {
            yes: and(self.yes, other.yes),
            no: or(self.no, other.no),
        }
    }

    pub(super) fn or(self, other: Truth) -> Truth {
        Truth {
            yes: or(self.yes, other.yes),
            no: and(self.no, other.no),
        }
    }

    pub(super) fn term(self) -> Term {
        match (&self.yes, &self.no) {
            (Expr::Constant(1), _) => return Term::known(Value::Boolean(true)),
            (_, Expr::Constant(1)) => return Term::known(Value::Boolean(false)),
            _ => {}
        }
        let defined = self.defined();
        let case = |value, when| Case {
            value: Value::Boolean(value),
            when,
        };
        let cases = vec![case(false, self.no), case(true, self.yes)];
        let possible = cases.into_iter().filter(|case| case.when != NO);
        Term {
            symbol: Symbol::Cases(possible.collect()),
            defined,
        }
    }
}

impl Symbol {
    /// All values that it can have, each with its condition.
    pub(super) fn cases(&self) -> Result<Vec<Case>, Obstacle> {
        match self {
            Symbol::Known(value) => Ok(vec![Case {
                value: value.clone(),
                when: YES,
            }]),
            Symbol::Cases(cases) => Ok(cases.clone()),
            Symbol::Number(number) => number.cases(),
        }
    }

    /// The number that it is, if it is one in all cases, of one sort.
    pub(super) fn number(&self) -> Option<Number> {
        match self {
            Symbol::Known(value) => {
                let (sort, number) = number_of(value)?;
                Some(Number {
                    sort,
                    expr: Expr::Constant(number),
                    range: Interval::of(number),
                })
            }
            Symbol::Number(number) => Some(number.clone()),
            Symbol::Cases(cases) => {
                let mut numbers = Vec::new();
                for case in cases {
                    let number = Symbol::Known(case.value.clone()).number()?;
                    numbers.push((case.when.clone(), number));
                }
                joined_numbers(numbers)
            }
        }
    }
}

impl Number {
    fn cases(&self) -> Result<Vec<Case>, Obstacle> {
        let count = self.range.high.checked_sub(self.range.low);
        let count = count.and_then(|count| usize::try_from(count).ok());
        if count.is_none_or(|count| count >= MOST_CASES) {
            return Err(Obstacle::unsupported(
                "a value with too many possibilities to try them all",
            ));
        }
        let numbers = self.range.low..=self.range.high;
        let cases = numbers.map(|number| Case {
            value: self.sort.value(number),
            when: equal(self.expr.clone(), Expr::Constant(number)),
        });
        Ok(cases.collect())
    }
}

/// One of several numbers of one sort, by conditions that exclude each other.
fn joined_numbers(numbers: Vec<(Expr, Number)>) -> Option<Number> {
    let mut numbers = numbers.into_iter().rev();
    let (_, mut joined) = numbers.next()?;
    for (when, number) in numbers {
        if number.sort != joined.sort {
            return None;
        }
        joined.expr = choose(when, number.expr, joined.expr);
        joined.range = joined.range.join(number.range);
    }
    Some(joined)
}

impl Term {
    pub(super) fn known(value: Value) -> Term {
        Term {
            symbol: Symbol::Known(value),
            defined: YES,
        }
    }

    /// What is never defined.
    pub(super) fn undefined() -> Term {
        Term {
            symbol: Symbol::Cases(Vec::new()),
            defined: NO,
        }
    }

    /// A number, unless it may be so large that it wraps around.
    pub(super) fn number(sort: Sort, expr: Expr, range: Interval) -> Result<Term, Obstacle> {
        if !is_small(range.low) || !is_small(range.high) {
            return Err(Obstacle::unsupported("numbers that may be very large"));
        }
        let symbol = match expr.constant() {
            Some(number) => Symbol::Known(sort.value(number)),
            None => Symbol::Number(Number { sort, expr, range }),
        };
        Ok(Term {
            symbol,
            defined: YES,
        })
    }

    /// The value, where it is the same in every run and always defined.
    pub(super) fn constant(&self) -> Option<&Value> {
        match &self.symbol {
            Symbol::Known(value) if self.defined == YES => Some(value),
            _ => None,
        }
    }

    pub(super) fn where_defined(self, defined: &Expr) -> Term {
        Term {
            defined: and(defined.clone(), self.defined),
            ..self
        }
    }

    /// A truth value as a condition.
    pub(super) fn truth(&self) -> Result<Truth, Obstacle> {
        let mut truth = Truth::undefined();
        for case in self.symbol.cases()? {
            match case.value {
                Value::Boolean(true) => truth.yes = or(truth.yes, case.when),
                Value::Boolean(false) => truth.no = or(truth.no, case.when),
                _ => {}
            }
        }
        Ok(truth.where_defined(&self.defined))
    }
}

/// One of several terms, by conditions that exclude each other. Undefined where none of them holds.
pub(super) fn joined(options: Vec<(Expr, Term)>) -> Result<Term, Obstacle> {
    let mut options: Vec<(Expr, Term)> = options
        .into_iter()
        .filter(|(when, term)| and(when.clone(), term.defined.clone()) != NO)
        .collect();
    let defined = any(options
        .iter()
        .map(|(when, term)| and(when.clone(), term.defined.clone())));
    if options.len() < 2 {
        let only = options.pop().map(|(_, term)| term.symbol);
        return Ok(only.map_or_else(Term::undefined, |symbol| Term { symbol, defined }));
    }
    let numbers = options.iter();
    let numbers = numbers.map(|(when, term)| Some((when.clone(), term.symbol.number()?)));
    let numbers: Option<Vec<(Expr, Number)>> = numbers.collect();
    if let Some(number) = numbers.and_then(joined_numbers) {
        let term = Term::number(number.sort, number.expr, number.range)?;
        return Ok(Term { defined, ..term });
    }
    let mut cases: Vec<Case> = Vec::new();
    for (when, term) in options {
        for case in term.symbol.cases()? {
            add_case(&mut cases, case.value, and(when.clone(), case.when));
        }
    }
    Ok(of_cases(cases, defined))
}

/// Adds a case, uniting it with one of the same value.
pub(super) fn add_case(cases: &mut Vec<Case>, value: Value, when: Expr) {
    if when == NO {
        return;
    }
    match cases.binary_search_by(|case| case.value.cmp(&value)) {
        Ok(at) => {
            let known = std::mem::replace(&mut cases[at].when, NO);
            cases[at].when = or(known, when);
        }
        Err(at) => cases.insert(at, Case { value, when }),
    }
}

/// A term of some cases.
pub(super) fn of_cases(mut cases: Vec<Case>, defined: Expr) -> Term {
    let symbol = match cases.len() {
        1 => Symbol::Known(cases.remove(0).value),
        _ => Symbol::Cases(cases),
    };
    Term { symbol, defined }
}

/// A function of several terms, by trying all combinations of their values.
pub(super) fn tabulated(
    terms: &[&Term],
    function: &dyn Fn(&[&Value]) -> Option<Value>,
) -> Result<Term, Obstacle> {
    let defined = all(terms.iter().map(|term| term.defined.clone()));
    let mut rows: Vec<(Vec<Value>, Expr)> = vec![(Vec::new(), YES)];
    for term in terms {
        let cases = term.symbol.cases()?;
        if rows.len().saturating_mul(cases.len()) > MOST_CASES {
            return Err(Obstacle::unsupported(
                "a value with too many possibilities to try them all",
            ));
        }
        let longer = rows.iter().flat_map(|(values, when)| {
            cases.iter().map(move |case| {
                let mut values = values.clone();
                values.push(case.value.clone());
                (values, and(when.clone(), case.when.clone()))
            })
        });
        rows = longer.collect();
    }
    let mut cases = Vec::new();
    let mut undefined = Vec::new();
    for (values, when) in rows {
        let values: Vec<&Value> = values.iter().collect();
        match function(&values) {
            Some(value) => add_case(&mut cases, value, when),
            None => undefined.push(when),
        }
    }
    if cases.is_empty() {
        return Ok(Term::undefined());
    }
    Ok(of_cases(cases, and(defined, not(any(undefined)))))
}
