//! An experiment as a chart: time over what grows, ours and the published times as lines.

use super::exploration::{Exploration, Explored, Runs, number};
use super::slicing::Growth;
use super::{Experiment, Point, Published, Series, Slicing};
use crate::bench::plots::lines::{Chart, Line};

/// The chart of our times and the published ones. Points without an answer have no place in it.
pub fn chart(experiment: &Experiment) -> Chart {
    let mut lines = Vec::new();
    for series in &experiment.series {
        let name = |whose: &str| format!("{whose}, {}", series.short_title);
        lines.extend(line(series, name("ours"), ours));
        lines.extend(line(series, name("published"), published));
    }
    time_over(experiment.title.clone(), experiment.grows.to_owned(), lines)
}

/// The charts of our times without and with slicing, one for each series, and what is added to the name of the file
/// for each.
pub fn sliced_charts(experiment: &Experiment) -> Vec<(String, Chart)> {
    let series = experiment.series.iter();
    let charts = series.map(|series| {
        let mut lines = Vec::new();
        lines.extend(line(series, "unsliced".to_owned(), ours));
        for slicing in Slicing::ALL {
            lines.extend(line(series, slicing.name().to_owned(), |point| {
                Some(point.sliced(slicing)?.total()?.median)
            }));
        }
        lines.extend(line(series, "published".to_owned(), published));
        let published_sliced = |point: &Point| point.published_sliced;
        lines.extend(line(
            series,
            "published, sliced".to_owned(),
            published_sliced,
        ));
        let title = format!("{}: {}", experiment.title, series.title);
        let chart = time_over(title, experiment.grows.to_owned(), lines);
        (file_name_part(&series.short_title), chart)
    });
    charts.collect()
}

/// How long slicing takes for growing sizes.
pub fn growth(growth: &[Growth]) -> Chart {
    let line = |name: &str, seconds: fn(&Growth) -> Option<f64>| {
        let points = growth.iter();
        let points = points.filter_map(|it| Some((f64::from(it.size), seconds(it)?)));
        Line {
            name: name.to_owned(),
            points: points.collect(),
        }
    };
    time_over(
        "Benchmark II: time to slice over size".to_owned(),
        "size".to_owned(),
        vec![
            line("slicing", Growth::slice),
            line("with texts", Growth::with_texts),
        ],
    )
}

/// Processor time over states, a line for each family and program.
pub fn exploration(exploration: &Exploration) -> Chart {
    let mut lines = Vec::new();
    for family in ["peterson", "bridge", "philosophers"] {
        let line = |whose: &str, runs: fn(&Explored) -> &Runs| {
            let members = exploration.models.iter().filter(|it| it.family == family);
            let points = members.filter_map(|it| Some((number(it.states), runs(it).processor()?)));
            Line {
                name: format!("{whose}, {family}"),
                points: points.collect(),
            }
        };
        lines.push(line("ours", |it| &it.one));
        lines.push(line("SPIN", |it| &it.spin));
    }
    lines.retain(|line| !line.points.is_empty());
    let title = "Full exploration: processor time over states".to_owned();
    time_over(title, "states".to_owned(), lines)
}

fn time_over(title: String, x_label: String, lines: Vec<Line>) -> Chart {
    Chart {
        title,
        x_label,
        y_label: "seconds".to_owned(),
        lines,
    }
}

/// Words as they can stand in the name of a file.
fn file_name_part(title: &str) -> String {
    let words = title.split(|it: char| !it.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-")
}

fn published(point: &Point) -> Option<f64> {
    match point.published? {
        Published::Seconds(seconds) => Some(seconds),
        Published::NoneWithin(_) => None,
    }
}

fn ours(point: &Point) -> Option<f64> {
    Some(point.total()?.median)
}

fn line(series: &Series, name: String, seconds: impl Fn(&Point) -> Option<f64>) -> Option<Line> {
    let points = series.points.iter();
    let points = points.filter_map(|point| Some((f64::from(point.size), seconds(point)?)));
    let points: Vec<(f64, f64)> = points.collect();
    (!points.is_empty()).then_some(Line { name, points })
}
