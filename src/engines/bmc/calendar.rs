//! Dates for the solver: what [`crate::model::calendar`] computes, described instead.
//!
//! A chain of divisions is hard for a solver to run backwards. So the month and the day of a date are new variables of which the date
//! is computed, and linear bounds tell roughly which month it must be. That a date lies in one month and on one day only is nothing
//! that a solver sees easily either: where dates are compared, it is told that the same date has the same month and day. Moments
//! are taken apart into dates and times of day in the same way.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use z3::ast::{Ast, Bool, Int};

use super::logic::{all, any, implies};
use super::term::{big, whole};
use super::terms::Terms;
use crate::model::calendar::{self, DAY};
use crate::semantics::types::Type;

/// What is taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Into the months since March of the year 0 and the day of the month.
    Date,
    /// A date with a time, into the date and the seconds since midnight.
    Moment,
}

/// How values of a type are taken apart, if they are.
pub(super) fn kind(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Date => Some(Kind::Date),
        Type::DateTime => Some(Kind::Moment),
        _ => None,
    }
}

/// The two parts of something.
#[derive(Debug, Clone)]
struct Apart {
    larger: Int,
    smaller: Int,
}

/// What a problem has of one kind.
#[derive(Debug, Default)]
struct Known {
    /// What was taken apart.
    apart: FxHashMap<Int, Apart>,
    /// What something was compared with that was not taken apart then.
    compared: FxHashMap<Int, Vec<Int>>,
}

/// The dates and moments of a problem.
#[derive(Debug, Default)]
pub(super) struct Calendar {
    dates: Known,
    moments: Known,
    /// Moments that lie so many days after one that was not taken apart then.
    days_after: FxHashMap<Int, Vec<(Int, Int)>>,
}

impl Calendar {
    fn of(&mut self, kind: Kind) -> &mut Known {
        match kind {
            Kind::Date => &mut self.dates,
            Kind::Moment => &mut self.moments,
        }
    }
}

/// The days before each month in a year that begins with March.
const DAYS_BEFORE: [i64; 12] = [0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337];

/// The days of each month in a year that begins with March and is no leap year.
const LENGTHS: [i64; 12] = [31, 30, 31, 30, 31, 31, 30, 31, 30, 31, 31, 28];

/// The first of March of the year 0, as the number of days before 1970.
const EPOCH: i64 = 719_468;

fn times(number: &Int, factor: i64) -> Int {
    Int::mul(&[number.clone(), whole(factor)])
}

fn sum(terms: &[Int]) -> Int {
    Int::add(terms)
}

/// A month of a year that begins with March, so that the day that only leap years have is the last of a year.
struct Month {
    year: Int,
    /// 0 is March.
    index: Int,
}

impl Month {
    fn at(months: &Int) -> Month {
        Month {
            year: months.div(12),
            index: months.modulo(12),
        }
    }

    /// The days before it since the first of March of the year 0.
    fn days_before(&self) -> Int {
        let fours = self.year.div(4);
        let centuries = fours.div(25);
        sum(&[
            times(&self.year, 365),
            fours,
            centuries.unary_minus(),
            centuries.div(4),
            self.look_up(&DAYS_BEFORE),
        ])
    }

    fn length(&self) -> Int {
        let last_of = |number: &Int, many: i64| number.modulo(many).eq(many - 1);
        let fours = self.year.div(4);
        let leap = all([
            last_of(&self.year, 4),
            any([last_of(&fours, 25).not(), last_of(&fours.div(25), 4)]),
        ]);
        let longer = all([self.index.eq(11), leap]);
        longer.ite(&whole(29), &self.look_up(&LENGTHS))
    }

    /// What a table has for the month.
    fn look_up(&self, table: &[i64; 12]) -> Int {
        let later = (1_i64..).zip(&table[1..]);
        later.fold(whole(table[0]), |others, (index, number)| {
            self.index.eq(index).ite(&whole(*number), &others)
        })
    }

