//! A small generator of pseudo-random numbers: the same seed gives the same numbers on every machine.

use fretsaw::simulation::chance::Chance;

/// The generator that simulations use, too.
#[derive(Debug, Clone)]
pub(crate) struct Random(Chance);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Chance::new(seed))
    }

    /// A number smaller than `limit`, which must not be 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "there is no number below 0");
        self.0.below(limit)
    }

    /// A number of the range, both ends included.
    pub(crate) fn between(&mut self, (least, most): (usize, usize)) -> usize {
        least + self.below(most - least + 1)
    }

    /// Yes in so many of a hundred cases.
    pub(crate) fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    /// One of several.
    pub(crate) fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }

    /// One of several words.
    pub(crate) fn word<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    /// One of several, if there are any.
    pub(crate) fn pick_any<'a, T>(&mut self, choices: &'a [T]) -> Option<&'a T> {
        if choices.is_empty() {
            return None;
        }
        Some(self.pick(choices))
    }
}
