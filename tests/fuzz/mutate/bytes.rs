//! Changes to bytes that mean nothing to whoever makes them.

use crate::support::generate::random::Random;

/// Bytes that are likely to be in the way wherever they stand.
const INTRUDERS: [&[u8]; 10] = [
    b"\0",
    b"\xff",
    b"\xc3",
    b"\xe2\x80\xa8",
    b"\x1b[31m",
    b"\xef\xbb\xbf",
    b"\r",
    b"\r\n",
    b"\n",
    b"\xf0\x9f\xa6\x80",
];

/// Deletes, doubles, moves or changes a few bytes, or takes over a part of another input.
pub(crate) fn mutate(random: &mut Random, input: &[u8], other: &[u8]) -> Vec<u8> {
    let mut bytes = input.to_vec();
    let from = random.below(bytes.len() + 1);
    let longest = *random.pick(&[1, 2, 4, 16, 64, 400]);
    let to = (from + random.between((1, longest))).min(bytes.len());
    match random.below(7) {
        0 => drop(bytes.drain(from..to)),
        1 => bytes.truncate(from),
        2 => {
            let copy = bytes[from..to].to_vec();
            let at = random.below(bytes.len() + 1);
            bytes.splice(at..at, copy);
        }
        3 => drop(bytes.splice(from..from, random.pick(&INTRUDERS).iter().copied())),
        4 => {
            if let Some(byte) = bytes.get_mut(from) {
                *byte = u8::try_from(random.below(256)).unwrap_or(0);
            }
        }
        5 => {
            if let Some(byte) = bytes.get_mut(from) {
                *byte ^= 1 << random.below(8);
            }
        }
        _ => {
            let start = random.below(other.len() + 1);
            bytes.truncate(from);
            bytes.extend(&other[start..]);
        }
    }
    bytes
}
