//! Texts and currencies as numbers, and back.

use num_bigint::BigInt;
use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// The numbers of texts of two capital letters, which countries are written with: the only ones below zero.
pub(super) const TWO_LETTERS: (i64, i64) = (-676, -1);

/// The numbers that stand for texts. A number that stands for none is a text that nothing mentions.
#[derive(Debug, Default)]
pub(super) struct Atoms {
    numbers: FxHashMap<SmolStr, i64>,
    texts: FxHashMap<i64, SmolStr>,
}

impl Atoms {
    /// The number of a text.
    pub(super) fn number(&mut self, text: &SmolStr) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = two_letters(text).unwrap_or_else(|| {
            let others = self.texts.keys().filter(|number| **number >= 0).count();
            i64::try_from(others).unwrap_or(i64::MAX)
        });
        self.numbers.insert(text.clone(), number);
        self.texts.insert(number, text.clone());
        number
    }

    /// The text of a number; one that nothing mentions, made up by `make`, where it stands for none.
    pub(super) fn text(&self, number: &BigInt, make: impl Fn(BigInt) -> SmolStr) -> SmolStr {
        let small = i64::try_from(number).ok();
        if let Some(text) = small.and_then(|small| self.texts.get(&small)) {
            return text.clone();
        }
        if let Some(negative) = small.filter(|small| *small < 0) {
            return letters(-1 - negative, 2).into();
        }
        let candidates = (0_u32..).map(|attempt| make(number + attempt * 1_000_003));
        let mut fresh = candidates.filter(|text| !self.numbers.contains_key(text));
        fresh.next().unwrap_or_default()
    }
}

/// The last currency: after the two with a name of their own come all of three letters.
pub(super) const LAST_CURRENCY: i64 = 1 + 26 * 26 * 26;

/// The number of a currency.
pub(super) fn currency_number(currency: &str) -> i64 {
    match currency {
        "EUR" => 0,
        "USD" => 1,
        other => {
            let letters = other.bytes().rev().take(3).collect::<Vec<u8>>();
            let place = letters.iter().rev().fold(0, |place, letter| {
                place * 26 + i64::from(letter.saturating_sub(b'A'))
            });
            2 + place
        }
    }
}

/// The currency of a number.
pub(super) fn currency_of(number: &BigInt) -> SmolStr {
    match i64::try_from(number).unwrap_or(0) {
        0 => "EUR".into(),
        1 => "USD".into(),
        other => format!("CUR_{}", letters(other - 2, 3)).into(),
    }
}

/// The letters of a place in the alphabetical list of all texts of so many letters.
fn letters(place: i64, count: u32) -> String {
    let letter =
        |index: u32| char::from(b'A' + u8::try_from(place / 26_i64.pow(index) % 26).unwrap_or(0));
    (0..count).rev().map(letter).collect()
}

fn two_letters(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => {
            Some(-1 - (i64::from(first - b'A') * 26 + i64::from(second - b'A')))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_stands_for_one_text() {
        let mut atoms = Atoms::default();
        let texts = ["NL", "EUR", "AA", "ZZ", "", "nl", "EUR", "NL"];
        let numbers: Vec<i64> = texts
            .iter()
            .map(|text| atoms.number(&(*text).into()))
            .collect();
        assert_eq!(numbers[1], numbers[6]);
        assert_eq!(numbers[0], numbers[7]);
        for (text, number) in texts.iter().zip(&numbers) {
            assert_eq!(atoms.text(&BigInt::from(*number), |_| "?".into()), *text);
        }
        assert_eq!((numbers[2], numbers[3]), (TWO_LETTERS.1, TWO_LETTERS.0));
        assert_eq!(atoms.text(&BigInt::from(-2), |_| "?".into()), "AB");
    }

    #[test]
    fn made_up_texts_are_none_that_are_mentioned() {
        let mut atoms = Atoms::default();
        for number in 0..8 {
            atoms.number(&format!("text{number}").into());
        }
        atoms.number(&"text8".into());
        let text = atoms.text(&BigInt::from(9), |number| {
            format!("text{}", number - 1).into()
        });
        assert_eq!(text, "text1000011");
    }

    #[test]
    fn every_currency_has_a_number() {
        for currency in ["EUR", "USD", "CUR_AAA", "CUR_GBP", "CUR_ZZZ"] {
            let number = currency_number(currency);
            assert!((0..=LAST_CURRENCY).contains(&number));
            assert_eq!(currency_of(&number.into()), currency);
        }
    }
}
