//! What the program ran through: counters that the compiler puts into it where `instrument` is used. Otherwise there
//! are none, and nothing is ever new.

#![allow(
    unsafe_code,
    reason = "the compiler's counters are memory of no Rust variable"
)]

use std::sync::OnceLock;

/// The first and the last counter, as numbers, since pointers do not go from thread to thread.
static COUNTERS: OnceLock<(usize, usize)> = OnceLock::new();

/// Called before `main` for each part of the program, always with the same memory.
///
/// # Safety
/// The memory stays where it is, and nobody else has references into it.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, stop: *mut u8) {
    COUNTERS.get_or_init(|| (start as usize, stop as usize));
}

/// What was reached so far: for each counter the sizes that it had, as bits.
#[derive(Default)]
pub(crate) struct Reached {
    sizes: Vec<u8>,
    /// How many counters were ever more than zero.
    pub(crate) places: usize,
}

impl Reached {
    /// Whether there are counters at all.
    pub(crate) fn is_known() -> bool {
        COUNTERS.get().is_some()
    }

    /// Sets all counters to zero.
    pub(crate) fn forget() {
        for word in words() {
            // SAFETY: `words` gives places within the counters' memory.
            unsafe { word.write_volatile(0) };
        }
    }

    /// Adds what the counters say, and tells whether any of it is new.
    pub(crate) fn add(&mut self) -> bool {
        let words = words();
        self.sizes.resize(words.len() * 8, 0);
        let mut is_new = false;
        for (word, known) in words.zip(self.sizes.chunks_exact_mut(8)) {
            // SAFETY: `words` gives places within the counters' memory.
            let counts = unsafe { word.read_volatile() };
            if counts == 0 {
                continue;
            }
            for (count, known) in counts.to_ne_bytes().iter().zip(known) {
                let size = size_of(*count);
                if size & !*known != 0 {
                    self.places += usize::from(*known == 0);
                    *known |= size;
                    is_new = true;
                }
            }
        }
        is_new
    }
}

/// A bit for the size of a number: loops that run seven times instead of six are nothing new.
fn size_of(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128.. => 128,
    }
}

/// The counters, eight at a time.
fn words() -> impl ExactSizeIterator<Item = *mut u64> {
    let (start, stop) = COUNTERS.get().copied().unwrap_or_default();
    let start = start.next_multiple_of(8);
    let number = stop.saturating_sub(start) / 8;
    (0..number).map(move |index| (start + 8 * index) as *mut u64)
}
