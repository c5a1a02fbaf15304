//! What is fuzzed, one file a target.

pub(crate) mod analysis;
pub(crate) mod text;

use crate::corpus::{examples, single_checks};
use crate::package::Package;
use crate::random::Random;

/// Something that reads input.
pub(crate) struct Target {
    pub(crate) name: &'static str,
    /// So many mutations are tried where nobody asks for more.
    pub(crate) few: u64,
    /// What to begin with, besides the corpus.
    pub(crate) seeds: fn() -> Vec<Vec<u8>>,
    /// Changes an input, perhaps by something of another one.
    pub(crate) mutate: fn(&mut Random, &[u8], &[u8]) -> Vec<u8>,
    /// Panics where an input is not dealt with as it should be.
    pub(crate) run: fn(&[u8]),
}

/// The packages of the examples.
fn example_packages() -> Vec<Vec<u8>> {
    examples().iter().map(Package::write).collect()
}

/// The packages of the examples, with a single check each.
fn example_checks() -> Vec<Vec<u8>> {
    single_checks().iter().map(Package::write).collect()
}
