//! What came of all comparisons.

use std::fmt;

use super::compare::{Agreement, Comparison, WAYS};

#[derive(Default)]
pub(crate) struct Tally {
    reachable: u32,
    unreachable: u32,
    unknown: u32,
    differ: u32,
    refinements: u64,
    /// For each way to slice the sum of the shares that were kept.
    kept: [f64; WAYS.len()],
    /// How many slices were written as texts, read and answered; all but amorphous ones for two checks were sliced
    /// again.
    written: u32,
    /// The sum of the shares of the text that were kept of them.
    text: f64,
}

impl Tally {
    pub(crate) fn add(&mut self, comparison: &Comparison) {
        match comparison {
            Comparison::Unknown => self.unknown += 1,
            Comparison::Differ(_) => self.differ += 1,
            Comparison::Agree(agreement) => self.add_agreement(agreement),
        }
    }

    fn add_agreement(&mut self, agreement: &Agreement) {
        if agreement.steps.is_some() {
            self.reachable += 1;
        } else {
            self.unreachable += 1;
        }
        self.refinements += agreement.refinements;
        for (sum, share) in self.kept.iter_mut().zip(&agreement.kept) {
            *sum += share;
        }
        for share in &agreement.written {
            self.written += 1;
            self.text += share;
        }
    }

    fn share(&self, way: usize) -> f64 {
        self.kept[way] / f64::from((self.reachable + self.unreachable).max(1))
    }

    /// A slicer that keeps everything is right and useless.
    pub(crate) fn assert_that_much_is_cut(&self) {
        assert!(self.share(0) < 0.75, "{self}");
        assert!(self.reachable > 50 && self.unreachable > 50, "{self}");
        assert!(self.unknown < 60, "{self}");
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} reachable, {} unreachable, {} unknown, {} differences, {} refinements",
            self.reachable, self.unreachable, self.unknown, self.differ, self.refinements
        )?;
        for (way, (name, _)) in WAYS.iter().enumerate() {
            writeln!(f, "{name}: {:.0}% kept", 100.0 * self.share(way))?;
        }
        let text = 100.0 * self.text / f64::from(self.written.max(1));
        writeln!(
            f,
            "{} slices written, read and answered: {text:.0}% of the text kept",
            self.written
        )
    }
}
