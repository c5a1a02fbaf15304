//! Values as people and saved runs write them: the reverse of how they print.
//!
//! The type says what to expect, so that nothing has to be guessed: after a day, a comma goes on with the time of a
//! `DateTime`, and in a set of days it does not.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;

use super::calendar::{self, Civil, DAY};
use super::value::{Value, of_type, term_of};
use crate::number::Rational;
use crate::semantics::types::Type;
use crate::semantics::value::{MONTHS, Money, Period, Time};
use crate::stack::with_enough_stack;

/// Why a text is no value of a type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {}", found(.rest))]
pub struct Unreadable {
    /// What should stand there.
    pub expected: String,
    /// What stands there, with all that follows.
    pub rest: String,
}

/// The beginning of what stands where something else is due.
fn found(rest: &str) -> String {
    const MOST: usize = 30;
    let mut characters = rest.chars();
    let shown: String = characters.by_ref().take(MOST).collect();
    match (shown.is_empty(), characters.next()) {
        (true, _) => "nothing more".to_owned(),
        (false, None) => format!("`{shown}`"),
        (false, Some(_)) => format!("`{shown}...`"),
    }
}

/// Reads a text that is one value of a type and nothing else.
pub fn read_value(ty: &Type, text: &str) -> Result<Value, Unreadable> {
    let mut reader = Reader::new(text);
    let value = reader.value(ty)?;
    if reader.is_at_end() {
        Ok(value)
    } else {
        Err(reader.unreadable("nothing more"))
    }
}

/// How values of a type are written, by an example.
pub fn example(ty: &Type) -> String {
    let example = match ty {
        Type::Boolean => "`True` or `False`",
        Type::Integer => "a whole number such as `-3`",
        Type::Real => "a number such as `1.5`",
        Type::String => "a text such as `\"abc\"`",
        Type::Money => "an amount such as `EUR 5.00`",
        Type::Currency => "a currency such as `EUR`",
        Type::Percentage => "a percentage such as `10%`",
        Type::Date => "a day such as `26 Sep 2016`",
        Type::Time => "a time such as `16:42`",
        Type::DateTime => "a day and a time such as `26 Sep 2016, 16:42`",
        Type::Iban => "an IBAN such as `NL91ABNA0417164300`",
        Type::Period => "`Day`, `Week`, `Month`, `Quarter` or `Year`",
        Type::Term => "a term such as `3 Month`",
        Type::Frequency => "`Daily`, `Weekly`, `Monthly`, `Quarterly` or `Yearly`",
        Type::Set(_) => "a set such as `{}`",
        Type::Map(..) => "a map such as `()`",
        _ => "`_`",
    };
    example.to_owned()
}

/// A text that is read from left to right.
#[derive(Debug, Clone)]
pub struct Reader<'t> {
    rest: &'t str,
}

type Read<T> = Result<T, Unreadable>;

impl<'t> Reader<'t> {
    /// Reads this text from its beginning.
    pub fn new(text: &'t str) -> Reader<'t> {
        Reader { rest: text.trim() }
    }

    /// Whether nothing follows.
    pub fn is_at_end(&self) -> bool {
        self.rest.is_empty()
    }

    /// What has not been read.
    pub fn rest(&self) -> &'t str {
        self.rest
    }

    /// Something else should stand here.
    pub fn unreadable(&self, expected: impl Into<String>) -> Unreadable {
        Unreadable {
            expected: expected.into(),
            rest: self.rest.to_owned(),
        }
    }

