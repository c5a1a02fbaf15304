//! What is measured again of the two benchmarks of the thesis, and what we want of it.

use super::families::Family;
use super::published::{self, WIDE_BOUND};
use super::report::{Published, Target, Wanted};

/// An experiment before anything is measured.
#[derive(Debug)]
pub(super) struct Plan {
    pub(super) name: &'static str,
    pub(super) title: String,
    pub(super) source: &'static str,
    /// What grows from point to point.
    pub(super) grows: &'static str,
    pub(super) series: Vec<PlannedSeries>,
    pub(super) targets: Vec<Target>,
}

/// Points that differ only in what grows.
#[derive(Debug)]
pub(super) struct PlannedSeries {
    pub(super) title: String,
    pub(super) short_title: String,
    pub(super) reachable: bool,
    pub(super) points: Vec<PlannedPoint>,
}

/// A specification to be measured.
#[derive(Debug)]
pub(super) struct PlannedPoint {
    pub(super) size: u32,
    pub(super) family: Family,
    pub(super) published: Option<Published>,
    pub(super) published_sliced: Option<f64>,
}

/// A bound that slicing has more to win at.
pub(super) const DEEPER_BOUND: u32 = 10;

const DEPTHS: &[u32] = &[10, 15, 20, 21, 23, 25, 50, 100, 200];
const QUICK_DEPTHS: &[u32] = &[10, 25];
const SIZES: &[u32] = &[1, 2, 4, 8, 16, 32, 64, 128, 256];
const QUICK_SIZES: &[u32] = &[1, 8, 64];

/// Benchmark I, for each number of fields. The last table asks for one step less than it takes.
pub(super) fn deep(fields: &[u32], depths: &[u32], quick: bool) -> Plan {
    let depths = chosen(depths, quick, QUICK_DEPTHS, DEPTHS);
    let mut series: Vec<PlannedSeries> = fields
        .iter()
        .map(|fields| deep_series(*fields, &depths, false))
        .collect();
    series.extend(
        fields
            .first()
            .map(|fields| deep_series(*fields, &depths, true)),
    );
    let wanted = |size, seconds| Target {
        series: deep_title(8, false),
        size,
        wanted: Wanted::LessThan(seconds),
    };
    Plan {
        name: "thesis-1",
        title: "Benchmark I: time over depth".to_owned(),
        source: published::DEEP_SOURCE,
        grows: "depth",
        series,
        targets: vec![wanted(25, 0.2), wanted(100, 1.0)],
    }
}

fn deep_series(fields: u32, depths: &[u32], safe: bool) -> PlannedSeries {
    let points = depths.iter().map(|depth| PlannedPoint {
        size: *depth,
        family: Family::Deep {
            fields,
            depth: *depth,
            safe,
        },
        published: published::deep(fields, *depth).filter(|_| !safe),
        published_sliced: published::deep_sliced(fields, *depth).filter(|_| !safe),
    });
    PlannedSeries {
        title: deep_title(fields, safe),
        short_title: counted_fields(fields) + if safe { ", unreachable" } else { "" },
        reachable: !safe,
        points: points.collect(),
    }
}

fn deep_title(fields: u32, safe: bool) -> String {
    let fields = counted_fields(fields);
    if safe {
        format!("{fields}, one step short of the goal")
    } else {
        format!("{fields}, reachable exactly at the bound")
    }
}

fn counted_fields(fields: u32) -> String {
    let ending = if fields == 1 { "" } else { "s" };
    format!("{fields} field{ending}")
}

/// Benchmark II, as it was published and with a goal that is not reached, for each bound.
pub(super) fn wide(bounds: &[u32], sizes: &[u32], quick: bool) -> Plan {
    let sizes = chosen(sizes, quick, QUICK_SIZES, SIZES);
    let wanted = |safe, size, seconds| Target {
        series: wide_title(WIDE_BOUND, safe),
        size,
        wanted: Wanted::LessThan(seconds),
    };
    let series = bounds.iter().flat_map(|bound| {
        let sizes = &sizes;
        [false, true].map(|safe| wide_series(*bound, sizes, safe))
    });
    Plan {
        name: "thesis-2",
        title: "Benchmark II: time over size".to_owned(),
        source: published::WIDE_SOURCE,
        grows: "size",
        series: series.collect(),
        targets: vec![
            wanted(true, 64, 0.6),
            wanted(true, 256, 3.0),
            // The smallest check there is: hardly more than starting the program.
            wanted(false, 1, 0.04),
            Target {
                series: wide_title(DEEPER_BOUND, true),
                size: 256,
                wanted: Wanted::TimesFaster(20.0),
            },
        ],
    }
}

fn wide_series(bound: u32, sizes: &[u32], safe: bool) -> PlannedSeries {
    let is_published = bound == WIDE_BOUND && !safe;
    let points = sizes.iter().map(|size| PlannedPoint {
        size: *size,
        family: Family::Wide {
            copies: *size,
            bound,
            safe,
        },
        published: published::wide(*size).filter(|_| is_published),
        published_sliced: published::wide_sliced(*size).filter(|_| is_published),
    });
    PlannedSeries {
        title: wide_title(bound, safe),
        short_title: wide_title(bound, safe),
        reachable: !safe,
        points: points.collect(),
    }
}

fn wide_title(bound: u32, safe: bool) -> String {
    if safe {
        format!("bound {bound}, unreachable")
    } else {
        format!("bound {bound}, reachable")
    }
}

/// The sizes that the user wants, by growing size, or else those that belong to the experiment.
pub(super) fn chosen(wanted: &[u32], quick: bool, few: &[u32], all: &[u32]) -> Vec<u32> {
    let mut chosen = match wanted {
        [] if quick => few,
        [] => all,
        wanted => wanted,
    }
    .to_vec();
    chosen.sort_unstable();
    chosen.dedup();
    chosen
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(series: &PlannedSeries) -> Vec<u32> {
        series.points.iter().map(|point| point.size).collect()
    }

    #[test]
    fn every_target_is_about_a_point_of_the_whole_experiment() {
        for plan in [
            deep(&[8, 1], &[], false),
            wide(&[WIDE_BOUND, DEEPER_BOUND], &[], false),
        ] {
            for target in &plan.targets {
                let mut series = plan.series.iter();
                let series = series.find(|series| series.title == target.series);
                let series = series.unwrap_or_else(|| panic!("{target:?}"));
                assert!(sizes(series).contains(&target.size), "{target:?}");
            }
        }
    }

    #[test]
    fn sizes_can_be_chosen() {
        let plan = wide(&[5], &[8, 2, 8], true);
        assert_eq!(sizes(&plan.series[0]), [2, 8]);
        assert_eq!(sizes(&wide(&[5], &[], true).series[1]), QUICK_SIZES);
    }

    #[test]
    fn only_what_was_published_has_a_figure() {
        let figures = |series: &PlannedSeries| {
            let points = series.points.iter();
            points.filter(|point| point.published.is_some()).count()
        };
        let count = |plan: Plan| plan.series.iter().map(figures).collect::<Vec<_>>();
        assert_eq!(count(deep(&[8, 3, 1], &[], false)), [6, 0, 6, 0]);
        assert_eq!(count(wide(&[5], &[], false)), [7, 0]);
        assert_eq!(count(wide(&[6], &[], false)), [0, 0]);
    }
}
