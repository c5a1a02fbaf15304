//! How long the slicer takes, for specifications that grow, and what it saves or costs for checks.

use std::time::Duration;

use super::{Spread, Verdict};

/// What was measured of the slicer.
#[derive(Debug, Clone, Default)]
pub struct SlicingExperiment {
    /// How often everything is measured.
    pub runs: u16,
    /// By growing size.
    pub growth: Vec<Growth>,
    /// Checks with and without slicing.
    pub checks: Vec<Compared>,
}

/// How long it takes to slice a member of benchmark II.
#[derive(Debug, Clone)]
pub struct Growth {
    /// Its size.
    pub size: u32,
    /// The samples; none where it failed.
    pub samples: Vec<SlicingTime>,
}

/// One time that a specification was sliced.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlicingTime {
    /// From the model to the model of the slice: graphs, criteria, slice, reconnection.
    pub slice: Duration,
    /// From the model to the texts of the slice.
    pub with_texts: Duration,
}

/// A check with and without slicing, as whole processes.
#[derive(Debug, Clone)]
pub struct Compared {
    /// Where it stands: `testmodules/bank/NegativeBalance.tebl:11`.
    pub place: String,
    /// How long it takes without slicing.
    pub unsliced: Vec<Duration>,
    /// How long it takes with conventional slicing.
    pub sliced: Vec<Duration>,
    /// How long it takes without and with slicing by each of several seeds, where the default one alone spoke against
    /// slicing.
    pub by_seed: Vec<(Duration, Duration)>,
}

/// Something that is wanted of the slicer.
#[derive(Debug, Clone, PartialEq)]
pub struct SlicingTarget {
    /// What.
    pub what: String,
    /// The most that it may be.
    pub most: f64,
    /// What it is; none where it was not measured.
    pub found: Option<f64>,
}

impl SlicingTarget {
    /// Whether it is met.
    pub fn verdict(&self) -> Verdict {
        self.found.map_or(Verdict::NotMeasured, |found| {
            Verdict::of(found <= self.most)
        })
    }
}

impl Growth {
    /// How long slicing takes, in seconds.
    pub fn slice(&self) -> Option<f64> {
        Some(Spread::of(self.samples.iter().map(|it| it.slice))?.median)
    }

    /// How long slicing and writing the texts take, in seconds.
    pub fn with_texts(&self) -> Option<f64> {
        Some(Spread::of(self.samples.iter().map(|it| it.with_texts))?.median)
    }
}

impl Compared {
    /// Nothing measured yet.
    pub fn new(place: String) -> Compared {
        Compared {
            place,
            unsliced: Vec::new(),
            sliced: Vec::new(),
            by_seed: Vec::new(),
        }
    }

    /// The fastest times without and with slicing.
    pub fn fastest(&self) -> Option<(Duration, Duration)> {
        Some((*self.unsliced.iter().min()?, *self.sliced.iter().min()?))
    }

    /// How much longer the check takes with slicing, in seconds: by the medians over seeds, where there are several.
    pub fn difference(&self) -> Option<f64> {
        if self.by_seed.is_empty() {
            return self.by_default_seed();
        }
        let unsliced = Spread::of(self.by_seed.iter().map(|(unsliced, _)| *unsliced))?;
        let sliced = Spread::of(self.by_seed.iter().map(|(_, sliced)| *sliced))?;
        Some(sliced.median - unsliced.median)
    }

    /// How much longer it takes by the default seed. Whatever else a machine does can only slow a process down, so the
    /// fastest ones are compared.
    fn by_default_seed(&self) -> Option<f64> {
        let (unsliced, sliced) = self.fastest()?;
        Some(sliced.as_secs_f64() - unsliced.as_secs_f64())
    }

    /// Whether it takes so much longer that it has to be told from the solver's luck, which is another with each seed.
    pub fn is_doubtful(&self) -> bool {
        let difference = self.by_default_seed();
        difference.is_some_and(|seconds| seconds * 1e3 > MOST_SLOWER)
    }
}

/// Sizes with a target: the size, and milliseconds for slicing. With texts it may take twice as long.
const MOST_MILLISECONDS: [(u32, f64); 2] = [(64, 5.0), (4096, 500.0)];

/// No check may take so many milliseconds longer with slicing.
const MOST_SLOWER: f64 = 10.0;

impl SlicingExperiment {
    fn at(&self, size: u32) -> Option<&Growth> {
        self.growth.iter().find(|it| it.size == size)
    }

