//! How long the slicer takes, as people read it.

use super::slicing::{Compared, Growth, SlicingExperiment, SlicingTarget};
use super::table::{aligned, cell, milliseconds, two_digits, verdict_line};

/// So many checks that lose or win the most are shown.
const N_EXTREMES: usize = 5;

/// The tables and the targets.
pub fn render(experiment: &SlicingExperiment) -> String {
    let mut out = String::new();
    if !experiment.growth.is_empty() {
        out.push_str(&growth_table(experiment));
        out.push('\n');
    }
    if !experiment.checks.is_empty() {
        out.push_str(&checks_table(experiment));
        out.push('\n');
    }
    out.push_str("targets\n");
    for target in experiment.targets() {
        out.push_str(&target_line(&target));
    }
    out
}

fn growth_table(experiment: &SlicingExperiment) -> String {
    let header = [
        "size",
        "slice ms",
        "by doubling",
        "with texts",
        "by doubling",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    let sliced = experiment.by_doubling(Growth::slice);
    let written = experiment.by_doubling(Growth::with_texts);
    let ratio = |ratio: &Option<f64>| cell(*ratio, |ratio| format!("{ratio:.2}"));
    for ((growth, sliced), written) in experiment.growth.iter().zip(&sliced).zip(&written) {
        rows.push(vec![
            growth.size.to_string(),
            cell(growth.slice(), milliseconds),
            ratio(sliced),
            cell(growth.with_texts(), milliseconds),
            ratio(written),
        ]);
    }
    format!(
        "Benchmark II: time to slice over size, linear growth is 2 by doubling\n{}",
        aligned(&rows)
    )
}

/// Those checks that lose or win the most; nobody reads all of them.
fn checks_table(experiment: &SlicingExperiment) -> String {
    let known = experiment.checks.iter();
    let known = known.filter_map(|check| Some((check, check.difference()?)));
    let mut known: Vec<(&Compared, f64)> = known.collect();
    known.sort_by(|a, b| b.1.total_cmp(&a.1));
    let n_slower = known.iter().filter(|(_, seconds)| *seconds > 0.0).count();
    let total: f64 = known.iter().map(|(_, seconds)| seconds).sum();
    format!(
        "Checks as whole processes, the fastest of {} runs: {n_slower} of {} slower by slicing, {:+.1} ms all in all\n{}",
        experiment.runs,
        known.len(),
        total * 1e3,
        aligned(&check_rows(&known))
    )
}

fn check_rows(known: &[(&Compared, f64)]) -> Vec<Vec<String>> {
    let of_texts = |texts: [&str; 4]| texts.map(str::to_owned).to_vec();
    let mut rows = vec![of_texts(["unsliced ms", "sliced", "difference", "check"])];
    let row = |(check, difference): &(&Compared, f64)| check_row(check, *difference);
    let n_hidden = known.len().saturating_sub(2 * N_EXTREMES);
    if n_hidden == 0 {
        rows.extend(known.iter().map(row));
    } else {
        rows.extend(known[..N_EXTREMES].iter().map(row));
        rows.push(of_texts(["...", "...", "...", &format!("{n_hidden} more")]));
        rows.extend(known[N_EXTREMES + n_hidden..].iter().map(row));
    }
    // Places are no numbers: they begin below each other.
    let width = rows.iter().map(|row| row[3].len()).max().unwrap_or(0);
    for row in &mut rows {
        row[3] = format!("{:<width$}", row[3]);
    }
    rows
}

fn check_row(check: &Compared, difference: f64) -> Vec<String> {
    vec![
        cell(check.unsliced.iter().min(), |it| {
            milliseconds(it.as_secs_f64())
        }),
        cell(check.sliced.iter().min(), |it| {
            milliseconds(it.as_secs_f64())
        }),
        format!("{:+.1}", difference * 1e3),
        match check.by_seed.len() {
            0 => check.place.clone(),
            seeds => format!(
                "{} (difference of the medians of {seeds} seeds)",
                check.place
            ),
        },
    ]
}

fn target_line(target: &SlicingTarget) -> String {
    let found = target.found.map_or_else(String::new, |found| {
        format!("{}, ", two_digits_signed(found))
    });
    let what = format!("{}: {found}wanted at most {}", target.what, target.most);
    verdict_line(target.verdict().word(), &what)
}

fn two_digits_signed(number: f64) -> String {
    let sign = if number < 0.0 { "-" } else { "" };
    format!("{sign}{}", two_digits(number.abs()))
}
