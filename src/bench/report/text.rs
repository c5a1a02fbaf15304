//! An experiment as people read it: two tables for each series, one without slicing and one with all ways of slicing,
//! then the targets.

use std::fmt::Write;

use super::table::{aligned, cell, grouped, milliseconds, two_digits, verdict_line};
use super::{
    Experiment, MOST_TIMES_Z3, Measured, Point, Published, Series, Slicing, Target, Verdict, Wanted,
};

/// The tables and the targets.
pub fn render(experiment: &Experiment) -> String {
    let mut out = format!("{}\n{}\n", experiment.title, experiment.source);
    for series in &experiment.series {
        out.push('\n');
        out.push_str(&table(experiment, series));
        if series.points.iter().any(|point| !point.sliced.is_empty()) {
            out.push('\n');
            out.push_str(&sliced_table(experiment, series));
        }
        out.push_str(&failures(experiment, series));
    }
    out.push_str("\ntargets for the whole process, in seconds\n");
    for target in &experiment.targets {
        out.push_str(&target_line(experiment, target));
    }
    out.push_str(&share_of_z3(experiment));
    out
}

/// Seconds for what can be compared with others, milliseconds for what it consists of.
const HEADER: [&str; 11] = [
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
    let header = HEADER.iter().map(|title| (*title).to_owned());
    let mut rows = vec![
        std::iter::once(experiment.grows.to_owned())
            .chain(header)
            .collect(),
    ];
    let points = series.points.iter();
    rows.extend(points.map(|point| row(experiment, point)));
    format!("{}, not sliced\n{}", series.title, aligned(&rows))
}

fn row(experiment: &Experiment, point: &Point) -> Vec<String> {
    let measured = &point.measured;
    let milliseconds = |seconds: Option<f64>| cell(seconds, milliseconds);
    vec![
        point.size.to_string(),
        published(point),
        ours(experiment, measured),
        cell(point.total(), |total| {
            format!("{:.3}-{:.3}", total.least, total.most)
        }),
        ratio(point),
        milliseconds(measured.phase(|phases| phases.load)),
        milliseconds(measured.phase(|phases| phases.encode)),
        milliseconds(measured.phase(|phases| phases.z3)),
        milliseconds(measured.phase(|phases| phases.explain)),
        milliseconds(measured.phase(|phases| phases.rest)),
        milliseconds(measured.solver_only().map(|alone| alone.median)),
        cell(measured.times_z3(), |times| format!("{times:.2}")),
    ]
}

/// All ways of slicing side by side. Solving is all that happens once there is a slice.
fn sliced_table(experiment: &Experiment, series: &Series) -> String {
    let mut groups = vec![("", 2), ("unsliced", 3)];
    let unsliced = [experiment.grows, "publ. s", "load ms", "solve", "total"];
    let mut header = unsliced.map(str::to_owned).to_vec();
    for slicing in Slicing::ALL {
        groups.extend([("|", 1), (slicing.name(), 5)]);
        header.extend(["|", "load ms", "slice", "solve", "total", "times"].map(str::to_owned));
    }
    let mut rows = vec![header];
    rows.extend(series.points.iter().map(sliced_row));
    format!("{}, sliced\n{}", series.title, grouped(&groups, &rows))
}

fn sliced_row(point: &Point) -> Vec<String> {
    let phase = |measured: Option<&Measured>, phase: fn(&super::Phases) -> _| {
        cell(measured.and_then(|it| it.phase(phase)), milliseconds)
    };
    let total = |measured: Option<&Measured>| {
        cell(measured.and_then(Measured::total), |total| {
            milliseconds(total.median)
        })
    };
    let unsliced = Some(&point.measured);
    let mut row = vec![
        point.size.to_string(),
        cell(point.published_sliced, |seconds| format!("{seconds:.3}")),
        phase(unsliced, |phases| phases.load),
        phase(unsliced, super::Phases::solve),
        total(unsliced),
    ];
    for slicing in Slicing::ALL {
        let measured = point.sliced(slicing);
        row.extend([
            "|".to_owned(),
            phase(measured, |phases| phases.load),
            phase(measured, |phases| phases.slice),
            phase(measured, super::Phases::solve),
            total(measured),
            cell(point.times_faster(slicing), two_digits),
        ]);
    }
    row
}

/// Why there are points without an answer.
fn failures(experiment: &Experiment, series: &Series) -> String {
    let mut out = String::new();
    for point in &series.points {
        let unsliced = std::iter::once(("not sliced", &point.measured));
        let sliced = point.sliced.iter();
        let sliced = sliced.map(|(slicing, measured)| (slicing.name(), measured));
        for (how, measured) in unsliced.chain(sliced) {
            if let Measured::Failed(why) = measured {
                // Writing to a string does not fail.
                let _ = writeln!(out, "{} {}, {how}: {why}", experiment.grows, point.size);
            }
        }
    }
    out
}

fn published(point: &Point) -> String {
    cell(point.published, |published| match published {
        Published::Seconds(seconds) => format!("{seconds:.3}"),
        Published::NoneWithin(seconds) => format!(">{seconds:.0}"),
    })
}

fn ours(experiment: &Experiment, measured: &Measured) -> String {
    match (measured, measured.total()) {
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

fn target_line(experiment: &Experiment, target: &Target) -> String {
    let found = experiment.found(target);
    let wanted = match target.wanted {
        Wanted::LessThan(seconds) => {
            let found = found.map_or_else(String::new, |seconds| format!("{seconds:.3}, "));
            format!("{found}wanted less than {seconds}")
        }
        Wanted::TimesFaster(times) => {
            let found = found.map_or_else(String::new, |times| format!("{times:.1} times, "));
            format!("sliced {found}wanted at least {times} times as fast")
        }
    };
    verdict_line(
        experiment.verdict(target).word(),
        &format!(
            "{}, {} {}: {wanted}",
            target.series, experiment.grows, target.size
        ),
    )
}

/// How far the time of the whole process is from that of the solver.
fn share_of_z3(experiment: &Experiment) -> String {
    let known = experiment.points();
    let known =
        known.filter_map(|(series, point)| Some((point.measured.times_z3()?, series, point)));
    let known: Vec<(f64, &Series, &Point)> = known.collect();
    let n_met = known.iter().filter(|it| it.0 <= MOST_TIMES_Z3).count();
    let Some((worst, series, point)) = known.iter().max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return String::new();
    };
    verdict_line(
        Verdict::of(n_met == known.len()).word(),
        &format!(
            "at most {MOST_TIMES_Z3} times the time of Z3 alone: {n_met} of {} points; worst {worst:.2} times, for {}, {} {}",
            known.len(),
            series.title,
            experiment.grows,
            point.size
        ),
    )
}