    /// The check that loses the most by slicing.
    pub fn worst(&self) -> Option<(&Compared, f64)> {
        let known = self.checks.iter();
        let known = known.filter_map(|check| Some((check, check.difference()?)));
        known.max_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// How much longer slicing takes for each size than for the one before it, for each doubling of the size.
    pub fn by_doubling(&self, seconds: fn(&Growth) -> Option<f64>) -> Vec<Option<f64>> {
        let mut ratios = vec![None];
        ratios.extend(self.growth.windows(2).map(|pair| {
            let factor = seconds(&pair[1])? / seconds(&pair[0])?;
            let doublings = f64::from(pair[1].size).log2() - f64::from(pair[0].size).log2();
            Some(factor.powf(1.0 / doublings))
        }));
        ratios.truncate(self.growth.len());
        ratios
    }

    /// How much longer the largest specification takes than the smallest, by what `n log n` allows.
    fn by_n_log_n(&self) -> Option<f64> {
        let (first, last) = (self.growth.first()?, self.growth.last()?);
        let n_log_n = |growth: &Growth| {
            // A size of one has a logarithm of zero, but takes time.
            let size = f64::from(growth.size);
            size * (size + 1.0).log2()
        };
        let is_growing = first.size < last.size;
        let factor = last.slice()? / first.slice()?;
        is_growing.then(|| factor / (n_log_n(last) / n_log_n(first)))
    }

    /// Everything that is wanted.
    pub fn targets(&self) -> Vec<SlicingTarget> {
        let mut targets = Vec::new();
        for (size, most) in MOST_MILLISECONDS {
            let milliseconds = |seconds: fn(&Growth) -> Option<f64>| {
                let seconds = self.at(size).and_then(seconds);
                seconds.map(|seconds| seconds * 1e3)
            };
            targets.push(SlicingTarget {
                what: format!("milliseconds to slice size {size}"),
                most,
                found: milliseconds(Growth::slice),
            });
            targets.push(SlicingTarget {
                what: format!("milliseconds to slice size {size} and to write the texts"),
                most: 2.0 * most,
                found: milliseconds(Growth::with_texts),
            });
        }
        targets.push(SlicingTarget {
            what: "growth from the least to the greatest size, by that of n log n".to_owned(),
            most: 1.0,
            found: self.by_n_log_n(),
        });
        targets.push(SlicingTarget {
            what: "milliseconds that a check loses at most by slicing".to_owned(),
            most: MOST_SLOWER,
            found: self.worst().map(|(_, seconds)| seconds * 1e3),
        });
        targets
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(size: u32, milliseconds: u64) -> Growth {
        let slice = Duration::from_millis(milliseconds);
        let sample = SlicingTime {
            slice,
            with_texts: slice * 2,
        };
        Growth {
            size,
            samples: vec![sample],
        }
    }

    fn of(growth: Vec<Growth>) -> SlicingExperiment {
        SlicingExperiment {
            growth,
            ..SlicingExperiment::default()
        }
    }

    #[test]
    fn what_grows_with_the_square_is_told_apart_from_what_grows_linearly() {
        let linear = of(vec![growth(64, 1), growth(256, 4), growth(4096, 64)]);
        let square = of(vec![growth(64, 1), growth(256, 16), growth(4096, 4096)]);
        let ratios = |of: &SlicingExperiment| of.by_doubling(Growth::slice);
        let close = |found: &[Option<f64>], wanted: f64| {
            let mut found = found.iter().flatten();
            found.all(|found| (found - wanted).abs() < 1e-9)
        };
        assert!(close(&ratios(&linear), 2.0) && close(&ratios(&square), 4.0));
        let verdict = |of: &SlicingExperiment| of.targets()[4].verdict();
        assert_eq!(
            (verdict(&linear), verdict(&square)),
            (Verdict::Met, Verdict::Missed)
        );
    }

    #[test]
    fn the_worst_check_decides() {
        let check = |place: &str, unsliced: &[u64], sliced: &[u64]| Compared {
            place: place.to_owned(),
            unsliced: unsliced
                .iter()
                .copied()
                .map(Duration::from_millis)
                .collect(),
            sliced: sliced.iter().copied().map(Duration::from_millis).collect(),
            by_seed: Vec::new(),
        };
        let experiment = SlicingExperiment {
            checks: vec![
                check("fast", &[30, 20], &[29, 90]),
                check("slow", &[10, 80], &[70, 21]),
                check("not measured", &[], &[]),
            ],
            ..SlicingExperiment::default()
        };
        let worst = experiment.worst().map(|(check, _)| check.place.as_str());
        assert_eq!(worst, Some("slow"));
        assert_eq!(experiment.targets()[5].verdict(), Verdict::Missed);
    }

    #[test]
    fn bad_luck_of_one_seed_does_not_decide() {
        let milliseconds = Duration::from_millis;
        let mut check = Compared {
            place: "lucky".to_owned(),
            unsliced: vec![milliseconds(20)],
            sliced: vec![milliseconds(90)],
            by_seed: Vec::new(),
        };
        let found = |check: &Compared, wanted: f64| {
            let difference = check.difference();
            difference.is_some_and(|seconds| (seconds - wanted).abs() < 1e-9)
        };
        assert!(check.is_doubtful() && found(&check, 0.07));
        check.by_seed = [(20, 90), (80, 40), (60, 30)]
            .map(|(unsliced, sliced)| (milliseconds(unsliced), milliseconds(sliced)))
            .to_vec();
        assert!(check.is_doubtful() && found(&check, -0.02));
    }
}
