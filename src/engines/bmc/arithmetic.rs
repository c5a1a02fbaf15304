//! Operators on symbolic values: the same table as [`crate::model::operations`], for the solver.

use z3::ast::{Bool, Int};

use super::calendar;
use super::encode::{Encoded, listing_term, unsupported};
use super::listing::{Entry, Listing};
use super::logic::not;
use super::term::{Parts, Term, as_real, both, whole};
use super::terms::Terms;
use super::truth::Truth;
use crate::semantics::expression::{BinaryOp, Member};
use crate::semantics::types::Type;

/// A value with its type.
type Typed<'t> = (&'t Term, &'t Type);

/// `left op right` for the operators that need both values.
pub(super) fn binary(
    terms: &mut Terms,
    op: BinaryOp,
    left: Typed<'_>,
    right: Typed<'_>,
) -> Encoded<Term> {
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => Ok(equality(terms, op, left, right).into()),
        _ if op.is_ordering() => ordering(op, left, right).map(Term::from),
        BinaryOp::Add => sum(terms, left, right, false),
        BinaryOp::Subtract => sum(terms, left, right, true),
        BinaryOp::Multiply => match product(left, right) {
            Some(product) => Ok(product),
            None => product(right, left).ok_or_else(|| unsupported("this product")),
        },
        BinaryOp::Divide => quotient(left, right),
        _ => modulo(left.0, right.0),
    }
}

fn defined(left: &Term, right: &Term) -> Option<Bool> {
    both(left.when_defined(), right.when_defined())
}

fn equality(terms: &mut Terms, op: BinaryOp, left: Typed<'_>, right: Typed<'_>) -> Truth {
    let same = terms.same(left.1, left.0, right.0);
    let yes = if op == BinaryOp::Equal {
        same
    } else {
        not(&same)
    };
    Truth::partial(yes, defined(left.0, right.0).as_ref())
}

/// Comparisons. Money of two currencies has no order.
pub(super) fn ordering(op: BinaryOp, left: Typed<'_>, right: Typed<'_>) -> Encoded<Truth> {
    let compare = |a: &Int, b: &Int| match op {
        BinaryOp::Less => a.lt(b.clone()),
        BinaryOp::LessEqual => a.le(b.clone()),
        BinaryOp::Greater => a.gt(b.clone()),
        _ => a.ge(b.clone()),
    };
    let mut defined = defined(left.0, right.0);
    let yes = match (&left.0.parts, &right.0.parts, left.1) {
        (Parts::Int(a), Parts::Int(b), _) => compare(a, b),
        (Parts::Money(c, a), Parts::Money(d, b), _) => {
            defined = both(defined, Some(c.same(d)));
            compare(a, b)
        }
        (Parts::Term(m, d), Parts::Term(n, e), _) => compare(&length(m, d), &length(n, e)),
        (a @ (Parts::Real(_) | Parts::Int(_)), b @ (Parts::Real(_) | Parts::Int(_)), _) => {
            let (a, b) = (as_real(a), as_real(b));
            match op {
                BinaryOp::Less => a.lt(b),
                BinaryOp::LessEqual => a.le(b),
                BinaryOp::Greater => a.gt(b),
                _ => a.ge(b),
            }
        }
        _ => return Err(unsupported("this comparison")),
    };
    Ok(Truth::partial(yes, defined.as_ref()))
}

/// How long a term is: see [`crate::model::operations::term_length`].
fn length(months: &Int, days: &Int) -> Int {
    Int::add(&[
        Int::mul(&[months.clone(), whole(146_097)]),
        Int::mul(&[days.clone(), whole(4800)]),
    ])
}

fn sum(terms: &mut Terms, left: Typed<'_>, right: Typed<'_>, subtract: bool) -> Encoded<Term> {
    let combine = |a: &Int, b: &Int| {
        if subtract {
            Int::sub(&[a.clone(), b.clone()])
        } else {
            Int::add(&[a.clone(), b.clone()])
        }
    };
    let mut defined = defined(left.0, right.0);
    let parts = match (&left.0.parts, &right.0.parts, left.1, right.1) {
        (Parts::Atom(_), Parts::Atom(_), ..) => {
            return Err(unsupported("texts put together"));
        }
        (Parts::Int(number), Parts::Term(months, days), Type::Date | Type::DateTime, _) => {
            let (months, days) = (signed(months, subtract), signed(days, subtract));
            Parts::Int(if *left.1 == Type::Date {
                calendar::add_to_date(terms, number, &months, &days)
            } else {
                calendar::add_to_moment(terms, number, &months, &days)
            })
        }
        (Parts::Int(a), Parts::Int(b), Type::Date, Type::Date) => {
            Parts::Term(whole(0), combine(a, b))
        }
        (Parts::Int(a), Parts::Int(b), ..) => Parts::Int(combine(a, b)),
        (Parts::Money(c, a), Parts::Money(d, b), ..) => {
            defined = both(defined, Some(c.same(d)));
            Parts::Money(c.clone(), combine(a, b))
        }
        (a @ (Parts::Real(_) | Parts::Int(_)), b @ (Parts::Real(_) | Parts::Int(_)), ..) => {
            let (a, b) = (as_real(a), as_real(b));
            Parts::Real(if subtract {
                z3::ast::Real::sub(&[a, b])
            } else {
                z3::ast::Real::add(&[a, b])
            })
        }
        _ => return Err(unsupported("this sum")),
    };
    Ok(Term { parts, defined })
}