    /// Goes past a text, if it stands here.
    pub fn skip(&mut self, text: &str) -> bool {
        match self.rest.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest.trim_start();
                true
            }
            None => false,
        }
    }

    /// Goes past a text that has to stand here.
    pub fn expect(&mut self, text: &str) -> Read<()> {
        if self.skip(text) {
            Ok(())
        } else {
            Err(self.unreadable(format!("`{text}`")))
        }
    }

    /// Letters, digits and underscores; perhaps none.
    pub fn word(&mut self) -> &'t str {
        self.take(|c| c.is_ascii_alphanumeric() || c == '_')
    }

    fn take(&mut self, belongs: impl Fn(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !belongs(c)).unwrap_or(self.rest.len());
        let (taken, rest) = self.rest.split_at(end);
        self.rest = rest.trim_start();
        taken
    }

    /// A value of a type.
    pub fn value(&mut self, ty: &Type) -> Read<Value> {
        let before = self.clone();
        let value = with_enough_stack(|| self.value_of(ty))?;
        value.ok_or_else(|| before.unreadable(example(ty)))
    }

    /// A value of a type; none where something else stands there.
    fn value_of(&mut self, ty: &Type) -> Read<Option<Value>> {
        Ok(match ty {
            Type::Set(element) => Some(Value::Set(self.set(element)?)),
            Type::Map(key, value) => Some(Value::Map(self.map(key, value)?)),
            Type::Integer => self.integer().map(Value::Integer),
            Type::Real => self.real().map(Value::Real),
            Type::String => self.string().map(|text| Value::String(text.into())),
            Type::Money => self.money(),
            Type::Percentage => self.percentage(),
            Type::Date => self.date().map(Value::Date),
            Type::Time => self.time().map(Value::Time),
            Type::DateTime => self.date_time(),
            Type::Term => self.term(),
            Type::Boolean | Type::Currency | Type::Iban | Type::Period | Type::Frequency => {
                named(ty, self.word())
            }
            // Only what stands for no value at all is a value of types that have none.
            _ => (of_type(ty) == Value::Open && self.skip("_")).then_some(Value::Open),
        })
    }

    fn integer(&mut self) -> Option<BigInt> {
        let sign = if self.skip("-") { -1 } else { 1 };
        let digits = self.take(|c| c.is_ascii_digit());
        Some(digits.parse::<BigInt>().ok()? * sign)
    }

    /// `1.5`, `-3`, `(1.0 / 3.0)`
    fn real(&mut self) -> Option<Rational> {
        if !self.skip("(") {
            return self.decimal();
        }
        let numerator = self.decimal()?;
        let denominator = self.skip("/").then(|| self.decimal())??;
        self.skip(")").then(|| numerator.over(&denominator))?
    }

    fn decimal(&mut self) -> Option<Rational> {
        let sign = if self.skip("-") { -1 } else { 1 };
        let text = self.take(|c| c.is_ascii_digit() || c == '.');
        let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
        let is_missing = whole.is_empty() || text.ends_with('.');
        let digits =
            (!is_missing).then(|| format!("{whole}{decimals}").parse::<BigInt>().ok())??;
        let scale = u32::try_from(decimals.len()).ok()?;
        let scale = BigInt::from(10).pow(scale);
        Some(Rational::new(digits * sign, scale))
    }

    fn string(&mut self) -> Option<&'t str> {
        let inside = self.rest.strip_prefix('"')?;
        let (text, rest) = inside.split_once('"')?;
        self.rest = rest.trim_start();
        Some(text)
    }

    fn money(&mut self) -> Option<Value> {
        let sign = if self.skip("-") { -1 } else { 1 };
        let currency = self.take(|c| c.is_ascii_uppercase() || c == '_');
        let amount = self.take(|c| c.is_ascii_digit() || c == '.');
        let money = is_currency(currency).then(|| Money::parse(currency, amount))??;
        Some(Value::Money(money.currency, money.cents * sign))
    }

    fn percentage(&mut self) -> Option<Value> {
        let number = self.integer()?;
        self.skip("%").then_some(Value::Percentage(number))
    }

    /// The number of a day that the calendar has.
    fn date(&mut self) -> Option<BigInt> {
        let day = self.integer()?;
        let month = self.word();
        let month = MONTHS.iter().position(|name| *name == month)? + 1;
        let civil = Civil {
            year: self.integer()?,
            month: month.into(),
            day,
        };
        let days = calendar::days_of(&civil);
        (calendar::civil_of(&days) == civil).then_some(days)
    }

    fn time(&mut self) -> Option<BigInt> {
        let text = self.take(|c| c.is_ascii_digit() || c == ':');
        let time = Time::parse(text)?;
        let seconds =
            u32::from(time.hour) * 3600 + u32::from(time.minutes) * 60 + u32::from(time.seconds);
        Some(seconds.into())
    }

    fn date_time(&mut self) -> Option<Value> {
        let days = self.date()?;
        let seconds = self.skip(",").then(|| self.time())??;
        Some(Value::DateTime(days * DAY + seconds))
    }

    /// `3 Month`, `1 Month + 2 Day`
    fn term(&mut self) -> Option<Value> {
        let (mut months, mut days) = (BigInt::ZERO, BigInt::ZERO);
        loop {
            let count = self.integer()?;
            let (more_months, more_days) = term_of(&count, period(self.word())?);
            months += more_months;
            days += more_days;
            if !self.skip("+") {
                return Some(Value::Term(months, days));
            }
        }
    }

    fn set(&mut self, element: &Type) -> Read<BTreeSet<Value>> {
        let mut elements = BTreeSet::new();
        self.expect("{")?;
        while !self.skip("}") {
            elements.insert(self.value(element)?);
            self.separator("}")?;
        }
        Ok(elements)
    }

    fn map(&mut self, key: &Type, value: &Type) -> Read<BTreeMap<Value, Value>> {
        let mut entries = BTreeMap::new();
        self.expect("(")?;
        while !self.skip(")") {
            let key = self.value(key)?;
            self.expect(":")?;
            entries.insert(key, self.value(value)?);
            self.separator(")")?;
        }
        Ok(entries)
    }

    /// A comma, unless the end follows.
    fn separator(&mut self, end: &str) -> Read<()> {
        if self.skip(",") || self.rest.starts_with(end) {
            Ok(())
        } else {
            Err(self.unreadable(format!("`,` or `{end}`")))
        }
    }
}

