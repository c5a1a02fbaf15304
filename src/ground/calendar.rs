//! Dates as terms: what [`crate::model::calendar`] computes.
//!
//! A chain of divisions is hard for a solver to run backwards. So the month and the day of a date are inputs with a
//! description: of them the date is computed, and linear bounds tell roughly which month it must be. That a date lies
//! in one month and on one day only is nothing that a solver sees easily either: where dates are compared, a hint says
//! that the same date has the same month and day. Moments are taken apart into dates and times of day in the same way.

use rustc_hash::FxHashMap;

use super::context::Context;
use crate::logic::rewrite::symbols;
use crate::logic::{Symbol, TermId, Terms};
use crate::model::calendar::DAY;
use crate::semantics::types::Type;

/// What is taken apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Into the months since March of the year 0 and the day of the month.
    Date,
    /// A date with a time, into the date and the seconds since midnight.
    Moment,
}

/// How values of a type are taken apart, if they are.
pub fn kind(ty: &Type) -> Option<Kind> {
    match ty {
        Type::Date => Some(Kind::Date),
        Type::DateTime => Some(Kind::Moment),
        _ => None,
    }
}

/// The two parts of something.
#[derive(Debug, Clone, Copy)]
struct Apart {
    larger: TermId,
    smaller: TermId,
}

/// What a translation has of one kind.
#[derive(Debug, Clone, Default)]
struct Known {
    /// What was taken apart.
    apart: FxHashMap<TermId, Apart>,
    /// What something was compared with that was not taken apart then.
    compared: FxHashMap<TermId, Vec<TermId>>,
}

/// The dates and moments of a translation.
#[derive(Debug, Clone, Default)]
pub(super) struct Calendar {
    dates: Known,
    moments: Known,
    /// Moments that lie so many days after one that was not taken apart then.
    days_after: FxHashMap<TermId, Vec<(TermId, TermId)>>,
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

/// The days of 400 years, which have 4800 months.
const DAYS_OF_ERA: i64 = 146_097;

fn times(terms: &mut Terms, number: TermId, factor: i64) -> TermId {
    let factor = terms.int(factor);
    terms.multiply(number, factor)
}

fn plus(terms: &mut Terms, number: TermId, more: i64) -> TermId {
    let more = terms.int(more);
    terms.add(&[number, more])
}

fn div(terms: &mut Terms, number: TermId, divisor: i64) -> TermId {
    let divisor = terms.int(divisor);
    terms.divide(number, divisor)
}

fn rest(terms: &mut Terms, number: TermId, divisor: i64) -> TermId {
    let divisor = terms.int(divisor);
    terms.modulo(number, divisor)
}

fn is(terms: &mut Terms, number: TermId, value: i64) -> TermId {
    let value = terms.int(value);
    terms.equal(number, value)
}

/// A month of a year that begins with March, so that the day that only leap years have is the last of a year.
struct Month {
    year: TermId,
    /// 0 is March.
    index: TermId,
}

impl Month {
    fn at(terms: &mut Terms, months: TermId) -> Month {
        Month {
            year: div(terms, months, 12),
            index: rest(terms, months, 12),
        }
    }

    /// The days before it since the first of March of the year 0.
    fn days_before(&self, terms: &mut Terms) -> TermId {
        let fours = div(terms, self.year, 4);
        let centuries = div(terms, fours, 25);
        let eras = div(terms, centuries, 4);
        let of_years = times(terms, self.year, 365);
        let of_months = self.look_up(terms, &DAYS_BEFORE);
        let less = terms.negate(centuries);
        terms.add(&[of_years, fours, less, eras, of_months])
    }

    fn length(&self, terms: &mut Terms) -> TermId {
        let last_of = |terms: &mut Terms, number: TermId, many: i64| {
            let rest = rest(terms, number, many);
            is(terms, rest, many - 1)
        };
        let fours = div(terms, self.year, 4);
        let centuries = div(terms, fours, 25);
        let (fourth, hundredth) = (last_of(terms, self.year, 4), last_of(terms, fours, 25));
        let four_hundredth = last_of(terms, centuries, 4);
        let no_hundredth = terms.not(hundredth);
        let counts = terms.or([no_hundredth, four_hundredth]);
        let is_february = is(terms, self.index, 11);
        let longer = terms.and([is_february, fourth, counts]);
        let (of_leap_years, of_others) = (terms.int(29), self.look_up(terms, &LENGTHS));
        terms.ite(longer, of_leap_years, of_others)
    }