fn signed(number: &Int, negative: bool) -> Int {
    if negative {
        number.unary_minus()
    } else {
        number.clone()
    }
}

/// The opposite of a value.
pub(super) fn negate(value: &Term, ty: &Type) -> Encoded<Term> {
    let parts = match (&value.parts, ty) {
        (Parts::Int(a), _) => Parts::Int(a.unary_minus()),
        (Parts::Real(a), _) => Parts::Real(a.unary_minus()),
        (Parts::Money(currency, cents), _) => Parts::Money(currency.clone(), cents.unary_minus()),
        _ => return Err(unsupported("this negation")),
    };
    Ok(Term {
        parts,
        defined: value.defined.clone(),
    })
}

/// Products, one way round. Money rounds once, down.
fn product(left: Typed<'_>, right: Typed<'_>) -> Option<Term> {
    let times = |a: &Int, b: &Int| Int::mul(&[a.clone(), b.clone()]);
    let parts = match (&left.0.parts, &right.0.parts, left.1, right.1) {
        (Parts::Money(currency, cents), Parts::Int(b), Type::Money, Type::Integer) => {
            Parts::Money(currency.clone(), times(cents, b))
        }
        (Parts::Money(currency, cents), Parts::Int(p), Type::Money, Type::Percentage) => {
            // The solver's division rounds down for positive divisors.
            Parts::Money(currency.clone(), times(cents, p).div(whole(100)))
        }
        (Parts::Int(period), Parts::Int(count), Type::Period, Type::Integer) => {
            let (months, days) = period_length(period);
            Parts::Term(times(&months, count), times(&days, count))
        }
        (Parts::Int(a), Parts::Int(b), Type::Integer | Type::Percentage, Type::Integer) => {
            Parts::Int(times(a, b))
        }
        (
            a @ (Parts::Real(_) | Parts::Int(_)),
            b @ (Parts::Real(_) | Parts::Int(_)),
            Type::Real,
            _,
        ) => Parts::Real(z3::ast::Real::mul(&[as_real(a), as_real(b)])),
        _ => return None,
    };
    Some(Term {
        parts,
        defined: defined(left.0, right.0),
    })
}

/// The months and days of a period.
fn period_length(period: &Int) -> (Int, Int) {
    let choose = |cases: [i64; 5]| {
        let mut chosen = whole(cases[4]);
        for (number, case) in (0_i32..4).zip(cases).rev() {
            chosen = period.eq(whole(number.into())).ite(&whole(case), &chosen);
        }
        chosen
    };
    (choose([0, 0, 1, 3, 12]), choose([1, 7, 0, 0, 0]))
}

fn quotient(left: Typed<'_>, right: Typed<'_>) -> Encoded<Term> {
    let nonzero = |divisor: &Int| divisor.eq(whole(0)).not();
    let mut defined = defined(left.0, right.0);
    let parts = match (&left.0.parts, &right.0.parts, left.1, right.1) {
        (Parts::Money(currency, cents), Parts::Int(b), Type::Money, divisor_type) => {
            defined = both(defined, Some(nonzero(b)));
            let cents = match divisor_type {
                Type::Percentage => Int::mul(&[cents.clone(), whole(100)]),
                _ => cents.clone(),
            };
            Parts::Money(currency.clone(), div_down(&cents, b))
        }
        (Parts::Int(a), Parts::Int(b), ..) => {
            defined = both(defined, Some(nonzero(b)));
            Parts::Int(a.div(b.clone()))
        }
        (a @ (Parts::Real(_) | Parts::Int(_)), b @ (Parts::Real(_) | Parts::Int(_)), ..) => {
            let (a, b) = (as_real(a), as_real(b));
            let zero = z3::ast::Real::from_rational(0, 1);
            defined = both(defined, Some(b.eq(zero).not()));
            Parts::Real(a.div(b))
        }
        _ => return Err(unsupported("this quotient")),
    };
    Ok(Term { parts, defined })
}