/// The value of a type that a word names.
fn named(ty: &Type, word: &str) -> Option<Value> {
    match ty {
        Type::Boolean => match word {
            "True" => Some(Value::Boolean(true)),
            "False" => Some(Value::Boolean(false)),
            _ => None,
        },
        Type::Currency => is_currency(word).then(|| Value::Currency(word.into())),
        Type::Iban => is_iban(word).then(|| Value::Iban(word.into())),
        Type::Period => period(word).map(Value::Period),
        Type::Frequency => {
            let period = Period::named(word).filter(|_| word.ends_with("ly"));
            period.map(Value::Frequency)
        }
        _ => None,
    }
}

fn period(word: &str) -> Option<Period> {
    Period::named(word).filter(|_| !word.ends_with("ly"))
}

fn is_currency(word: &str) -> bool {
    let is_other = |code: &str| code.len() == 3 && code.bytes().all(|c| c.is_ascii_uppercase());
    matches!(word, "EUR" | "USD") || word.strip_prefix("CUR_").is_some_and(is_other)
}

/// Two letters for the country, two check digits, and the account.
fn is_iban(word: &str) -> bool {
    let Some((country, rest)) = word.split_at_checked(2) else {
        return false;
    };
    let Some((digits, account)) = rest.split_at_checked(2) else {
        return false;
    };
    country.bytes().all(|c| c.is_ascii_uppercase())
        && digits.bytes().all(|c| c.is_ascii_digit())
        && !account.is_empty()
        && account
            .bytes()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
}

#[cfg(test)]
#[allow(clippy::expect_used, reason = "a test fails by panicking")]
mod tests {
    use super::*;

    fn set(element: Type) -> Type {
        Type::set_of(element)
    }

