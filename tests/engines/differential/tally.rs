//! How many comparisons came out how, over models with which features.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::compare::Comparison;
use super::programs::Programs;

/// How one comparison came out.
pub(crate) struct Result {
    pub(crate) comparison: Comparison,
    /// What the engines say that make finite programs of models, if they were asked.
    pub(crate) programs: Option<Programs>,
    /// Names of what the model has and of what happens in it.
    pub(crate) features: BTreeSet<String>,
}

/// All of them.
#[derive(Default)]
pub(crate) struct Tally {
    /// By the length of the run.
    reachable: BTreeMap<usize, usize>,
    /// By the number of steps that were allowed.
    unreachable: BTreeMap<u64, usize>,
    unexplored: BTreeMap<String, usize>,
    unknown: BTreeMap<String, usize>,
    differences: usize,
    /// Models that were made finite programs and came out right.
    programs: usize,
    /// Models that were not, by the reason.
    without_program: BTreeMap<String, usize>,
    features: BTreeMap<String, usize>,
}

impl Tally {
    pub(crate) fn add(&mut self, result: &Result) {
        match &result.comparison {
            Comparison::Reachable(steps) => count(&mut self.reachable, *steps),
            Comparison::Unreachable(most) => count(&mut self.unreachable, *most),
            Comparison::Unexplored(why) => count(&mut self.unexplored, why.clone()),
            Comparison::Unknown(why) => count(&mut self.unknown, why.clone()),
            Comparison::Differ(_) => self.differences += 1,
        }
        match &result.programs {
            Some(Programs::Agree) => self.programs += 1,
            Some(Programs::Without(why)) => count(&mut self.without_program, why.clone()),
            Some(Programs::Differ(_)) => self.differences += 1,
            None => {}
        }
        for feature in &result.features {
            count(&mut self.features, feature.clone());
        }
    }

    fn reachable(&self) -> usize {
        self.reachable.values().sum()
    }

    fn unreachable(&self) -> usize {
        self.unreachable.values().sum()
    }

    fn unexplored(&self) -> usize {
        self.unexplored.values().sum()
    }

    fn unknown(&self) -> usize {
        self.unknown.values().sum()
    }

    fn total(&self) -> usize {
        self.reachable()
            + self.unreachable()
            + self.unexplored()
            + self.unknown()
            + self.differences
    }

    /// Fails where most comparisons say little: the generator would be to blame.
    pub(crate) fn assert_that_it_says_much(&self) {
        let is_share = |part: usize, least: usize, most: usize| {
            let percent = part * 100 / self.total();
            (least..=most).contains(&percent)
        };
        let at_once = self.reachable.get(&0).copied().unwrap_or(0);
        assert!(
            is_share(self.unexplored(), 0, 10),
            "too few explored\n{self}"
        );
        assert!(is_share(self.unknown(), 0, 5), "too few answered\n{self}");
        assert!(is_share(self.reachable(), 30, 70), "too few ways\n{self}");
        assert!(is_share(at_once, 0, 25), "too many at once\n{self}");
        for (happening, least) in [
            ("happens: a sync", 15),
            ("happens: a sync of a partner", 1),
            ("happens: a negated sync holds", 8),
            ("happens: several next states", 10),
            ("refused: negated sync", 3),
            ("refused: undefined condition", 10),
            ("refused: second event", 2),
        ] {
            let times = self.features.get(happening).copied().unwrap_or(0);
            assert!(is_share(times, least, 100), "{happening}\n{self}");
        }
    }
}

fn count<K: Ord>(counts: &mut BTreeMap<K, usize>, key: K) {
    *counts.entry(key).or_default() += 1;
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        writeln!(f, "{total} models, {} differences", self.differences)?;
        writeln!(
            f,
            "{} reachable, by steps: {}",
            self.reachable(),
            row(&self.reachable)
        )?;
        let unreachable = row(&self.unreachable);
        writeln!(
            f,
            "{} unreachable, by steps allowed: {unreachable}",
            self.unreachable()
        )?;
        for (word, reasons) in [("unexplored", &self.unexplored), ("unknown", &self.unknown)] {
            for (reason, times) in reasons {
                writeln!(f, "{times} {word}: {reason}")?;
            }
        }
        writeln!(f, "{} agree as finite programs", self.programs)?;
        for (reason, times) in &self.without_program {
            writeln!(f, "{times} without a finite program: {reason}")?;
        }
        for (feature, times) in &self.features {
            writeln!(f, "{:3}% {feature}", times * 100 / total.max(1))?;
        }
        Ok(())
    }
}

fn row<K: fmt::Display>(counts: &BTreeMap<K, usize>) -> String {
    let shown = counts.iter().map(|(key, times)| format!("{key}: {times}"));
    shown.collect::<Vec<_>>().join(", ")
}
