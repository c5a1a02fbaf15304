//! Answers to checks as people read them: a line that says it all, and below it what helps.

use std::fmt::Write;
use std::time::Duration;

use anstyle::{AnsiColor, Style};

use super::checks::{self, Checked, steps_text};
use super::diagnostics_text::{Drawing, counted};
use super::harmless::place;
use super::{goal_text, statistics, trace_text};
use crate::checking::{Headway, StoppedBy, Verdict};
use crate::outcome::{Outcome, Reason, Scope};
use crate::semantics::Analysis;

const DIMMED: Style = Style::new().dimmed();

/// The verdict and what helps with it, without the run.
pub fn render(checked: &Checked<'_>, drawing: Drawing) -> String {
    let mut text = verdict_line(checked, drawing);
    text += &checked.restrictions().effects_of_domain();
    text.extend(help(checked));
    text
}

/// The run that was found, with the reason why its end is what was looked for; `full` shows whole states.
pub fn run(checked: &Checked<'_>, full: bool, drawing: Drawing) -> String {
    let Some((model, run)) = checked.run() else {
        return String::new();
    };
    let sources = checked.sources();
    trace_text::render(sources, model, run, full, drawing)
        + &goal_text::render(sources, model, run.last(), drawing)
}

/// The line with the verdict, with a line break at its end.
fn verdict_line(checked: &Checked<'_>, drawing: Drawing) -> String {
    let (word, style) = match checked.answer.verdict {
        Verdict::Passed => ("passed", AnsiColor::Green),
        Verdict::Failed => ("failed", AnsiColor::Red),
        Verdict::Undecided => ("undecided", AnsiColor::Yellow),
    };
    let style = drawing.style(style.on_default().bold());
    let dimmed = drawing.style(DIMMED);
    let place = place(checked.sources(), checked.check().span);
    let how = format!(
        "{}, {}",
        checked.answer.engine,
        duration(checked.answer.times.total())
    );
    format!(
        "{style}{word}{style:#}: {} {dimmed}({how}) [{place}]{dimmed:#}\n",
        finding(checked)
    )
}

/// The check and where it stands, without colours.
pub fn title(checked: &Checked<'_>) -> String {
    let name = checked.property();
    let under = checked.restrictions();
    let from = under.start();
    let place = place(checked.sources(), checked.check().span);
    format!("{name}{from}{under} [{place}]")
}

/// What was found, and whether that was expected.
fn finding(checked: &Checked<'_>) -> String {
    let (goal, under) = (checked.goal(), checked.restrictions());
    let from = under.start();
    let found = match (&checked.answer.outcome, goal) {
        (Outcome::Reachable(witness), Some(goal)) => {
            let steps = steps_text(witness.steps.len() as u64);
            format!("{goal} is reachable{from} in {steps}{under}")
        }
        (Outcome::Reachable(witness), None) => {
            let steps = steps_text(witness.steps.len() as u64);
            format!("an invariant is broken{from} in {steps}{under}")
        }
        (Outcome::Unreachable(scope), goal) => {
            let what = goal.map_or("all invariants hold".to_owned(), |goal| {
                format!("{goal} is unreachable")
            });
            format!("{what}{from} {}{under}", reach(checked, *scope))
        }
        (Outcome::Unknown(_), _) => {
            let what = checked.property();
            let reason = checked.reason().unwrap_or_default();
            return format!("{what}{from}{under}: {reason}");
        }
    };
    format!("{found}, {}", expectation(checked))
}

/// How far an answer goes that there is no run.
fn reach(checked: &Checked<'_>, scope: Scope) -> String {
    match scope {
        Scope::AnyDepth => checks::reach(None),
        Scope::Bounded => checks::reach(checked.check().bounds),
    }
}

fn expectation(checked: &Checked<'_>) -> &'static str {
    match (checked.answer.verdict, checked.goal()) {
        (Verdict::Passed, _) => "as expected",
        (_, None) => "but all should hold",
        (_, Some(_)) if checked.expects_run() => "but should be reachable",
        (_, Some(_)) => "but should be unreachable",
    }
}

/// What to do about a check that could not be settled, as a line of its own.
fn help(checked: &Checked<'_>) -> Option<String> {
    let Outcome::Unknown(reason) = &checked.answer.outcome else {
        return None;
    };
    let is_bounded = checked.check().bounds.is_some();
    let is_interrupted = !matches!(checked.answer.stopped_by, Some(StoppedBy::TimeLimit(_)));
    let help = match reason {
        Reason::Stopped { .. } if is_interrupted => return None,
        Reason::Stopped { .. } if is_bounded => {
            "give it more time with `--timeout SECONDS`, or fewer steps to look at"
        }
        Reason::Stopped { .. } => {
            "give it more time with `--timeout SECONDS`, or a bound such as `in max 10 steps`"
        }
        Reason::GaveUp { .. } => {
            "products and quotients of open values are hard: fix one of them, or restrict it to a domain with `within`"
        }
        Reason::TooLarge { .. } => {
            "restrict values to smaller domains with `within`, or give it fewer steps or instances to look at"
        }
        Reason::NoDomain { .. } => "give its values in a `domain` and check `within` that",
        Reason::WrongSlice { .. } => {
            "the published dependences are too few for this check: slice by `--dependences fine`"
        }
        Reason::Unsupported { .. } | Reason::Disagreement { .. } => return None,
    };
    Some(format!("  help: {help}\n"))
}

/// How long it took, and how large the problem was.
pub fn statistics(checked: &Checked<'_>) -> String {
    let times = &checked.answer.times;
    let mut text = format!(
        "  time: load {}, slice {}, solve {}, total {}\n",
        duration(times.load),
        duration(times.slice),
        duration(times.solve),
        duration(times.total())
    );
    let numbers = statistics::named(&checked.answer.statistics);
    if !numbers.is_empty() {
        let numbers: Vec<String> = numbers
            .iter()
            .map(|(name, number)| format!("{name} {number}"))
            .collect();
        // Writing to a string does not fail.
        let _ = writeln!(text, "  size: {}", numbers.join(", "));
    }
    text
}

/// How far checks have come, in one line.
pub fn headway(analysis: &Analysis, headway: &Headway) -> String {
    format!(
        "{}: runs of {} steps, {:.1} s ({} of {} checks done)",
        headway.check.name(analysis),
        headway.length,
        headway.time.as_secs_f64(),
        headway.n_done,
        headway.n_checks
    )
}

/// One line that counts the verdicts.
pub fn summary(verdicts: &[Verdict], time: Duration) -> String {
    if verdicts.is_empty() {
        return "no check was run".to_owned();
    }
    let count = |wanted: Verdict| verdicts.iter().filter(|it| **it == wanted).count();
    let parts = [
        (count(Verdict::Passed), "passed"),
        (count(Verdict::Failed), "failed"),
        (count(Verdict::Undecided), "undecided"),
    ];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let checks = counted(verdicts.len(), "check");
    format!("{checks}: {} in {}", parts.join(", "), duration(time))
}

/// `0.4 ms`, `35 ms`, `1.20 s`
pub(super) fn duration(duration: Duration) -> String {
    let millis = duration.as_secs_f64() * 1000.0;
    if millis < 10.0 {
        format!("{millis:.1} ms")
    } else if millis < 1000.0 {
        format!("{millis:.0} ms")
    } else {
        format!("{:.2} s", millis / 1000.0)
    }
}