    /// What is read prints as it was written.
    #[test]
    fn values_come_back() {
        let map = Type::map_of;
        for (ty, texts) in [
            (Type::Boolean, &["True", "False"][..]),
            (
                Type::Integer,
                &["0", "-7", "123456789012345678901234567890"],
            ),
            (
                Type::Real,
                &["1.5", "-0.125", "(1.0 / 3.0)", "(-2.0 / 7.0)"],
            ),
            (Type::String, &["\"\"", "\"a, b; {c} = (d)\""]),
            (Type::Money, &["EUR 5.00", "-USD 0.01", "CUR_GBP 12.34"]),
            (Type::Currency, &["EUR", "CUR_GBP"]),
            (Type::Percentage, &["10%", "-101%"]),
            (Type::Date, &["26 Sep 2016", "29 Feb 2024", "1 Jan 1"]),
            (Type::Time, &["00:00", "16:42", "23:59:07"]),
            (Type::DateTime, &["26 Sep 2016, 16:42", "1 Jan 1970, 00:00"]),
            (Type::Iban, &["NL91ABNA0417164300"]),
            (Type::Period, &["Day", "Quarter"]),
            (
                Type::Term,
                &["14 Day", "-3 Day", "1 Month", "1 Month + -2 Day"],
            ),
            (Type::Frequency, &["Daily", "Monthly"]),
            (set(Type::Integer), &["{}", "{1, 2}"]),
            (
                set(Type::DateTime),
                &["{1 Jan 1970, 00:00, 2 Jan 1970, 00:00}"],
            ),
            (set(Type::Date), &["{1 Jan 1970, 2 Jan 1970}"]),
            (map(Type::Integer, Type::Integer), &["()", "(1 : 2, 3 : 4)"]),
            (map(Type::Time, Type::Money), &["(09:00 : EUR 1.00)"]),
            (set(set(Type::String)), &["{{}, {\"a\"}}"]),
        ] {
            for text in texts {
                let value = read_value(&ty, text).map(|value| value.to_string());
                assert_eq!(value.as_deref(), Ok(*text), "{ty}");
            }
        }
    }

    #[test]
    fn what_is_no_value_is_told() {
        for (ty, text, message) in [
            (
                Type::Money,
                "5",
                "expected an amount such as `EUR 5.00`, found `5`",
            ),
            (
                Type::Money,
                "EUR 5",
                "expected an amount such as `EUR 5.00`, found `EUR 5`",
            ),
            (
                Type::Money,
                "EUR 5.000",
                "expected an amount such as `EUR 5.00`, found `EUR 5.000`",
            ),
            (
                Type::Money,
                "GBP 5.00",
                "expected an amount such as `EUR 5.00`, found `GBP 5.00`",
            ),
            (
                Type::Integer,
                "",
                "expected a whole number such as `-3`, found nothing more",
            ),
            (Type::Integer, "3 4", "expected nothing more, found `4`"),
            (
                Type::Real,
                "1.",
                "expected a number such as `1.5`, found `1.`",
            ),
            (
                Type::Real,
                "(1.0 / 0.0)",
                "expected a number such as `1.5`, found `(1.0 / 0.0)`",
            ),
            (
                Type::Date,
                "31 Feb 2024",
                "expected a day such as `26 Sep 2016`, found `31 Feb 2024`",
            ),
            (
                Type::Time,
                "25:00",
                "expected a time such as `16:42`, found `25:00`",
            ),
            (
                Type::Period,
                "Monthly",
                "expected `Day`, `Week`, `Month`, `Quarter` or `Year`, found `Monthly`",
            ),
            (
                Type::String,
                "\"abc",
                "expected a text such as `\"abc\"`, found `\"abc`",
            ),
            (
                set(Type::Integer),
                "{1 2}",
                "expected `,` or `}`, found `2}`",
            ),
            (
                set(Type::Integer),
                "{1, x}",
                "expected a whole number such as `-3`, found `x}`",
            ),
        ] {
            let error = read_value(&ty, text).expect_err(text);
            assert_eq!(error.to_string(), message);
        }
    }
}
