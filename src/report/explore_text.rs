//! Explorations as people read them: a line that says it all, the counts, and the run that was found.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};

use super::check_text::duration;
use super::checks::steps_text;
use super::diagnostics_text::Drawing;
use super::explore::{Explored, Found, value_name};
use super::harmless::{harmless, place};
use super::{goal_text, trace_text};
use crate::diagnostics::Sources;
use crate::finite::search::{Ending, Limit};
use crate::finite::{ActionId, Program, State};

const BOLD: Style = Style::new().bold();
const DIMMED: Style = Style::new().dimmed();

/// The verdict, the counts, the run and why its end is what was looked for.
pub fn render(explored: &Explored<'_>, drawing: Drawing) -> String {
    let mut text = verdict_line(explored, drawing);
    if let Some(found) = explored.found {
        let _ = writeln!(text, "  {}", counts(&found));
        if let Some(check) = found.check {
            text.extend(check.run.map(|run| {
                let mut told =
                    trace_text::render(explored.sources, check.model, run, false, drawing);
                if let Ending::Reachable(_) = found.search.ending {
                    let last = run.last();
                    told += &goal_text::render(explored.sources, check.model, last, drawing);
                }
                told
            }));
        } else if let Some((run, faulty)) = found.run() {
            let mut writer = Writer {
                sources: explored.sources,
                program: found.program,
                drawing,
                text,
            };
            writer.start(&run.start);
            let mut current = &run.start;
            for (index, (action, next)) in run.steps.iter().enumerate() {
                writer.step(index + 1, *action);
                writer.changes(current, next);
                current = next;
            }
            if let Some(action) = faulty {
                writer.step(run.steps.len() + 1, action);
                match found.asserted() {
                    Some(after) => writer.changes(current, &after),
                    None => writer.line(2, "this step runs into the error"),
                }
            }
            text = writer.text;
        }
    }
    text
}

fn verdict_line(explored: &Explored<'_>, drawing: Drawing) -> String {
    let style = drawing.style(verdict_style(explored));
    let dimmed = drawing.style(DIMMED);
    let (word, finding) = match explored.found.map(|found| &found.search.ending) {
        Some(Ending::Reachable(run)) => reached(explored, run.steps.len()),
        Some(Ending::Unreachable) => unreached(explored),
        Some(Ending::Deadlock(run)) => (
            "reachable",
            in_steps(explored, "a deadlock", run.steps.len()),
        ),
        Some(Ending::Explored) => ("explored", all_of_it(explored)),
        Some(Ending::Fault { .. }) => ("failed", with_reason(explored)),
        Some(Ending::Unknown(_)) | None => ("undecided", with_reason(explored)),
    };
    let how = format!("{}, {}", explored.algorithm, duration(explored.search));
    let file = harmless(&explored.file);
    let line = format!("{style}{word}{style:#}: {finding} {dimmed}({how}) [{file}]{dimmed:#}\n");
    line + &left_open(explored, drawing) + &explored.restrictions.effects_of_domain()
}

fn verdict_style(explored: &Explored<'_>) -> Style {
    let colour = match explored.found.map(|found| &found.search.ending) {
        Some(Ending::Unknown(_)) => AnsiColor::Yellow,
        Some(Ending::Fault { .. }) | None => AnsiColor::Red,
        Some(Ending::Reachable(_)) if explored.asks_of_invariants() => AnsiColor::Red,
        Some(_) => AnsiColor::Green,
    };
    colour.on_default().bold()
}

/// A verdict and what it is about, where a run was found.
fn reached(explored: &Explored<'_>, steps: usize) -> (&'static str, String) {
    if explored.asks_of_invariants() {
        ("broken", in_steps(explored, "an invariant", steps))
    } else {
        ("reachable", in_steps(explored, &subject(explored), steps))
    }
}

/// A verdict and what it is about, where there is no run.
fn unreached(explored: &Explored<'_>) -> (&'static str, String) {
    let (word, what) = match (explored.asks_of_invariants(), explored.wants_deadlock) {
        (true, true) => (
            "hold",
            "all invariants, and nothing is a deadlock,".to_owned(),
        ),
        (true, false) => ("hold", "all invariants".to_owned()),
        (false, true) if explored.property.is_some() => (
            "unreachable",
            format!("{}, or a deadlock,", subject(explored)),
        ),
        (false, _) => ("unreachable", subject(explored)),
    };
    let under = &explored.restrictions;
    let (from, reach) = (under.start(), reach(explored));
    (word, format!("{what}{from} {reach}{under}"))
}

/// What was looked for.
fn subject(explored: &Explored<'_>) -> String {
    match (explored.property, explored.wants_deadlock) {
        (Some(property), _) => harmless(property),
        (None, true) => "a deadlock".to_owned(),
        (None, false) => "the whole model".to_owned(),
    }
}

/// `in at most 4 steps`. A search of states tells nothing of their depth, so it has other words than checks where
/// there is no bound.
fn reach(explored: &Explored<'_>) -> String {
    match explored.restrictions.bounds {
        None => "in any number of steps".to_owned(),
        Some(_) => explored.restrictions.reach(),
    }
}

fn in_steps(explored: &Explored<'_>, what: &str, steps: usize) -> String {
    let under = &explored.restrictions;
    let (from, steps) = (under.start(), steps_text(steps as u64));
    format!("{what}{from} in {steps}{under}")
}

fn all_of_it(explored: &Explored<'_>) -> String {
    let (what, under) = (subject(explored), &explored.restrictions);
    let from = under.start();
    match under.bounds {
        Some(_) => format!("{what}{from} {}{under}", under.reach()),
        None => format!("{what}{from}{under}"),
    }
}

