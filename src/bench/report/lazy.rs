//! What slicing lazily brings: searches for properties of models, plain and by each algorithm that slices, beside the
//! published figures.

use std::time::Duration;

use super::Verdict;
use crate::engines::lazy::{Algorithm, Refinement};

/// What was measured of the searches that slice.
#[derive(Debug, Clone, Default)]
pub struct LazyExperiment {
    /// After this time a search is ended.
    pub limit: Duration,
    /// The models, each with its properties.
    pub models: Vec<Subject>,
}

/// A model and what was looked for in it.
#[derive(Debug, Clone)]
pub struct Subject {
    /// What it is called.
    pub name: String,
    /// Its parameters, in the words of the paper.
    pub parameters: String,
    /// The states that the paper prints for it.
    pub published_states: u64,
    /// The published searches.
    pub published: Vec<PublishedSearch>,
    /// Ours.
    pub properties: Vec<Property>,
}

/// A row of Table 5 or 6. The property is not printed there.
#[derive(Debug, Clone, Copy)]
pub struct PublishedSearch {
    /// The number of the property.
    pub number: u32,
    /// Evaluations and milliseconds of ISC, LSC and LSCIS.
    pub figures: [(u32, u32); 3],
}

/// A property that was looked for.
#[derive(Debug, Clone)]
pub struct Property {
    /// What it is about.
    pub name: &'static str,
    /// The condition, as it was given.
    pub text: String,
    /// Whether it takes few variables to tell that it holds nowhere.
    pub is_local: bool,
    /// What each way made of it.
    pub searches: Vec<(Way, Searched)>,
}

/// A way to search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// All states, as they are.
    Plain,
    /// By slices, which are refined in some way.
    Sliced(Algorithm, Refinement),
}

/// How a search ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Searched {
    /// With an answer.
    Answered(Found),
    /// It took too long.
    TimedOut,
    /// It took too much memory.
    OutOfMemory,
    /// It failed.
    Failed(String),
}

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Found {
    /// Whether the property holds somewhere.
    pub is_reachable: bool,
    /// The most states that were stored at any time.
    pub stored: u64,
    /// How often the property was evaluated: `SatNum` of the paper.
    pub evaluations: u64,
    /// How often the slice was refined.
    pub refinements: u64,
    /// The variables that the last slice keeps.
    pub kept: Option<u64>,
    /// How long the search took.
    pub time: Duration,
}

impl Way {
    /// The plain search, the published ways, and these with a better refinement.
    pub const ALL: [Way; 7] = [
        Way::Plain,
        Way::Sliced(Algorithm::Incremental, Refinement::WholeGuard),
        Way::Sliced(Algorithm::Lazy, Refinement::WholeGuard),
        Way::Sliced(Algorithm::LazyImproved, Refinement::WholeGuard),
        Way::Sliced(Algorithm::Incremental, Refinement::Fewest),
        Way::Sliced(Algorithm::Lazy, Refinement::Fewest),
        Way::Sliced(Algorithm::LazyImproved, Refinement::Fewest),
    ];

    /// Incremental slicing as published.
    pub const ISC: Way = Way::ALL[1];
    /// Lazy slicing, refined as published.
    pub const LSC: Way = Way::ALL[2];
    /// Lazy slicing on the improved slice, refined as published.
    pub const LSCIS: Way = Way::ALL[3];
    /// The same, refined as users get it.
    pub const LSCIS_FEWEST: Way = Way::ALL[6];

    /// What it is called.
    pub fn name(self) -> &'static str {
        match self {
            Way::Plain => "bc",
            Way::Sliced(algorithm, Refinement::WholeGuard) => match algorithm {
                Algorithm::Incremental => "isc",
                Algorithm::Lazy => "lsc",
                Algorithm::LazyImproved => "lscis",
            },
            Way::Sliced(algorithm, Refinement::Fewest) => match algorithm {
                Algorithm::Incremental => "isc-fewest",
                Algorithm::Lazy => "lsc-fewest",
                Algorithm::LazyImproved => "lscis-fewest",
            },
        }
    }
}

impl Searched {
    /// The answer, if there is one.
    pub fn answer(&self) -> Option<&Found> {
        match self {
            Searched::Answered(found) => Some(found),
            _ => None,
        }
    }
}

impl Property {
    /// How a way ended; none where it was not tried.
    pub fn searched(&self, way: Way) -> Option<&Searched> {
        let mut searches = self.searches.iter();
        searches.find_map(|(it, searched)| (*it == way).then_some(searched))
    }

    /// The answer of a way, if there is one.
    pub fn answer(&self, way: Way) -> Option<&Found> {
        self.searched(way)?.answer()
    }

