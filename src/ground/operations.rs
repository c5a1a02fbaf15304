//! Operators on values as terms: the same table as [`crate::interpreter::operations`].

use super::calendar;
use super::context::Context;
use super::expression::{Translated, unsupported};
use super::listing::{Entry, Listing};
use super::shape::{self, Shape, Value, as_real};
use super::truth::Truth;
use crate::logic::{Constant, Rational, TermId, Terms};
use crate::semantics::expression::{BinaryOp, Member};
use crate::semantics::types::Type;

/// A value with its type.
pub type Typed<'t> = (&'t Value, &'t Type);

/// `left op right` for the operators that need both values.
pub fn binary(
    context: &mut Context,
    op: BinaryOp,
    left: Typed<'_>,
    right: Typed<'_>,
) -> Translated<Value> {
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => {
            let truth = equality(context, op, left, right);
            Ok((truth, &mut context.terms).into())
        }
        _ if op.is_ordering() => {
            let truth = ordering(context, op, left, right)?;
            Ok((truth, &mut context.terms).into())
        }
        BinaryOp::Add => sum(context, left, right, false),
        BinaryOp::Subtract => sum(context, left, right, true),
        BinaryOp::Multiply => match product(context, left, right) {
            Some(product) => Ok(product),
            None => product(context, right, left).ok_or_else(|| unsupported("this product")),
        },
        BinaryOp::Divide => quotient(context, left, right),
        _ => modulo(context, left.0, right.0),
    }
}

/// When both values are defined.
fn both_defined(terms: &mut Terms, left: &Value, right: &Value) -> TermId {
    let (left, right) = (left.defined(terms), right.defined(terms));
    terms.and([left, right])
}

/// Whether two values of a type are the same, where both are defined. What helps to see it is said where it is needed.
pub fn same(context: &mut Context, ty: &Type, left: &Shape, right: &Shape) -> TermId {
    if let (Some(kind), Shape::Int(a), Shape::Int(b)) = (calendar::kind(ty), left, right) {
        calendar::compare(context, kind, *a, *b);
    }
    shape::same(context, left, right)
}

fn equality(context: &mut Context, op: BinaryOp, left: Typed<'_>, right: Typed<'_>) -> Truth {
    let mut yes = same(context, left.1, &left.0.shape, &right.0.shape);
    if op == BinaryOp::NotEqual {
        yes = context.terms.not(yes);
    }
    let defined = both_defined(&mut context.terms, left.0, right.0);
    Truth::partial(&mut context.terms, yes, defined)
}

/// Comparisons. Money of two currencies has no order.
pub fn ordering(
    context: &mut Context,
    op: BinaryOp,
    left: Typed<'_>,
    right: Typed<'_>,
) -> Translated<Truth> {
    let terms = &mut context.terms;
    let mut defined = both_defined(terms, left.0, right.0);
    let (a, b) = match (&left.0.shape, &right.0.shape) {
        (Shape::Int(a), Shape::Int(b)) => (*a, *b),
        (Shape::Money(c, a), Shape::Money(d, b)) => {
            let one_currency = terms.equal(*c, *d);
            defined = terms.and([defined, one_currency]);
            (*a, *b)
        }
        (Shape::Term(m, d), Shape::Term(n, e)) => (length(terms, *m, *d), length(terms, *n, *e)),
        (a, b) => {
            let numbers = as_real(terms, a).zip(as_real(terms, b));
            numbers.ok_or_else(|| unsupported("this comparison"))?
        }
    };
    let yes = match op {
        BinaryOp::Less => terms.less(a, b),
        BinaryOp::LessEqual => terms.less_equal(a, b),
        BinaryOp::Greater => terms.less(b, a),
        _ => terms.less_equal(b, a),
    };
    Ok(Truth::partial(terms, yes, defined))
}

