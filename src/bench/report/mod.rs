//! What an experiment has measured: ours and the published figures side by side, and the targets.
//!
//! `text`, `json` and `plot` show it; `slicing` is about an experiment of its own, how long the slicer takes, `lazy`
//! about another, what slicing saves while states are explored, and `exploration` about a third, how fast that is.

pub mod editor;
pub mod exploration;
pub mod exploration_json;
pub mod exploration_text;
pub mod json;
pub mod lazy;
pub mod lazy_json;
pub mod lazy_plot;
pub mod lazy_text;
pub mod plot;
pub mod slicing;
pub mod slicing_json;
pub mod slicing_text;
mod table;
pub mod text;

use std::time::Duration;

use crate::report::schema::{SchemaFile, of};

/// The schemas of the documents of all experiments.
pub fn schema_files() -> Vec<SchemaFile> {
    vec![
        ("bench.schema.json", of::<json::Document>()),
        ("bench-editor.schema.json", of::<editor::Document>()),
        (
            "bench-exploration.schema.json",
            of::<exploration_json::Document>(),
        ),
        (
            "bench-lazy-slicing.schema.json",
            of::<lazy_json::Document>(),
        ),
        ("bench-slicing.schema.json", of::<slicing_json::Document>()),
    ]
}

/// An experiment that was run again.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// The name by which it is chosen.
    pub name: &'static str,
    /// What it is about.
    pub title: String,
    /// Where the published figures stand, and what they count.
    pub source: &'static str,
    /// What grows from row to row.
    pub grows: &'static str,
    /// How often each point is measured.
    pub runs: u16,
    /// After this time a run is ended.
    pub limit: Duration,
    /// One for each table.
    pub series: Vec<Series>,
    /// What we want of some points.
    pub targets: Vec<Target>,
}

/// Points that differ only in what grows.
#[derive(Debug, Clone)]
pub struct Series {
    /// What they have in common.
    pub title: String,
    /// The same in two words, for a legend.
    pub short_title: String,
    /// Whether the goal can be reached.
    pub reachable: bool,
    /// The points, by growing size.
    pub points: Vec<Point>,
}

/// One specification that was checked.
#[derive(Debug, Clone)]
pub struct Point {
    /// How much it has of what grows.
    pub size: u32,
    /// What others measured.
    pub published: Option<Published>,
    /// What others measured with slicing: seconds to slice, to build the slice, and to check it.
    pub published_sliced: Option<f64>,
    /// What we measured without slicing.
    pub measured: Measured,
    /// What we measured for each way of slicing.
    pub sliced: Vec<(Slicing, Measured)>,
}

/// How a specification is sliced before it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Slicing {
    /// By variables, connected by events of the original.
    Conventional,
    /// By variables, connected by bridges.
    Amorphous,
    /// By whole events, connected by events of the original.
    Coarse,
}

impl Slicing {
    /// All of them.
    pub const ALL: [Slicing; 3] = [Slicing::Conventional, Slicing::Amorphous, Slicing::Coarse];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Slicing::Conventional => "conventional",
            Slicing::Amorphous => "amorphous",
            Slicing::Coarse => "coarse",
        }
    }
}

/// A published figure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Published {
    /// So many seconds.
    Seconds(f64),
    /// There was no answer after so many seconds.
    NoneWithin(f64),
}

/// What came of measuring a point.
#[derive(Debug, Clone, PartialEq)]
pub enum Measured {
    /// One sample for each run, at least one.
    Answered(Vec<Sample>),
    /// The time was over before there was an answer.
    TimedOut,
    /// There was no answer, or the wrong one.
    Failed(String),
}

/// One run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Sample {
    /// How long the whole process took.
    pub total: Duration,
    /// How long its parts took, in a process of their own.
    pub phases: Phases,
    /// How long the solver alone took for the same problem, in a process of its own that reads it from a file;
    /// measured only without slicing.
    pub solver_only: Option<Duration>,
}

/// How long the parts of a check took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Phases {
    /// To read and check the texts, and to make the model.
    pub load: Duration,
    /// To slice the model.
    pub slice: Duration,
    /// To describe runs to the solver.
    pub encode: Duration,
    /// To have the solver look for runs.
    pub z3: Duration,
    /// To replay what was found, or to look for what makes the answer an empty one.
    pub explain: Duration,
    /// To start, to load libraries, to print, to end.
    pub rest: Duration,
}

impl Phases {
    /// All of them.
    pub fn sum(&self) -> Duration {
        self.load + self.slice + self.solve() + self.rest
    }

    /// All that happens once there is a model to be checked.
    pub fn solve(&self) -> Duration {
        self.encode + self.z3 + self.explain
    }
}

/// What we want of a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The title of its series.
    pub series: String,
    /// Its size.
    pub size: u32,
    /// What is wanted.
    pub wanted: Wanted,
}

/// What is wanted of the whole process.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Wanted {
    /// Without slicing it takes less than so many seconds.
    LessThan(f64),
    /// With conventional slicing it is at least so many times as fast as without.
    TimesFaster(f64),
}

/// Whether a target is met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// It is.
    Met,
    /// It is not.
    Missed,
    /// Nothing was measured that could tell.
    NotMeasured,
}

impl Verdict {
    /// That of something that was measured.
    pub fn of(is_met: bool) -> Verdict {
        if is_met {
            Verdict::Met
        } else {
            Verdict::Missed
        }
    }

    /// The word for it.
    pub fn word(self) -> &'static str {
        match self {
            Verdict::Met => "met",
            Verdict::Missed => "missed",
            Verdict::NotMeasured => "not measured",
        }
    }
}