/// The solver divides with a rest that is never negative; for a negative divisor that rounds up.
fn div_down(number: &Int, divisor: &Int) -> Int {
    let positive = divisor.gt(whole(0));
    let flipped = number.unary_minus().div(divisor.unary_minus());
    positive.ite(&number.div(divisor.clone()), &flipped)
}

fn modulo(left: &Term, right: &Term) -> Encoded<Term> {
    match (&left.parts, &right.parts) {
        (Parts::Int(a), Parts::Int(b)) => {
            let nonzero = b.eq(whole(0)).not();
            let defined = both(defined(left, right), Some(nonzero));
            Ok(Term {
                parts: Parts::Int(a.modulo(b.clone())),
                defined,
            })
        }
        _ => Err(unsupported("this rest of a division")),
    }
}

/// A part of a value.
pub(super) fn member(terms: &mut Terms, value: &Term, ty: &Type, member: Member) -> Encoded<Term> {
    let parts = match (&value.parts, member) {
        (Parts::Money(atom, _), Member::Currency) | (Parts::Iban(atom, _), Member::CountryCode) => {
            let part = Term::total(Parts::Atom(atom.clone()));
            return Ok(part.where_defined(value.defined.clone()));
        }
        (Parts::Money(_, cents), Member::Amount) => cents.clone(),
        (Parts::Int(days), Member::Day) => calendar::day_of(terms, days),
        (Parts::Int(days), Member::Month) => calendar::month_of(terms, days),
        (Parts::Int(days), Member::Year) => calendar::year_of(terms, days),
        (Parts::Int(seconds), Member::Hour) => seconds.div(3600),
        (Parts::Int(seconds), Member::Minutes) => seconds.div(60).modulo(60),
        (Parts::Int(seconds), Member::Seconds) => seconds.modulo(60),
        (Parts::Int(seconds), Member::Date) => calendar::date_of(terms, seconds),
        (Parts::Int(seconds), Member::Time) => calendar::time_of(terms, seconds),
        _ => return Err(unsupported(&format!("this part of a {ty}"))),
    };
    Ok(Term::total(Parts::Int(parts)).where_defined(value.defined.clone()))
}

/// `{low .. high}` with ends that vary: as many values as there is room for.
pub(super) fn range(
    terms: &mut Terms,
    low: Typed<'_>,
    high: Typed<'_>,
    step: Option<Typed<'_>>,
) -> Encoded<Term> {
    let step_by_one = one(low)?;
    let step = match step {
        // A step through times of day is written as a time of day.
        Some(step) if *low.1 == Type::Time => (step.0, &Type::Integer),
        Some(step) => step,
        None => (&step_by_one.0, &step_by_one.1),
    };
    let mut defined = defined(low.0, high.0);
    defined = both(defined, step.0.when_defined());
    let mut next = low.0.clone();
    let mut entries = Vec::new();
    for _ in 0..terms.room {
        let within = ordering(BinaryOp::LessEqual, (&next, low.1), high)?;
        entries.push(Entry {
            there: within.yes,
            key: next.clone(),
            value: None,
        });
        next = sum(terms, (&next, low.1), step, false)?;
    }
    let upward = ordering(BinaryOp::Greater, (&next, low.1), low)?.yes;
    let more = ordering(BinaryOp::LessEqual, (&next, low.1), high)?.yes;
    let ends = ordering(BinaryOp::LessEqual, low, high)?.defined();
    let starts = ordering(BinaryOp::Greater, low, high)?.yes;
    let fits = terms.fits();
    terms.definitions.push(fits.implies(not(&more)));
    defined = both(defined, ends);
    defined = both(defined, Some(super::logic::any([upward, starts])));
    Ok(listing_term(Listing::of(entries, Some(more))).where_defined(defined))
}

/// What leads from a value to the next one of its type.
fn one(value: Typed<'_>) -> Encoded<(Term, Type)> {
    Ok(match (&value.0.parts, value.1) {
        (Parts::Money(currency, _), Type::Money) => (
            Term::total(Parts::Money(currency.clone(), whole(1))),
            Type::Money,
        ),
        (Parts::Int(_), ty) if *ty != Type::String => {
            (Term::total(Parts::Int(whole(1))), Type::Integer)
        }
        _ => return Err(unsupported("a range that cannot be counted through")),
    })
}