/// How long a term is: see [`crate::interpreter::operations::term_length`].
fn length(terms: &mut Terms, months: TermId, days: TermId) -> TermId {
    let (month, day) = (terms.int(146_097), terms.int(4800));
    let (months, days) = (terms.multiply(months, month), terms.multiply(days, day));
    terms.add(&[months, days])
}

fn sum(
    context: &mut Context,
    left: Typed<'_>,
    right: Typed<'_>,
    subtract: bool,
) -> Translated<Value> {
    let combine = |terms: &mut Terms, a: TermId, b: TermId| {
        if subtract {
            terms.subtract(a, b)
        } else {
            terms.add(&[a, b])
        }
    };
    let mut defined = both_defined(&mut context.terms, left.0, right.0);
    let shape = match (&left.0.shape, &right.0.shape, left.1, right.1) {
        (Shape::Atom(_), Shape::Atom(_), ..) => return Err(unsupported("texts put together")),
        (Shape::Int(number), Shape::Term(months, days), Type::Date | Type::DateTime, _) => {
            let (mut months, mut days) = (*months, *days);
            if subtract {
                (months, days) = (context.terms.negate(months), context.terms.negate(days));
            }
            Shape::Int(if *left.1 == Type::Date {
                calendar::add_to_date(context, *number, months, days)
            } else {
                calendar::add_to_moment(context, *number, months, days)
            })
        }
        (Shape::Int(a), Shape::Int(b), Type::Date, Type::Date) => {
            let zero = context.terms.int(0);
            Shape::Term(zero, combine(&mut context.terms, *a, *b))
        }
        (Shape::Int(a), Shape::Int(b), ..) => Shape::Int(combine(&mut context.terms, *a, *b)),
        (Shape::Money(c, a), Shape::Money(d, b), ..) => {
            let one_currency = context.terms.equal(*c, *d);
            defined = context.terms.and([defined, one_currency]);
            Shape::Money(*c, combine(&mut context.terms, *a, *b))
        }
        (a, b, ..) => {
            let numbers = as_real(&mut context.terms, a).zip(as_real(&mut context.terms, b));
            let (a, b) = numbers.ok_or_else(|| unsupported("this sum"))?;
            Shape::Real(combine(&mut context.terms, a, b))
        }
    };
    Ok(Value::partial(shape, defined))
}

/// The opposite of a value.
pub fn negate(context: &mut Context, value: &Value) -> Translated<Value> {
    let terms = &mut context.terms;
    let shape = match &value.shape {
        Shape::Int(number) => Shape::Int(terms.negate(*number)),
        Shape::Real(number) => Shape::Real(terms.negate(*number)),
        Shape::Money(currency, cents) => Shape::Money(*currency, terms.negate(*cents)),
        Shape::Term(months, days) => Shape::Term(terms.negate(*months), terms.negate(*days)),
        _ => return Err(unsupported("this negation")),
    };
    Ok(Value::partial(shape, value.defined(terms)))
}

/// Products, one way round. Money rounds once, down.
fn product(context: &mut Context, left: Typed<'_>, right: Typed<'_>) -> Option<Value> {
    let terms = &mut context.terms;
    let shape = match (&left.0.shape, &right.0.shape, left.1, right.1) {
        (Shape::Money(currency, cents), Shape::Int(b), Type::Money, Type::Integer) => {
            Shape::Money(*currency, terms.multiply(*cents, *b))
        }
        (Shape::Money(currency, cents), Shape::Int(p), Type::Money, Type::Percentage) => {
            // Euclidean division rounds down for positive divisors.
            let (hundredfold, hundred) = (terms.multiply(*cents, *p), terms.int(100));
            Shape::Money(*currency, terms.divide(hundredfold, hundred))
        }
        (Shape::Int(period), Shape::Int(count), Type::Period, Type::Integer) => {
            let (months, days) = period_length(terms, *period);
            Shape::Term(terms.multiply(months, *count), terms.multiply(days, *count))
        }
        (Shape::Int(a), Shape::Int(b), Type::Integer | Type::Percentage, Type::Integer) => {
            Shape::Int(terms.multiply(*a, *b))
        }
        (a, b, Type::Real, _) => {
            let (a, b) = as_real(terms, a).zip(as_real(terms, b))?;
            Shape::Real(terms.multiply(a, b))
        }
        _ => return None,
    };
    let defined = both_defined(terms, left.0, right.0);
    Some(Value::partial(shape, defined))
}

