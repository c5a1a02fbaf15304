//! Texts, account numbers and currencies as numbers, and back.

use rustc_hash::FxHashMap;
use smol_str::SmolStr;

/// The numbers that stand for texts. A number that stands for none is a text that nothing mentions.
#[derive(Debug, Default)]
pub(super) struct Atoms {
    numbers: FxHashMap<SmolStr, u64>,
    texts: Vec<SmolStr>,
}

impl Atoms {
    /// The number of a text.
    pub(super) fn number(&mut self, text: &SmolStr) -> u64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u64;
        self.numbers.insert(text.clone(), number);
        self.texts.push(text.clone());
        number
    }

    /// The text of a number, if it stands for one.
    pub(super) fn text(&self, number: u64) -> Option<&SmolStr> {
        self.texts.get(usize::try_from(number).ok()?)
    }

    /// A text that nothing mentions, made up for a number.
    pub(super) fn made_up(&self, number: u64, make: impl Fn(u64) -> SmolStr) -> SmolStr {
        let candidates = (0..).map(|attempt| make(number + attempt * 1_000_003));
        let mut fresh = candidates.filter(|text| !self.numbers.contains_key(text));
        fresh.next().unwrap_or_default()
    }
}
