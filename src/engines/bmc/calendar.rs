//! Dates for the solver: the formulas of [`crate::model::calendar`].

use z3::ast::Int;

use super::encode::whole;

pub(super) struct Civil {
    pub(super) year: Int,
    pub(super) month: Int,
    pub(super) day: Int,
}

fn add(terms: &[Int]) -> Int {
    Int::add(terms)
}

fn times(number: &Int, factor: i64) -> Int {
    Int::mul(&[number.clone(), whole(factor)])
}

/// Division rounds down, since all divisors here are positive.
fn over(number: &Int, divisor: i64) -> Int {
    number.div(whole(divisor))
}

/// The number of a day.
pub(super) fn days_of(civil: &Civil) -> Int {
    let shifted = add(&[civil.month.clone(), whole(9)]);
    let from_march = shifted.modulo(whole(12));
    let year = add(&[civil.year.clone(), whole(-1), over(&shifted, 12)]);
    let in_year = over(&add(&[times(&from_march, 153), whole(2)]), 5);
    let hundreds = over(&year, 100).unary_minus();
    add(&[
        times(&year, 365),
        over(&year, 4),
        hundreds,
        over(&year, 400),
        in_year,
        civil.day.clone(),
        whole(-1 - 719_468),
    ])
}

/// The day of a number.
pub(super) fn civil_of(days: &Int) -> Civil {
    let from_march = add(&[days.clone(), whole(719_468)]);
    let era = over(&from_march, 146_097);
    let in_era = from_march.modulo(whole(146_097));
    let without_leap = add(&[
        in_era.clone(),
        over(&in_era, 1460).unary_minus(),
        over(&in_era, 36_524),
        over(&in_era, 146_096).unary_minus(),
    ]);
    let year_of_era = over(&without_leap, 365);
    let year_days = add(&[
        times(&year_of_era, 365),
        over(&year_of_era, 4),
        over(&year_of_era, 100).unary_minus(),
    ]);
    let in_year = Int::sub(&[in_era, year_days]);
    let march_month = over(&add(&[times(&in_year, 5), whole(2)]), 153);
    let before_month = over(&add(&[times(&march_month, 153), whole(2)]), 5);
    let day = add(&[in_year, before_month.unary_minus(), whole(1)]);
    let after_december = over(&march_month, 10);
    let month = add(&[march_month, whole(3), times(&after_december, -12)]);
    Civil {
        year: add(&[times(&era, 400), year_of_era, after_december]),
        month,
        day,
    }
}

/// The day that lies months and days after another.
pub(super) fn add_term(days: &Int, months: &Int, more_days: &Int) -> Int {
    let civil = civil_of(days);
    let counted = add(&[
        times(&civil.year, 12),
        civil.month,
        whole(-1),
        months.clone(),
    ]);
    let start = first_of(&counted);
    let length = Int::sub(&[first_of(&add(&[counted, whole(1)])), start.clone()]);
    let day = civil.day.le(length.clone()).ite(&civil.day, &length);
    add(&[start, day, whole(-1), more_days.clone()])
}

/// The first day of a month that is counted from the year 0.
fn first_of(counted: &Int) -> Int {
    let month = add(&[counted.modulo(whole(12)), whole(1)]);
    days_of(&Civil {
        year: over(counted, 12),
        month,
        day: whole(1),
    })
}