/// The months and days of a period.
fn period_length(terms: &mut Terms, period: TermId) -> (TermId, TermId) {
    let mut choose = |cases: [i64; 5]| {
        let mut chosen = terms.int(cases[4]);
        for (number, case) in (0_i32..4).zip(cases).rev() {
            let (number, case) = (terms.int(number.into()), terms.int(case));
            let is_it = terms.equal(period, number);
            chosen = terms.ite(is_it, case, chosen);
        }
        chosen
    };
    (choose([0, 0, 1, 3, 12]), choose([1, 7, 0, 0, 0]))
}

fn quotient(context: &mut Context, left: Typed<'_>, right: Typed<'_>) -> Translated<Value> {
    let terms = &mut context.terms;
    let defined = both_defined(terms, left.0, right.0);
    let (shape, divisor) = match (&left.0.shape, &right.0.shape, left.1, right.1) {
        (Shape::Money(currency, cents), Shape::Int(b), Type::Money, divisor_type) => {
            let mut cents = *cents;
            if *divisor_type == Type::Percentage {
                let hundred = terms.int(100);
                cents = terms.multiply(cents, hundred);
            }
            (Shape::Money(*currency, div_down(terms, cents, *b)), *b)
        }
        (Shape::Int(a), Shape::Int(b), ..) => (Shape::Int(terms.divide(*a, *b)), *b),
        (a, b, ..) => {
            let numbers = as_real(terms, a).zip(as_real(terms, b));
            let (a, b) = numbers.ok_or_else(|| unsupported("this quotient"))?;
            (Shape::Real(terms.divide(a, b)), b)
        }
    };
    let nonzero = is_nonzero(terms, divisor);
    let defined = terms.and([defined, nonzero]);
    Ok(Value::partial(shape, defined))
}

fn is_nonzero(terms: &mut Terms, number: TermId) -> TermId {
    let int_zero = terms.int(0);
    let zero = if terms.sort(number) == crate::logic::Sort::Real {
        terms.make_constant(Constant::Real(Rational::from_integer(0.into())))
    } else {
        int_zero
    };
    terms.differ(number, zero)
}

/// Euclidean division rounds up for a negative divisor; this rounds down.
fn div_down(terms: &mut Terms, number: TermId, divisor: TermId) -> TermId {
    let zero = terms.int(0);
    let is_positive = terms.less(zero, divisor);
    let (opposite, turned) = (terms.negate(number), terms.negate(divisor));
    let (plain, flipped) = (
        terms.divide(number, divisor),
        terms.divide(opposite, turned),
    );
    terms.ite(is_positive, plain, flipped)
}

fn modulo(context: &mut Context, left: &Value, right: &Value) -> Translated<Value> {
    let terms = &mut context.terms;
    match (&left.shape, &right.shape) {
        (Shape::Int(a), Shape::Int(b)) => {
            let (defined, nonzero) = (both_defined(terms, left, right), is_nonzero(terms, *b));
            let defined = terms.and([defined, nonzero]);
            Ok(Value::partial(Shape::Int(terms.modulo(*a, *b)), defined))
        }
        _ => Err(unsupported("this rest of a division")),
    }
}

