//! Days, months and seconds as numbers.
//!
//! A date is the number of days since 1 Jan 1970 in the Gregorian calendar, which is taken to reach back and forward
//! for ever; a time of day the number of seconds since midnight; a date with a time the number of seconds since that
//! first midnight. All of it is whole-number arithmetic with floor division, so that the same formulas can be handed
//! to a solver.

use crate::number::{div_floor, mod_floor};
use num_bigint::BigInt;

/// Seconds of a day.
pub const DAY: i64 = 86_400;

/// A day as people write it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Civil {
    /// The year.
    pub year: BigInt,
    /// 1 to 12.
    pub month: BigInt,
    /// 1 to 31.
    pub day: BigInt,
}

/// The number of a day. The day of the month may lie beyond the month's end; it counts on.
pub fn days_of(civil: &Civil) -> BigInt {
    // Years are counted from March, so that the day that only leap years have is the last of a year.
    let shifted: BigInt = &civil.month + 9;
    let from_march = mod_floor(&shifted, 12);
    let year: BigInt = &civil.year - 1 + div_floor(&shifted, 12);
    let in_year: BigInt = div_floor(&(&from_march * 153 + 2), 5) + &civil.day - 1;
    let leap_days = div_floor(&year, 4) - div_floor(&year, 100) + div_floor(&year, 400);
    year * 365 + leap_days + in_year - 719_468
}

/// The day of a number.
pub fn civil_of(days: &BigInt) -> Civil {
    const DAYS_OF_400_YEARS: i64 = 146_097;
    let from_march: BigInt = days + 719_468;
    let era = div_floor(&from_march, DAYS_OF_400_YEARS);
    let in_era = mod_floor(&from_march, DAYS_OF_400_YEARS);
    let without_leap: BigInt = &in_era - div_floor(&in_era, 1460) + div_floor(&in_era, 36_524)
        - div_floor(&in_era, 146_096);
    let year_of_era = div_floor(&without_leap, 365);
    let in_year: BigInt =
        &in_era - (&year_of_era * 365 + div_floor(&year_of_era, 4) - div_floor(&year_of_era, 100));
    let march_month = div_floor(&(&in_year * 5 + 2), 153);
    let day: BigInt = &in_year - div_floor(&(&march_month * 153 + 2), 5) + 1;
    let after_december = div_floor(&march_month, 10);
    let month: BigInt = &march_month + 3 - &after_december * 12;
    Civil {
        year: era * 400 + year_of_era + after_december,
        month,
        day,
    }
}

/// The day that lies months and days after another. A day that the month reached does not have becomes its last one:
/// a month after 31 Jan is the end of February. Months go first, then days.
pub fn add_term(days: &BigInt, months: &BigInt, more_days: &BigInt) -> BigInt {
    let civil = civil_of(days);
    let counted: BigInt = &civil.year * 12 + &civil.month - 1 + months;
    let first = |count: &BigInt| {
        days_of(&Civil {
            year: div_floor(count, 12),
            month: mod_floor(count, 12) + 1,
            day: 1.into(),
        })
    };
    let start = first(&counted);
    let length = first(&(&counted + 1)) - &start;
    let day = civil.day.min(length);
    start + day - 1 + more_days
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(year: i64, month: i64, day: i64) -> BigInt {
        days_of(&Civil {
            year: year.into(),
            month: month.into(),
            day: day.into(),
        })
    }

    #[test]
    fn days_count_from_1970() {
        assert_eq!(days(1970, 1, 1), BigInt::from(0));
        assert_eq!(days(1969, 12, 31), BigInt::from(-1));
        assert_eq!(days(2000, 3, 1), BigInt::from(11_017));
        assert_eq!(days(2016, 9, 26), BigInt::from(17_070));
    }

    #[test]
    fn every_day_of_eight_centuries_comes_back() {
        let mut expected = days(1599, 12, 31);
        for year in 1600..2400_i64 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let lengths = [
                31,
                if leap { 29 } else { 28 },
                31,
                30,
                31,
                30,
                31,
                31,
                30,
                31,
                30,
                31,
            ];
            for (month, length) in (1..).zip(lengths) {
                for day in 1..=length {
                    expected += 1;
                    assert_eq!(days(year, month, day), expected);
                    let back = civil_of(&expected);
                    assert_eq!(
                        back,
                        Civil {
                            year: year.into(),
                            month: month.into(),
                            day: day.into()
                        }
                    );
                }
            }
        }
    }

    #[test]
    fn months_end_where_they_end() {
        let after =
            |from: BigInt, months: i64, more: i64| add_term(&from, &months.into(), &more.into());
        assert_eq!(after(days(2023, 1, 31), 1, 0), days(2023, 2, 28));
        assert_eq!(after(days(2024, 1, 31), 1, 0), days(2024, 2, 29));
        assert_eq!(after(days(2024, 3, 31), -1, 0), days(2024, 2, 29));
        assert_eq!(after(days(2024, 2, 29), 12, 0), days(2025, 2, 28));
        assert_eq!(after(days(2024, 12, 31), 1, 1), days(2025, 2, 1));
        assert_eq!(after(days(2024, 1, 15), -13, 0), days(2022, 12, 15));
    }
}
