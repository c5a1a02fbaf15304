//! Failing inputs made small: pieces are left out as long as the failure stays the same.

use std::time::{Duration, Instant};

use crate::execution::{Executor, Failure};

/// So long it may take to make an input small.
const LONGEST: Duration = Duration::from_secs(30);

/// A smaller input that fails at the same place.
pub(crate) fn shrunk(executor: &Executor, input: &[u8], failure: &Failure) -> Vec<u8> {
    let end = Instant::now() + LONGEST;
    let mut fails = |input: &[u8]| {
        let is_same = |other: &Failure| other.place == failure.place;
        executor.run(input).err().as_ref().is_some_and(is_same)
    };
    let mut input = input.to_vec();
    for pieces in [lines, words] {
        input = without(pieces(&input), end, &mut fails);
    }
    input
}

fn lines(input: &[u8]) -> Vec<Vec<u8>> {
    let lines = input.split_inclusive(|byte| *byte == b'\n');
    lines.map(<[u8]>::to_vec).collect()
}

/// Runs of letters and digits, and everything else byte by byte.
fn words(input: &[u8]) -> Vec<Vec<u8>> {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    let words = input.chunk_by(|a, b| is_word(a) && is_word(b));
    words.map(<[u8]>::to_vec).collect()
}

/// Leaves out ever smaller runs of pieces.
fn without(
    mut pieces: Vec<Vec<u8>>,
    end: Instant,
    fails: &mut impl FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    let mut size = pieces.len().div_ceil(2);
    while size > 0 && Instant::now() < end {
        let mut at = 0;
        let before = pieces.len();
        while at < pieces.len() && Instant::now() < end {
            let behind = (at + size).min(pieces.len());
            let left = [&pieces[..at], &pieces[behind..]].concat();
            if fails(&left.concat()) {
                pieces = left;
            } else {
                at = behind;
            }
        }
        if size > 1 || pieces.len() == before {
            size /= 2;
        }
    }
    pieces.concat()
}