/// A check takes at most so many times the time of the solver.
pub const MOST_TIMES_Z3: f64 = 1.5;

/// The middle of some numbers and their ends.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Spread {
    /// The one in the middle, or halfway between the two in the middle.
    pub median: f64,
    /// The least.
    pub least: f64,
    /// The greatest.
    pub most: f64,
}

impl Spread {
    /// The spread of durations; none where there are none.
    pub fn of(durations: impl Iterator<Item = Duration>) -> Option<Spread> {
        Spread::of_numbers(durations.map(|duration| duration.as_secs_f64()).collect())
    }

    fn of_numbers(mut numbers: Vec<f64>) -> Option<Spread> {
        numbers.sort_by(f64::total_cmp);
        let (least, most) = (*numbers.first()?, *numbers.last()?);
        let half = numbers.len() / 2;
        let median = if numbers.len().is_multiple_of(2) {
            f64::midpoint(numbers[half - 1], numbers[half])
        } else {
            numbers[half]
        };
        Some(Spread {
            median,
            least,
            most,
        })
    }
}

impl Measured {
    /// The runs that gave the right answer.
    fn samples(&self) -> &[Sample] {
        match self {
            Measured::Answered(samples) => samples,
            Measured::TimedOut | Measured::Failed(_) => &[],
        }
    }

    /// How long the whole process took.
    pub fn total(&self) -> Option<Spread> {
        Spread::of(self.samples().iter().map(|sample| sample.total))
    }

    /// How long a part took, in seconds.
    pub fn phase(&self, phase: impl Fn(&Phases) -> Duration) -> Option<f64> {
        let spread = Spread::of(self.samples().iter().map(|sample| phase(&sample.phases)));
        spread.map(|spread| spread.median)
    }

    /// How long the solver alone took.
    pub fn solver_only(&self) -> Option<Spread> {
        Spread::of(
            self.samples()
                .iter()
                .filter_map(|sample| sample.solver_only),
        )
    }

    /// How many times the time of the solver alone a whole process took. Both were measured one right after the other,
    /// so that the load of the machine hardly matters.
    pub fn times_z3(&self) -> Option<f64> {
        let samples = self.samples().iter();
        let times =
            samples.filter_map(|it| Some(it.total.as_secs_f64() / it.solver_only?.as_secs_f64()));
        Some(Spread::of_numbers(times.collect())?.median)
    }
}

impl Point {
    /// How long the whole process took without slicing.
    pub fn total(&self) -> Option<Spread> {
        self.measured.total()
    }

    /// What was measured for a way of slicing.
    pub fn sliced(&self, slicing: Slicing) -> Option<&Measured> {
        let mut sliced = self.sliced.iter();
        let found = sliced.find(|(it, _)| *it == slicing);
        found.map(|(_, measured)| measured)
    }

    /// How many times as fast a process is that slices.
    pub fn times_faster(&self, slicing: Slicing) -> Option<f64> {
        Some(self.total()?.median / self.sliced(slicing)?.total()?.median)
    }

    /// Our time by the published one, or an upper limit for that where nobody waited for an answer.
    pub fn by_published(&self) -> Option<f64> {
        let (Published::Seconds(seconds) | Published::NoneWithin(seconds)) = self.published?;
        Some(self.total()?.median / seconds)
    }
}

impl Experiment {
    /// The point of a target, if it was measured.
    fn point(&self, target: &Target) -> Option<&Point> {
        let mut series = self.series.iter();
        let series = series.find(|series| series.title == target.series)?;
        series.points.iter().find(|point| point.size == target.size)
    }

    /// What was measured of that which a target is about; none where there was no answer.
    pub fn found(&self, target: &Target) -> Option<f64> {
        let point = self.point(target)?;
        match target.wanted {
            Wanted::LessThan(_) => Some(point.total()?.median),
            Wanted::TimesFaster(_) => point.times_faster(Slicing::Conventional),
        }
    }

    /// Whether a target is met.
    pub fn verdict(&self, target: &Target) -> Verdict {
        let is_met = self.found(target).map(|found| match target.wanted {
            Wanted::LessThan(seconds) => found < seconds,
            Wanted::TimesFaster(times) => found >= times,
        });
        match (self.point(target), is_met) {
            (None, _) => Verdict::NotMeasured,
            (Some(_), is_met) => Verdict::of(is_met.unwrap_or(false)),
        }
    }

    /// Every point with its series.
    pub fn points(&self) -> impl Iterator<Item = (&Series, &Point)> {
        let series = self.series.iter();
        series.flat_map(|series| series.points.iter().map(move |point| (series, point)))
    }

    /// Whether there is a point without an answer for a reason other than the time.
    pub fn has_failed(&self) -> bool {
        let is_failure = |measured: &Measured| matches!(measured, Measured::Failed(_));
        self.points().any(|(_, point)| {
            let mut sliced = point.sliced.iter();
            is_failure(&point.measured) || sliced.any(|(_, measured)| is_failure(measured))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn spread(milliseconds: &[u64]) -> Option<Spread> {
        Spread::of(milliseconds.iter().copied().map(Duration::from_millis))
    }

    #[test]
    fn the_median_is_in_the_middle() {
        assert_eq!(spread(&[]), None);
        let is = |times: &[u64], median, least, most| {
            let expected = Spread {
                median,
                least,
                most,
            };
            assert_eq!(spread(times), Some(expected));
        };
        is(&[5000], 5.0, 5.0, 5.0);
        is(&[9000, 1000, 5000], 5.0, 1.0, 9.0);
        is(&[1000, 3000, 7000, 90000], 5.0, 1.0, 90.0);
    }
}
