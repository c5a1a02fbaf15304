//! Values that literals stand for.

use num_bigint::BigInt;
use smol_str::SmolStr;

/// The value of a literal.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// `True`, `False`
    Boolean(bool),
    /// `42`
    Integer(BigInt),
    /// `1.5`
    Real(Decimal),
    /// `"text"`, without its quotes
    String(SmolStr),
    /// `EUR 50.00`
    Money(Money),
    /// `EUR`
    Currency(SmolStr),
    /// `10%`
    Percentage(BigInt),
    /// `26 Sep 2016`
    Date(Date),
    /// `16:42`
    Time(Time),
    /// `26 Sep 2016, 16:42`
    DateTime(Date, Time),
    /// `NL10INGB0001`
    Iban(SmolStr),
    /// `Month`
    Period(Period),
    /// `3 Month`
    Term(BigInt, Period),
    /// `Monthly`
    Frequency(Period),
    /// `EURIBOR`
    Norm(SmolStr),
}

/// A decimal number: `digits / 10^scale`, with no zeros at its end.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// All digits.
    pub digits: BigInt,
    /// How many of them stand behind the point.
    pub scale: u32,
}

/// An amount in a currency.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Money {
    /// The currency as written: `EUR`, `CUR_GBP`.
    pub currency: SmolStr,
    /// Hundredths.
    pub cents: BigInt,
}

/// A day of the Gregorian calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: i32,
    /// 1 to 12.
    pub month: u8,
    /// 1 to 31.
    pub day: u8,
}

/// A time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time {
    /// 0 to 23.
    pub hour: u8,
    /// 0 to 59.
    pub minutes: u8,
    /// 0 to 59.
    pub seconds: u8,
}

/// A unit of calendar time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Period {
    /// One day.
    Day,
    /// Seven days.
    Week,
    /// One month.
    Month,
    /// Three months.
    Quarter,
    /// Twelve months.
    Year,
}

/// The three-letter names of the months.
pub const MONTHS: [&str; 12] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
];

impl Period {
    /// The period that a period literal (`Month`) or a frequency literal (`Monthly`) names.
    pub fn named(text: &str) -> Option<Period> {
        Some(match text {
            "Day" | "Daily" => Period::Day,
            "Week" | "Weekly" => Period::Week,
            "Month" | "Monthly" => Period::Month,
            "Quarter" | "Quarterly" => Period::Quarter,
            "Year" | "Yearly" => Period::Year,
            _ => return None,
        })
    }
}

impl Decimal {
    /// Reads `1.50`.
    pub fn parse(text: &str) -> Option<Decimal> {
        let (whole, fraction) = text.split_once('.')?;
        let fraction = fraction.trim_end_matches('0');
        Some(Decimal {
            digits: format!("{whole}{fraction}").parse().ok()?,
            scale: u32::try_from(fraction.len()).ok()?,
        })
    }
}

impl Money {
    /// Reads a currency and `50.00`.
    pub fn parse(currency: &str, amount: &str) -> Option<Money> {
        let (whole, cents) = amount.split_once('.')?;
        let cents = (cents.len() == 2).then(|| format!("{whole}{cents}").parse().ok())??;
        Some(Money {
            currency: currency.into(),
            cents,
        })
    }
}

impl Time {
    /// Reads `16:42` or `16 : 42 : 07`.
    pub fn parse(text: &str) -> Option<Time> {
        let mut parts = text.split(':').map(|part| part.trim().parse::<u8>().ok());
        let (hour, minutes) = (parts.next()??, parts.next()??);
        let seconds = parts.next().unwrap_or(Some(0))?;
        (hour < 24 && minutes < 60 && seconds < 60).then_some(Time {
            hour,
            minutes,
            seconds,
        })
    }
}
