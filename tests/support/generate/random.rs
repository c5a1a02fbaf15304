//! A small generator of pseudo-random numbers: the same seed gives the same numbers on every machine.

/// The generator called `SplitMix64`.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number smaller than `limit`, which must not be 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        assert!(limit > 0, "there is no number below 0");
        usize::try_from(self.next() % limit as u64).expect("it is below a usize")
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
