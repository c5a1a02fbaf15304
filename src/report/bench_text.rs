//! An experiment as people read it: a table for each series, then the targets.

use std::fmt::Write;

use super::bench::{Experiment, MOST_TIMES_Z3, Measured, Point, Published, Series, Target};

/// The tables and the targets.
pub fn render(experiment: &Experiment) -> String {
    let mut out = format!("{}\n{}\n", experiment.title, experiment.source);
    for series in &experiment.series {
        out.push('\n');
        out.push_str(&table(experiment, series));
    }
    out.push_str("\ntargets for the whole process, in seconds\n");
    for target in &experiment.targets {
        out.push_str(&target_line(experiment, target));
    }
    out.push_str(&share_of_z3(experiment));
    out
}

const N_COLUMNS: usize = 12;

/// Seconds for what can be compared with others, milliseconds for what it consists of.
const HEADER: [&str; N_COLUMNS] = [
    "",
    "published s",
    "ours s",
    "least-most",
    "ours/publ.",
    "load ms",
    "encode",
    "Z3",
    "explain",
    "rest",
    "Z3 alone",
    "total/alone",
];

fn table(experiment: &Experiment, series: &Series) -> String {
    let mut header = HEADER.map(str::to_owned);
    experiment.grows.clone_into(&mut header[0]);
    let mut rows = vec![header];
    let points = series.points.iter();
    rows.extend(points.map(|point| row(experiment, point)));
    let mut out = format!("{}\n{}", series.title, aligned(&rows));
    for point in &series.points {
        if let Measured::Failed(why) = &point.measured {
            // Writing to a string does not fail.
            let _ = writeln!(out, "{} {}: {why}", experiment.grows, point.size);
        }
    }
    out
}

fn row(experiment: &Experiment, point: &Point) -> [String; N_COLUMNS] {
    let milliseconds = |seconds: Option<f64>| cell(seconds, |s| format!("{:.1}", s * 1e3));
    [
        point.size.to_string(),
        published(point),
        ours(experiment, point),
        cell(point.total(), |total| {
            format!("{:.3}-{:.3}", total.least, total.most)
        }),
        ratio(point),
        milliseconds(point.phase(|phases| phases.load)),
        milliseconds(point.phase(|phases| phases.encode)),
        milliseconds(point.phase(|phases| phases.z3)),
        milliseconds(point.phase(|phases| phases.explain)),
        milliseconds(point.phase(|phases| phases.rest)),
        milliseconds(point.alone().map(|alone| alone.median)),
        cell(point.times_z3(), |times| format!("{times:.2}")),
    ]
}

fn cell<T>(value: Option<T>, text: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "-".to_owned(), text)
}

fn published(point: &Point) -> String {
    cell(point.published, |published| match published {
        Published::Seconds(seconds) => format!("{seconds:.3}"),
        Published::NoneWithin(seconds) => format!(">{seconds:.0}"),
    })
}

fn ours(experiment: &Experiment, point: &Point) -> String {
    match (&point.measured, point.total()) {
        (Measured::TimedOut, _) => format!(">{}", experiment.limit.as_secs_f64()),
        (Measured::Answered(_), Some(total)) => format!("{:.3}", total.median),
        _ => "failed".to_owned(),
    }
}

fn ratio(point: &Point) -> String {
    let sign = match point.published {
        Some(Published::NoneWithin(_)) => "<",
        _ => "",
    };
    cell(point.by_published(), |ratio| {
        format!("{sign}{}", two_digits(ratio))
    })
}

/// Two digits that count, however small the number is.
fn two_digits(number: f64) -> String {
    if number >= 10.0 || number <= 0.0 {
        return format!("{number:.0}");
    }
    let mut decimals = 1;
    let mut least = 1.0;
    while number < least {
        least /= 10.0;
        decimals += 1;
    }
    format!("{number:.decimals$}")
}

/// Columns as wide as their widest cell, numbers to the right.
fn aligned(rows: &[[String; N_COLUMNS]]) -> String {
    let width = |column: usize| rows.iter().map(|row| row[column].len()).max();
    let widths: Vec<usize> = (0..N_COLUMNS).filter_map(width).collect();
    let mut out = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths);
        let cells: Vec<String> = cells
            .map(|(cell, width)| format!("{cell:>width$}"))
            .collect();
        out.push_str(&cells.join("  "));
        out.push('\n');
    }
    out
}

fn target_line(experiment: &Experiment, target: &Target) -> String {
    let found = experiment.seconds(target);
    let found = found.map_or_else(String::new, |seconds| format!("{seconds:.3}, "));
    line(
        experiment.verdict(target).word(),
        &format!(
            "{}, {} {}: {found}wanted less than {}",
            target.series, experiment.grows, target.size, target.seconds
        ),
    )
}

fn line(verdict: &str, what: &str) -> String {
    format!("  {verdict:<12}  {what}\n")
}

/// How far the time of the whole process is from that of the solver.
fn share_of_z3(experiment: &Experiment) -> String {
    let known = experiment.points();
    let known = known.filter_map(|(series, point)| Some((point.times_z3()?, series, point)));
    let known: Vec<(f64, &Series, &Point)> = known.collect();
    let n_met = known.iter().filter(|it| it.0 <= MOST_TIMES_Z3).count();
    let Some((worst, series, point)) = known.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return String::new();
    };
    let verdict = if n_met == known.len() {
        "met"
    } else {
        "missed"
    };
    line(
        verdict,
        &format!(
            "at most {MOST_TIMES_Z3} times the time of Z3 alone: {n_met} of {} points; worst {worst:.2} times, for {}, {} {}",
            known.len(),
            series.title,
            experiment.grows,
            point.size
        ),
    )
}

#[cfg(test)]
mod tests {
    use super::two_digits;

    #[test]
    fn ratios_keep_two_digits() {
        let numbers = [1234.5, 10.0, 9.94, 1.0, 0.47, 0.047, 0.000_012_3, 0.0];
        let texts = numbers.map(two_digits);
        let expected = ["1234", "10", "9.9", "1.0", "0.47", "0.047", "0.000012", "0"];
        assert_eq!(texts, expected);
    }
}
