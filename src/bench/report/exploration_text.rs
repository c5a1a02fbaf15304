//! How fast states are explored, as people read it.

use super::exploration::{Exploration, ExplorationTarget, Explored, Wanted};
use super::table::{aligned, cell, grouped, two_digits, verdict_line};

/// The tables and the targets.
pub fn render(exploration: &Exploration) -> String {
    let mut out = format!(
        "Full exploration, the median of {} runs; processor time of whole processes, rates by it\n",
        exploration.runs
    );
    out.push_str(&rates_table(exploration));
    out.push('\n');
    out.push_str(&threads_table(exploration));
    let remarks = remarks(exploration);
    if !remarks.is_empty() {
        out.push('\n');
        out.extend(remarks);
    }
    out.push_str("\ntargets\n");
    for target in exploration.targets() {
        out.push_str(&target_line(&target));
    }
    out
}

fn rates_table(exploration: &Exploration) -> String {
    let header = [
        "model",
        "states",
        "transitions",
        "seconds",
        "states/s",
        "bytes",
        "states",
        "seconds",
        "states/s",
        "bytes",
        "times",
    ];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    rows.extend(exploration.models.iter().map(rates_row));
    let groups = [("", 1), ("ours, one thread", 5), ("SPIN", 4), ("", 1)];
    grouped(&groups, &left_first(rows))
}

fn rates_row(model: &Explored) -> Vec<String> {
    let (ours, spin) = (&model.one, &model.spin);
    let count = |it: u64| it.to_string();
    let seconds = |it: f64| format!("{it:.2}");
    let rate = |it: f64| format!("{it:.0}");
    let bytes = |it: f64| format!("{it:.1}");
    vec![
        model.name.clone(),
        cell(ours.done.first().map(|it| it.states), count),
        cell(ours.done.first().map(|it| it.transitions), count),
        cell(ours.processor(), seconds),
        cell(ours.rate(), rate),
        cell(ours.bytes_per_state(), bytes),
        cell(spin.done.first().map(|it| it.states), count),
        cell(spin.processor(), seconds),
        cell(spin.rate(), rate),
        cell(spin.bytes_per_state(), bytes),
        cell(model.times_spin(), two_digits),
    ]
}

fn threads_table(exploration: &Exploration) -> String {
    let header = ["model", "one thread ms", "two threads ms", "speed-up"];
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for model in &exploration.models {
        let milliseconds = |it: f64| format!("{:.0}", it * 1e3);
        rows.push(vec![
            model.name.clone(),
            cell(model.one.search(), milliseconds),
            cell(model.two.search(), milliseconds),
            cell(model.speed_up(), two_digits),
        ]);
    }
    let title = "Ours, by the clock: without reading the model; other load on the machine tells";
    format!("{title}\n{}", aligned(&left_first(rows)))
}

/// Names begin below each other.
fn left_first(mut rows: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let width = rows.iter().map(|row| row[0].len()).max().unwrap_or(0);
    for row in &mut rows {
        row[0] = format!("{:<width$}", row[0]);
    }
    rows
}

/// What went wrong, a line each.
fn remarks(exploration: &Exploration) -> Vec<String> {
    let mut remarks = Vec::new();
    remarks.extend(exploration.no_spin.as_ref().map(|why| format!("{why}\n")));
    for model in &exploration.models {
        let runs = [
            ("one thread", &model.one),
            ("two threads", &model.two),
            ("SPIN", &model.spin),
        ];
        for (who, runs) in runs {
            let failure = runs.failure.as_ref();
            remarks.extend(failure.map(|why| format!("{}, {who}: {why}\n", model.name)));
        }
        if model.is_miscounted() {
            let (name, states) = (&model.name, model.states);
            remarks.push(format!("{name} has {states} states: some count is wrong\n"));
        }
    }
    remarks
}

fn target_line(target: &ExplorationTarget) -> String {
    let found = cell(target.found, two_digits);
    let wanted = match target.wanted {
        Wanted::AtLeast(least) => format!("at least {least}"),
        Wanted::AtMost(most) => format!("at most {most}"),
    };
    let what = format!("{}: {found}, wanted {wanted}", target.what);
    verdict_line(target.verdict().word(), &what)
}
