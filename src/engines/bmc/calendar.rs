//! Dates for the solver: what [`crate::model::calendar`] computes, described instead.
//!
//! A chain of divisions is hard for a solver to run backwards. So the year of a day is a new variable between whose first days
//! the day lies, with linear bounds on both sides; the month follows by comparison.

use z3::ast::{Ast, Bool, Int};

use super::logic::{all, any};
use super::term::whole;
use super::terms::Terms;

/// A day as people write it.
#[derive(Debug, Clone)]
pub(super) struct Civil {
    pub(super) year: Int,
    pub(super) month: Int,
    pub(super) day: Int,
}

/// The days before each month in a year that begins with March.
const DAYS_BEFORE: [i64; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];

/// The first of March of the year 0, as the number of days before 1970.
const EPOCH: i64 = 719_468;

fn times(number: &Int, factor: i64) -> Int {
    Int::mul(&[number.clone(), whole(factor)])
}

fn sum(terms: &[Int]) -> Int {
    Int::add(terms)
}

/// The days before the first of March of a year.
fn days_before_year(year: &Int) -> Int {
    sum(&[
        times(year, 365),
        year.div(4),
        year.div(100).unary_minus(),
        year.div(400),
    ])
}

/// The day of a number.
pub(super) fn civil_of(terms: &mut Terms, days: &Int) -> Civil {
    if let Some(known) = terms.days.get(days) {
        return known.clone();
    }
    let march_year = Int::fresh_const("year");
    let from_march = sum(&[days.clone(), whole(EPOCH)]);
    let (first, next) = (
        days_before_year(&march_year),
        days_before_year(&sum(&[march_year.clone(), whole(1)])),
    );
    let in_year = Int::sub(&[from_march.clone(), first.clone()]);
    terms.definitions.push(all([
        first.le(from_march.clone()),
        from_march.lt(next),
        in_year.ge(0),
        in_year.le(365),
        // 400 years have 146097 days, and no year begins more than two days away from where it would on average.
        times(&march_year, 146_097).lt(sum(&[times(&from_march, 400), whole(800)])),
        times(&from_march, 400).lt(sum(&[times(&march_year, 146_097), whole(146_497)])),
    ]));
    let civil = in_march_year(&march_year, &in_year);
    terms.days.insert(days.clone(), civil.clone());
    civil
}

/// The day of a year that begins with March.
fn in_march_year(march_year: &Int, in_year: &Int) -> Civil {
    let (mut month, mut day) = (whole(3), in_year.clone());
    for (index, before) in (1_i64..).zip(&DAYS_BEFORE[1..]) {
        let reached = in_year.ge(*before);
        month = reached.ite(&whole((index + 2) % 12 + 1), &month);
        day = reached.ite(&Int::sub(&[in_year.clone(), whole(*before)]), &day);
    }
    let after_december = in_year.ge(DAYS_BEFORE[10]).ite(&whole(1), &whole(0));
    Civil {
        year: sum(&[march_year.clone(), after_december]),
        month,
        day: sum(&[day, whole(1)]),
    }
}

/// The number of the first day of a month.
fn first_of(year: &Int, month: &Int) -> Int {
    let early = month.le(2);
    let march_year = early.ite(&sum(&[year.clone(), whole(-1)]), year);
    let before = by_month(month, |index| DAYS_BEFORE[(index + 10) % 12]);
    sum(&[days_before_year(&march_year), before, whole(-EPOCH)])
}

/// A number for each month, which are counted from 0 here.
fn by_month(month: &Int, number: impl Fn(usize) -> i64) -> Int {
    let months = (2_i64..).zip(1..12);
    months.fold(whole(number(0)), |others, (written, index)| {
        month.eq(written).ite(&whole(number(index)), &others)
    })
}

fn length_of(year: &Int, month: &Int) -> Int {
    const LENGTHS: [i64; 12] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    let divisible = |by: i64| year.modulo(by).eq(0);
    let leap = all([divisible(4), any([divisible(100).not(), divisible(400)])]);
    let longer: Bool = all([month.eq(2), leap]);
    longer.ite(&whole(29), &by_month(month, |index| LENGTHS[index]))
}

/// The day that lies months and days after another.
pub(super) fn add_term(terms: &mut Terms, days: &Int, months: &Int, more_days: &Int) -> Int {
    if months.simplify() == whole(0) {
        return sum(&[days.clone(), more_days.clone()]);
    }
    let civil = civil_of(terms, days);
    let counted = sum(&[
        times(&civil.year, 12),
        civil.month,
        whole(-1),
        months.clone(),
    ]);
    let year = counted.div(12);
    let month = sum(&[counted.modulo(12), whole(1)]);
    let length = length_of(&year, &month);
    let day = civil.day.le(length.clone()).ite(&civil.day, &length);
    sum(&[first_of(&year, &month), day, whole(-1), more_days.clone()])
}

#[cfg(test)]
mod tests {
    use num_bigint::BigInt;
    use z3::{SatResult, Solver};

    use super::*;
    use crate::model::calendar;

    /// What the solver makes of a number that is defined on the way.
    fn solved(terms: &Terms, number: &Int) -> Option<i64> {
        let solver = Solver::new();
        for definition in &terms.definitions {
            solver.assert(definition);
        }
        assert_eq!(solver.check(), SatResult::Sat);
        solver.get_model()?.eval(number, true)?.as_i64()
    }

    #[test]
    fn days_are_taken_apart_as_the_interpreter_does() {
        for number in (-800_000..900_000).step_by(17_011).chain(11_000..11_030) {
            let mut terms = Terms::new(1);
            let civil = civil_of(&mut terms, &whole(number));
            let expected = calendar::civil_of(&BigInt::from(number));
            let code = sum(&[times(&civil.year, 400), times(&civil.month, 32), civil.day]);
            let expected = expected.year * 400 + expected.month * 32 + expected.day;
            assert_eq!(
                solved(&terms, &code).map(BigInt::from),
                Some(expected),
                "{number}"
            );
        }
    }

    #[test]
    fn terms_are_added_as_the_interpreter_does() {
        for (number, months) in (11_000..12_500).step_by(29).zip((-40..40).cycle()) {
            let mut terms = Terms::new(1);
            let later = add_term(&mut terms, &whole(number), &whole(months), &whole(3));
            let expected = calendar::add_term(&number.into(), &months.into(), &3.into());
            assert_eq!(
                solved(&terms, &later).map(BigInt::from),
                Some(expected),
                "{number} {months}"
            );
        }
    }
}
