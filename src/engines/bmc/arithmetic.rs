//! Operators on symbolic values: the same table as [`crate::model::operations`], for the solver.

use z3::ast::{Bool, Int};

use super::encode::{Encoded, truth_term, unsupported, whole};
use super::term::{Parts, Term, Truth, as_real, both};
use crate::semantics::expression::{BinaryOp, Member};
use crate::semantics::types::Type;

/// `left op right`, each with its type.
pub(super) fn binary(op: BinaryOp, left: (&Term, &Type), right: (&Term, &Type)) -> Encoded<Term> {
    match op {
        BinaryOp::Equal | BinaryOp::NotEqual => Ok(equality(op, left.0, right.0)),
        _ if op.is_ordering() => ordering(op, left, right),
        BinaryOp::Add => sum(left, right, false),
        BinaryOp::Subtract => sum(left, right, true),
        BinaryOp::Multiply => match product(left, right) {
            Some(product) => Ok(product),
            None => product(right, left).ok_or_else(|| unsupported("this product")),
        },
        BinaryOp::Divide => quotient(left, right),
        _ => modulo(left.0, right.0),
    }
}

fn defined(left: &Term, right: &Term) -> Option<Bool> {
    both(left.defined.clone(), right.defined.clone())
}

fn equality(op: BinaryOp, left: &Term, right: &Term) -> Term {
    let mut defined = defined(left, right);
    if let (Parts::Truth(a), Parts::Truth(b)) = (&left.parts, &right.parts) {
        defined = both(defined, both(a.defined(), b.defined()));
    }
    let same = left.same(right);
    let yes = if op == BinaryOp::Equal {
        same
    } else {
        same.not()
    };
    truth_term(Truth::partial(yes, defined))
}

