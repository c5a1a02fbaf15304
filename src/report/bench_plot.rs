//! An experiment as a chart: time over what grows, ours and the published times as lines.

use super::bench::{Experiment, Point, Published, Series};
use super::plot::{Chart, Line};

/// The chart. Points without an answer have no place in it.
pub fn chart(experiment: &Experiment) -> Chart {
    let mut lines = Vec::new();
    for series in &experiment.series {
        lines.extend(line(series, "ours", |point| Some(point.total()?.median)));
        lines.extend(line(series, "published", published));
    }
    Chart {
        title: experiment.title.clone(),
        x_label: experiment.grows.to_owned(),
        y_label: "seconds".to_owned(),
        lines,
    }
}

fn published(point: &Point) -> Option<f64> {
    match point.published? {
        Published::Seconds(seconds) => Some(seconds),
        Published::NoneWithin(_) => None,
    }
}

fn line(series: &Series, whose: &str, seconds: impl Fn(&Point) -> Option<f64>) -> Option<Line> {
    let points = series.points.iter();
    let points = points.filter_map(|point| Some((f64::from(point.size), seconds(point)?)));
    let points: Vec<(f64, f64)> = points.collect();
    (!points.is_empty()).then(|| Line {
        name: format!("{whose}, {}", series.short_title),
        points,
    })
}