    /// Whether it is January or February: these belong to the next year for everybody else.
    fn is_early(&self) -> Bool {
        self.index.ge(10)
    }
}

/// The year of a date.
pub(super) fn year_of(terms: &mut Terms, date: &Int) -> Int {
    let month = Month::at(&date_apart(terms, date).larger);
    sum(&[month.is_early().ite(&whole(1), &whole(0)), month.year])
}

/// The month of a date, from 1 to 12.
pub(super) fn month_of(terms: &mut Terms, date: &Int) -> Int {
    let month = Month::at(&date_apart(terms, date).larger);
    sum(&[month.is_early().ite(&whole(-9), &whole(3)), month.index])
}

/// The day of the month of a date.
pub(super) fn day_of(terms: &mut Terms, date: &Int) -> Int {
    date_apart(terms, date).smaller
}

/// The date of a moment.
pub(super) fn date_of(terms: &mut Terms, moment: &Int) -> Int {
    moment_apart(terms, moment).larger
}

/// The time of day of a moment.
pub(super) fn time_of(terms: &mut Terms, moment: &Int) -> Int {
    moment_apart(terms, moment).smaller
}

fn date_apart(terms: &mut Terms, date: &Int) -> Apart {
    if let Some(known) = known_apart(terms, Kind::Date, date) {
        return known;
    }
    let (months, day) = (Int::fresh_const("months"), Int::fresh_const("day"));
    let month = Month::at(&months);
    let from_march = sum(&[date.clone(), whole(EPOCH)]);
    // 400 years have 4800 months and 146097 days. So far are days of a month from where it would begin if all were alike.
    let beyond = Int::sub(&[times(&from_march, 4800), times(&months, 146_097)]);
    terms.definitions.push(all([
        from_march.eq(sum(&[month.days_before(), day.clone(), whole(-1)])),
        day.ge(1),
        day.le(month.length()),
        beyond.ge(-7092),
        beyond.le(155_286),
    ]));
    learn(terms, Kind::Date, date, months, day)
}

fn moment_apart(terms: &mut Terms, moment: &Int) -> Apart {
    if let Some(known) = known_apart(terms, Kind::Moment, moment) {
        return known;
    }
    let (date, time) = (moment.div(DAY), moment.modulo(DAY));
    learn(terms, Kind::Moment, moment, date, time)
}

/// The parts of something, where they need not be found out.
fn known_apart(terms: &mut Terms, kind: Kind, number: &Int) -> Option<Apart> {
    if let Some(known) = terms.calendar.of(kind).apart.get(number) {
        return Some(known.clone());
    }
    let number = number.as_i64()?;
    Some(match kind {
        Kind::Date => {
            let civil = calendar::civil_of(&number.into());
            let months: BigInt = civil.year * 12 + civil.month - 3;
            Apart {
                larger: big(&months),
                smaller: big(&civil.day),
            }
        }
        Kind::Moment => Apart {
            larger: whole(number.div_euclid(DAY)),
            smaller: whole(number.rem_euclid(DAY)),
        },
    })
}

/// Keeps the parts of something, and relates it to what it was compared with.
fn learn(terms: &mut Terms, kind: Kind, number: &Int, larger: Int, smaller: Int) -> Apart {
    let apart = Apart { larger, smaller };
    let known = terms.calendar.of(kind);
    known.apart.insert(number.clone(), apart.clone());
    for other in known.compared.remove(number).unwrap_or_default() {
        // What is taken apart later finds this one among what it was compared with.
        if let Some(other_apart) = known_apart(terms, kind, &other) {
            relate(terms, kind, (number, &apart), (&other, &other_apart));
        }
    }
    if kind == Kind::Moment {
        for (days, moved) in terms.calendar.days_after.remove(number).unwrap_or_default() {
            learn_days_after(terms, &apart, &days, &moved);
        }
    }
    apart
}

/// Days later it is the same time of day.
fn learn_days_after(terms: &mut Terms, apart: &Apart, days: &Int, moved: &Int) {
    let date = sum(&[apart.larger.clone(), days.clone()]);
    learn(terms, Kind::Moment, moved, date, apart.smaller.clone());
}