    /// How many times fewer states a way stores than the plain search.
    pub fn times_fewer(&self, way: Way) -> Option<f64> {
        let (plain, sliced) = (self.answer(Way::Plain)?, self.answer(way)?);
        Some(number(plain.stored) / number(sliced.stored.max(1)))
    }

    /// How much of the time of incremental slicing a way saves: figure 8. Where that did not end the limit counts, and
    /// more is saved than this.
    pub fn saved(&self, way: Way, limit: Duration) -> Option<Saved> {
        let time = self.answer(way)?.time.as_secs_f64();
        let (incremental, is_least) = match self.searched(Way::ISC)? {
            Searched::Answered(found) => (found.time, false),
            Searched::TimedOut => (limit, true),
            Searched::OutOfMemory | Searched::Failed(_) => return None,
        };
        let incremental = incremental.as_secs_f64();
        Some(Saved {
            share: (incremental - time) / incremental,
            is_least,
        })
    }

    /// Whether two ways have different answers, which must not be.
    pub fn is_contradicted(&self) -> bool {
        let answers = self.searches.iter();
        let mut answers = answers.filter_map(|(_, it)| Some(it.answer()?.is_reachable));
        let first = answers.next();
        answers.any(|answer| Some(answer) != first)
    }
}

/// How much of a time is saved.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Saved {
    /// The share; negative where it takes longer.
    pub share: f64,
    /// Whether it may be more.
    pub is_least: bool,
}

/// So many times fewer states have to be stored for local properties.
pub const TIMES_FEWER: f64 = 10.0;

/// Something that is wanted of a model.
#[derive(Debug, Clone, PartialEq)]
pub struct LazyTarget {
    /// What.
    pub what: String,
    /// The least that it may be.
    pub least: f64,
    /// What it is; none where it was not measured.
    pub found: Option<f64>,
}

impl LazyTarget {
    /// Whether it is met.
    pub fn verdict(&self) -> Verdict {
        self.found.map_or(Verdict::NotMeasured, |found| {
            Verdict::of(found >= self.least)
        })
    }
}

/// What a way brings over all properties.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Summary {
    /// The way.
    pub way: Way,
    /// How many properties it answers.
    pub answered: usize,
    /// How many states it stores for each of the plain search: the geometric mean over what it answers.
    pub stored: Option<f64>,
    /// Its time for each second of the plain search, in the same way.
    pub time: Option<f64>,
}

impl LazyExperiment {
    /// All properties.
    pub fn properties(&self) -> impl Iterator<Item = &Property> {
        self.models.iter().flat_map(|model| &model.properties)
    }

    /// What is wanted: of each model, for the local property that gains the least.
    pub fn targets(&self) -> Vec<LazyTarget> {
        let of_model = |model: &Subject| {
            let local = model.properties.iter().filter(|it| it.is_local);
            let fewer: Option<Vec<f64>> =
                local.map(|it| it.times_fewer(Way::LSCIS_FEWEST)).collect();
            LazyTarget {
                what: format!(
                    "{}, local properties: times fewer states stored by {} than by bc",
                    model.name,
                    Way::LSCIS_FEWEST.name()
                ),
                least: TIMES_FEWER,
                found: fewer.and_then(|fewer| fewer.into_iter().min_by(f64::total_cmp)),
            }
        };
        self.models.iter().map(of_model).collect()
    }

    /// What each way brings.
    pub fn summaries(&self) -> Vec<Summary> {
        let of_way = |way: Way| {
            let answers = self.properties().filter(|it| it.answer(way).is_some());
            let ratio = |of: fn(&Found) -> f64| {
                let ratios = self.properties().filter_map(|property| {
                    let (plain, sliced) = (property.answer(Way::Plain)?, property.answer(way)?);
                    Some(of(sliced) / of(plain))
                });
                geometric_mean(ratios)
            };
            Summary {
                way,
                answered: answers.count(),
                stored: ratio(|found| number(found.stored.max(1))),
                time: ratio(|found| found.time.as_secs_f64()),
            }
        };
        Way::ALL.into_iter().map(of_way).collect()
    }

    /// Whether a search failed, or two have different answers.
    pub fn has_failed(&self) -> bool {
        let is_failed = |property: &Property| {
            let mut searches = property.searches.iter();
            searches.any(|(_, it)| matches!(it, Searched::Failed(_)))
        };
        self.properties()
            .any(|property| is_failed(property) || property.is_contradicted())
    }
}

fn geometric_mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let logarithms: Vec<f64> = numbers.map(f64::ln).collect();
    let count = u32::try_from(logarithms.len()).ok().filter(|it| *it > 0)?;
    Some((logarithms.iter().sum::<f64>() / f64::from(count)).exp())
}

#[allow(
    clippy::cast_precision_loss,
    reason = "counts that are compared have two digits that matter"
)]
fn number(count: u64) -> f64 {
    count as f64
}
