//! What slicing lazily brings, as people read it.

use std::fmt::Write;

use super::lazy::{Found, LazyExperiment, LazyTarget, Property, Searched, Subject, Way};
use super::table::{aligned, cell, milliseconds, two_digits, verdict_line};

/// What is said before the tables.
const REMARKS: &str = "\
Tables 5 and 6 of Lazy Slicing for State-Space Exploration, run again.
The paper does not print its properties, so ours are others: its rows stand below each model as they are, and cannot be matched row by row.
Published times are of the machine and program of the paper. Its lazy slicing is unsound as printed; ours is mended.
The model of Table 4 (medical insurance audit) is not public, so that table cannot be run again.
stored: the most states held at any time; evaluations: of the property (SatNum); -fewest: refined by as few variables as do, not by the whole guard, and what assignments read is left open where it has few values, not kept; `explore` does so.
";

/// The tables, what each way brings, and the targets.
pub fn render(experiment: &LazyExperiment) -> String {
    let mut out = REMARKS.to_owned();
    for model in &experiment.models {
        out.push('\n');
        out.push_str(&model_tables(model, experiment));
    }
    out.push('\n');
    out.push_str(&summary_table(experiment));
    out.push_str("\ntargets\n");
    for target in experiment.targets() {
        out.push_str(&target_line(&target));
    }
    out
}

fn model_tables(model: &Subject, experiment: &LazyExperiment) -> String {
    let mut out = format!("{} ({})\n", model.name, model.parameters);
    for property in &model.properties {
        let (name, text) = (property.name, &property.text);
        let local = if property.is_local { ", local" } else { "" };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "  {name}{local}: {text}: {}", answer(property));
    }
    out.push_str(&property_table(model, experiment));
    let states = model.published_states;
    let _ = writeln!(out, "published (|S| = {states})");
    out.push_str(&published_table(model));
    out
}

fn answer(property: &Property) -> &'static str {
    if property.is_contradicted() {
        return "CONTRADICTED";
    }
    let mut answers = property.searches.iter();
    match answers.find_map(|(_, it)| it.answer()) {
        Some(found) if found.is_reachable => "reachable",
        Some(_) => "unreachable",
        None => "not known",
    }
}

/// As Table 4 does it: some rows for each property, a column for each way.
fn property_table(model: &Subject, experiment: &LazyExperiment) -> String {
    let mut rows = vec![vec![String::new(), String::new()]];
    rows[0].extend(Way::ALL.map(|way| way.name().to_owned()));
    for property in &model.properties {
        let mut row = |name: &str, title: &str, of: &dyn Fn(&Found) -> String| {
            let mut cells = vec![name.to_owned(), title.to_owned()];
            let shown = |way| cell_of(property.searched(way), experiment, of);
            cells.extend(Way::ALL.map(shown));
            rows.push(cells);
        };
        row(property.name, "stored", &|it| it.stored.to_string());
        row("", "evaluations", &|it| it.evaluations.to_string());
        row("", "refinements", &|it| it.refinements.to_string());
        row("", "kept variables", &|it| {
            cell(it.kept, |kept| kept.to_string())
        });
        row("", "ms", &|it| milliseconds(it.time.as_secs_f64()));
    }
    for column in [0, 1] {
        let width = rows.iter().map(|row| row[column].len()).max().unwrap_or(0);
        for row in &mut rows {
            row[column] = format!("{:<width$}", row[column]);
        }
    }
    aligned(&rows)
}

/// A figure, or why there is none.
fn cell_of(
    searched: Option<&Searched>,
    experiment: &LazyExperiment,
    of: &dyn Fn(&Found) -> String,
) -> String {
    match searched {
        Some(Searched::Answered(found)) => of(found),
        Some(Searched::TimedOut) => format!(">{} s", experiment.limit.as_secs()),
        Some(Searched::OutOfMemory) => "memory".to_owned(),
        Some(Searched::Failed(_)) => "failed".to_owned(),
        None => "-".to_owned(),
    }
}

fn published_table(model: &Subject) -> String {
    let header = ["", "", "ISC", "LSC", "LSCIS"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for search in &model.published {
        let mut row = |name: String, title: &str, of: fn((u32, u32)) -> u32| {
            let mut cells = vec![name, title.to_owned()];
            cells.extend(search.figures.map(|figures| of(figures).to_string()));
            rows.push(cells);
        };
        row(format!("phi {}", search.number), "evaluations", |it| it.0);
        row(String::new(), "ms", |it| it.1);
    }
    aligned(&rows)
}

fn summary_table(experiment: &LazyExperiment) -> String {
    let header = ["", "answered", "states by bc", "time by bc"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for summary in experiment.summaries() {
        rows.push(vec![
            summary.way.name().to_owned(),
            summary.answered.to_string(),
            cell(summary.stored, two_digits),
            cell(summary.time, two_digits),
        ]);
    }
    let count = experiment.properties().count();
    format!(
        "all {count} properties: how many are answered, and what that takes by what bc takes (geometric mean)\n{}",
        aligned(&rows)
    )
}

fn target_line(target: &LazyTarget) -> String {
    let found = cell(target.found, two_digits);
    let what = format!("{}: {found}, wanted at least {}", target.what, target.least);
    verdict_line(target.verdict().word(), &what)
}