/// Takes note that it matters whether two dates or moments are the same: once both are taken apart, their parts are related.
pub(super) fn compare(terms: &mut Terms, kind: Kind, left: &Int, right: &Int) {
    if left == right {
        return;
    }
    let left_apart = known_apart(terms, kind, left);
    let right_apart = known_apart(terms, kind, right);
    if let (Some(left_apart), Some(right_apart)) = (&left_apart, &right_apart) {
        return relate(terms, kind, (left, left_apart), (right, right_apart));
    }
    let compared = &mut terms.calendar.of(kind).compared;
    let sides = [(left, right, left_apart), (right, left, right_apart)];
    for (number, other, _) in sides.iter().filter(|(_, _, apart)| apart.is_none()) {
        let others = compared.entry((*number).clone()).or_default();
        if !others.contains(other) {
            others.push((*other).clone());
        }
    }
}

/// Takes a date apart that one of many has, if the one that they share is, or was compared with one that is: what is found out about that
/// goes for whoever has it.
pub(super) fn share(terms: &mut Terms, kind: Kind, shared: &Int, own: &Int) {
    let known = terms.calendar.of(kind);
    let is_apart = |number: &Int| known.apart.contains_key(number);
    let mut others = known.compared.get(shared).into_iter().flatten();
    if is_apart(shared) || others.any(is_apart) {
        take_apart(terms, kind, shared);
        take_apart(terms, kind, own);
        compare(terms, kind, shared, own);
    }
}

fn take_apart(terms: &mut Terms, kind: Kind, number: &Int) -> Apart {
    match kind {
        Kind::Date => date_apart(terms, number),
        Kind::Moment => moment_apart(terms, number),
    }
}

/// What is the same has the same parts.
fn relate(terms: &mut Terms, kind: Kind, left: (&Int, &Apart), right: (&Int, &Apart)) {
    let parts_are_same = all([
        left.1.larger.eq(right.1.larger.clone()),
        left.1.smaller.eq(right.1.smaller.clone()),
    ]);
    let same = left.0.eq(right.0.clone());
    terms.hints.push(implies(&same, parts_are_same));
    if kind == Kind::Moment {
        compare(terms, Kind::Date, &left.1.larger, &right.1.larger);
    }
}

/// The day that lies months and days after another.
pub(super) fn add_to_date(terms: &mut Terms, date: &Int, months: &Int, days: &Int) -> Int {
    let mut moved = date.clone();
    if !is_zero(months) {
        let before = date_apart(terms, date);
        let months = sum(&[before.larger, months.clone()]);
        let month = Month::at(&months);
        let length = month.length();
        let day = before.smaller;
        let day = day.le(length.clone()).ite(&day, &length);
        moved = sum(&[month.days_before(), day.clone(), whole(-1 - EPOCH)]);
        learn(terms, Kind::Date, &moved, months, day);
    }
    if is_zero(days) {
        return moved;
    }
    sum(&[moved, days.clone()])
}

/// The moment that lies months and days after another.
pub(super) fn add_to_moment(terms: &mut Terms, moment: &Int, months: &Int, days: &Int) -> Int {
    if is_zero(months) {
        let moved = sum(&[moment.clone(), times(days, DAY)]);
        if let Some(apart) = known_apart(terms, Kind::Moment, moment) {
            learn_days_after(terms, &apart, days, &moved);
        } else {
            let after = terms.calendar.days_after.entry(moment.clone());
            after.or_default().push((days.clone(), moved.clone()));
        }
        return moved;
    }
    let before = moment_apart(terms, moment);
    let date = add_to_date(terms, &before.larger, months, days);
    let moved = sum(&[times(&date, DAY), before.smaller.clone()]);
    learn(terms, Kind::Moment, &moved, date, before.smaller);
    moved
}

fn is_zero(number: &Int) -> bool {
    number.simplify() == whole(0)
}

#[cfg(test)]
mod tests {
    use z3::{SatResult, Solver};

