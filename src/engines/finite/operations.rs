//! What operators make of terms: exactly what [`crate::model::operations`] makes of their values.
//!
//! Numbers of one sort are computed with; everything else is looked up among the values that there are.

use super::build::{NO, YES, all, and, any, binary, equal};
use super::obstacle::Obstacle;
use super::symbol::{Number, Sort, Symbol, Term, Truth, number_of, tabulated};
use crate::finite::interval::Interval;
use crate::finite::{BinaryOp as FiniteOp, Expr};
use crate::model::Value;
use crate::model::calendar::DAY;
use crate::model::operations;
use crate::semantics::expression::{BinaryOp, Member};

/// Both are defined.
fn both_defined(left: &Term, right: &Term) -> Expr {
    and(left.defined.clone(), right.defined.clone())
}

/// Equality, order, membership in a set that is a value.
pub(super) fn compared(op: BinaryOp, left: &Term, right: &Term) -> Result<Truth, Obstacle> {
    match op {
        BinaryOp::Equal => equality(left, right),
        BinaryOp::NotEqual => Ok(equality(left, right)?.negated()),
        _ if op.is_ordering() => ordered(op, left, right),
        _ => by_values(op, left, right)?.truth(),
    }
}

fn by_values(op: BinaryOp, left: &Term, right: &Term) -> Result<Term, Obstacle> {
    tabulated(&[left, right], &|values| {
        operations::binary(op, values[0], values[1])
    })
}

/// Whether two values are the very same: a whole number is no Real.
pub(super) fn identical(left: &Term, right: &Term) -> Result<Truth, Obstacle> {
    same(left, right, &|left, right| left == right)
}

/// Equality as the language has it.
fn equality(left: &Term, right: &Term) -> Result<Truth, Obstacle> {
    same(left, right, &is_equal)
}

fn same(
    left: &Term,
    right: &Term,
    is_same: &dyn Fn(&Value, &Value) -> bool,
) -> Result<Truth, Obstacle> {
    let defined = both_defined(left, right);
    if let (Some(a), Some(b)) = (left.symbol.number(), right.symbol.number()) {
        // Amounts in two currencies differ; values of other two sorts are never compared.
        let same = if a.sort == b.sort {
            related(FiniteOp::Equal, &a, &b)
        } else {
            NO
        };
        return Ok(Truth::total(same).where_defined(&defined));
    }
    let same = match (&left.symbol, &right.symbol) {
        (Symbol::Number(number), other) | (other, Symbol::Number(number)) => {
            let Some(same) = equal_to_one_of(number, other)? else {
                let table = tabulated(&[left, right], &|values| {
                    Some(Value::Boolean(is_same(values[0], values[1])))
                });
                return table?.truth();
            };
            same
        }
        (one, other) => {
            let (one, other) = (one.cases()?, other.cases()?);
            let pairs = one.iter().flat_map(|a| other.iter().map(move |b| (a, b)));
            let equal = pairs.filter(|(a, b)| is_same(&a.value, &b.value));
            any(equal.map(|(a, b)| and(a.when.clone(), b.when.clone())))
        }
    };
    Ok(Truth::total(same).where_defined(&defined))
}

fn is_equal(left: &Value, right: &Value) -> bool {
    operations::binary(BinaryOp::Equal, left, right) == Some(Value::Boolean(true))
}

/// When a number is the one of several values that there is; none where a value is of another kind of number.
fn equal_to_one_of(number: &Number, other: &Symbol) -> Result<Option<Expr>, Obstacle> {
    let mut same = Vec::new();
    for case in other.cases()? {
        match number_of(&case.value) {
            Some((sort, value)) if sort == number.sort => {
                let is_value = equal(number.expr.clone(), Expr::Constant(value));
                same.push(and(case.when, is_value));
            }
            Some(_) => {}
            None => return Ok(None),
        }
    }
    Ok(Some(any(same)))
}

