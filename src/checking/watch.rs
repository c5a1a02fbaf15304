//! What a running check and those who wait for it tell each other, and what its progress says of its time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use super::answer::StoppedBy;
use crate::engines::Progress;

/// What a running check and its supervisor tell each other.
#[derive(Debug, Default)]
pub(super) struct Watch {
    /// The check is to stop.
    pub(super) stop: AtomicBool,
    /// The user wants it to stop, rather than the clock.
    pub(super) interrupted: AtomicBool,
    /// One more than the length of the runs that are being looked at.
    length: AtomicU64,
}

impl Watch {
    pub(super) fn tell(&self, progress: Progress) {
        if let Progress::Encoding(length)
        | Progress::Solving(length)
        | Progress::Exploring(length) = progress
        {
            self.length
                .store(length.saturating_add(1), Ordering::Relaxed);
        }
    }

    /// The length of the runs that are being looked at.
    pub(super) fn length(&self) -> Option<u64> {
        self.length.load(Ordering::Relaxed).checked_sub(1)
    }

    /// Who stops it, if anybody does.
    pub(super) fn stopped_by(&self, limit: Option<Duration>) -> StoppedBy {
        match limit {
            Some(limit) if !self.interrupted.load(Ordering::Relaxed) => StoppedBy::TimeLimit(limit),
            _ => StoppedBy::Interrupt,
        }
    }
}

/// Tells how long it took to slice.
#[derive(Debug, Default)]
pub(super) struct SliceClock(Mutex<(Option<Instant>, Duration)>);

impl SliceClock {
    pub(super) fn hear(&self, progress: Progress) {
        let mut clock = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(since) = clock.0.take() {
            clock.1 += since.elapsed();
        }
        if progress == Progress::Slicing {
            clock.0 = Some(Instant::now());
        }
    }

    /// How long it took so far.
    pub(super) fn time(&self) -> Duration {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1
    }
}