/// A part of a value.
pub fn member(
    context: &mut Context,
    value: &Value,
    ty: &Type,
    member: Member,
) -> Translated<Value> {
    let div = |context: &mut Context, number: TermId, by: i64| {
        let by = context.terms.int(by);
        context.terms.divide(number, by)
    };
    let rest = |context: &mut Context, number: TermId, by: i64| {
        let by = context.terms.int(by);
        context.terms.modulo(number, by)
    };
    let shape = match (&value.shape, member) {
        (Shape::Money(atom, _), Member::Currency) | (Shape::Iban(atom, _), Member::CountryCode) => {
            Shape::Atom(*atom)
        }
        (Shape::Money(_, cents), Member::Amount) => Shape::Int(*cents),
        (Shape::Int(days), Member::Day) => Shape::Int(calendar::day_of(context, *days)),
        (Shape::Int(days), Member::Month) => Shape::Int(calendar::month_of(context, *days)),
        (Shape::Int(days), Member::Year) => Shape::Int(calendar::year_of(context, *days)),
        (Shape::Int(seconds), Member::Hour) => Shape::Int(div(context, *seconds, 3600)),
        (Shape::Int(seconds), Member::Minutes) => {
            let minutes = div(context, *seconds, 60);
            Shape::Int(rest(context, minutes, 60))
        }
        (Shape::Int(seconds), Member::Seconds) => Shape::Int(rest(context, *seconds, 60)),
        (Shape::Int(seconds), Member::Date) => Shape::Int(calendar::date_of(context, *seconds)),
        (Shape::Int(seconds), Member::Time) => Shape::Int(calendar::time_of(context, *seconds)),
        _ => return Err(unsupported(&format!("this part of a {ty}"))),
    };
    let defined = value.defined(&mut context.terms);
    Ok(Value::partial(shape, defined))
}

/// `{low .. high}` with ends that vary: as many values as there is room for.
pub fn range(
    context: &mut Context,
    low: Typed<'_>,
    high: Typed<'_>,
    step: Option<Typed<'_>>,
) -> Translated<Value> {
    let step_by_one = one(context, low)?;
    let step = match step {
        // A step through times of day is written as a time of day.
        Some(step) if *low.1 == Type::Time => (step.0, &Type::Integer),
        Some(step) => step,
        None => (&step_by_one.0, &step_by_one.1),
    };
    let mut next = low.0.clone();
    let mut entries = Vec::new();
    for _ in 0..context.room {
        let within = ordering(context, BinaryOp::LessEqual, (&next, low.1), high)?;
        entries.push(Entry {
            there: within.yes,
            key: next.shape.clone(),
            value: None,
        });
        next = sum(context, (&next, low.1), step, false)?;
    }
    let upward = ordering(context, BinaryOp::Greater, (&next, low.1), low)?.yes;
    let more = ordering(context, BinaryOp::LessEqual, (&next, low.1), high)?.yes;
    let ends = ordering(context, BinaryOp::LessEqual, low, high)?;
    let is_empty = ordering(context, BinaryOp::Greater, low, high)?.yes;
    context.overfull.push(more);
    let terms = &mut context.terms;
    let goes_on = terms.or([upward, is_empty]);
    let conditions = [
        both_defined(terms, low.0, high.0),
        step.0.defined(terms),
        ends.defined(terms),
        goes_on,
    ];
    let defined = terms.and(conditions);
    let listing = Listing::loose(entries, Some(more));
    Ok(Value::partial(Shape::Listing(Box::new(listing)), defined))
}

/// What leads from a value to the next one of its type.
fn one(context: &mut Context, value: Typed<'_>) -> Translated<(Value, Type)> {
    let one = context.terms.int(1);
    let (shape, ty) = match (&value.0.shape, value.1) {
        (Shape::Money(currency, _), Type::Money) => (Shape::Money(*currency, one), Type::Money),
        (Shape::Int(_), ty) if *ty != Type::String => (Shape::Int(one), Type::Integer),
        _ => return Err(unsupported("a range that cannot be counted through")),
    };
    Ok((Value::total(&mut context.terms, shape), ty))
}
