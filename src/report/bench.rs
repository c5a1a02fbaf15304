//! What an experiment has measured: ours and the published figures side by side, and the targets.

use std::time::Duration;

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
    /// What we measured.
    pub measured: Measured,
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
    /// How long the solver alone took for the same problem, in a process of its own that reads it from a file.
    pub alone: Duration,
}

/// How long the parts of a check took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Phases {
    /// To read and check the texts, and to make the model.
    pub load: Duration,
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
        self.load + self.encode + self.z3 + self.explain + self.rest
    }
}

/// What we want of a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Target {
    /// The title of its series.
    pub series: String,
    /// Its size.
    pub size: u32,
    /// The whole process takes less than so many seconds.
    pub seconds: f64,
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

impl Point {
    /// The runs that gave the right answer.
    fn samples(&self) -> &[Sample] {
        match &self.measured {
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
    pub fn alone(&self) -> Option<Spread> {
        Spread::of(self.samples().iter().map(|sample| sample.alone))
    }

    /// How many times the time of the solver alone a whole process took. Both were measured one right after the other, so that the load of
    /// the machine hardly matters.
    pub fn times_z3(&self) -> Option<f64> {
        let samples = self.samples().iter();
        let times = samples.map(|it| it.total.as_secs_f64() / it.alone.as_secs_f64());
        Some(Spread::of_numbers(times.collect())?.median)
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

    /// The time that a target is about, in seconds; none where there was no answer.
    pub fn seconds(&self, target: &Target) -> Option<f64> {
        Some(self.point(target)?.total()?.median)
    }

    /// Whether a target is met.
    pub fn verdict(&self, target: &Target) -> Verdict {
        match (self.point(target), self.seconds(target)) {
            (None, _) => Verdict::NotMeasured,
            (Some(_), Some(seconds)) if seconds < target.seconds => Verdict::Met,
            (Some(_), _) => Verdict::Missed,
        }
    }

    /// Every point with its series.
    pub fn points(&self) -> impl Iterator<Item = (&Series, &Point)> {
        let series = self.series.iter();
        series.flat_map(|series| series.points.iter().map(move |point| (series, point)))
    }

    /// Whether there is a point without an answer for a reason other than the time.
    pub fn has_failed(&self) -> bool {
        self.points()
            .any(|(_, point)| matches!(point.measured, Measured::Failed(_)))
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