fn with_reason(explored: &Explored<'_>) -> String {
    let (what, under) = (subject(explored), &explored.restrictions);
    let (from, reason) = (under.start(), explored.reason().unwrap_or_default());
    format!("{what}{from}{under}: {reason}")
}

/// What a deadlock leaves open.
fn left_open(explored: &Explored<'_>, drawing: Drawing) -> String {
    let ending = explored.found.map(|found| &found.search.ending);
    match (ending, explored.property, explored.reason()) {
        (Some(Ending::Deadlock(_)), Some(property), Some(reason)) => {
            let style = drawing.style(AnsiColor::Yellow.on_default().bold());
            let property = harmless(property);
            format!("{style}undecided{style:#}: {property}: {reason}\n")
        }
        _ => String::new(),
    }
}

fn counts(found: &Found<'_>) -> String {
    let search = found.search;
    let mut parts = vec![
        counted(search.states, "state"),
        counted(search.transitions, "transition"),
    ];
    parts.extend(search.levels.map(|levels| counted(levels, "level")));
    parts.extend(search.deadlocks.map(|count| counted(count, "deadlock")));
    let is_whole = matches!(search.ending, Ending::Explored | Ending::Unreachable);
    let so_far = if is_whole { "" } else { " so far" };
    format!("{}{so_far}", parts.join(", "))
}

/// What to do about a limit, as a line of its own.
pub fn help(explored: &Explored<'_>) -> Option<String> {
    let found = explored.found?;
    let help = match (&found.search.ending, found.unbounded()) {
        (Ending::Unknown(Limit::States | Limit::Memory | Limit::Errors), unbounded @ [_, ..]) => {
            let mut help = format!(
                "give {} values in a `domain` and name that behind `within`, or the check a bound; or allow more with `--max-states`",
                unbounded.join(", ")
            );
            if explored.property.is_some() {
                // It need not look at what the check does not depend on.
                help.push_str("; or ask `fretsaw check --engine lazy`, which can tell at any depth what does not depend on them");
            }
            help
        }
        (Ending::Unknown(Limit::Errors), []) => {
            "allow more states with `--max-states`, or more memory with `--memory`".to_owned()
        }
        (Ending::Unknown(Limit::States), []) => {
            "allow more states with `--max-states`, or leave it out".to_owned()
        }
        (Ending::Unknown(Limit::Memory), []) => "allow more memory with `--memory`".to_owned(),
        _ => return None,
    };
    Some(format!("  help: {help}\n"))
}

/// All numbers.
pub fn statistics(explored: &Explored<'_>) -> String {
    let (load, search) = (explored.load, explored.search);
    let mut text = format!(
        "  time: load {}, search {}, total {}\n",
        duration(load),
        duration(search),
        duration(load + search)
    );
    if let Some(found) = explored.found {
        let _ = writeln!(
            text,
            "  size: variables {}, actions {}, stored {}, evaluations {}, bytes per state {:.1}",
            found.program.variables.len(),
            found.program.actions.len(),
            found.search.stored,
            found.search.evaluations,
            found.bytes_per_state()
        );
        if let Some(kept) = found.search.kept_variables {
            let refinements = found.search.refinements;
            let _ = writeln!(
                text,
                "  slicing: refinements {refinements}, kept variables {kept}"
            );
        }
    }
    text
}

struct Writer<'w> {
    sources: &'w Sources,
    program: &'w Program,
    drawing: Drawing,
    text: String,
}

impl Writer<'_> {
    /// A line, indented so many times.
    fn line(&mut self, depth: usize, line: &str) {
        // Writing to a string does not fail.
        let _ = writeln!(self.text, "{:indent$}{line}", "", indent = 2 * depth);
    }

    /// The state to begin with: what is not zero, and where the processes are.
    fn start(&mut self, state: &State) {
        let bold = self.drawing.style(BOLD);
        self.line(1, &format!("{bold}step 0{bold:#}"));
        for id in self.program.variable_ids() {
            let value = state[id.0 as usize];
            let variable = self.program.variable(id);
            // What has only one value is a constant.
            if variable.low == variable.high && variable.value_names.is_empty() {
                continue;
            }
            if value != 0 || !variable.value_names.is_empty() {
                let value = self.value(id, value);
                self.line(2, &format!("{} = {value}", variable.name));
            }
        }
    }

    fn step(&mut self, number: usize, action: ActionId) {
        let action = self.program.action(action);
        let places: Vec<String> = action
            .spans
            .iter()
            .map(|span| place(self.sources, *span))
            .collect();
        let places = places.join(", ");
        let name = &action.name;
        let (bold, dimmed) = (self.drawing.style(BOLD), self.drawing.style(DIMMED));
        let line = format!("{bold}step {number}{bold:#}  {name}  {dimmed}[{places}]{dimmed:#}");
        self.line(1, &line);
    }

    fn changes(&mut self, before: &State, after: &State) {
        for id in self.program.variable_ids() {
            let (old, new) = (before[id.0 as usize], after[id.0 as usize]);
            if old != new {
                let name = &self.program.variable(id).name;
                let (old, new) = (self.value(id, old), self.value(id, new));
                self.line(2, &format!("{name}: {old} -> {new}"));
            }
        }
    }

    fn value(&self, id: crate::finite::VariableId, value: i64) -> String {
        let name = value_name(self.program, id, value);
        name.map_or_else(|| value.to_string(), str::to_owned)
    }
}

fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}