    use super::*;

    /// A variable that is a number.
    fn variable(terms: &mut Terms, name: &str, number: i64) -> Int {
        let variable = Int::new_const(name);
        terms.definitions.push(variable.eq(number));
        variable
    }

    /// What the solver makes of a number that is defined on the way.
    fn solved(terms: &Terms, number: &Int) -> Option<BigInt> {
        let solver = Solver::new();
        for said in terms.definitions.iter().chain(&terms.hints) {
            solver.assert(said);
        }
        assert_eq!(solver.check(), SatResult::Sat);
        let solved = solver.get_model()?.eval(number, true)?.as_i64();
        solved.map(BigInt::from)
    }

    #[test]
    fn days_are_taken_apart_as_the_interpreter_does() {
        for number in (-800_000..900_000).step_by(17_011).chain(11_000..11_030) {
            let mut terms = Terms::new(1);
            let expected = calendar::civil_of(&BigInt::from(number));
            let expected: BigInt = expected.year * 400 + expected.month * 32 + expected.day;
            let date = variable(&mut terms, "date", number);
            for date in [whole(number), date] {
                let year = year_of(&mut terms, &date);
                let month = month_of(&mut terms, &date);
                let day = day_of(&mut terms, &date);
                let code = sum(&[times(&year, 400), times(&month, 32), day]);
                assert_eq!(solved(&terms, &code), Some(expected.clone()), "{number}");
            }
        }
    }

    #[test]
    fn no_day_is_farther_from_where_its_month_would_begin() {
        let (mut least, mut most) = (i64::MAX, i64::MIN);
        for from_march in 0..146_097 {
            let civil = calendar::civil_of(&(from_march - EPOCH).into());
            let months: BigInt = civil.year * 12 + civil.month - 3;
            let beyond = from_march * 4800 - i64::try_from(months).unwrap_or(0) * 146_097;
            (least, most) = (least.min(beyond), most.max(beyond));
        }
        assert_eq!((least, most), (-7092, 155_286));
    }

    #[test]
    fn terms_are_added_as_the_interpreter_does() {
        for (number, months) in (11_000..12_500).step_by(29).zip((-40..40).cycle()) {
            let mut terms = Terms::new(1);
            let date = variable(&mut terms, "date", number);
            let later = add_to_date(&mut terms, &date, &whole(months), &whole(3));
            let expected = calendar::add_term(&number.into(), &months.into(), &3.into());
            assert_eq!(solved(&terms, &later), Some(expected), "{number} {months}");
        }
    }

    #[test]
    fn moments_keep_their_time_of_day() {
        for (date, months) in (-400..12_500).step_by(431).zip((-40..40).cycle()) {
            let mut terms = Terms::new(1);
            let moment = variable(&mut terms, "moment", date * DAY + 34_200);
            let later = add_to_moment(&mut terms, &moment, &whole(months), &whole(3));
            let expected = calendar::add_term(&date.into(), &months.into(), &3.into());
            let expected = expected * DAY + 34_200;
            assert_eq!(solved(&terms, &later), Some(expected), "{date} {months}");
        }
    }

    /// Whatever is said of things that are compared follows from what they are.
    #[test]
    fn hints_follow_from_definitions() {
        let mut terms = Terms::new(1);
        let moment = variable(&mut terms, "moment", 19_388 * DAY + 7);
        let other = Int::new_const("other");
        compare(&mut terms, Kind::Moment, &moment, &other);
        compare(&mut terms, Kind::Moment, &other, &whole(19_416 * DAY + 7));
        for moment in [&moment, &other] {
            let date = date_of(&mut terms, moment);
            day_of(&mut terms, &date);
        }
        let solver = Solver::new();
        for definition in &terms.definitions {
            solver.assert(definition);
        }
        // Two moments, and the dates of both, and the same again for the one that is written.
        assert_eq!(terms.hints.len(), 4);
        solver.assert(all(terms.hints.clone()).not());
        assert_eq!(solver.check(), SatResult::Unsat);
    }
}