fn ordering(op: BinaryOp, left: (&Term, &Type), right: (&Term, &Type)) -> Encoded<Term> {
    let compare = |a: &Int, b: &Int| match op {
        BinaryOp::Less => a.lt(b.clone()),
        BinaryOp::LessEqual => a.le(b.clone()),
        BinaryOp::Greater => a.gt(b.clone()),
        _ => a.ge(b.clone()),
    };
    let mut defined = defined(left.0, right.0);
    let yes = match (&left.0.parts, &right.0.parts, left.1) {
        (Parts::Int(a), Parts::Int(b), _) => compare(a, b),
        (Parts::Pair(c, a), Parts::Pair(d, b), Type::Money) => {
            defined = both(defined, Some(c.eq(d.clone())));
            compare(a, b)
        }
        (Parts::Pair(m, d), Parts::Pair(n, e), _) => compare(&length(m, d), &length(n, e)),
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
    Ok(truth_term(Truth::partial(yes, defined)))
}

/// How long a term is: see [`crate::model::operations::term_length`].
fn length(months: &Int, days: &Int) -> Int {
    Int::add(&[
        Int::mul(&[months.clone(), whole(146_097)]),
        Int::mul(&[days.clone(), whole(4800)]),
    ])
}

fn sum(left: (&Term, &Type), right: (&Term, &Type), subtract: bool) -> Encoded<Term> {
    let combine = |a: &Int, b: &Int| {
        if subtract {
            Int::sub(&[a.clone(), b.clone()])
        } else {
            Int::add(&[a.clone(), b.clone()])
        }
    };
    let mut defined = defined(left.0, right.0);
    let parts = match (&left.0.parts, &right.0.parts, left.1, right.1) {
        (Parts::Int(_), Parts::Int(_), Type::String, _) => {
            return Err(unsupported("texts put together"));
        }
        (Parts::Int(date), Parts::Pair(months, days), Type::Date, _) => Parts::Int(
            super::calendar::add_term(date, &signed(months, subtract), &signed(days, subtract)),
        ),
        (Parts::Int(seconds), Parts::Pair(months, days), Type::DateTime, _) => {
            let date = seconds.div(whole(86_400));
            let moved = super::calendar::add_term(
                &date,
                &signed(months, subtract),
                &signed(days, subtract),
            );
            let rest = seconds.modulo(whole(86_400));
            Parts::Int(Int::add(&[Int::mul(&[moved, whole(86_400)]), rest]))
        }
        (Parts::Int(a), Parts::Int(b), Type::Date, Type::Date) => {
            Parts::Pair(whole(0), combine(a, b))
        }
        (Parts::Int(a), Parts::Int(b), ..) => Parts::Int(combine(a, b)),
        (Parts::Pair(c, a), Parts::Pair(d, b), Type::Money, _) => {
            defined = both(defined, Some(c.eq(d.clone())));
            Parts::Pair(c.clone(), combine(a, b))
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
        (Parts::Pair(currency, cents), Type::Money) => {
            Parts::Pair(currency.clone(), cents.unary_minus())
        }
        _ => return Err(unsupported("this negation")),
    };
    Ok(Term {
        parts,
        defined: value.defined.clone(),
    })
}

/// Products, one way round. Money rounds once, down.
fn product(left: (&Term, &Type), right: (&Term, &Type)) -> Option<Term> {
    let times = |a: &Int, b: &Int| Int::mul(&[a.clone(), b.clone()]);
    let parts = match (&left.0.parts, &right.0.parts, left.1, right.1) {
        (Parts::Pair(currency, cents), Parts::Int(b), Type::Money, Type::Integer) => {
            Parts::Pair(currency.clone(), times(cents, b))
        }
        (Parts::Pair(currency, cents), Parts::Int(p), Type::Money, Type::Percentage) => {
            // The solver's division rounds down for positive divisors.
            Parts::Pair(currency.clone(), times(cents, p).div(whole(100)))
        }
        (Parts::Int(period), Parts::Int(count), Type::Period, Type::Integer) => {
            let (months, days) = period_length(period);
            Parts::Pair(times(&months, count), times(&days, count))
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

fn quotient(left: (&Term, &Type), right: (&Term, &Type)) -> Encoded<Term> {
    let nonzero = |divisor: &Int| divisor.eq(whole(0)).not();
    let mut defined = defined(left.0, right.0);
    let parts = match (&left.0.parts, &right.0.parts, left.1, right.1) {
        (Parts::Pair(currency, cents), Parts::Int(b), Type::Money, divisor_type) => {
            defined = both(defined, Some(nonzero(b)));
            let cents = match divisor_type {
                Type::Percentage => Int::mul(&[cents.clone(), whole(100)]),
                _ => cents.clone(),
            };
            Parts::Pair(currency.clone(), div_down(&cents, b))
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
pub(super) fn member(value: &Term, member: Member) -> Encoded<Term> {
    let parts = match (&value.parts, member) {
        (Parts::Pair(currency, _), Member::Currency) => Parts::Int(currency.clone()),
        (Parts::Pair(_, cents), Member::Amount) => Parts::Int(cents.clone()),
        (Parts::Int(days), Member::Day) => Parts::Int(super::calendar::civil_of(days).day),
        (Parts::Int(days), Member::Month) => Parts::Int(super::calendar::civil_of(days).month),
        (Parts::Int(days), Member::Year) => Parts::Int(super::calendar::civil_of(days).year),
        (Parts::Int(seconds), Member::Hour) => Parts::Int(seconds.div(whole(3600))),
        (Parts::Int(seconds), Member::Minutes) => {
            Parts::Int(seconds.div(whole(60)).modulo(whole(60)))
        }
        (Parts::Int(seconds), Member::Seconds) => Parts::Int(seconds.modulo(whole(60))),
        (Parts::Int(seconds), Member::Date) => Parts::Int(seconds.div(whole(86_400))),
        (Parts::Int(seconds), Member::Time) => Parts::Int(seconds.modulo(whole(86_400))),
        _ => return Err(unsupported("the country of an account number")),
    };
    Ok(Term {
        parts,
        defined: value.defined.clone(),
    })
}