fn ordered(op: BinaryOp, left: &Term, right: &Term) -> Result<Truth, Obstacle> {
    let (Some(a), Some(b)) = (left.symbol.number(), right.symbol.number()) else {
        return by_values(op, left, right)?.truth();
    };
    if a.sort != b.sort {
        // Amounts in two currencies have no order.
        return Ok(Truth::undefined());
    }
    let op = match op {
        BinaryOp::Less => FiniteOp::Less,
        BinaryOp::LessEqual => FiniteOp::LessEqual,
        BinaryOp::Greater => FiniteOp::Greater,
        _ => FiniteOp::GreaterEqual,
    };
    Ok(Truth::total(related(op, &a, &b)).where_defined(&both_defined(left, right)))
}

/// A comparison of two numbers, decided where their ranges tell.
fn related(op: FiniteOp, left: &Number, right: &Number) -> Expr {
    match left.range.binary(op, right.range).truth() {
        Some(true) => YES,
        Some(false) => NO,
        None => binary(op, left.expr.clone(), right.expr.clone()),
    }
}

/// Sums, products and the like.
pub(super) fn computed(op: BinaryOp, left: &Term, right: &Term) -> Result<Term, Obstacle> {
    if let (Some(a), Some(b)) = (left.constant(), right.constant()) {
        return Ok(operations::binary(op, a, b).map_or_else(Term::undefined, Term::known));
    }
    let defined = both_defined(left, right);
    if let Some(shifted) = by_term(op, left, right)? {
        return Ok(shifted.where_defined(&defined));
    }
    let (Some(a), Some(b)) = (left.symbol.number(), right.symbol.number()) else {
        return by_values(op, left, right);
    };
    let term = match op {
        BinaryOp::Add | BinaryOp::Subtract => sum(op, &a, &b)?,
        BinaryOp::Multiply => match product(&a, &b)? {
            None => product(&b, &a)?,
            found => found,
        },
        _ => quotient(op, &a, &b)?,
    };
    match term {
        Some(term) => Ok(term.where_defined(&defined)),
        None => by_values(op, left, right),
    }
}

fn sum(op: BinaryOp, a: &Number, b: &Number) -> Result<Option<Term>, Obstacle> {
    match (&a.sort, &b.sort) {
        (Sort::Money(one), Sort::Money(other)) if one != other => {
            return Ok(Some(Term::undefined()));
        }
        (Sort::Integer, Sort::Integer)
        | (Sort::Percentage, Sort::Percentage)
        | (Sort::Money(_), Sort::Money(_)) => {}
        _ => return Ok(None),
    }
    let op = if op == BinaryOp::Add {
        FiniteOp::Add
    } else {
        FiniteOp::Subtract
    };
    arithmetic(op, a, b, a.sort.clone()).map(Some)
}

/// Products, one way round.
fn product(a: &Number, b: &Number) -> Result<Option<Term>, Obstacle> {
    match (&a.sort, &b.sort) {
        (Sort::Integer | Sort::Money(_) | Sort::Percentage, Sort::Integer) => {
            arithmetic(FiniteOp::Multiply, a, b, a.sort.clone()).map(Some)
        }
        (Sort::Money(_), Sort::Percentage) => {
            let hundredfold = arithmetic(FiniteOp::Multiply, a, b, a.sort.clone())?;
            let hundredfold = hundredfold.symbol.number();
            hundredfold.map(|it| floored(&it, 100)).transpose()
        }
        _ => Ok(None),
    }
}

/// Division by a number that is known.
fn quotient(op: BinaryOp, a: &Number, b: &Number) -> Result<Option<Term>, Obstacle> {
    let Some(divisor) = b.expr.constant() else {
        return Ok(None);
    };
    if divisor == 0 {
        return Ok(Some(Term::undefined()));
    }
    let term = match (op, &a.sort, &b.sort) {
        (BinaryOp::Modulo, Sort::Integer, Sort::Integer) => {
            let (expr, range) = remainder(a, divisor);
            Term::number(Sort::Integer, expr, range)?
        }
        // Division is Euclidean. Where the divisor is positive, that is the same as rounding down.
        (BinaryOp::Divide, Sort::Integer | Sort::Percentage, Sort::Integer) => floored(a, divisor)?,
        (BinaryOp::Divide, Sort::Money(_), Sort::Integer) if divisor > 0 => floored(a, divisor)?,
        _ => return Ok(None),
    };
    Ok(Some(term))
}