    /// What a table has for the month.
    fn look_up(&self, terms: &mut Terms, table: &[i64; 12]) -> TermId {
        let mut found = terms.int(table[0]);
        for (index, number) in (1_i64..).zip(&table[1..]) {
            let (is_it, number) = (is(terms, self.index, index), terms.int(*number));
            found = terms.ite(is_it, number, found);
        }
        found
    }

    /// Whether it is January or February: these belong to the next year for everybody else.
    fn is_early(&self, terms: &mut Terms) -> TermId {
        let january = terms.int(10);
        terms.less_equal(january, self.index)
    }
}

/// The year of a date.
pub fn year_of(context: &mut Context, date: TermId) -> TermId {
    let months = date_apart(context, date).larger;
    let terms = &mut context.terms;
    let month = Month::at(terms, months);
    let (early, one, none) = (month.is_early(terms), terms.int(1), terms.int(0));
    let more = terms.ite(early, one, none);
    terms.add(&[month.year, more])
}

/// The month of a date, from 1 to 12.
pub fn month_of(context: &mut Context, date: TermId) -> TermId {
    let months = date_apart(context, date).larger;
    let terms = &mut context.terms;
    let month = Month::at(terms, months);
    let (early, back, on) = (month.is_early(terms), terms.int(-9), terms.int(3));
    let more = terms.ite(early, back, on);
    terms.add(&[month.index, more])
}

/// The day of the month of a date.
pub fn day_of(context: &mut Context, date: TermId) -> TermId {
    date_apart(context, date).smaller
}

/// The date of a moment.
pub fn date_of(context: &mut Context, moment: TermId) -> TermId {
    moment_apart(context, moment).larger
}

/// The time of day of a moment.
pub fn time_of(context: &mut Context, moment: TermId) -> TermId {
    moment_apart(context, moment).smaller
}

fn date_apart(context: &mut Context, date: TermId) -> Apart {
    if let Some(known) = context.calendar.dates.apart.get(&date) {
        return *known;
    }
    if context.terms.constant(date).is_some() || reads_bound(&context.terms, date) {
        let computed = computed_apart(&mut context.terms, date);
        return learn(context, Kind::Date, date, computed);
    }
    if let Some(before) = context.one_step_before(date) {
        // The next step takes the same date apart, and once is enough.
        let apart = date_apart(context, before);
        let later = Apart {
            larger: context.in_next(apart.larger),
            smaller: context.in_next(apart.smaller),
        };
        return learn(context, Kind::Date, date, later);
    }
    let computed = computed_apart(&mut context.terms, date);
    let months = context.fresh_defined("months", computed.larger);
    let day = context.fresh_defined("day", computed.smaller);
    let description = described(&mut context.terms, date, months, day);
    // Whoever asks for only one of them needs all of it.
    context.describe(months, description);
    context.describe(day, description);
    let apart = Apart {
        larger: months,
        smaller: day,
    };
    learn(context, Kind::Date, date, apart)
}

/// Whether a term depends on a variable of a quantifier, so that no input can stand for it.
fn reads_bound(terms: &Terms, term: TermId) -> bool {
    symbols(terms, term)
        .iter()
        .any(|symbol| matches!(symbol, Symbol::Bound(_)))
}

/// The months and the day of a date, as [`crate::model::calendar::civil_of`] computes them.
fn computed_apart(terms: &mut Terms, date: TermId) -> Apart {
    let from_march = plus(terms, date, EPOCH);
    let era = div(terms, from_march, DAYS_OF_ERA);
    let in_era = rest(terms, from_march, DAYS_OF_ERA);
    let leaps = [
        div(terms, in_era, 1460),
        div(terms, in_era, 36_524),
        div(terms, in_era, 146_096),
    ];
    let fewer = [terms.negate(leaps[0]), terms.negate(leaps[2])];
    let without_leap = terms.add(&[in_era, fewer[0], leaps[1], fewer[1]]);
    let year_of_era = div(terms, without_leap, 365);
    let of_years = times(terms, year_of_era, 365);
    let (fours, hundreds) = (div(terms, year_of_era, 4), div(terms, year_of_era, 100));
    let days_of_years = terms.add(&[of_years, fours]);
    let days_of_years = terms.subtract(days_of_years, hundreds);
    let in_year = terms.subtract(in_era, days_of_years);
    let five_times = times(terms, in_year, 5);
    let five_times = plus(terms, five_times, 2);
    let month = div(terms, five_times, 153);
    let before = times(terms, month, 153);
    let before = plus(terms, before, 2);
    let before = div(terms, before, 5);
    let day = terms.subtract(in_year, before);
    let day = plus(terms, day, 1);
    let (of_eras, of_years) = (times(terms, era, 4800), times(terms, year_of_era, 12));
    Apart {
        larger: terms.add(&[of_eras, of_years, month]),
        smaller: day,
    }
}

/// What is true of the months and the day of a date, and of no others.
fn described(terms: &mut Terms, date: TermId, months: TermId, day: TermId) -> TermId {
    let month = Month::at(terms, months);
    let from_march = plus(terms, date, EPOCH);
    let before = month.days_before(terms);
    let sum = terms.add(&[before, day]);
    let sum = plus(terms, sum, -1);
    // So far are days of a month from where it would begin if all were alike.
    let (scaled, begun) = (
        times(terms, from_march, 4800),
        times(terms, months, DAYS_OF_ERA),
    );
    let beyond = terms.subtract(scaled, begun);
    let (one, length) = (terms.int(1), month.length(terms));
    let (least, most) = (terms.int(-7092), terms.int(155_286));
    let conditions = [
        terms.equal(from_march, sum),
        terms.less_equal(one, day),
        terms.less_equal(day, length),
        terms.less_equal(least, beyond),
        terms.less_equal(beyond, most),
    ];
    terms.and(conditions)
}

fn moment_apart(context: &mut Context, moment: TermId) -> Apart {
    if let Some(known) = context.calendar.moments.apart.get(&moment) {
        return *known;
    }
    let apart = Apart {
        larger: div(&mut context.terms, moment, DAY),
        smaller: rest(&mut context.terms, moment, DAY),
    };
    learn(context, Kind::Moment, moment, apart)
}

/// The parts of something, where they need not be found out.
fn known_apart(context: &mut Context, kind: Kind, number: TermId) -> Option<Apart> {
    if let Some(known) = context.calendar.of(kind).apart.get(&number) {
        return Some(*known);
    }
    context.terms.constant(number)?;
    Some(take_apart(context, kind, number))
}

fn take_apart(context: &mut Context, kind: Kind, number: TermId) -> Apart {
    match kind {
        Kind::Date => date_apart(context, number),
        Kind::Moment => moment_apart(context, number),
    }
}

/// Keeps the parts of something, and relates it to what it was compared with.
fn learn(context: &mut Context, kind: Kind, number: TermId, apart: Apart) -> Apart {
    let known = context.calendar.of(kind);
    known.apart.insert(number, apart);
    for other in known.compared.remove(&number).unwrap_or_default() {
        // What is taken apart later finds this one among what it was compared with.
        if let Some(other_apart) = known_apart(context, kind, other) {
            relate(context, kind, (number, apart), (other, other_apart));
        }
    }
    if kind == Kind::Moment {
        for (days, moved) in context
            .calendar
            .days_after
            .remove(&number)
            .unwrap_or_default()
        {
            learn_days_after(context, apart, days, moved);
        }
    }
    learn_in_next(context, kind, number, apart);
    apart
}

/// What is taken apart in every state is so in the next one.
fn learn_in_next(context: &mut Context, kind: Kind, number: TermId, apart: Apart) {
    let read = symbols(&context.terms, number);
    if read.is_empty() || !read.iter().all(|it| matches!(it, Symbol::Current(_))) {
        return;
    }
    let next = context.in_next(number);
    if !context.calendar.of(kind).apart.contains_key(&next) {
        let later = Apart {
            larger: context.in_next(apart.larger),
            smaller: context.in_next(apart.smaller),
        };
        learn(context, kind, next, later);
    }
}

/// Days later it is the same time of day.
fn learn_days_after(context: &mut Context, apart: Apart, days: TermId, moved: TermId) {
    let larger = context.terms.add(&[apart.larger, days]);
    learn(context, Kind::Moment, moved, Apart { larger, ..apart });
}

/// Takes note that it matters whether two dates or moments are the same: once both are taken apart, their parts are
/// related.
pub fn compare(context: &mut Context, kind: Kind, left: TermId, right: TermId) {
    if left == right {
        return;
    }
    let (left_apart, right_apart) = (
        known_apart(context, kind, left),
        known_apart(context, kind, right),
    );
    if let (Some(left_apart), Some(right_apart)) = (left_apart, right_apart) {
        return relate(context, kind, (left, left_apart), (right, right_apart));
    }
    let compared = &mut context.calendar.of(kind).compared;
    let sides = [(left, right, left_apart), (right, left, right_apart)];
    for (number, other, _) in sides.iter().filter(|(_, _, apart)| apart.is_none()) {
        let others = compared.entry(*number).or_default();
        if !others.contains(other) {
            others.push(*other);
        }
    }
}

/// What is the same has the same parts.
fn relate(context: &mut Context, kind: Kind, left: (TermId, Apart), right: (TermId, Apart)) {
    let terms = &mut context.terms;
    let (larger, smaller) = (
        terms.equal(left.1.larger, right.1.larger),
        terms.equal(left.1.smaller, right.1.smaller),
    );
    let (same, alike) = (terms.equal(left.0, right.0), terms.and([larger, smaller]));
    let hint = terms.implies(same, alike);
    if !reads_bound(&context.terms, hint) {
        context.hints.push(hint);
    }
    if kind == Kind::Moment {
        compare(context, Kind::Date, left.1.larger, right.1.larger);
    }
}

/// The day that lies months and days after another.
pub fn add_to_date(context: &mut Context, date: TermId, months: TermId, days: TermId) -> TermId {
    let mut moved = date;
    let zero = context.terms.int(0);
    if months != zero {
        let before = date_apart(context, date);
        let terms = &mut context.terms;
        let months = terms.add(&[before.larger, months]);
        let month = Month::at(terms, months);
        let length = month.length(terms);
        let fits = terms.less_equal(before.smaller, length);
        let day = terms.ite(fits, before.smaller, length);
        let first = month.days_before(terms);
        let sum = terms.add(&[first, day]);
        moved = plus(terms, sum, -1 - EPOCH);
        let apart = Apart {
            larger: months,
            smaller: day,
        };
        learn(context, Kind::Date, moved, apart);
    }
    context.terms.add(&[moved, days])
}

/// The moment that lies months and days after another.
pub fn add_to_moment(
    context: &mut Context,
    moment: TermId,
    months: TermId,
    days: TermId,
) -> TermId {
    let zero = context.terms.int(0);
    if months == zero {
        let seconds = times(&mut context.terms, days, DAY);
        let moved = context.terms.add(&[moment, seconds]);
        if let Some(apart) = known_apart(context, Kind::Moment, moment) {
            learn_days_after(context, apart, days, moved);
        } else {
            let after = context.calendar.days_after.entry(moment);
            after.or_default().push((days, moved));
        }
        return moved;
    }
    let before = moment_apart(context, moment);
    let date = add_to_date(context, before.larger, months, days);
    let seconds = times(&mut context.terms, date, DAY);
    let moved = context.terms.add(&[seconds, before.smaller]);
    let apart = Apart {
        larger: date,
        smaller: before.smaller,
    };
    learn(context, Kind::Moment, moved, apart);
    moved
}