fn arithmetic(op: FiniteOp, a: &Number, b: &Number, sort: Sort) -> Result<Term, Obstacle> {
    let range = a.range.binary(op, b.range);
    Term::number(sort, binary(op, a.expr.clone(), b.expr.clone()), range)
}

/// What Euclidean division leaves: never negative.
fn remainder(a: &Number, divisor: i64) -> (Expr, Interval) {
    let size = divisor.abs();
    let divisor = Expr::Constant(size);
    let rest = binary(FiniteOp::Remainder, a.expr.clone(), divisor.clone());
    let rest = if a.range.low >= 0 {
        rest
    } else {
        let raised = binary(FiniteOp::Add, rest, divisor.clone());
        binary(FiniteOp::Remainder, raised, divisor)
    };
    (rest, Interval::new(0, size - 1))
}

/// The quotient of Euclidean division.
fn floored(a: &Number, divisor: i64) -> Result<Term, Obstacle> {
    let (rest, _) = remainder(a, divisor);
    let whole = binary(FiniteOp::Subtract, a.expr.clone(), rest);
    let expr = binary(FiniteOp::Divide, whole, Expr::Constant(divisor));
    let range = a.range.binary(FiniteOp::Divide, Interval::of(divisor));
    let range = Interval::new(range.low.saturating_sub(1), range.high.saturating_add(1));
    Term::number(a.sort.clone(), expr, range)
}

/// A date or time and a number of days that is known.
fn by_term(op: BinaryOp, left: &Term, right: &Term) -> Result<Option<Term>, Obstacle> {
    let (Symbol::Number(number), Symbol::Known(Value::Term(months, days))) =
        (&left.symbol, &right.symbol)
    else {
        return Ok(None);
    };
    let sign = match op {
        BinaryOp::Add => 1,
        BinaryOp::Subtract => -1,
        _ => return Ok(None),
    };
    let unit = match number.sort {
        Sort::Date => 1,
        Sort::DateTime => DAY,
        _ => return Ok(None),
    };
    let days = i32::try_from(days).ok().map(i64::from);
    let (Some(days), true) = (days, months.bits() == 0) else {
        return Ok(None);
    };
    let shift = days * unit * sign;
    let shift = Number {
        sort: number.sort.clone(),
        expr: Expr::Constant(shift),
        range: Interval::of(shift),
    };
    arithmetic(FiniteOp::Add, number, &shift, number.sort.clone()).map(Some)
}

/// The opposite of a value.
pub(super) fn opposite(operand: &Term) -> Result<Term, Obstacle> {
    match &operand.symbol {
        Symbol::Number(number) => {
            let zero = Number {
                sort: number.sort.clone(),
                expr: Expr::Constant(0),
                range: Interval::of(0),
            };
            let term = arithmetic(FiniteOp::Subtract, &zero, number, number.sort.clone())?;
            Ok(term.where_defined(&operand.defined))
        }
        _ => tabulated(&[operand], &|values| operations::negate(values[0])),
    }
}

/// A part of a value.
pub(super) fn part(value: &Term, member: Member) -> Result<Term, Obstacle> {
    if let Symbol::Number(number) = &value.symbol
        && let Sort::Money(currency) = &number.sort
    {
        let term = match member {
            Member::Currency => Term::known(Value::Currency(currency.clone())),
            _ => Term::number(Sort::Integer, number.expr.clone(), number.range)?,
        };
        return Ok(term.where_defined(&value.defined));
    }
    tabulated(&[value], &|values| operations::part(values[0], member))
}

/// Whether a value lies between two ends, both included.
pub(super) fn spanned(element: &Term, low: &Term, high: &Term) -> Result<Truth, Obstacle> {
    let above = ordered(BinaryOp::LessEqual, low, element)?;
    let below = ordered(BinaryOp::LessEqual, element, high)?;
    let ends = ordered(BinaryOp::LessEqual, low, high)?;
    // It is undefined as soon as two of the three are not ordered, and false is not stronger than that.
    let defined = all([&above, &below, &ends].map(Truth::defined));
    Ok(above.and(below).where_defined(&defined))
}
